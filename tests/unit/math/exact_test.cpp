// Exact integers out of doubles and back, against fractions.
#include "math/exact.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <vector>

#include "glance/rng.h"
#include "unit/math/rational.h"

namespace glance::test {
using namespace rooms::math;

namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

/// Any finite double, all exponents alike, some with few digits.
double any_finite(Rng& rng) {
  std::uint64_t bits = rng.bits();
  if (rng.chance(0.3)) bits &= ~std::uint64_t{0} << (20 + rng.below(33));
  const double value = std::bit_cast<double>(bits);
  return std::isfinite(value) ? value : 1;
}

Rational rational_of(const BigInt& value) {
  return Rational(boost::multiprecision::cpp_int(value.str()));
}

TEST(Decode, KnownNumbers) {
  const struct {
    double value;
    std::int64_t mantissa;
    int exponent;
  } cases[] = {
      {0.0, 0, 0},
      {-0.0, 0, 0},
      {1, 1, 0},
      {-1, -1, 0},
      {0x1p-1074, 1, -1074},
      {-0x1p-1074, -1, -1074},
      {12 * 0x1p-1074, 3, -1072},
      {0x1p-1022, 1, -1022},                              // the first normal number
      {0x0.fffffffffffffp-1022, 0xfffffffffffff, -1074},  // and the one before it
      {0x1p1023, 1, 1023},
      {kLargest, 0x1fffffffffffff, 971},
      {-kLargest, -0x1fffffffffffff, 971},
      {1e308, 0x8e679c2f5e45, 976},
      {0.1, 0xccccccccccccd, -55},
      {-6, -3, 1},
      {0x1p53 + 2, 0x10000000000001, 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(testing::Message() << std::hexfloat << c.value);
    const Dyadic d = decode(c.value);
    EXPECT_EQ(d.mantissa, c.mantissa);
    EXPECT_EQ(d.exponent, c.exponent);
  }
  for (int exponent = -1074; exponent <= 1023; exponent++) {
    const Dyadic d = decode(std::ldexp(1.0, exponent));
    ASSERT_EQ(d.mantissa, 1) << exponent;
    ASSERT_EQ(d.exponent, exponent);
  }
}

TEST(Decode, IsExactAndOdd) {
  Rng rng(1);
  for (int i = 0; i < 3000; i++) {
    const double value = any_finite(rng);
    SCOPED_TRACE(testing::Message() << std::hexfloat << value);
    const Dyadic d = decode(value);
    ASSERT_EQ(Rational(d.mantissa) * power_of_two(d.exponent), rational(value));
    ASSERT_TRUE(d.mantissa == 0 || d.mantissa % 2 != 0);
    ASSERT_EQ(decode(-value).mantissa, -d.mantissa);
  }
}

TEST(CommonScale, IsExactOverTheWholeRange) {
  for (std::uint64_t seed = 1; seed <= 250; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    std::vector<double> values;
    CommonScale scale;
    for (std::uint32_t k = 1 + rng.below(5); k > 0; k--) {
      values.push_back(rng.chance(0.2) ? 0.0 : any_finite(rng));
      scale.add(values.back());
    }
    bool odd = false, reached = false;
    for (const double value : values) {
      const BigInt integer = scale.integer<BigInt>(value);
      ASSERT_EQ(rational_of(integer) * power_of_two(scale.exponent()), rational(value));
      if (value == 0) continue;
      const Rational size = abs(rational(value));
      ASSERT_LT(size, power_of_two(scale.exponent() + scale.bits()));
      reached |= size >= power_of_two(scale.exponent() + scale.bits() - 1);
      odd |= bit_test(BigInt(abs(integer)), 0);
    }
    // The coarsest unit and the smallest bound, not merely good ones.
    EXPECT_EQ(odd, scale.bits() > 0);
    EXPECT_EQ(reached, scale.bits() > 0);
  }
}

TEST(CommonScale, SmallIntegersGiveTheSameAsLargeOnes) {
  Rng rng(2);
  for (int i = 0; i < 2000; i++) {
    CommonScale scale;
    double values[4];
    for (double& value : values) {
      value = std::ldexp(static_cast<double>(rng.below(1u << 20)) - (1 << 19), -30);
      scale.add(value);
    }
    ASSERT_LE(scale.bits(), 30) << i;
    for (const double value : values) {
      ASSERT_EQ(BigInt(scale.integer<Int128>(value)), scale.integer<BigInt>(value)) << i;
    }
  }
}

TEST(CommonScale, OfNothingAndOfVectors) {
  CommonScale scale;
  EXPECT_EQ(scale.exponent(), 0);
  EXPECT_EQ(scale.bits(), 0);
  EXPECT_EQ(scale.integer<BigInt>(0), 0);
  scale.add(Vec3(0, -0.0, 0));
  EXPECT_EQ(scale.bits(), 0);
  scale.add(Vec3(0.75, -8, 0));
  EXPECT_EQ(scale.exponent(), -2);
  EXPECT_EQ(scale.bits(), 6);  // 32 quarters
  EXPECT_EQ(scale.integer<BigInt>(-8), -32);
  Mat3 m = Mat3::zero();
  m(2, 0) = 0x1p-10;
  m(0, 2) = -0x1p100;
  scale.add(m);
  EXPECT_EQ(scale.exponent(), -10);
  EXPECT_EQ(scale.bits(), 111);
  const ExactVec3<BigInt> v = to_exact<BigInt>(scale, Vec3(0.75, -8, 0));
  EXPECT_TRUE(v.x == 768 && v.y == -8192 && v.z == 0);
  EXPECT_FALSE(v.is_zero());
  EXPECT_TRUE((v - v).is_zero());
  EXPECT_EQ(dot(v, v), 768 * 768 + 8192 * 8192);
  const ExactVec3<BigInt> n = cross(v, ExactVec3<BigInt>{1, 2, 3});
  EXPECT_TRUE(n.x == -24576 && n.y == -2304 && n.z == 768 * 2 + 8192);
  EXPECT_EQ(sign_of(Int128{-5}), -1);
  EXPECT_EQ(sign_of(BigInt(0)), 0);
}

/// A random integer of up to `bits` bits, some with long runs of ones.
BigInt any_integer(Rng& rng, std::uint32_t bits) {
  BigInt value = 1;
  for (std::uint32_t k = 0; k <= bits / 60; k++) {
    value = (value << 60) + (rng.chance(0.3) ? (std::uint64_t{1} << 60) - 1 : rng.bits() >> 4);
  }
  value >>= bits % 60;
  return rng.chance(0.5) ? value : BigInt(-value);
}

TEST(ToDouble, IsRoundedToALastPlace) {
  Rng rng(3);
  for (int i = 0; i < 1500; i++) {
    SCOPED_TRACE(i);
    const BigInt value = any_integer(rng, rng.below(900));
    const int size = static_cast<int>(msb(BigInt(abs(value))));
    // Anywhere within the normal numbers.
    const int exponent = -1022 - size + static_cast<int>(rng.below(2045));
    const Rational exact = rational_of(value) * power_of_two(exponent);
    const Rational error = abs(Rational(rational(to_double(value, exponent)) - exact));
    ASSERT_LE(error, abs(exact) * power_of_two(-52));
  }
}

TEST(ToDouble, GivesDoublesBackAndRunsOutAtBothEnds) {
  Rng rng(4);
  for (int i = 0; i < 3000; i++) {
    const double value = any_finite(rng);
    const Dyadic d = decode(value);
    ASSERT_EQ(to_double(BigInt(d.mantissa), d.exponent), value) << i;
  }
  EXPECT_EQ(to_double(BigInt(0), 5000), 0);
  EXPECT_EQ(to_double(BigInt(1) << 3000), HUGE_VAL);
  EXPECT_EQ(to_double(BigInt(-1) << 3000), -HUGE_VAL);
  EXPECT_EQ(to_double(BigInt(1) << 3000, -3001), 0.5);
  EXPECT_EQ(to_double(BigInt(-3), -4000), 0);
}

TEST(Ratio, IsRoundedToALastPlace) {
  Rng rng(6);
  for (int i = 0; i < 1000; i++) {
    SCOPED_TRACE(i);
    // Of like and of very unlike sizes, and some that divide without a rest.
    const BigInt denominator = any_integer(rng, rng.below(900));
    const BigInt factor = any_integer(rng, rng.below(700));
    const BigInt numerator = rng.chance(0.3) ? BigInt(denominator * factor) : factor;
    const Rational exact = rational_of(numerator) / rational_of(denominator);
    const Rational error = abs(Rational(rational(ratio(numerator, denominator)) - exact));
    ASSERT_LE(error, abs(exact) * power_of_two(-52));
  }
  EXPECT_EQ(ratio(BigInt(0), BigInt(-7)), 0);
  EXPECT_EQ(ratio(BigInt(-1), BigInt(3)), -1.0 / 3);
  EXPECT_EQ(ratio(BigInt(6), BigInt(-4)), -1.5);
  EXPECT_EQ(ratio(BigInt(-5) << 4000, BigInt(-5) << 3999), 2);
}

/// The quick way (from the top bits of both) gives the same bits as a division of all of them, also
/// where the quotient is in the middle between two doubles or next to it.
TEST(Ratio, IsThatOfTheWholeDivision) {
  const auto by_division = [](const BigInt& numerator, const BigInt& denominator) {
    const int shift = 128 + static_cast<int>(msb(BigInt(abs(denominator)))) -
                      static_cast<int>(msb(BigInt(abs(numerator))));
    const BigInt quotient = shift >= 0 ? BigInt((numerator << shift) / denominator)
                                       : BigInt(numerator / (denominator << -shift));
    return to_double(quotient, -shift);
  };
  Rng rng(6);
  for (int i = 0; i < 20'000; i++) {
    SCOPED_TRACE(i);
    const BigInt denominator = any_integer(rng, 1 + rng.below(400));
    BigInt numerator = any_integer(rng, 1 + rng.below(400));
    if (rng.chance(0.7)) {
      // 53 bits, then the first of the rest, and a little more or less.
      BigInt quotient = (BigInt(rng.bits() >> 11 | std::uint64_t{1} << 52) << 12) + 0x800;
      quotient += static_cast<int>(rng.below(41)) - 20;
      numerator = quotient * denominator + static_cast<int>(rng.below(3)) - 1;
    }
    ASSERT_EQ(ratio(numerator, denominator), by_division(numerator, denominator));
  }
}

/// Sums, differences and products added up in place, against the operators of BigInt.
TEST(ExactVec3, GivesWhatTheOperatorsGive) {
  Rng rng(7);
  int at_the_limit = 0;
  for (int i = 0; i < 20'000; i++) {
    SCOPED_TRACE(i);
    // Below, at and above the 126 bits that are added up as such.
    const std::uint32_t bits = rng.chance(0.6) ? 120 + rng.below(12) : rng.below(700);
    const auto any = [&]() -> BigInt {
      if (rng.chance(0.1)) return 0;
      if (rng.chance(0.1)) return (BigInt(1) << bits) * (rng.chance(0.5) ? 1 : -1);
      const BigInt value = any_integer(rng, 800);
      const std::uint32_t wanted = rng.chance(0.8) ? bits : rng.below(bits + 1);
      return value >> (msb(BigInt(abs(value))) - wanted);
    };
    const ExactVec3<BigInt> u{any(), any(), any()};
    ExactVec3<BigInt> v{any(), any(), any()};
    if (rng.chance(0.1)) v.y = u.y;
    if (rng.chance(0.1)) v.z = -u.z;
    const ExactVec3<BigInt> sum = u + v, difference = u - v;
    ASSERT_EQ(sum.x, BigInt(u.x + v.x));
    ASSERT_EQ(sum.y, BigInt(u.y + v.y));
    ASSERT_EQ(sum.z, BigInt(u.z + v.z));
    ASSERT_EQ(difference.x, BigInt(u.x - v.x));
    ASSERT_EQ(difference.y, BigInt(u.y - v.y));
    ASSERT_EQ(difference.z, BigInt(u.z - v.z));
    ASSERT_EQ(product_difference(u.x, v.y, u.y, v.x), BigInt(u.x * v.y - u.y * v.x));
    for (const BigInt& value : {sum.x, difference.z}) {
      const auto known = try_short(value);
      ASSERT_EQ(known.has_value(), top_bit(value) < 126);
      if (known) {
        ASSERT_EQ(from_short(*known), value);
        at_the_limit += top_bit(value) > 122;
      }
    }
  }
  EXPECT_GT(at_the_limit, 3000);
}

TEST(ToUnit, PointsTheSameWay) {
  using Decimal = boost::multiprecision::cpp_dec_float_50;
  Rng rng(5);
  EXPECT_EQ(to_unit({0, 0, 0}), Vec3(0, 0, 0));
  EXPECT_EQ(to_unit({0, -7, 0}), Vec3(0, -1, 0));
  EXPECT_EQ(to_unit({BigInt(1) << 5000, 0, 1}), Vec3(1, 0, 0));
  for (int i = 0; i < 500; i++) {
    SCOPED_TRACE(i);
    const std::uint32_t bits = rng.below(1500);
    const auto component = [&] {
      return any_integer(rng, rng.chance(0.7) ? bits : rng.below(bits + 1));
    };
    const ExactVec3<BigInt> v{component(), component(), component()};
    const Decimal x(v.x.str()), y(v.y.str()), z(v.z.str());
    const Decimal length = sqrt(Decimal(x * x + y * y + z * z));
    const Vec3 unit = to_unit(v);
    ASSERT_LE(abs(Decimal(unit.x()) - x / length), Decimal(0x1p-51));
    ASSERT_LE(abs(Decimal(unit.y()) - y / length), Decimal(0x1p-51));
    ASSERT_LE(abs(Decimal(unit.z()) - z / length), Decimal(0x1p-51));
  }
}

}  // namespace
}  // namespace glance::test
