#include "toi/toi_line.h"

#include <utility>

#include "common/pose_line.h"

namespace glance::app {
namespace {

MovingPair read_moving_pair(const Json& line, ShapeContext context) {
  std::vector<std::string> notes;
  context.notes = &notes;
  // In the order of the line, not of evaluation: the first fault is reported.
  const Shape a = read_shape_of(line, "a", context);
  const Motion motion_a = read_motion_of(line, "motion_a");
  const Shape b = read_shape_of(line, "b", context);
  const Motion motion_b = read_motion_of(line, "motion_b");
  return {a, motion_a, b, motion_b, read_length_of(line, "margin"), std::move(notes)};
}

}  // namespace

ReadLine<MovingPair> parse_toi_line(std::string_view line, const ShapeContext& context) {
  return read_line(line, "a and b", {"id", "a", "motion_a", "b", "motion_b", "margin"},
                   [&](const Json& json) { return read_moving_pair(json, context); });
}

}  // namespace glance::app
