// Where two meshes that touch or overlap do so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "common/json_writer.h"
#include "glance/query.h"

namespace glance::app {

struct MeetingPlace {
  enum class Kind {
    surfaces,  ///< triangles of one meet triangles of the other
    inside,    ///< no triangles meet: one body is inside the other, a solid
    margin,    ///< neither: the bodies are only nearer than the margin
  } kind = Kind::surfaces;
  /// A box along the axes of the world, up to rounding: around what the triangles have in common,
  /// or around the pieces that are inside.
  Vec3 lower, upper;
  std::size_t pairs = 0;  ///< of triangles that meet

  // If inside.
  bool inner_is_a = false;                    ///< A is inside B, rather than B inside A
  std::size_t pieces = 0, pieces_inside = 0;  ///< connected pieces of the inner body

  // If only within the margin.
  Vec3 point_a, point_b;
  double distance = 0;
};

/// For two meshes that `collide` does not call apart; `pairs` are those that `touching_parts`
/// found.
MeetingPlace find_meeting_place(PlacedShape a, PlacedShape b, std::span<const TouchingParts> pairs);

/// "x 0.1 to 0.9, y 0 to 1, z 2: 24 pairs of triangles", "B is inside A: ..".
std::string describe(const MeetingPlace& place, const std::string& unit);

Json to_json(const MeetingPlace& place);

}  // namespace glance::app
