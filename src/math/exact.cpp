#include "math/exact.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glance::rooms::math {
namespace {

using Limb = boost::multiprecision::limb_type;
static_assert(sizeof(Limb) == 8);
__extension__ typedef unsigned __int128 TwoLimbs;

unsigned limb_count(const BigInt& x) { return static_cast<unsigned>(x.backend().size()); }

/// A sum of products of integers, in two's complement.
class SumOfProducts {
 public:
  static constexpr unsigned kMostLimbs = 64;

  /// For products of at most so many limbs, and up to a handful of them.
  explicit SumOfProducts(unsigned limbs) : size_(limbs + 1) {
    for (unsigned i = 0; i < size_; i++) limb_[i] = 0;
  }

  void add(const BigInt& x, const BigInt& y) { add(x, y, x.sign() * y.sign()); }
  void subtract(const BigInt& x, const BigInt& y) { add(x, y, -(x.sign() * y.sign())); }

  BigInt take() {
    // The top limb has room for the sign: `size_` is one limb more than any product has.
    const bool negative = limb_[size_ - 1] >> 63;
    if (negative) {
      Limb carry = 1;
      for (unsigned i = 0; i < size_; i++) {
        limb_[i] = ~limb_[i] + carry;
        carry = carry && limb_[i] == 0;
      }
    }
    unsigned used = size_;
    while (used > 1 && limb_[used - 1] == 0) used--;
    BigInt sum;
    sum.backend().resize(used, used);
    for (unsigned i = 0; i < used; i++) sum.backend().limbs()[i] = limb_[i];
    if (negative) sum.backend().sign(true);
    return sum;
  }

 private:
  void add(const BigInt& x, const BigInt& y, int sign) {
    if (sign == 0) return;
    const Limb *in_x = x.backend().limbs(), *in_y = y.backend().limbs();
    const unsigned count_x = limb_count(x), count_y = limb_count(y);
    for (unsigned i = 0; i < count_x; i++) {
      Limb carry = 0;
      unsigned k = i;
      if (sign > 0) {
        for (unsigned j = 0; j < count_y; j++, k++) {
          const TwoLimbs t = static_cast<TwoLimbs>(in_x[i]) * in_y[j] + limb_[k] + carry;
          limb_[k] = static_cast<Limb>(t);
          carry = static_cast<Limb>(t >> 64);
        }
        for (; carry != 0 && k < size_; k++) {
          limb_[k] += carry;
          carry = limb_[k] < carry;
        }
      } else {
        for (unsigned j = 0; j < count_y; j++, k++) {
          const TwoLimbs t = static_cast<TwoLimbs>(in_x[i]) * in_y[j] + carry;
          const Limb low = static_cast<Limb>(t);
          carry = static_cast<Limb>(t >> 64) + (limb_[k] < low);
          limb_[k] -= low;
        }
        for (; carry != 0 && k < size_; k++) {
          const Limb before = limb_[k];
          limb_[k] -= carry;
          carry = before < carry;
        }
      }
    }
  }

  unsigned size_;
  std::array<Limb, kMostLimbs + 1> limb_;
};

/// Integers of at most two limbs and 126 bits, of which 128 bits hold the sum of two.
bool is_short(const BigInt& x) {
  const unsigned count = limb_count(x);
  return count == 1 || (count == 2 && x.backend().limbs()[1] >> 62 == 0);
}

Int128 to_short(const BigInt& x) {
  const Limb* limbs = x.backend().limbs();
  const Int128 size = limb_count(x) == 1
                          ? limbs[0]
                          : static_cast<Int128>(static_cast<TwoLimbs>(limbs[1]) << 64 | limbs[0]);
  return x.backend().sign() ? -size : size;
}

/// x + y, or x - y.
BigInt signed_sum(const BigInt& x, const BigInt& y, bool subtract) {
  if (is_short(x) && is_short(y)) {
    return from_short(subtract ? to_short(x) - to_short(y) : to_short(x) + to_short(y));
  }
  return subtract ? BigInt(x - y) : BigInt(x + y);
}

/// top * 2^exponent. (The same bits as ldexp, which takes three times as long.)
double scaled(std::uint64_t top, int exponent) {
  constexpr int kFarFromTheEnds = 900, kBias = 1023;
  const auto value = static_cast<double>(top);
  if (std::abs(exponent) > kFarFromTheEnds) return std::ldexp(value, exponent);
  return value * std::bit_cast<double>(static_cast<std::uint64_t>(kBias + exponent) << 52);
}

/// The top 64 bits of |value|, which is not 0: it is `bits` times 2^exponent, or more by less than
/// that.
struct TopBits {
  std::uint64_t bits;
  int exponent;

