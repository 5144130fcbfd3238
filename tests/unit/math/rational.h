// Exact reference arithmetic for the tests of this room. It shares nothing with
// src/math/exact.h: fractions instead of integers on a common exponent, and frexp
// instead of picking bits.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>

#include "glance/math.h"

namespace glance::test {

using Rational = boost::multiprecision::cpp_rational;

/// 2^exponent.
inline Rational power_of_two(int exponent) {
  const boost::multiprecision::cpp_int power = boost::multiprecision::cpp_int(1)
                                               << std::abs(exponent);
  return exponent >= 0 ? Rational(power) : Rational(1, power);
}

/// The real number that a finite double stands for.
inline Rational rational(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
  return mantissa == 0 ? Rational(0) : Rational(Rational(mantissa) * power_of_two(exponent - 53));
}

/// A vector over double or Rational, for expressions evaluated in both. Its functions
/// are friends so that they do not hide those on Vec3.
template <class T>
struct Triple {
  T x, y, z;

  Triple operator-(const Triple& o) const { return {T(x - o.x), T(y - o.y), T(z - o.z)}; }

  friend T dot(const Triple& u, const Triple& v) { return T(T(u.x * v.x + u.y * v.y) + u.z * v.z); }
  friend Triple cross(const Triple& u, const Triple& v) {
    return {T(u.y * v.z - u.z * v.y), T(u.z * v.x - u.x * v.z), T(u.x * v.y - u.y * v.x)};
  }
};

template <class T>
Triple<T> triple_of(const Vec3& v);
template <>
inline Triple<double> triple_of(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
template <>
inline Triple<Rational> triple_of(const Vec3& v) {
  return {rational(v.x()), rational(v.y()), rational(v.z())};
}

inline int signum(double x) { return (x > 0) - (x < 0); }
inline int signum(const Rational& x) { return x.sign(); }

/// `value` moved by `steps` doubles up or down.
inline double nudged(double value, int steps) {
  for (; steps > 0; steps--) value = std::nextafter(value, HUGE_VAL);
  for (; steps < 0; steps++) value = std::nextafter(value, -HUGE_VAL);
  return value;
}

}  // namespace glance::test
