// The world coordinates of two bodies, R*v + t, without any rounding.
#pragma once

#include <vector>

#include "glance/shape.h"
#include "math/exact.h"

namespace glance::rooms::exact {

using ExactPoint = ExactVec3<BigInt>;

struct OraclePoints {
  /// World vertices of both bodies as integers in units of 2^exponent, seen from
  /// vertex 0 of A (so that they are as small as the pair, wherever it lies).
  std::vector<ExactPoint> a, b;
  /// The same, rounded to doubles (in ordinary units).
  std::vector<Vec3> rounded_a, rounded_b;
  /// Where vertex 0 of A is in the world, in the same units.
  ExactPoint origin;
  int exponent = 0;

  /// A point seen from the origin, rounded to doubles.
  Vec3 rounded(const ExactPoint& p) const {
    return {to_double(p.x, exponent), to_double(p.y, exponent), to_double(p.z, exponent)};
  }
  /// A point seen from the origin, in the world, rounded once.
  Vec3 world(const ExactPoint& p) const { return rounded(p + origin); }
  Vec3 world(const Vec3& p) const { return p + rounded(origin); }
};

/// The same with B moved by a vector (in ordinary units), of which components below
/// 2^-60 of the largest are left out.
OraclePoints with_b_moved(OraclePoints points, Vec3 by);

OraclePoints exact_world_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                const Pose& pose_b);

}  // namespace glance::rooms::exact