  explicit TopBits(const BigInt& value) {
    const Limb* limbs = value.backend().limbs();
    const int last = static_cast<int>(limb_count(value)) - 1;
    const int zeros = std::countl_zero(limbs[last]);
    bits = limbs[last] << zeros;
    if (zeros > 0 && last > 0) bits |= limbs[last - 1] >> (64 - zeros);
    exponent = 64 * last - zeros;
  }
};

/// The size of x / y from the top bits of both, if these tell how its top 64 bits are rounded:
/// mostly.
std::optional<double> try_ratio(const TopBits& x, const TopBits& y) {
  // The quotient of the top bits is between 1/2 and 2, and off by less than 2^-62 of itself (each
  // is too small by less than 2^-63 of itself).
  const TwoLimbs quotient = (static_cast<TwoLimbs>(x.bits) << 64) / y.bits;
  const int drop = quotient >> 64 != 0 ? 1 : 0;
  const auto top = static_cast<std::uint64_t>(quotient >> drop);
  // So these 64 bits are off by less than 6 units, with what was cut off. They are rounded to 53:
  // up or down is certain unless they are about in the middle of two doubles.
  constexpr std::int64_t kMiddle = 0x400, kError = 8;
  const std::int64_t rest = top & 0x7ff;
  if (std::abs(rest - kMiddle) <= kError) return {};
  return scaled(top, drop + x.exponent - y.exponent - 64);
}

unsigned most_limbs(const ExactVec3<BigInt>& v) {
  return std::max({limb_count(v.x), limb_count(v.y), limb_count(v.z)});
}

}  // namespace

std::optional<Int128> try_short(const BigInt& value) {
  if (!is_short(value)) return {};
  return to_short(value);
}

BigInt from_short(Int128 value) {
  const TwoLimbs size = static_cast<TwoLimbs>(value < 0 ? -value : value);
  const Limb high = static_cast<Limb>(size >> 64);
  const unsigned count = high == 0 ? 1 : 2;
  BigInt result;
  result.backend().resize(count, count);
  Limb* limbs = result.backend().limbs();
  limbs[0] = static_cast<Limb>(size);
  if (count == 2) limbs[1] = high;
  if (value < 0) result.backend().sign(true);
  return result;
}

BigInt shifted_integer(Int128 value, int shift) {
  if (value == 0) return 0;
  const TwoLimbs size = static_cast<TwoLimbs>(value < 0 ? -value : value);
  const Limb low = static_cast<Limb>(size), high = static_cast<Limb>(size >> 64);
  const unsigned skipped = static_cast<unsigned>(shift) / 64, bits = shift % 64;
  // 128 bits shifted by less than 64 take three limbs.
  const Limb part[3] = {low << bits, bits > 0 ? high << bits | low >> (64 - bits) : high,
                        bits > 0 ? high >> (64 - bits) : 0};
  const unsigned count = skipped + (part[2] != 0 ? 3 : part[1] != 0 ? 2 : 1);
  BigInt result;
  result.backend().resize(count, count);
  Limb* limbs = result.backend().limbs();
  for (unsigned i = 0; i < skipped; i++) limbs[i] = 0;
  for (unsigned i = skipped; i < count; i++) limbs[i] = part[i - skipped];
  if (value < 0) result.backend().sign(true);
  return result;
}

