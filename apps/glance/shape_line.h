// A shape as JSON: one key for its kind, and "rounding" beside it if it is rounded.
//
//   {"hull": [[x, y, z], ..]}   {"box": [hx, hy, hz]}   {"sphere": r}
//   {"capsule": {"radius": r, "half_length": h}}   (also "cylinder" and "cone")
//   {"ellipsoid": [a, b, c]}   {"halfspace": {"normal": [x, y, z], "offset": d}}
//   {"triangle": [p, q, r]}   {"segment": [p, q]}   {"point": p}
#pragma once

#include <string_view>

#include "glance/shape.h"
#include "json_reader.h"

namespace glance::app {

class PairMemory;

/// Throws a Refusal. With a memory, shapes that it knows are not built again.
Shape read_shape(const Json& value, const Where& where, PairMemory* memory);

/// The one that the line has under this key, which it must have.
Shape read_shape_of(const Json& line, const char* key, PairMemory* memory);

/// A shape by itself. Messages call it `name`.
Result<Shape> parse_shape(std::string_view text, std::string_view name);

}  // namespace glance::app
