#include "math/exact.h"

#include <cmath>

namespace glance {

double to_double(const BigInt& value, int exponent) {
  if (value.is_zero()) return 0;
  // The top 64 bits, from the last two limbs.
  static_assert(sizeof(boost::multiprecision::limb_type) == 8);
  const auto* limbs = value.backend().limbs();
  const int last = static_cast<int>(value.backend().size()) - 1;
  std::uint64_t top = limbs[last];
  int drop = 64 * last;
  if (const int zeros = std::countl_zero(top); zeros > 0 && last > 0) {
    top = top << zeros | limbs[last - 1] >> (64 - zeros);
    drop -= zeros;
  }
  const double result = std::ldexp(static_cast<double>(top), drop + exponent);
  return value.sign() < 0 ? -result : result;
}

double ratio(const BigInt& numerator, const BigInt& denominator) {
  if (numerator.is_zero()) return 0;
  // Enough leading bits in the quotient that dropping its fraction does not show.
  constexpr int kBits = 128;
  const int shift =
      kBits + static_cast<int>(msb(abs(denominator))) - static_cast<int>(msb(abs(numerator)));
  const BigInt quotient = shift >= 0 ? BigInt((numerator << shift) / denominator)
                                     : BigInt(numerator / (denominator << -shift));
  return to_double(quotient, -shift);
}

Vec3 to_unit(const ExactVec3<BigInt>& v) {
  int highest = -1;
  for (const BigInt* c : {&v.x, &v.y, &v.z}) {
    if (!c->is_zero()) highest = std::max(highest, static_cast<int>(msb(abs(*c))));
  }
  if (highest < 0) return Vec3::Zero();
  return normalized(
      Vec3(to_double(v.x, -highest), to_double(v.y, -highest), to_double(v.z, -highest)));
}

double root_of_ratio(const BigInt& numerator, const BigInt& denominator, int exponent) {
  // An even power of two is kept out of the root, so that it neither overflows nor underflows.
  const int half = (static_cast<int>(msb(numerator)) - static_cast<int>(msb(denominator))) / 2;
  const double root = std::sqrt(half >= 0 ? ratio(numerator, BigInt(denominator << (2 * half)))
                                          : ratio(BigInt(numerator << (-2 * half)), denominator));
  return std::fmax(std::ldexp(root, half + exponent), std::numeric_limits<double>::denorm_min());
}

}  // namespace glance
