// A body on its way: a velocity of its centroid, and a turn about it, in every frame.
#pragma once

#include "glance/glance.h"

namespace glance::scenes {

struct Flight {
  Vec3 center = Vec3::Zero();    ///< of the body, world
  Vec3 velocity = Vec3::Zero();  ///< length a frame
  Quat rotation;
  Quat turn;  ///< what a frame adds to the rotation

  /// One frame further.
  void move() { center += velocity; }
  void spin();

  /// The pose that puts the shape's centroid to `center`.
  Result<Pose> pose(const Shape& shape) const;
};

/// A turn by so many degrees.
Quat turn_about(const Vec3& unit_axis, double degrees);

/// A refusal, by name and number, of what is not from `least` to `most`.
Result<void> check_range(const char* what, double value, double least, double most);

}  // namespace glance::scenes
