// A shape as JSON: one key for its kind, and "rounding" beside it if it is rounded.
//
//   {"hull": [[x, y, z], ..]}   {"box": [hx, hy, hz]}   {"sphere": r}
//   {"capsule": {"radius": r, "half_length": h}}   (also "cylinder" and "cone")
//   {"ellipsoid": [a, b, c]}   {"halfspace": {"normal": [x, y, z], "offset": d}}
//   {"triangle": [p, q, r]}   {"segment": [p, q]}   {"point": p}
//
// And those that need not be convex (mesh_line.h), which cannot be rounded:
//
//   {"mesh": {"vertices": [p, ..], "triangles": [[i, j, k], ..], "solid": false}}
//   {"file": "name", "solid": false}   {"compound": [{"shape": SHAPE, "pose": POSE}, ..]}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/json_reader.h"
#include "glance/shape.h"

namespace glance::app {

class PairMemory;

/// What is needed to read shapes, besides the text.
struct ShapeContext {
  PairMemory* memory = nullptr;               ///< shapes that it knows are not built again
  std::vector<std::string>* notes = nullptr;  ///< what had to be cleaned, with the place
  bool files = true;                          ///< whether lines may name files to be read
};

/// Throws a Refusal.
Shape read_shape(const Json& value, const Where& where, const ShapeContext& context);

/// The shape under this key, which the line must have.
Shape read_shape_of(const Json& line, const char* key, const ShapeContext& context);

/// A shape by itself. Messages call it `name`.
Result<Shape> parse_shape(std::string_view text, std::string_view name);

}  // namespace glance::app