BigInt integer_at(double value, int exponent) {
  const Dyadic d = decode(value);
  if (d.mantissa == 0) return 0;
  return shifted_integer(d.mantissa, d.exponent - exponent);
}

int top_bit(const BigInt& value) {
  if (value.is_zero()) return INT32_MIN;
  const int last = static_cast<int>(limb_count(value)) - 1;
  return 64 * last + 63 - std::countl_zero(value.backend().limbs()[last]);
}

template <>
ExactVec3<BigInt> ExactVec3<BigInt>::operator+(const ExactVec3& o) const {
  spend_work(kProductUnits<BigInt> / 2);
  return {signed_sum(x, o.x, false), signed_sum(y, o.y, false), signed_sum(z, o.z, false)};
}

template <>
ExactVec3<BigInt> ExactVec3<BigInt>::operator-(const ExactVec3& o) const {
  spend_work(kProductUnits<BigInt> / 2);
  return {signed_sum(x, o.x, true), signed_sum(y, o.y, true), signed_sum(z, o.z, true)};
}

BigInt dot(const ExactVec3<BigInt>& u, const ExactVec3<BigInt>& v) {
  spend_work(kProductUnits<BigInt> / 4);
  const unsigned limbs = most_limbs(u) + most_limbs(v);
  // Products of more than 4,096 bits, from coordinates at both ends of the range: rare, so the
  // plain operators do.
  if (limbs > SumOfProducts::kMostLimbs) return u.x * v.x + u.y * v.y + u.z * v.z;
  SumOfProducts sum(limbs);
  sum.add(u.x, v.x);
  sum.add(u.y, v.y);
  sum.add(u.z, v.z);
  return sum.take();
}

ExactVec3<BigInt> cross(const ExactVec3<BigInt>& u, const ExactVec3<BigInt>& v) {
  spend_work(kProductUnits<BigInt> / 2);
  const unsigned limbs = most_limbs(u) + most_limbs(v);
  if (limbs > SumOfProducts::kMostLimbs) return cross<BigInt>(u, v);
  return {product_difference(u.y, v.z, u.z, v.y), product_difference(u.z, v.x, u.x, v.z),
          product_difference(u.x, v.y, u.y, v.x)};
}

BigInt product_difference(const BigInt& a, const BigInt& b, const BigInt& c, const BigInt& d) {
  const unsigned limbs = std::max(limb_count(a) + limb_count(b), limb_count(c) + limb_count(d));
  if (limbs > SumOfProducts::kMostLimbs) return a * b - c * d;
  SumOfProducts sum(limbs);
  sum.add(a, b);
  sum.subtract(c, d);
  return sum.take();
}

double to_double(const BigInt& value, int exponent) {
  if (value.is_zero()) return 0;
  spend_work(2);
  const TopBits top(value);
  const double result = scaled(top.bits, top.exponent + exponent);
  return value.sign() < 0 ? -result : result;
}

double ratio(const BigInt& numerator, const BigInt& denominator) {
  if (numerator.is_zero()) return 0;
  if (const auto size = try_ratio(TopBits(numerator), TopBits(denominator))) {
    spend_work(2);
    return numerator.sign() == denominator.sign() ? *size : -*size;
  }
  // The quotient has 64 bits or one more, of which to_double looks at 64: the rest of its fraction
  // would not show.
  constexpr int kBits = 64;
  const int shift = kBits + top_bit(denominator) - top_bit(numerator);
  const BigInt quotient = shift >= 0 ? BigInt((numerator << shift) / denominator)
                                     : BigInt(numerator / (denominator << -shift));
  return to_double(quotient, -shift);
}

Vec3 to_unit(const ExactVec3<BigInt>& v) {
  int highest = -1;
  for (const BigInt* c : {&v.x, &v.y, &v.z}) {
    if (!c->is_zero()) highest = std::max(highest, static_cast<int>(msb(abs(*c))));
  }
  if (highest < 0) return Vec3::zero();
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

}  // namespace glance::rooms::math
