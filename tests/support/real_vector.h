// Vectors and matrices of long doubles, for the references that tests compare with.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "glance/math.h"

namespace glance::test {

using Real = long double;  // 64 bits of mantissa
using RealVec = Eigen::Matrix<Real, 3, 1>;
using RealMat = Eigen::Matrix<Real, 3, 3>;

inline RealVec real(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

inline RealMat real(const Mat3& m) {
  RealMat result;
  for (int i = 0; i < 3; i++) result.col(i) = real(m.col(i));
  return result;
}

inline Vec3 rounded(const RealVec& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

}  // namespace glance::test
