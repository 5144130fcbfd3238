// Rotations, poses, intervals and boxes; vectors and matrices are in vector.h.
#pragma once

#include <cmath>
#include <limits>

#include "glance/base.h"
#include "glance/export.h"
#include "glance/vector.h"

namespace glance {

/// A rotation as (w, x, y, z) = (cos(angle/2), sin(angle/2) * axis).
struct GLANCE_API Quat {
  double w = 1, x = 0, y = 0, z = 0;

  Quat() = default;
  Quat(double w_, double x_, double y_, double z_) : w(w_), x(x_), y(y_), z(z_) {}

  /// Rotation about the direction of `v` by |v| radians.
  static Quat from_rotation_vector(const Vec3& v);

  bool operator==(const Quat&) const = default;
};

/// Where a body is, as engines keep it; Pose::make checks it.
struct QuatPose {
  Quat rotation;  ///< unit
  Vec3 translation = Vec3::zero();

  bool operator==(const QuatPose&) const = default;
};

/// a * b: b's rotation first, then a's.
GLANCE_API Quat multiply(const Quat& a, const Quat& b);

/// THE conversion from quaternion to matrix: whatever the library rotates by a
/// quaternion goes through these bits. The quaternion is scaled to unit length
/// first; the zero quaternion gives the identity, one that is not finite NaN.
GLANCE_API Mat3 rotation_matrix(const Quat& q);

/// The rotation vector (axis times angle in radians, 0 <= angle <= pi) of a
/// rotation matrix.
GLANCE_API Vec3 rotation_vector(const Mat3& rotation);

/// How far a matrix is from a rotation: the largest entry of |R^T R - I|, or
/// infinity where the matrix mirrors (det < 0) or is not finite.
GLANCE_API double rotation_error(const Mat3& rotation);

/// Where a body is: world = rotation * local + translation, in real arithmetic
/// on exactly these doubles. Every Pose that exists is finite, within
/// kMaxCoordinate, and rotates to within kRotationTolerance (those that a Motion
/// makes, up to rounding; those that `compose` makes within 3 kMaxCoordinate): bad numbers are
/// refused here, so that queries need not look.
class GLANCE_API Pose {
 public:
  Pose() : rotation_(Mat3::identity()), translation_(Vec3::zero()) {}

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
GLANCE_API Pose compose(const Pose& outer, const Pose& inner);

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
GLANCE_API Interval operator*(const Interval& x, const Interval& y);

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
  Vec3 lower = Vec3::constant(std::numeric_limits<double>::infinity());
  Vec3 upper = Vec3::constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return !(lower.x() <= upper.x()); }
  void add(const Vec3& p) {
    lower = lower.min(p);
    upper = upper.max(p);
  }
  bool contains(const Vec3& p) const { return at_most(lower, p) && at_most(p, upper); }
  bool overlaps(const Aabb& other) const {
    return at_most(lower, other.upper) && at_most(other.lower, upper);
  }
};

}  // namespace glance
