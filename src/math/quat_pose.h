// Poses from quaternions, for many bodies at once: checked first, then converted. The conversion to
// a matrix is written out operation by operation: its bits define where a body is.
#pragma once

#include <cmath>

#include "glance/math.h"
#include "glance/tolerance.h"
#include "rooms.h"

namespace glance::rooms::math {

inline double length_sq(const Quat& q) { return ((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z; }

/// The matrix of a quaternion with this squared length, which is neither zero nor out of range.
inline Mat3 rotation_matrix(const Quat& q, double length_sq) {
  // R = I + 2/|q|^2 (...): dividing once by the squared length avoids a root and
  // makes the matrix of a slightly long quaternion as good as that of a unit one.
  const double s = 2 / length_sq;
  const double xs = q.x * s, ys = q.y * s, zs = q.z * s;
  const double wx = q.w * xs, wy = q.w * ys, wz = q.w * zs;
  const double xx = q.x * xs, xy = q.x * ys, xz = q.x * zs;
  const double yy = q.y * ys, yz = q.y * zs, zz = q.z * zs;
  Mat3 r;
  r(0, 0) = 1 - (yy + zz);
  r(0, 1) = xy - wz;
  r(0, 2) = xz + wy;
  r(1, 0) = xy + wz;
  r(1, 1) = 1 - (xx + zz);
  r(1, 2) = yz - wx;
  r(2, 0) = xz - wy;
  r(2, 1) = yz + wx;
  r(2, 2) = 1 - (xx + yy);
  return r;
}

/// Whether Pose::make takes these numbers.
inline bool is_pose(const QuatPose& pose) {
  const Vec3& t = pose.translation;
  // A unit quaternion's squared length is 1; the tolerance is the matrix's. (NaN fails.)
  return std::fabs(length_sq(pose.rotation) - 1) <= kRotationTolerance &&
         std::fabs(t.x()) <= kMaxCoordinate && std::fabs(t.y()) <= kMaxCoordinate &&
         std::fabs(t.z()) <= kMaxCoordinate;
}

struct PoseAccess {
  /// What Pose::make gives, without its checks: only after is_pose().
  static Pose make(const QuatPose& pose) {
    return {rotation_matrix(pose.rotation, length_sq(pose.rotation)), pose.translation};
  }
};

}  // namespace glance::rooms::math
