#include "math/exact.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glance::math {
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

unsigned most_limbs(const ExactVec3<BigInt>& v) {
  return std::max({limb_count(v.x), limb_count(v.y), limb_count(v.z)});
}

}  // namespace

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
  const auto component = [&](const BigInt& a, const BigInt& b, const BigInt& c, const BigInt& d) {
    SumOfProducts sum(limbs);
    sum.add(a, b);
    sum.subtract(c, d);
    return sum.take();
  };
  return {component(u.y, v.z, u.z, v.y), component(u.z, v.x, u.x, v.z),
          component(u.x, v.y, u.y, v.x)};
}

double to_double(const BigInt& value, int exponent) {
  if (value.is_zero()) return 0;
  spend_work(2);
  // The top 64 bits, from the last two limbs.
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

}  // namespace glance::math
