// How the signed distance changes when the bodies move: for planners and optimisers.
#pragma once

#include "glance/query.h"

namespace glance {

/// Derivatives of the signed distance (distance - depth). Moving A by the small vector x and
/// turning it about its pose's translation by the small rotation vector w (radians, axes of
/// the world) changes it by translation_a . x + rotation_a . w; B likewise.
struct DistanceDerivative {
  Vec3 translation_a = Vec3::Zero(), translation_b = Vec3::Zero();  ///< no unit
  Vec3 rotation_a = Vec3::Zero(), rotation_b = Vec3::Zero();        ///< length per radian
  /// Features switch here: closest points are not unique (parallel faces or edges), or another
  /// direction is as short a way out. Then these are one of several one-sided derivatives.
  bool switches = false;
};

/// From the answer of `distance` (with depth, if they overlap) for the same pair. All zero and
/// `switches` set where it has no normal.
DistanceDerivative derivative(const Distance& distance, const Shape& a, const Pose& pose_a,
                              const Shape& b, const Pose& pose_b);

}  // namespace glance
