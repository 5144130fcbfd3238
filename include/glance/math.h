// Vectors, rotations, poses, intervals and boxes.
//
// Bits. Eigen sums in an order that depends on compiler flags, so the library
// itself uses the free functions below, whose order of operations is written
// out: the same input gives the same bits at every optimisation level and
// -march. (glance's targets carry -ffp-contract=off for the same reason.)
//
// Layout. Only Eigen types without alignment needs appear here (Vector3d,
// Matrix3d), so code compiled with other vector flags can be linked with it.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <limits>

#include "glance/base.h"

namespace glance {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

inline double dot(const Vec3& u, const Vec3& v) {
  return (u.x() * v.x() + u.y() * v.y()) + u.z() * v.z();
}

inline Vec3 cross(const Vec3& u, const Vec3& v) {
  return {u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(),
          u.x() * v.y() - u.y() * v.x()};
}

/// u . (v x w): the signed volume of the parallelepiped.
inline double triple(const Vec3& u, const Vec3& v, const Vec3& w) { return dot(u, cross(v, w)); }

inline double norm_sq(const Vec3& v) { return dot(v, v); }

/// Length, without overflow or underflow on the way.
double norm(const Vec3& v);

/// v / |v|; the zero vector stays zero.
Vec3 normalized(const Vec3& v);

inline bool is_finite(const Vec3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

/// m * v with a fixed order of additions.
inline Vec3 multiply(const Mat3& m, const Vec3& v) {
  return {(m(0, 0) * v.x() + m(0, 1) * v.y()) + m(0, 2) * v.z(),
          (m(1, 0) * v.x() + m(1, 1) * v.y()) + m(1, 2) * v.z(),
          (m(2, 0) * v.x() + m(2, 1) * v.y()) + m(2, 2) * v.z()};
}

/// transpose(m) * v with a fixed order of additions.
inline Vec3 multiply_transposed(const Mat3& m, const Vec3& v) {
  return {(m(0, 0) * v.x() + m(1, 0) * v.y()) + m(2, 0) * v.z(),
          (m(0, 1) * v.x() + m(1, 1) * v.y()) + m(2, 1) * v.z(),
          (m(0, 2) * v.x() + m(1, 2) * v.y()) + m(2, 2) * v.z()};
}

/// a * b with a fixed order of additions.
Mat3 compose(const Mat3& a, const Mat3& b);

/// A rotation as (w, x, y, z) = (cos(angle/2), sin(angle/2) * axis). Kept apart
/// from Eigen::Quaterniond, whose alignment depends on compiler flags.
struct Quat {
  double w = 1, x = 0, y = 0, z = 0;

  Quat() = default;
  Quat(double w_, double x_, double y_, double z_) : w(w_), x(x_), y(y_), z(z_) {}
  explicit Quat(const Eigen::Quaterniond& q) : w(q.w()), x(q.x()), y(q.y()), z(q.z()) {}
  Eigen::Quaterniond eigen() const { return {w, x, y, z}; }

  /// Rotation about the direction of `v` by |v| radians.
  static Quat from_rotation_vector(const Vec3& v);

  bool operator==(const Quat&) const = default;
};

/// a * b: b's rotation first, then a's.
Quat multiply(const Quat& a, const Quat& b);

/// THE conversion from quaternion to matrix: whatever the library rotates by a
/// quaternion goes through these bits. The quaternion is scaled to unit length
/// first; the zero quaternion gives the identity, one that is not finite NaN.
Mat3 rotation_matrix(const Quat& q);

/// The rotation vector (axis times angle in radians, 0 <= angle <= pi) of a
/// rotation matrix.
Vec3 rotation_vector(const Mat3& rotation);

/// How far a matrix is from a rotation: the largest entry of |R^T R - I|, or
/// infinity where the matrix mirrors (det < 0) or is not finite.
double rotation_error(const Mat3& rotation);

/// Where a body is: world = rotation * local + translation, in real arithmetic
/// on exactly these doubles. Every Pose that exists is finite, within
/// kMaxCoordinate, and rotates to within kRotationTolerance (those that a Motion
/// makes, up to rounding; those that `compose` makes within 3 kMaxCoordinate): bad numbers are
/// refused here, so that queries need not look.
class Pose {
 public:
  Pose() : rotation_(Mat3::Identity()), translation_(Vec3::Zero()) {}

  static Result<Pose> make(const Mat3& rotation, const Vec3& translation);
  static Result<Pose> make(const Quat& rotation, const Vec3& translation);
  static Result<Pose> make(const Vec3& translation);

  const Mat3& rotation() const { return rotation_; }
  const Vec3& translation() const { return translation_; }

  /// The world point of a local one, rounded.
  Vec3 apply(const Vec3& local) const { return multiply(rotation_, local) + translation_; }
  /// The local point of a world one, rounded (takes the rotation's inverse to
  /// be its transpose).
  Vec3 apply_inverse(const Vec3& world) const {
    return multiply_transposed(rotation_, world - translation_);
  }

  bool operator==(const Pose& other) const {
    return rotation_ == other.rotation_ && translation_ == other.translation_;
  }

 private:
  friend class Motion;  // makes poses between two good ones
  friend Pose compose(const Pose& outer, const Pose& inner);

  Pose(const Mat3& rotation, const Vec3& translation)
      : rotation_(rotation), translation_(translation) {}

  Mat3 rotation_;
  Vec3 translation_;
};

/// outer * inner in doubles: where the body is that `inner` puts into a frame which `outer` puts
/// into the world. Exact where one of them is the identity. A product of two rotations that are
/// both as bad as kRotationTolerance allows would be worse: one that is beyond it is brought back
/// to a rotation (to within 1e-10).
Pose compose(const Pose& outer, const Pose& inner);

/// A set [lo, hi] of reals. Results of +, - and * contain every result of the
/// operation on members of the operands: ends are rounded outward.
struct Interval {
  double lo = 0, hi = 0;

  Interval() = default;
  Interval(double value) : lo(value), hi(value) {}  // NOLINT: a number is an interval
  Interval(double lo_, double hi_) : lo(lo_), hi(hi_) {}

  bool contains(double x) const { return lo <= x && x <= hi; }
  double width() const { return hi - lo; }
};

/// Outward steps after a rounded operation. With phi = 2^-53 (1 + 2^-52) and
/// eta = 2^-1074, fl(x - (phi |x| + eta)) is below every real that rounds to x
/// (Rump, Zimmermann, Boldo, Melquiond 2009: predecessor and successor without
/// changing the rounding mode). NaN and overflow become the whole line.
inline double round_down(double x) {
  constexpr double kPhi = 0x1.0000000000001p-53, kEta = 0x1p-1074;
  const double y = x - (kPhi * std::fabs(x) + kEta);
  return y > -std::numeric_limits<double>::infinity() && y < std::numeric_limits<double>::infinity()
             ? y
             : -std::numeric_limits<double>::infinity();
}
inline double round_up(double x) { return -round_down(-x); }

inline Interval operator-(const Interval& x) { return {-x.hi, -x.lo}; }
inline Interval operator+(const Interval& x, const Interval& y) {
  return {round_down(x.lo + y.lo), round_up(x.hi + y.hi)};
}
inline Interval operator-(const Interval& x, const Interval& y) {
  return {round_down(x.lo - y.hi), round_up(x.hi - y.lo)};
}
Interval operator*(const Interval& x, const Interval& y);

/// The sign that all members share: -1, +1, 0 only for [0, 0]; `unknown`
/// otherwise.
inline constexpr int kUnknownSign = 2;
inline int sign(const Interval& x) {
  if (x.lo > 0) return 1;
  if (x.hi < 0) return -1;
  return x.lo == 0 && x.hi == 0 ? 0 : kUnknownSign;
}

/// An axis-aligned box; empty (lower > upper) until something is added.
struct Aabb {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return !(lower.x() <= upper.x()); }
  void add(const Vec3& p) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  bool contains(const Vec3& p) const {
    return (lower.array() <= p.array()).all() && (p.array() <= upper.array()).all();
  }
  bool overlaps(const Aabb& other) const {
    return (lower.array() <= other.upper.array()).all() &&
           (other.lower.array() <= upper.array()).all();
  }
};

}  // namespace glance
