// Where the volumes of one tree are, seen from another one's frame.
#pragma once

#include <array>

#include "bound/tree.h"

namespace glance::rooms::bound {

/// Points x of B's tree frame are at rotation * x + translation in A's. The matrix also scales, by
/// the units of both trees. It is R_a^-1 R_b: A's inverse is a true one, since rotations may be off
/// by kRotationTolerance.
struct Placement {
  Mat3 rotation, inverse;
  Vec3 translation;
  Vec3 back;     ///< A's origin seen from B's frame: -inverse * translation
  double scale;  ///< unit of B / unit of A
  double unit;   ///< of A's frame, in the unit of the shapes
  /// What volumes are multiplied by, and distances divided by, in every test: allows for rotations
  /// that stretch (Pose::make takes some that are off by kRotationTolerance).
  double grow;
  /// Bounds the rounding errors of a distance between two volumes, and what they may stick out
  /// because a tile's corners are rounded; in A's unit.
  double slack;

  Placement(const TreeFrame& a, const Pose& pose_a, const TreeFrame& b, const Pose& pose_b);

  /// How far B's points have moved at most, as seen from A, since it was placed as `before`
  /// (rotation and translation), in A's unit; B's points are within `reach` of its origin.
  double moved_since(const std::array<double, 12>& before, double reach) const;
  std::array<double, 12> numbers() const;
};

}  // namespace glance::rooms::bound
