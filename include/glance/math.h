// Rotations, poses, intervals and boxes; vectors and matrices are in vector.h.
#pragma once

#include <cmath>
#include <limits>

#include "glance/base.h"
#include "glance/export.h"
#include "glance/vector.h"

namespace glance::rooms::math {
struct PoseAccess;
}

namespace glance {

/// A rotation as (w, x, y, z) = (cos(angle/2), sin(angle/2) * axis).
struct GLANCE_API Quat {
  /// The identity by default.
  double w = 1, x = 0, y = 0, z = 0;

  Quat() = default;
  /// The quaternion with these components.
  Quat(double w_, double x_, double y_, double z_) : w(w_), x(x_), y(y_), z(z_) {}

  /// The rotation about the direction of `v` by |v| radians.
  static Quat from_rotation_vector(const Vec3& v);

  bool operator==(const Quat&) const = default;
};

/// A pose with a quaternion, as engines store it; Pose::make checks it.
struct QuatPose {
  Quat rotation;  ///< of unit length, to within kRotationTolerance
  /// Applied after the rotation.
  Vec3 translation = Vec3::zero();

  bool operator==(const QuatPose&) const = default;
};

/// The product a * b: the rotation b first, then a.
GLANCE_API Quat multiply(const Quat& a, const Quat& b);

/// The one conversion from quaternion to matrix: whatever the library rotates by a quaternion goes
/// through it, so the bits agree everywhere. The quaternion is scaled to unit length first. The
/// zero quaternion gives the identity, one that is not finite gives NaN.
GLANCE_API Mat3 rotation_matrix(const Quat& q);

/// The rotation vector of a rotation matrix: axis times angle in radians, 0 <= angle <= pi.
GLANCE_API Vec3 rotation_vector(const Mat3& rotation);

/// How far a matrix is from a rotation: the largest entry of |R^T R - I|, or infinity if the matrix
/// mirrors (det < 0) or is not finite.
GLANCE_API double rotation_error(const Mat3& rotation);

/// The position and orientation of a body: world = rotation * local + translation, in real
/// arithmetic on exactly these doubles. Every Pose is finite, its translation is within
/// kMaxCoordinate, and its matrix is a rotation to within kRotationTolerance. (The poses that a
/// Motion makes are so up to rounding; the translations that `compose` makes are within 3
/// kMaxCoordinate.) Bad numbers are rejected here, so that queries need not check.
class GLANCE_API Pose {
 public:
  /// The identity.
  Pose() : rotation_(Mat3::identity()), translation_(Vec3::zero()) {}

  /// Makes a pose. Fails if a number is not finite, the translation is beyond kMaxCoordinate, or
  /// the matrix is not a rotation.
  static Result<Pose> make(const Mat3& rotation, const Vec3& translation);
  /// The same from a quaternion of unit length (to within kRotationTolerance).
  static Result<Pose> make(const Quat& rotation, const Vec3& translation);
  /// A pose without rotation.
  static Result<Pose> make(const Vec3& translation);

  /// The rotation, as given.
  const Mat3& rotation() const { return rotation_; }
  /// Applied after the rotation.
  const Vec3& translation() const { return translation_; }

  /// Transforms a local point to the world frame, rounded.
  Vec3 apply(const Vec3& local) const { return multiply(rotation_, local) + translation_; }
  /// Transforms a world point to the local frame, rounded (takes the inverse of the rotation to be
  /// its transpose).
  Vec3 apply_inverse(const Vec3& world) const {
    return multiply_transposed(rotation_, world - translation_);
  }

  /// Compares all numbers by value.
  bool operator==(const Pose& other) const {
    return rotation_ == other.rotation_ && translation_ == other.translation_;
  }

 private:
  friend class Motion;  // makes poses between two good ones
  friend struct rooms::math::PoseAccess;
  friend Pose compose(const Pose& outer, const Pose& inner);

  Pose(const Mat3& rotation, const Vec3& translation)
      : rotation_(rotation), translation_(translation) {}

  Mat3 rotation_;
  Vec3 translation_;
};

/// The product outer * inner in doubles: the pose in the world of a body at the pose `inner` in a
/// frame that has the pose `outer`. Exact if one of them is the identity. A product that is farther
/// from a rotation than kRotationTolerance, as that of two poor rotations may be, is corrected to a
/// rotation (to within 1e-10).
GLANCE_API Pose compose(const Pose& outer, const Pose& inner);

/// A set [lo, hi] of reals. The results of +, - and * contain every result of the operation on
/// members of the operands: their ends are rounded outward.
struct Interval {
  /// The ends; both belong to the set.
  double lo = 0, hi = 0;

  Interval() = default;
  /// The set of one number.
  Interval(double value) : lo(value), hi(value) {}  // NOLINT: a number is an interval
  /// The set [lo, hi]; lo <= hi.
  Interval(double lo_, double hi_) : lo(lo_), hi(hi_) {}

  /// Whether x is in the set.
  bool contains(double x) const { return lo <= x && x <= hi; }
  /// The length of the interval, rounded.
  double width() const { return hi - lo; }
};

/// Round a computed value outward. With phi = 2^-53 (1 + 2^-52) and eta = 2^-1074, fl(x - (phi |x|
/// + eta)) is below every real that rounds to x (Rump, Zimmermann, Boldo, Melquiond 2009:
/// predecessor and successor without changing the rounding mode). NaN and overflow become an
/// infinite end.
inline double round_down(double x) {
  constexpr double kPhi = 0x1.0000000000001p-53, kEta = 0x1p-1074;
  const double y = x - (kPhi * std::fabs(x) + kEta);
  return y > -std::numeric_limits<double>::infinity() && y < std::numeric_limits<double>::infinity()
             ? y
             : -std::numeric_limits<double>::infinity();
}
/// The same upward.
inline double round_up(double x) { return -round_down(-x); }

/// @{
/// Contains every result for members of the operands.
inline Interval operator-(const Interval& x) { return {-x.hi, -x.lo}; }
inline Interval operator+(const Interval& x, const Interval& y) {
  return {round_down(x.lo + y.lo), round_up(x.hi + y.hi)};
}
inline Interval operator-(const Interval& x, const Interval& y) {
  return {round_down(x.lo - y.hi), round_up(x.hi - y.lo)};
}
GLANCE_API Interval operator*(const Interval& x, const Interval& y);
/// @}

/// The sign that all members share: -1, +1, or 0 (only for [0, 0]); kUnknownSign otherwise.
inline constexpr int kUnknownSign = 2;
/// See kUnknownSign.
inline int sign(const Interval& x) {
  if (x.lo > 0) return 1;
  if (x.hi < 0) return -1;
  return x.lo == 0 && x.hi == 0 ? 0 : kUnknownSign;
}

/// An axis-aligned box; empty (lower > upper) until something is added.
struct Aabb {
  /// The corner with the smallest coordinates.
  Vec3 lower = Vec3::constant(std::numeric_limits<double>::infinity());
  /// The corner with the largest coordinates.
  Vec3 upper = Vec3::constant(-std::numeric_limits<double>::infinity());

  /// Whether the box contains no point.
  bool empty() const { return !(lower.x() <= upper.x()); }
  /// Extends the box so that it contains p.
  void add(const Vec3& p) {
    lower = lower.min(p);
    upper = upper.max(p);
  }
  /// Whether p is in the box; its sides belong to it.
  bool contains(const Vec3& p) const { return at_most(lower, p) && at_most(p, upper); }
  /// Whether the boxes have a point in common.
  bool overlaps(const Aabb& other) const {
    return at_most(lower, other.upper) && at_most(other.lower, upper);
  }
};

}  // namespace glance
