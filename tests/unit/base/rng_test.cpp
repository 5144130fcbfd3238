// Random numbers that must be the same for ever: recorded failures name a seed.
#include "glance/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace glance::test {
namespace {

TEST(Rng, IsSplitMix64) {
  // The first outputs as published with the generator, for seeds 0 and 1234567.
  Rng zero(0);
  for (const std::uint64_t expected :
       {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu, 0xf88bb8a8724c81ecu}) {
    EXPECT_EQ(zero.bits(), expected);
  }
  Rng other(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u}) {
    EXPECT_EQ(other.bits(), expected);
  }
}

TEST(Rng, DerivedNumbersAreFixedToo) {
  Rng rng(42);
  EXPECT_EQ(rng.uniform(), 0x1.7bae644c5fd6dp-1);
  EXPECT_EQ(rng.uniform(), 0x1.477f199d93378p-3);
  EXPECT_EQ(rng.uniform(), 0x1.1d499d5c4c3e6p-2);
  // Each coordinate takes one number, x first, whatever the order of evaluation.
  Rng same(42);
  const Vec3 v = same.in_box(1);
  EXPECT_EQ(v.x(), -1 + 2 * 0x1.7bae644c5fd6dp-1);
  EXPECT_EQ(v.y(), -1 + 2 * 0x1.477f199d93378p-3);
  EXPECT_EQ(v.z(), -1 + 2 * 0x1.1d499d5c4c3e6p-2);
}

TEST(Rng, NeighbouringSeedsShareNothing) {
  for (std::uint64_t seed = 0; seed < 200; seed++) {
    SCOPED_TRACE(seed);
    Rng a(seed), b(seed + 1), again(seed);
    for (int i = 0; i < 20; i++) {
      const std::uint64_t bits = a.bits();
      EXPECT_EQ(bits, again.bits());
      EXPECT_NE(bits, b.bits());
    }
  }
}

TEST(Rng, KeepsItsRanges) {
  Rng rng(1);
  double least = 1, most = 0;
  for (int i = 0; i < 50000; i++) {
    const double u = rng.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    ASSERT_EQ(std::ldexp(u, 53), std::floor(std::ldexp(u, 53)));
    least = std::min(least, u);
    most = std::max(most, u);
    const double v = rng.uniform(-3, 5);
    ASSERT_GE(v, -3);
    ASSERT_LT(v, 5);
    ASSERT_LT(rng.below(7), 7u);
    ASSERT_LE(rng.in_box(2.5).abs().max_component(), 2.5);
  }
  EXPECT_LT(least, 1e-3);
  EXPECT_GT(most, 1 - 1e-3);
  EXPECT_EQ(rng.below(1), 0u);
}

TEST(Rng, ChanceKeepsItsPromise) {
  Rng rng(2);
  int hits = 0;
  for (int i = 0; i < 20000; i++) {
    ASSERT_FALSE(rng.chance(0));
    ASSERT_TRUE(rng.chance(1));
    hits += rng.chance(0.3);
  }
  EXPECT_NEAR(hits, 6000, 5 * std::sqrt(20000 * 0.3 * 0.7));
}

TEST(Rng, SpreadsEvenly) {
  constexpr int kBins = 16, kEach = 10000;
  Rng rng(3);
  std::array<int, kBins> uniform{}, below{}, high_bits{};
  for (int i = 0; i < kBins * kEach; i++) {
    uniform[static_cast<std::size_t>(rng.uniform(2, 2 + kBins) - 2)]++;
    below[rng.below(kBins)]++;
    high_bits[rng.bits() >> 60]++;
  }
  for (std::size_t b = 0; b < kBins; b++) {
    SCOPED_TRACE(b);
    EXPECT_NEAR(uniform[b], kEach, 500);  // five standard deviations
    EXPECT_NEAR(below[b], kEach, 500);
    EXPECT_NEAR(high_bits[b], kEach, 500);
  }
}

TEST(Rng, DirectionsAreUnitAndPointEverywhere) {
  constexpr int kCount = 40000;
  Rng rng(4);
  Vec3 sum = Vec3::zero(), squares = Vec3::zero();
  std::array<int, 8> octants{};
  for (int i = 0; i < kCount; i++) {
    const Vec3 d = rng.direction();
    ASSERT_NEAR(norm_sq(d), 1, 1e-15) << i;
    sum += d;
    squares += d.times(d);
    octants[static_cast<std::size_t>((d.x() > 0) + 2 * (d.y() > 0) + 4 * (d.z() > 0))]++;
  }
  const Vec3 mean = sum / kCount, mean_square = squares / kCount;
  for (int axis = 0; axis < 3; axis++) {
    EXPECT_NEAR(mean[axis], 0, 0.015) << axis;
    // A cube's directions, not thinned to a ball's, would agree here too...
    EXPECT_NEAR(mean_square[axis], 1.0 / 3, 0.01) << axis;
  }
  for (const int count : octants) EXPECT_NEAR(count, kCount / 8, 400);
  // ...but crowd round the corners: the share within 0.3 rad of one is (1 - cos 0.3) / 2.
  const Vec3 corner = Vec3::constant(1 / std::sqrt(3.0));
  int near = 0;
  for (int i = 0; i < kCount; i++) near += dot(rng.direction(), corner) > std::cos(0.3);
  EXPECT_NEAR(near, kCount * (1 - std::cos(0.3)) / 2, 5 * std::sqrt(kCount * 0.0223));
}

TEST(Rng, RotationsAreUnitAndSpreadOverTheSphere) {
  constexpr int kCount = 40000;
  Rng rng(5);
  std::array<double, 4> sum{}, squares{}, fourth{};
  for (int i = 0; i < kCount; i++) {
    const Quat q = rng.rotation();
    const std::array<double, 4> c{q.w, q.x, q.y, q.z};
    double length_sq = 0;
    for (std::size_t k = 0; k < 4; k++) {
      length_sq += c[k] * c[k];
      sum[k] += c[k];
      squares[k] += c[k] * c[k];
      fourth[k] += c[k] * c[k] * c[k] * c[k];
    }
    ASSERT_NEAR(length_sq, 1, 2e-15) << i;
  }
  for (std::size_t k = 0; k < 4; k++) {
    EXPECT_NEAR(sum[k] / kCount, 0, 0.015) << k;
    EXPECT_NEAR(squares[k] / kCount, 1.0 / 4, 0.01) << k;
    EXPECT_NEAR(fourth[k] / kCount, 1.0 / 8, 0.005) << k;  // 3 / (4 * 6) on the 3-sphere
  }
}

}  // namespace
}  // namespace glance::test
