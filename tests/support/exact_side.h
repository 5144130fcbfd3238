// On which side of a number a world coordinate lies, without rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "bound/boxes.h"
#include "glance/shape.h"
#include "math/exact.h"

namespace glance::test {
using bound::FloatBox;
using math::BigInt, math::Dyadic, math::decode, math::sign_of, math::to_double;

/// A sum of products of doubles, as an integer on a common exponent.
class ExactSum {
 public:
  void add(double x, double y) {
    const Dyadic a = decode(x), b = decode(y);
    if (a.mantissa == 0 || b.mantissa == 0) return;
    const int exponent = a.exponent + b.exponent;
    if (sign_of(sum_) == 0) exponent_ = exponent;
    if (exponent < exponent_) {
      sum_ = sum_ << (exponent_ - exponent);
      exponent_ = exponent;
    }
    sum_ += BigInt(a.mantissa) * BigInt(b.mantissa) << (exponent - exponent_);
  }
  int sign() const { return sign_of(sum_); }
  double value() const { return to_double(sum_, exponent_); }

 private:
  BigInt sum_ = 0;
  int exponent_ = 0;
};

/// Coordinate k of R v + t less a bound, which is finite.
inline ExactSum beyond(const Pose& pose, const Vec3& v, int k, double bound) {
  ExactSum sum;
  for (int j = 0; j < 3; j++) sum.add(pose.rotation()(k, j), v[j]);
  sum.add(pose.translation()[k], 1);
  sum.add(-bound, 1);
  return sum;
}

/// Its sign. Doubles decide where that is safe.
inline int compare_coordinate(const Pose& pose, const Vec3& v, int k, double bound) {
  if (std::isinf(bound)) return bound > 0 ? -1 : 1;
  double sum = pose.translation()[k] - bound;
  double size = std::fabs(pose.translation()[k]) + std::fabs(bound);
  for (int j = 0; j < 3; j++) {
    const double part = pose.rotation()(k, j) * v[j];
    sum += part;
    size += std::fabs(part);
  }
  const double margin = 0x1p-48 * size + 1e-300;
  if (sum > margin) return 1;
  if (sum < -margin) return -1;
  return beyond(pose, v, k, bound).sign();
}

/// Whether all of a body is in a box, in real arithmetic.
inline bool holds(const FloatBox& box, const Shape& shape, const Pose& pose) {
  for (const Vec3& v : shape.vertices()) {
    for (int k = 0; k < 3; k++) {
      if (compare_coordinate(pose, v, k, box.lower[k]) < 0) return false;
      if (compare_coordinate(pose, v, k, box.upper[k]) > 0) return false;
    }
  }
  return true;
}

/// By how much the sides of a box lie outside the body, at most, less what rounding the sides
/// to floats may take (three steps); infinite sides not counted.
inline double looseness(const FloatBox& box, const Shape& shape, const Pose& pose) {
  const auto step = [](float x) {
    return static_cast<double>(std::nextafter(std::fabs(x), HUGE_VALF)) - std::fabs(x);
  };
  double worst = 0;
  for (int k = 0; k < 3; k++) {
    for (const float side : {box.lower[k], box.upper[k]}) {
      if (std::isinf(side) || std::fabs(side) == FLT_MAX) continue;
      const double out = side == box.lower[k] ? 1 : -1;
      double nearest = std::numeric_limits<double>::infinity();
      for (const Vec3& v : shape.vertices()) {
        nearest = std::min(nearest, out * beyond(pose, v, k, side).value());
      }
      worst = std::max(worst, nearest - 3 * step(side));
    }
  }
  return worst;
}

}  // namespace glance::test
