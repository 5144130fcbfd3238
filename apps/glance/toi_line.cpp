#include "toi_line.h"

#include "pose_line.h"
#include "shape_line.h"

namespace glance::app {
namespace {

MovingPair read_moving_pair(const Json& line) {
  // In the order of the line, not of evaluation: the first fault is reported.
  const Shape a = read_shape_of(line, "a", nullptr);
  const Motion motion_a = read_motion_of(line, "motion_a");
  const Shape b = read_shape_of(line, "b", nullptr);
  const Motion motion_b = read_motion_of(line, "motion_b");
  return {a, motion_a, b, motion_b, read_length_of(line, "margin")};
}

}  // namespace

ReadLine<MovingPair> parse_toi_line(std::string_view line) {
  return read_line(line, "a and b", {"id", "a", "motion_a", "b", "motion_b", "margin"},
                   read_moving_pair);
}

}  // namespace glance::app
