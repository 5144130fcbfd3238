// What every scene of flying bodies does: fly, turn, bounce off walls.
#pragma once

#include <algorithm>
#include <cmath>

#include "glance/glance.h"

namespace glance::scenes {

/// Reflects one coordinate at walls at -wall and +wall.
inline void bounce(double& position, double& velocity, double wall) {
  if (position > wall) {
    position = std::max(2 * wall - position, -wall);
    velocity = -std::fabs(velocity);
  } else if (position < -wall) {
    position = std::min(-2 * wall - position, wall);
    velocity = std::fabs(velocity);
  }
}

/// Normalised again: rounding would make the length drift over many frames.
inline Quat unit_rotation(const Quat& q) {
  const double length = std::sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

/// The pose that puts a body's centroid at `center`.
inline Result<Pose> pose_about_centroid(const Vec3& centroid, const Quat& rotation,
                                        const Vec3& center) {
  const Mat3 matrix = rotation_matrix(rotation);
  return Pose::make(matrix, center - multiply(matrix, centroid));
}

/// A body on its way: a velocity of its centroid, and a turn about it, in every frame.
struct Flight {
  Vec3 center = Vec3::zero();    ///< of the body, world
  Vec3 velocity = Vec3::zero();  ///< length a frame
  Quat rotation;
  Quat turn;  ///< what a frame adds to the rotation

  /// One frame further.
  void move() { center += velocity; }
  void spin() { rotation = unit_rotation(multiply(turn, rotation)); }

  /// The pose that puts the shape's centroid to `center`.
  Result<Pose> pose(const Shape& shape) const {
    return pose_about_centroid(shape.mass().centroid, rotation, center);
  }
};

/// A turn by an angle in degrees.
Quat turn_about(const Vec3& unit_axis, double degrees);

/// Fails, with name and number, if the value is not from `least` to `most`.
Result<void> check_range(const char* what, double value, double least, double most);

}  // namespace glance::scenes
