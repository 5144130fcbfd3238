// Exact arithmetic on doubles: every finite double is an integer times a power
// of two, so sums and products of doubles are computed without error as
// integers on a common exponent. No fractions, no greatest common divisors.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "base/work_limit.h"
#include "glance/math.h"
#include "math/big_int.h"

namespace glance::rooms::math {

/// For numbers with few digits, which grids and boxes are made of.
__extension__ typedef __int128 Int128;

inline int sign_of(const BigInt& x) { return x.sign(); }
inline int sign_of(Int128 x) { return (x > 0) - (x < 0); }

/// value = mantissa * 2^exponent with an odd mantissa, or 0 = 0 * 2^0.
struct Dyadic {
  std::int64_t mantissa = 0;
  int exponent = 0;
};

inline Dyadic decode(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>((bits >> 52) & 0x7ff);
  std::uint64_t mantissa = bits & 0xfffffffffffffu;
  if (biased > 0) mantissa |= 0x10000000000000u;
  if (mantissa == 0) return {};
  const int zeros = std::countr_zero(mantissa);
  const auto odd = static_cast<std::int64_t>(mantissa >> zeros);
  return {bits >> 63 ? -odd : odd, (biased > 0 ? biased : 1) - 1075 + zeros};
}

/// The coarsest power of two of which all numbers added are multiples, and how
/// many bits the largest of them has in that unit.
class CommonScale {
 public:
  void add(double value) {
    const Dyadic d = decode(value);
    if (d.mantissa == 0) return;
    const auto magnitude = static_cast<std::uint64_t>(d.mantissa < 0 ? -d.mantissa : d.mantissa);
    lowest_ = std::min(lowest_, d.exponent);
    highest_ = std::max(highest_, d.exponent + static_cast<int>(std::bit_width(magnitude)));
  }
  void add(const Vec3& v) {
    for (int i = 0; i < 3; i++) add(v[i]);
  }
  void add(const Mat3& m) {
    for (int i = 0; i < 9; i++) add(m(i / 3, i % 3));
  }

  int exponent() const { return empty() ? 0 : lowest_; }
  /// |value| < 2^(exponent + bits) for all numbers added.
  int bits() const { return empty() ? 0 : highest_ - lowest_; }

  /// value / 2^exponent, an integer for every number that was added.
  template <class Int>
  Int integer(double value) const {
    const Dyadic d = decode(value);
    return d.mantissa == 0 ? Int(0) : Int(Int(d.mantissa) * (Int(1) << (d.exponent - lowest_)));
  }

 private:
  bool empty() const { return lowest_ > highest_; }
  int lowest_ = INT32_MAX, highest_ = INT32_MIN;
};

/// value / 2^exponent, for a value that is a multiple of 2^exponent.
BigInt integer_at(double value, int exponent);

/// value * 2^shift, for a shift >= 0.
BigInt shifted_integer(Int128 value, int shift);

/// Nothing if it takes more than 126 bits; from_short is its inverse.
std::optional<Int128> try_short(const BigInt& value);
BigInt from_short(Int128 value);

/// The place of the highest bit of |value|; INT32_MIN for zero.
int top_bit(const BigInt& value);
/// About how many units of work a sum of three products of big integers takes. Small integers count
/// as none: only the loop around them does.
template <class Int>
inline constexpr std::uint64_t kProductUnits = std::is_same_v<Int, BigInt> ? 20 : 0;

template <class Int>
struct ExactVec3 {
  Int x, y, z;

  ExactVec3 operator+(const ExactVec3& o) const {
    if constexpr (kProductUnits < Int >> 0) spend_work(kProductUnits<Int> / 2);
    return {x + o.x, y + o.y, z + o.z};
  }
  ExactVec3 operator-(const ExactVec3& o) const {
    if constexpr (kProductUnits < Int >> 0) spend_work(kProductUnits<Int> / 2);
    return {x - o.x, y - o.y, z - o.z};
  }
  ExactVec3 operator-() const { return {-x, -y, -z}; }
  bool is_zero() const { return sign_of(x) == 0 && sign_of(y) == 0 && sign_of(z) == 0; }
};

template <class Int>
Int dot(const ExactVec3<Int>& u, const ExactVec3<Int>& v) {
  if constexpr (kProductUnits < Int >> 0) spend_work(kProductUnits<Int>);
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

template <class Int>
ExactVec3<Int> cross(const ExactVec3<Int>& u, const ExactVec3<Int>& v) {
  if constexpr (kProductUnits < Int >> 0) spend_work(2 * kProductUnits<Int>);
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

/// The same, several times as fast as by the operators of BigInt: no copies of operands, and
/// products are added up in place.
template <>
ExactVec3<BigInt> ExactVec3<BigInt>::operator+(const ExactVec3& o) const;
template <>
ExactVec3<BigInt> ExactVec3<BigInt>::operator-(const ExactVec3& o) const;
BigInt dot(const ExactVec3<BigInt>& u, const ExactVec3<BigInt>& v);
ExactVec3<BigInt> cross(const ExactVec3<BigInt>& u, const ExactVec3<BigInt>& v);

template <class Int>
ExactVec3<Int> to_exact(const CommonScale& scale, const Vec3& v) {
  if constexpr (kProductUnits < Int >> 0) spend_work(kProductUnits<Int>);
  return {scale.integer<Int>(v.x()), scale.integer<Int>(v.y()), scale.integer<Int>(v.z())};
}

/// a * b - c * d.
BigInt product_difference(const BigInt& a, const BigInt& b, const BigInt& c, const BigInt& d);

/// value * 2^exponent as a double, off by at most 2^-52 of itself (the top 64
/// bits are rounded). Overflows to infinity, underflows to zero.
double to_double(const BigInt& value, int exponent = 0);

/// numerator / denominator as a double, off by at most 2^-52 of itself; the
/// denominator must not be zero.
double ratio(const BigInt& numerator, const BigInt& denominator);

/// The root of numerator / denominator (both > 0) times 2^exponent, off by at most 2^-51 of
/// itself; never zero, even where no double is small enough for it.
double root_of_ratio(const BigInt& numerator, const BigInt& denominator, int exponent);

/// The unit vector along v, each component off by at most about 2^-51.
Vec3 to_unit(const ExactVec3<BigInt>& v);

}  // namespace glance::rooms::math
