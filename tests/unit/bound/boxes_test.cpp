// Floats on the right side of a double, and boxes of them.
#include "bound/boxes.h"

#include <gtest/gtest.h>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::bound;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kSmallest = 0x1p-149;  // of the positive floats

/// The largest float that is not above x.
float best_below(double x) {
  if (x > FLT_MAX) return FLT_MAX;
  if (x < -FLT_MAX) return -kInfinity;
  const auto near = static_cast<float>(x);
  return near <= x ? near : std::nextafter(near, -kInfinity);
}

void expect_sides(double x) {
  const float below = float_below(x), above = float_above(x);
  ASSERT_LE(below, x) << x;
  ASSERT_GE(above, x) << x;
  ASSERT_EQ(above, -float_below(-x));
  // No further than two steps beyond the best one.
  float least = best_below(x), most = -best_below(-x);
  for (int i = 0; i < 2; i++) {
    least = std::nextafter(least, -kInfinity);
    most = std::nextafter(most, kInfinity);
  }
  ASSERT_GE(below, least) << x;
  ASSERT_LE(above, most) << x;
}

TEST(FloatBelow, RandomDoublesOfAllSizes) {
  Rng rng(1);
  for (int i = 0; i < 100000; i++) {
    const double x = rng.uniform(-1, 1) * std::ldexp(1.0, static_cast<int>(rng.below(700)) - 400);
    ASSERT_NO_FATAL_FAILURE(expect_sides(x));
  }
}

/// Floats themselves, their neighbours among the doubles, and halfway to the next float: where
/// casts are rounded one way or the other.
TEST(FloatBelow, AroundFloats) {
  Rng rng(2);
  for (int i = 0; i < 30000; i++) {
    const auto bits = static_cast<std::uint32_t>(rng.bits());
    const float f = std::bit_cast<float>(bits);
    if (!std::isfinite(f)) continue;
    const double x = f, next = std::nextafter(f, kInfinity);
    const double middle = std::isfinite(next) ? (x + next) / 2 : x;
    for (const double y : {x, middle}) {
      ASSERT_NO_FATAL_FAILURE(expect_sides(y));
      ASSERT_NO_FATAL_FAILURE(expect_sides(std::nextafter(y, HUGE_VAL)));
      ASSERT_NO_FATAL_FAILURE(expect_sides(std::nextafter(y, -HUGE_VAL)));
    }
  }
}

TEST(FloatBelow, PowersOfTwo) {
  for (int exponent = -1074; exponent <= 200; exponent++) {
    const double x = std::ldexp(1.0, exponent);
    for (const double y : {x, std::nextafter(x, HUGE_VAL), std::nextafter(x, 0.0)}) {
      ASSERT_NO_FATAL_FAILURE(expect_sides(y));
      ASSERT_NO_FATAL_FAILURE(expect_sides(-y));
    }
  }
}

TEST(FloatBelow, ZeroAndDenormals) {
  for (const double x : {0.0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-1022}) {
    ASSERT_NO_FATAL_FAILURE(expect_sides(x));
    // Bodies at the origin are kept apart from nothing by less than the smallest float.
    EXPECT_EQ(float_below(x), static_cast<float>(-kSmallest));
    EXPECT_EQ(float_above(x), static_cast<float>(kSmallest));
  }
  for (int i = 0; i <= 4000; i++) {  // a thousand floats of denormals, in quarters of a step
    const double x = i * (kSmallest / 4);
    ASSERT_NO_FATAL_FAILURE(expect_sides(x));
    ASSERT_NO_FATAL_FAILURE(expect_sides(-x));
    ASSERT_NO_FATAL_FAILURE(expect_sides(FLT_MIN + x));
    ASSERT_NO_FATAL_FAILURE(expect_sides(FLT_MIN - x));
  }
}

TEST(FloatBelow, BeyondTheFloats) {
  for (const double x : {0x1p127, double{FLT_MAX}, std::nextafter(double{FLT_MAX}, HUGE_VAL),
                         0x1p128, 0x1p200, 0x1p201, 1e300, DBL_MAX / 2}) {
    ASSERT_NO_FATAL_FAILURE(expect_sides(x));
    ASSERT_NO_FATAL_FAILURE(expect_sides(-x));
  }
  // Away from the body: never an empty box, never a NaN.
  EXPECT_EQ(float_below(0x1p200), FLT_MAX);
  EXPECT_EQ(float_above(0x1p200), kInfinity);
  EXPECT_EQ(float_below(-0x1p200), -kInfinity);
  EXPECT_EQ(float_above(-0x1p200), -FLT_MAX);
}

TEST(BoxArrays, KeepsEachSideOfEachBody) {
  BoxArrays boxes;
  EXPECT_EQ(boxes.size(), 0u);
  boxes.resize(3);
  EXPECT_EQ(boxes.size(), 3u);
  const FloatBox first{{1, 2, 3}, {4, 5, 6}}, last{{-1, -2, -3}, {-0.5, -0.25, 0}};
  boxes.set(0, first);
  boxes.set(2, last);
  EXPECT_EQ(boxes.get(0), first);
  EXPECT_EQ(boxes.get(2), last);
  boxes.resize(100);
  EXPECT_EQ(boxes.get(0), first);
  EXPECT_EQ(boxes.get(2), last);
  EXPECT_GE(boxes.bytes(), 100 * 6 * sizeof(float));
}

bool overlap(const FloatBox& a, const FloatBox& b) {
  BoxArrays boxes;
  boxes.resize(2);
  boxes.set(0, a);
  boxes.set(1, b);
  EXPECT_EQ(boxes.overlap(0, 1), boxes.overlap(1, 0));
  return boxes.overlap(0, 1);
}

TEST(BoxArrays, BoxesThatTouchOverlap) {
  const FloatBox unit{{0, 0, 0}, {1, 1, 1}};
  for (int k = 0; k < 3; k++) {
    FloatBox other = unit;
    other.lower[k] = 1;
    other.upper[k] = 2;
    EXPECT_TRUE(overlap(unit, other)) << k;
    other.lower[k] = std::nextafter(1.0F, 2.0F);
    EXPECT_FALSE(overlap(unit, other)) << k;
    other.lower[k] = -1;
    other.upper[k] = -0.0F;  // equal to 0
    EXPECT_TRUE(overlap(unit, other)) << k;
    other.upper[k] = -static_cast<float>(kSmallest);
    EXPECT_FALSE(overlap(unit, other)) << k;
  }
  EXPECT_TRUE(overlap(unit, {{1, 1, 1}, {2, 2, 2}}));  // in a corner
  EXPECT_TRUE(overlap(unit, {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}));
}

TEST(BoxArrays, BoxesBeyondTheFloatsOverlapConservatively) {
  const FloatBox unit{{0, 0, 0}, {1, 1, 1}};
  const FloatBox all{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  const FloatBox far_off{{FLT_MAX, 0, 0}, {kInfinity, 1, 1}};
  EXPECT_TRUE(overlap(unit, all));
  EXPECT_TRUE(overlap(far_off, all));
  EXPECT_TRUE(overlap(far_off, far_off));
  EXPECT_FALSE(overlap(far_off, unit));
}

}  // namespace
}  // namespace glance::test
