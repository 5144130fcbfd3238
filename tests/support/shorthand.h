// Short names that many tests use.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "glance/math.h"
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

/// The shortest turn from one direction to another. (Eigen's own includes a decomposition of
/// matrices, which takes longer to compile than all the rest of a file.)
inline Eigen::Quaterniond turn_onto(const Vec3& from, const Vec3& to) {
  const Vec3 u = from.normalized(), v = to.normalized();
  const double cosine = v.dot(u);
  Eigen::Quaterniond q(0, 0, 0, 0);
  if (cosine < -1 + 1e-12) {  // opposite: half a turn about anything across
    q.vec() = u.unitOrthogonal();
    return q;
  }
  const double twice = std::sqrt((1 + cosine) * 2);
  q.vec() = u.cross(v) * (1 / twice);
  q.w() = twice * 0.5;
  return q;
}

inline Shape hull(const std::vector<Vec3>& points) { return Shape::hull(points).value(); }

/// The largest number of a matrix, in size.
inline double largest(const Mat3& m) { return m.cwiseAbs().maxCoeff(); }

/// Vertices 0 to 3 are below.
inline const Shape kCube = Shape::box({1, 1, 1}).value();

/// Between ten to the power of `low` and of `high`.
inline double power_of_ten(Rng& rng, double low, double high) {
  return std::pow(10.0, rng.uniform(low, high));
}

}  // namespace glance::test
