// Intervals contain what they promise: checked with fractions, at every magnitude.
#include <gtest/gtest.h>

#include <vector>

#include "glance/rng.h"
#include "support/shorthand.h"
#include "unit/math/rational.h"

namespace glance::test {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();

/// Any double: ordinary, huge, tiny, denormal, or one of the special ones.
double any_double(Rng& rng) {
  const double sign = rng.chance(0.5) ? 1 : -1;
  switch (rng.below(6)) {
    case 0: return sign * rng.uniform();
    case 1: return sign * std::ldexp(1 + rng.uniform(), static_cast<int>(rng.below(2046)) - 1022);
    case 2: return sign * 0x1p-1074 * rng.below(5);
    case 3: return sign * std::ldexp(1.0, static_cast<int>(rng.below(100)) - 50);
    case 4: return sign * nudged(kMax, -static_cast<int>(rng.below(3)));
    default: return static_cast<double>(rng.below(7)) - 3;
  }
}

/// A point, an interval of a few ulps, or a wide one.
Interval any_interval(Rng& rng) {
  const double a = any_double(rng);
  double b = a;
  if (rng.chance(0.3)) b = nudged(a, static_cast<int>(rng.below(4)));
  if (rng.chance(0.3)) b = any_double(rng);
  if (!std::isfinite(b)) b = a;
  return {std::fmin(a, b), std::fmax(a, b)};
}

/// Ends and something between.
std::vector<double> members(const Interval& x, Rng& rng) {
  const double between = x.lo / 2 + x.hi / 2;
  std::vector<double> out{x.lo, x.hi};
  if (x.contains(between)) out.push_back(between);
  if (x.contains(0)) out.push_back(0);
  const double near = nudged(x.lo, static_cast<int>(rng.below(3)));
  if (x.contains(near)) out.push_back(near);
  return out;
}

bool contains(const Interval& x, const Rational& value) {
  return (x.lo == -kInfinity || (x.lo < kInfinity && rational(x.lo) <= value)) &&
         (x.hi == kInfinity || (x.hi > -kInfinity && value <= rational(x.hi)));
}

TEST(Interval, OperationsContainTheExactResults) {
  Rng rng(1);
  int proper = 0;
  for (int i = 0; i < 1200; i++) {
    const Interval x = any_interval(rng), y = any_interval(rng);
    SCOPED_TRACE(testing::Message() << std::hexfloat << "case " << i << " [" << x.lo << ", " << x.hi
                                    << "] and [" << y.lo << ", " << y.hi << "]");
    const Interval sum = x + y, difference = x - y, product = x * y;
    for (const double a : members(x, rng)) {
      for (const double b : members(y, rng)) {
        const Rational p = rational(a), q = rational(b);
        ASSERT_TRUE(contains(sum, p + q)) << a << " " << b;
        ASSERT_TRUE(contains(difference, p - q)) << a << " " << b;
        ASSERT_TRUE(contains(product, p * q)) << a << " " << b;
      }
    }
    ASSERT_TRUE(contains(-x, -rational(x.lo)) && contains(-x, -rational(x.hi)));
    proper += product.lo > -kInfinity && product.hi < kInfinity;
  }
  EXPECT_GT(proper, 600);  // not all of them the whole line, which contains everything
}

TEST(Interval, ResultsOfPointsAreAFewUlpsWide) {
  // Containment alone would be met by the whole line.
  Rng rng(2);
  for (int i = 0; i < 20000; i++) {
    const double a = rng.uniform(-2, 2) * std::ldexp(1.0, static_cast<int>(rng.below(200)) - 100);
    const double b = rng.uniform(-2, 2) * std::ldexp(1.0, static_cast<int>(rng.below(200)) - 100);
    SCOPED_TRACE(testing::Message() << std::hexfloat << "case " << i << " " << a << " " << b);
    for (const auto& [computed, result] :
         {std::pair(a + b, Interval(a) + Interval(b)), std::pair(a - b, Interval(a) - Interval(b)),
          std::pair(a * b, Interval(a) * Interval(b))}) {
      ASSERT_LT(result.lo, computed);
      ASSERT_GT(result.hi, computed);
      ASSERT_GE(result.lo, nudged(computed, -2));
      ASSERT_LE(result.hi, nudged(computed, 2));
    }
  }
}

TEST(Interval, StepsGoOutwardForEveryMagnitude) {
  Rng rng(3);
  for (int i = 0; i < 20000; i++) {
    const double x = any_double(rng);
    SCOPED_TRACE(testing::Message() << std::hexfloat << x);
    ASSERT_LE(round_down(x), nudged(x, -1));
    ASSERT_GE(round_up(x), nudged(x, 1));
    ASSERT_EQ(round_up(x), -round_down(-x));
  }
  EXPECT_EQ(round_down(0), -0x1p-1074);
  EXPECT_EQ(round_up(0), 0x1p-1074);
  EXPECT_EQ(round_down(1), 1 - 0x1p-53);
  EXPECT_EQ(round_down(-kMax), -kInfinity);
  EXPECT_EQ(round_up(kMax), kInfinity);
}

bool whole_line(const Interval& x) { return x.lo == -kInfinity && x.hi == kInfinity; }

TEST(Interval, InfinityAndNanGiveTheWholeLine) {
  for (const double bad : {kNan, -kNan}) {
    for (const double y : {0.0, 1.0, -3.0, kMax, kInfinity, -kInfinity, kNan}) {
      SCOPED_TRACE(testing::Message() << bad << " " << y);
      EXPECT_TRUE(whole_line(Interval(bad) + Interval(y)));
      EXPECT_TRUE(whole_line(Interval(y) - Interval(bad)));
      EXPECT_TRUE(whole_line(Interval(bad) * Interval(y)));
      EXPECT_TRUE(whole_line(Interval(y) * Interval(bad)));
    }
  }
  // One end is enough, and minima and maxima must not lose it.
  for (const Interval& half : {Interval(kNan, 1), Interval(0, kNan)}) {
    for (const Interval& y : {Interval(1, 2), Interval(-2, 3), Interval(-4, -3)}) {
      EXPECT_TRUE(whole_line(half * y) && whole_line(y * half));
    }
  }
  const Interval line(-kInfinity, kInfinity);
  for (const Interval& y : {Interval(0), Interval(1, 2), Interval(-2, 3), line}) {
    SCOPED_TRACE(testing::Message() << y.lo << " " << y.hi);
    EXPECT_TRUE(whole_line(line + y));
    EXPECT_TRUE(whole_line(line - y));
    EXPECT_TRUE(whole_line(y - line));
    // Where one factor is zero, the products of the ends are NaN: nothing is known.
    EXPECT_TRUE(whole_line(line * y));
    EXPECT_TRUE(whole_line(y * line));
  }
  EXPECT_TRUE(whole_line(Interval(kInfinity) - Interval(kInfinity)));
}

TEST(Interval, OverflowLosesTheEndButNotTheContents) {
  const Interval large(kMax / 2, kMax);
  EXPECT_EQ((large + large).hi, kInfinity);
  EXPECT_TRUE(contains(large + large, rational(kMax) + rational(kMax)));
  EXPECT_EQ((-large - large).lo, -kInfinity);
  EXPECT_EQ((large * large).hi, kInfinity);
  EXPECT_TRUE(contains(large * large, rational(kMax) * rational(kMax)));
  EXPECT_EQ((large * -large).lo, -kInfinity);
  EXPECT_TRUE(contains(large * -large, -rational(kMax) * rational(kMax)));
  // The smallest products are not lost either.
  const Interval tiny(0x1p-1074);
  EXPECT_TRUE(contains(tiny * tiny, power_of_two(-2148)));
  EXPECT_TRUE(contains(tiny * -tiny, -power_of_two(-2148)));
}

TEST(Interval, SignIsTheOneThatAllMembersShare) {
  EXPECT_EQ(sign(Interval(0x1p-1074, 5)), 1);
  EXPECT_EQ(sign(Interval(-5, -0x1p-1074)), -1);
  EXPECT_EQ(sign(Interval(0, 0)), 0);
  EXPECT_EQ(sign(Interval(-0.0, 0.0)), 0);
  EXPECT_EQ(sign(Interval(0, 0x1p-1074)), kUnknownSign);
  EXPECT_EQ(sign(Interval(-0x1p-1074, 0)), kUnknownSign);
  EXPECT_EQ(sign(Interval(-1, 1)), kUnknownSign);
  EXPECT_EQ(sign(Interval(-kInfinity, kInfinity)), kUnknownSign);
  EXPECT_EQ(sign(Interval(kNan)), kUnknownSign);
  // What was computed never claims to be zero: 1 - 1 is only nearly so.
  EXPECT_EQ(sign(Interval(1) - Interval(1)), kUnknownSign);
}

TEST(Interval, ContainsAndWidth) {
  const Interval x(-1, 3);
  EXPECT_TRUE(x.contains(-1) && x.contains(3) && x.contains(0));
  EXPECT_FALSE(x.contains(nudged(-1, -1)) || x.contains(nudged(3, 1)) || x.contains(kNan));
  EXPECT_EQ(x.width(), 4);
  EXPECT_EQ(Interval().width(), 0);
  EXPECT_EQ((-x).lo, -3);
  EXPECT_EQ((-x).hi, 1);
}

}  // namespace
}  // namespace glance::test
