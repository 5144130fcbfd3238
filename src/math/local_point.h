// World points as a body sees them.
#pragma once

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::math {

/// The local point of a world one, right to rounding also if the rotation is off by all that
/// kRotationTolerance allows: each step leaves less than 4e-6 of the error before.
/// (Pose::apply_inverse takes no such step.)
inline Vec3 local_point(const Pose& pose, const Vec3& world) {
  const Vec3 seen = world - pose.translation();
  Vec3 local = multiply_transposed(pose.rotation(), seen);
  for (int i = 0; i < 3; i++) {
    local += multiply_transposed(pose.rotation(), Vec3(seen - multiply(pose.rotation(), local)));
  }
  return local;
}

}  // namespace glance::rooms::math
