#include "pairs/pair_line.h"

#include <utility>

#include "common/json_reader.h"
#include "common/pose_line.h"
#include "common/shape_line.h"

namespace glance::app {
namespace {

Pair read_pair(const Json& line, ShapeContext context) {
  std::vector<std::string> notes;
  context.notes = &notes;
  // In the order of the line, not of evaluation: the first fault is reported.
  const Shape a = read_shape_of(line, "a", context);
  const Pose pose_a = read_pose_of(line, "pose_a");
  const Shape b = read_shape_of(line, "b", context);
  const Pose pose_b = read_pose_of(line, "pose_b");
  return Pair{a, pose_a, b, pose_b, read_length_of(line, "margin"), std::move(notes)};
}

}  // namespace

PairLine parse_pair_line(std::string_view line, const ShapeContext& context) {
  auto [id, pair] = read_line(line, "a and b", {"id", "a", "pose_a", "b", "pose_b", "margin"},
                              [&](const Json& json) { return read_pair(json, context); });
  return {std::move(id), std::move(pair)};
}

}  // namespace glance::app
