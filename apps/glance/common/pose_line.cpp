#include "common/pose_line.h"

namespace glance::app {
namespace {

Mat3 read_rotation(const Json& value, const Where& where) {
  expect_array(value, where, 3, "an array of 3 rows");
  Mat3 rotation;
  for (std::size_t i = 0; i < 3; i++) {
    rotation.set_row(i, read_vector(value[i], {&where, {}, i}));
  }
  return rotation;
}

Quat read_quaternion(const Json& value, const Where& where) {
  expect_array(value, where, 4, "an array of 4 numbers w, x, y, z");
  double q[4];
  for (std::size_t i = 0; i < 4; i++) q[i] = read_number(value[i], {&where, {}, i});
  return {q[0], q[1], q[2], q[3]};
}

Vec3 read_vector_of(const Json& object, const char* key, const Where& outer) {
  const Json* value = find(object, key);
  return value ? read_vector(*value, {&outer, key}) : Vec3::zero();
}

Motion read_motion(const Json& value, const Where& where) {
  expect_object(value, where, {"from", "to", "centre", "linear", "angular"});
  const bool flies = find(value, "linear") || find(value, "angular");
  if (flies && find(value, "to")) refuse(where, "expected to or linear and angular, found both");
  const Pose from = read_pose_of(value, "from", &where);
  const Vec3 centre = read_vector_of(value, "centre", where);
  if (flies) {
    const Vec3 linear = read_vector_of(value, "linear", where);
    const Vec3 angular = read_vector_of(value, "angular", where);
    return accept(Motion::with_velocity(from, linear, angular, centre), where);
  }
  const Pose to = find(value, "to") ? read_pose_of(value, "to", &where) : from;
  return accept(Motion::between(from, to, centre), where);
}

}  // namespace

Pose read_pose(const Json& value, const Where& where) {
  expect_object(value, where, {"translation", "rotation", "quaternion"});
  const Json* rotation = find(value, "rotation");
  const Json* quaternion = find(value, "quaternion");
  if (rotation && quaternion) refuse(where, "expected rotation or quaternion, found both");

  const Vec3 t = read_vector_of(value, "translation", where);
  if (quaternion) {
    return accept(Pose::make(read_quaternion(*quaternion, {&where, "quaternion"}), t), where);
  }
  if (rotation) {
    return accept(Pose::make(read_rotation(*rotation, {&where, "rotation"}), t), where);
  }
  return accept(Pose::make(t), where);
}

Pose read_pose_of(const Json& object, const char* key, const Where* outer) {
  const Json* value = find(object, key);
  return value ? read_pose(*value, {outer, key}) : Pose();
}

Motion read_motion_of(const Json& line, const char* key) {
  const Json* value = find(line, key);
  static const Json kRest = Json::object();
  return read_motion(value ? *value : kRest, {.key = key});
}

}  // namespace glance::app
