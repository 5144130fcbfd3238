#include "pair_line.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "json_reader.h"
#include "shape_line.h"

namespace glance::app {
namespace {

Shape read_shape_of(const Json& line, const char* key, PairMemory* memory) {
  const Json* value = find(line, key);
  if (!value) throw Refusal{fmt::format("{} is missing", key)};
  return read_shape(*value, {.key = key}, memory);
}

Mat3 read_rotation(const Json& value, const Where& where) {
  expect_array(value, where, 3, "an array of 3 rows");
  Mat3 rotation;
  for (std::size_t i = 0; i < 3; i++) {
    rotation.row(i) = read_vector(value[i], {&where, {}, i}).transpose();
  }
  return rotation;
}

Quat read_quaternion(const Json& value, const Where& where) {
  expect_array(value, where, 4, "an array of 4 numbers w, x, y, z");
  double q[4];
  for (std::size_t i = 0; i < 4; i++) q[i] = read_number(value[i], {&where, {}, i});
  return {q[0], q[1], q[2], q[3]};
}

Pose read_pose(const Json& line, const char* key) {
  const Where where{.key = key};
  const Json* value = find(line, key);
  if (!value) return {};
  expect_object(*value, where, {"translation", "rotation", "quaternion"});
  const Json* translation = find(*value, "translation");
  const Json* rotation = find(*value, "rotation");
  const Json* quaternion = find(*value, "quaternion");
  if (rotation && quaternion) refuse(where, "expected rotation or quaternion, found both");

  Vec3 t = Vec3::Zero();
  if (translation) t = read_vector(*translation, {&where, "translation"});
  if (quaternion) {
    return accept(Pose::make(read_quaternion(*quaternion, {&where, "quaternion"}), t), where);
  }
  if (rotation) {
    return accept(Pose::make(read_rotation(*rotation, {&where, "rotation"}), t), where);
  }
  return accept(Pose::make(t), where);
}

double read_margin(const Json& line) {
  const Json* value = find(line, "margin");
  if (!value) return 0;
  const Where where{.key = "margin"};
  const double margin = read_number(*value, where);
  if (!(margin >= 0)) refuse(where, fmt::format("must not be negative, but is {}", margin));
  return margin;
}

Result<Pair> read_pair(const Json& line, PairMemory* memory) {
  if (!line.is_object()) {
    return fail(fmt::format("expected an object with a and b, found {}", describe(line)));
  }
  if (std::string complaint = unknown_key(line, {"id", "a", "pose_a", "b", "pose_b", "margin"});
      !complaint.empty()) {
    return fail(std::move(complaint));
  }
  try {
    // In the order of the line, not of evaluation: the first fault is reported.
    const Shape a = read_shape_of(line, "a", memory);
    const Pose pose_a = read_pose(line, "pose_a");
    const Shape b = read_shape_of(line, "b", memory);
    const Pose pose_b = read_pose(line, "pose_b");
    return Pair{a, pose_a, b, pose_b, read_margin(line)};
  } catch (Refusal& refusal) {
    return fail(std::move(refusal.message));
  }
}

}  // namespace

PairLine parse_pair_line(std::string_view line, PairMemory* memory) {
  JsonLine json = read_json_line(line);
  Result<Pair> pair =
      json.error.empty() ? read_pair(json.value, memory) : fail(std::move(json.error));
  Json id;
  if (json.value.is_object() && json.value.contains("id")) id = std::move(json.value["id"]);
  return {std::move(id), std::move(pair)};
}

}  // namespace glance::app
