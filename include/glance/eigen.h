// Conversions between Glance's types and Eigen's, for programs that use Eigen. Optional: glance.h
// does not include it, and the library itself does not need Eigen.
//
//   const Eigen::Isometry3d camera = ...;
//   const Result<Pose> pose = from_eigen(camera);
//   const Eigen::Vector3d p = to_eigen(distance(..).point_a);
//
// Eigen's vectors and matrices convert to Vec3 and Mat3 implicitly (vector.h).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "glance/math.h"

namespace glance {

/// Convert to the corresponding types of Eigen.
inline Eigen::Vector3d to_eigen(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Converts a matrix.
inline Eigen::Matrix3d to_eigen(const Mat3& m) {
  Eigen::Matrix3d result;
  for (int i = 0; i < 3; i++) result.col(i) = to_eigen(m.col(i));
  return result;
}

/// Converts a quaternion.
inline Eigen::Quaterniond to_eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

/// Converts a pose.
inline Eigen::Isometry3d to_eigen(const Pose& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = to_eigen(pose.rotation());
  result.translation() = to_eigen(pose.translation());
  return result;
}

/// Converts from Eigen's quaternion.
inline Quat from_eigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

/// Fails if a number is not finite or the matrix is not a rotation; see Pose::make.
inline Result<Pose> from_eigen(const Eigen::Isometry3d& isometry) {
  return Pose::make(Mat3(Eigen::Matrix3d(isometry.linear())),
                    Vec3(Eigen::Vector3d(isometry.translation())));
}

}  // namespace glance
