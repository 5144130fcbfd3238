// Short names that many tests use.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "glance/math.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "glance/shape.h"

namespace glance::test {

constexpr double kPi = std::numbers::pi;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

inline Pose at(const Vec3& t) { return Pose::make(t).value(); }
inline Pose at(double x, double y = 0, double z = 0) { return at(Vec3(x, y, z)); }
inline Pose posed(const Quat& q, const Vec3& t) { return Pose::make(q, t).value(); }
inline Pose turned(const Vec3& rotation_vector, const Vec3& t) {
  return posed(Quat::from_rotation_vector(rotation_vector), t);
}

/// touching_parts, as a list.
inline std::vector<TouchingParts> touching_list(PlacedShape a, PlacedShape b,
                                                const QueryOptions& options = {}) {
  std::vector<TouchingParts> found;
  touching_parts(a, b, found, options);
  return found;
}

/// A unit vector at right angles to another vector.
inline Vec3 perpendicular(const Vec3& v) {
  const Vec3 size = v.abs();
  return normalized(cross(v, Vec3::unit((-size).max_axis())));
}

/// The shortest turn from one direction to another.
inline Quat turn_onto(const Vec3& from, const Vec3& to) {
  const Vec3 u = normalized(from), v = normalized(to);
  const double cosine = dot(v, u);
  if (cosine < -1 + 1e-12) {  // opposite: half a turn about anything across
    const Vec3 axis = perpendicular(u);
    return {0, axis.x(), axis.y(), axis.z()};
  }
  const double twice = std::sqrt((1 + cosine) * 2);
  const Vec3 axis = cross(u, v) * (1 / twice);
  return {twice * 0.5, axis.x(), axis.y(), axis.z()};
}

/// Every number rounded to single precision.
inline Mat3 single_precision(const Mat3& m) {
  Mat3 result;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) result(i, j) = static_cast<float>(m(i, j));
  }
  return result;
}

/// The turn about an axis of unit length, by Rodrigues' formula: for comparing with quaternions.
inline Mat3 turn_about(const Vec3& axis, double angle) {
  const Mat3 cross_axis(0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0);
  return Mat3::identity() * std::cos(angle) + cross_axis * std::sin(angle) +
         outer_product(axis, axis) * (1 - std::cos(angle));
}

inline Shape hull(const std::vector<Vec3>& points) { return Shape::hull(points).value(); }

/// The largest number of a matrix, in size.
inline double largest(const Mat3& m) { return m.max_abs(); }

/// Between ten to the power of `low` and of `high`.
inline double power_of_ten(Rng& rng, double low, double high) {
  return std::pow(10.0, rng.uniform(low, high));
}

}  // namespace glance::test
