// The error bounds below all come from one rule: a computed sum of products
// differs from the real one by at most k*u times the sum of the products' absolute
// values, where u = 2^-53 and k counts the roundings that a term passes through
// (differences of inputs, multiplications, additions). The absolute values are
// themselves summed with rounding, so one or two is added to k. kUnderflow covers
// products too small for a normal number: each loses at most 2^-1075, which later
// factors below 2^201 can raise to no more than 2^-870.
#include "math/predicates.h"

#include <cmath>

#include "math/exact.h"

namespace glance::rooms::math {
namespace {

constexpr double kU = 0x1p-53;
constexpr double kUnderflow = 0x1p-860;

constexpr double kOrientationBound = 10 * kU;  // 3 differences, 2 products, 3 sums
constexpr double kPlanarBound = 6 * kU;        // 2 differences, 1 product, 1 sum
constexpr double kCompareBound = 5 * kU;       // 1 difference, 1 product, 2 sums

/// The sign if it is beyond doubt. Written so that NaN and infinity are doubt.
inline int certain_sign(double value, double bound) {
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return kUnknownSign;
}

struct Determinant {
  double value, error;
};

/// u . (v x w) for differences that were rounded once.
Determinant determinant(const Vec3& u, const Vec3& v, const Vec3& w) {
  const double p0 = v.y() * w.z(), m0 = v.z() * w.y();
  const double p1 = v.z() * w.x(), m1 = v.x() * w.z();
  const double p2 = v.x() * w.y(), m2 = v.y() * w.x();
  const double value = (u.x() * (p0 - m0) + u.y() * (p1 - m1)) + u.z() * (p2 - m2);
  const double magnitude = (std::fabs(u.x()) * (std::fabs(p0) + std::fabs(m0)) +
                            std::fabs(u.y()) * (std::fabs(p1) + std::fabs(m1))) +
                           std::fabs(u.z()) * (std::fabs(p2) + std::fabs(m2));
  return {value, kOrientationBound * magnitude + kUnderflow};
}

/// Bits of the coordinates up to which a product of three differences fits
/// Int128: 3 * (bits + 1) + 3 <= 126.
constexpr int kSmallBits = 40;

template <class Int>
int orientation_in(const CommonScale& s, const Vec3& a, const Vec3& b, const Vec3& c,
                   const Vec3& d) {
  const auto origin = to_exact<Int>(s, a);
  return sign_of(dot(to_exact<Int>(s, b) - origin,
                     cross(to_exact<Int>(s, c) - origin, to_exact<Int>(s, d) - origin)));
}

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  CommonScale s;
  for (const Vec3* p : {&a, &b, &c, &d}) s.add(*p);
  return s.bits() <= kSmallBits ? orientation_in<Int128>(s, a, b, c, d)
                                : orientation_in<BigInt>(s, a, b, c, d);
}

template <class Int>
int orientation_along_in(const CommonScale& s, int axis, const Vec3& a, const Vec3& b,
                         const Vec3& c) {
  const auto origin = to_exact<Int>(s, a);
  const auto n = cross(to_exact<Int>(s, b) - origin, to_exact<Int>(s, c) - origin);
  return sign_of(axis == 0 ? n.x : axis == 1 ? n.y : n.z);
}

int exact_orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
  CommonScale s;
  for (const Vec3* p : {&a, &b, &c}) s.add(*p);
  return s.bits() <= kSmallBits ? orientation_along_in<Int128>(s, axis, a, b, c)
                                : orientation_along_in<BigInt>(s, axis, a, b, c);
}

ExactVec3<BigInt> exact_difference(const CommonScale& s, const Vec3& p, const Vec3& q) {
  return to_exact<BigInt>(s, p) - to_exact<BigInt>(s, q);
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Determinant det = determinant(b - a, c - a, d - a);
  const int sign = certain_sign(det.value, det.error);
  return sign != kUnknownSign ? sign : exact_orientation(a, b, c, d);
}

double sixfold_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Determinant det = determinant(b - a, c - a, d - a);
  constexpr double kRelativeError = 0x1p-40;
  if (det.error < kRelativeError * std::fabs(det.value)) return det.value;
  CommonScale s;
  for (const Vec3* p : {&a, &b, &c, &d}) s.add(*p);
  const BigInt volume =
      dot(exact_difference(s, b, a), cross(exact_difference(s, c, a), exact_difference(s, d, a)));
  return to_double(volume, 3 * s.exponent());
}

int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double plus = (b[i] - a[i]) * (c[j] - a[j]);
  const double minus = (b[j] - a[j]) * (c[i] - a[i]);
  const int sign =
      certain_sign(plus - minus, kPlanarBound * (std::fabs(plus) + std::fabs(minus)) + kUnderflow);
  return sign != kUnknownSign ? sign : exact_orientation_along(axis, a, b, c);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orientation_along(0, a, b, c) == 0 && orientation_along(1, a, b, c) == 0 &&
         orientation_along(2, a, b, c) == 0;
}

int compare_along(const Vec3& direction, const Vec3& p, const Vec3& q) {
  const Vec3 terms = direction.times(p - q);
  const double value = (terms.x() + terms.y()) + terms.z();
  const double magnitude = (std::fabs(terms.x()) + std::fabs(terms.y())) + std::fabs(terms.z());
  const int sign = certain_sign(value, kCompareBound * magnitude + kUnderflow);
  if (sign != kUnknownSign) return sign;
  if (p == q) return 0;
  CommonScale directions, points;
  directions.add(direction);
  points.add(p);
  points.add(q);
  return sign_of(dot(to_exact<BigInt>(directions, direction), exact_difference(points, p, q)));
}

Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a;
  const Vec3 n = cross(u, v);
  const double largest = n.max_abs();
  // Each component is off by at most 4u times the products in it, of which there are
  // two. Where the largest component is a fair part of those, that is good enough.
  const double magnitude = u.max_abs() * v.max_abs();
  constexpr double kWellShaped = 1.0 / 4;
  if (largest > kWellShaped * magnitude && largest > kUnderflow) return normalized(n);
  CommonScale s;
  for (const Vec3* p : {&a, &b, &c}) s.add(*p);
  return to_unit(cross(exact_difference(s, b, a), exact_difference(s, c, a)));
}

}  // namespace glance::rooms::math
