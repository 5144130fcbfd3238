// The world coordinates of two bodies, R*v + t, without any rounding.
#pragma once

#include <vector>

#include "glance/shape.h"
#include "math/exact.h"

namespace glance {

using ExactPoint = ExactVec3<BigInt>;

struct OraclePoints {
  /// World vertices of both bodies as integers in units of 2^exponent, seen from
  /// vertex 0 of A (so that they are as small as the pair, wherever it lies).
  std::vector<ExactPoint> a, b;
  int exponent = 0;
  /// Where vertex 0 of A is in the world, rounded.
  Vec3 origin = Vec3::Zero();

  /// A point rounded to doubles, still seen from the origin above.
  Vec3 rounded(const ExactPoint& p) const {
    return {to_double(p.x, exponent), to_double(p.y, exponent), to_double(p.z, exponent)};
  }
};

OraclePoints exact_world_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                const Pose& pose_b);

}  // namespace glance
