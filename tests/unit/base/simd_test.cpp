// The vector code must pick the very point that the scalar code picks, ties included:
// otherwise results would differ between machines with and without it.
#include "base/simd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::base;

namespace {

constexpr int kMostPoints = 41;

/// Padded as simd::PointArrays asks for. Behind the pad lies a point that is higher than
/// all others along most directions: reading too far shows.
class Points {
 public:
  explicit Points(const std::vector<Vec3>& points) : count_(points.size()) {
    for (const Vec3& p : points) push(p);
    if (count_ % 2 != 0) push(points[0]);
    push(Vec3::constant(1e100));
    push(Vec3::constant(-1e100));
  }

  simd::PointArrays arrays() const { return {x_.data(), y_.data(), z_.data(), count_}; }

 private:
  void push(const Vec3& p) {
    x_.push_back(p.x());
    y_.push_back(p.y());
    z_.push_back(p.z());
  }

  std::size_t count_;
  std::vector<double> x_, y_, z_;
};

/// The first of the highest, written once more without the arrays.
std::uint32_t first_highest(const std::vector<Vec3>& points, const Vec3& d) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < points.size(); i++) {
    if (dot(d, points[i]) > dot(d, points[best])) best = i;
  }
  return best;
}

void expect_same(const std::vector<Vec3>& points, const Vec3& d) {
  const Points padded(points);
  const std::uint32_t expected = first_highest(points, d);
  ASSERT_EQ(simd::highest_scalar(padded.arrays(), d.x(), d.y(), d.z()), expected)
      << points.size() << " points along " << d;
  ASSERT_EQ(simd::highest(padded.arrays(), d.x(), d.y(), d.z()), expected)
      << points.size() << " points along " << d;
}

Vec3 lattice_point(Rng& rng) {
  const auto step = [&] { return static_cast<double>(rng.below(3)) - 1; };
  const double x = step(), y = step(), z = step();
  return {x, y, z};
}

TEST(Simd, RandomPoints) {
  Rng rng(1);
  for (int count = 1; count <= kMostPoints; count++) {
    for (int i = 0; i < 50; i++) {
      std::vector<Vec3> points(count);
      for (Vec3& p : points) p = rng.in_box(1);
      ASSERT_NO_FATAL_FAILURE(expect_same(points, rng.direction()));
    }
  }
}

/// 27 points at most, so that many share the largest height exactly: in one lane, in both
/// lanes with the smaller number in either, and with the pad.
TEST(Simd, TiesOnALattice) {
  Rng rng(2);
  int ties = 0;
  for (int count = 1; count <= kMostPoints; count++) {
    for (int i = 0; i < 200; i++) {
      std::vector<Vec3> points(count);
      for (Vec3& p : points) p = lattice_point(rng);
      const Vec3 d = lattice_point(rng);
      ASSERT_NO_FATAL_FAILURE(expect_same(points, d));
      const double highest = dot(d, points[first_highest(points, d)]);
      int at_top = 0;
      for (const Vec3& p : points) at_top += dot(d, p) == highest;
      ties += at_top > 1;
    }
  }
  EXPECT_GT(ties, 4000);  // or this tests nothing
}

TEST(Simd, Duplicates) {
  Rng rng(3);
  for (int count = 1; count <= kMostPoints; count++) {
    const std::vector<Vec3> same(count, rng.direction());
    ASSERT_NO_FATAL_FAILURE(expect_same(same, rng.direction()));
    const Points padded(same);
    EXPECT_EQ(simd::highest(padded.arrays(), 1, 2, 3), 0u);
    // The highest point twice, at every two places.
    for (int first = 0; first < count; first++) {
      for (int second = first + 1; second < count; second++) {
        std::vector<Vec3> points(count, Vec3(0, 0, 0));
        points[first] = points[second] = {1, 1, 1};
        const Points twice(points);
        ASSERT_EQ(simd::highest(twice.arrays(), 1, 1, 1), static_cast<std::uint32_t>(first));
      }
    }
  }
}

/// A single highest point is found at every place: also at the last, next to the pad.
TEST(Simd, EveryPlace) {
  for (int count = 1; count <= kMostPoints; count++) {
    for (int place = 0; place < count; place++) {
      std::vector<Vec3> points(count, Vec3(-1, -2, -3));
      points[place] = {0, -2, -3};
      const Points padded(points);
      ASSERT_EQ(simd::highest(padded.arrays(), 1, 0, 0), static_cast<std::uint32_t>(place));
    }
  }
}

TEST(Simd, ZeroDirectionAndSignedZeros) {
  Rng rng(4);
  for (int count = 1; count <= kMostPoints; count++) {
    std::vector<Vec3> points(count);
    for (Vec3& p : points) p = rng.in_box(1);
    const Points padded(points);
    for (const Vec3& d : {Vec3(0, 0, 0), Vec3(-0.0, 0, -0.0)}) {
      ASSERT_EQ(simd::highest(padded.arrays(), d.x(), d.y(), d.z()), 0u);
      ASSERT_NO_FATAL_FAILURE(expect_same(points, d));
    }
    // Heights +0 and -0 are equal.
    for (Vec3& p : points) p = {rng.chance(0.5) ? 0.0 : -0.0, 0, 0};
    ASSERT_NO_FATAL_FAILURE(expect_same(points, {1, 0, 0}));
    ASSERT_NO_FATAL_FAILURE(expect_same(points, {-1, 0, 0}));
  }
}

/// Sums that cancel: another order of additions, or a fused multiply, would pick another.
TEST(Simd, RoundsAsTheScalarCodeDoes) {
  Rng rng(5);
  for (int i = 0; i < 5000; i++) {
    const int count = 1 + static_cast<int>(rng.below(kMostPoints));
    const Vec3 d = rng.direction();
    const Vec3 middle = rng.in_box(1);
    std::vector<Vec3> points(count);
    for (Vec3& p : points) {
      const Vec3 aside = cross(d, rng.direction());
      p = middle + aside;  // all at one height, but for rounding
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(points, d));
  }
}

TEST(Simd, AtTheEndsOfTheRange) {
  Rng rng(6);
  for (const double size : {1e-300, 1e-160, 1e-60, 1e60, 1e150, 1e300}) {
    for (int i = 0; i < 200; i++) {
      std::vector<Vec3> points(1 + rng.below(kMostPoints));
      for (Vec3& p : points) p = rng.in_box(1) * size;
      ASSERT_NO_FATAL_FAILURE(expect_same(points, rng.direction()));
      ASSERT_NO_FATAL_FAILURE(expect_same(points, rng.direction() * 1e-20));
    }
  }
}

/// Padded as simd::FloatPoints asks for, with copies of any of the points; behind the pads lie
/// points beyond all others.
class FloatArrays {
 public:
  explicit FloatArrays(const std::vector<Vec3>& points, std::uint32_t pad)
      : count_((points.size() + 3) / 4 * 4) {
    for (std::size_t i = 0; i < count_; i++) push(points[i < points.size() ? i : pad]);
    for (const double beyond : {1e30, -1e30, 1e30, -1e30}) push(Vec3::constant(beyond));
  }

  simd::FloatPoints points() const { return {x_.data(), y_.data(), z_.data(), count_}; }

 private:
  void push(const Vec3& p) {
    x_.push_back(static_cast<float>(p.x()));
    y_.push_back(static_cast<float>(p.y()));
    z_.push_back(static_cast<float>(p.z()));
  }

  std::size_t count_;
  std::vector<float> x_, y_, z_;
};

/// The extents by both codes, and by a third one that knows nothing of arrays.
void expect_same_extents(const std::vector<Vec3>& points, const Mat3& rotation) {
  for (const std::size_t pad : {std::size_t{0}, points.size() - 1}) {
    const FloatArrays arrays(points, static_cast<std::uint32_t>(pad));
    simd::Extents quick, simple;
    simd::extents(arrays.points(), rotation.data(), quick);
    simd::extents_scalar(arrays.points(), rotation.data(), simple);
    for (int k = 0; k < 3; k++) {
      // Equal as numbers: 0 and -0 may stand for each other.
      ASSERT_EQ(quick.low[k], simple.low[k]) << points.size() << " points, axis " << k;
      ASSERT_EQ(quick.high[k], simple.high[k]) << points.size() << " points, axis " << k;
      float low = std::numeric_limits<float>::infinity(), high = -low;
      for (const Vec3& p : points) {
        const auto part = [&](int j) {
          return static_cast<float>(rotation(k, j)) * static_cast<float>(p[j]);
        };
        const float height = (part(0) + part(1)) + part(2);
        low = std::min(low, height);
        high = std::max(high, height);
      }
      ASSERT_EQ(simple.low[k], low);
      ASSERT_EQ(simple.high[k], high);
    }
  }
}

TEST(SimdExtents, RandomPoints) {
  Rng rng(11);
  for (int count = 1; count <= kMostPoints; count++) {
    for (int i = 0; i < 30; i++) {
      std::vector<Vec3> points(count);
      for (Vec3& p : points) p = rng.in_box(1);
      ASSERT_NO_FATAL_FAILURE(expect_same_extents(points, rotation_matrix(rng.rotation())));
    }
  }
}

TEST(SimdExtents, TiesOnALatticeAndSignedZeros) {
  Rng rng(12);
  const Mat3 swap(0, -1, 0, -1, 0, -0.0, 0, 0, -1);
  for (int count = 1; count <= kMostPoints; count++) {
    for (int i = 0; i < 30; i++) {
      std::vector<Vec3> points(count);
      for (Vec3& p : points) p = lattice_point(rng) * (rng.chance(0.5) ? 1.0 : -0.0);
      ASSERT_NO_FATAL_FAILURE(expect_same_extents(points, Mat3::identity()));
      ASSERT_NO_FATAL_FAILURE(expect_same_extents(points, swap));
    }
  }
}

/// One point above and one below all others, at every two places: each lane, each step, and
/// beside the pads.
TEST(SimdExtents, EveryPlace) {
  for (int count = 2; count <= kMostPoints; count++) {
    for (int top = 0; top < count; top++) {
      const int bottom = (top + 1 + top % (count - 1)) % count;
      if (bottom == top) continue;
      std::vector<Vec3> points(count, Vec3(0.5, 0.25, 0.125));
      points[top] = {2, 3, 4};
      points[bottom] = {-2, -3, -4};
      ASSERT_NO_FATAL_FAILURE(expect_same_extents(points, Mat3::identity()));
      const FloatArrays arrays(points, 0);
      simd::Extents extents;
      simd::extents(arrays.points(), Mat3::identity().data(), extents);
      ASSERT_EQ(extents.low, (std::array{-2.0F, -3.0F, -4.0F}));
      ASSERT_EQ(extents.high, (std::array{2.0F, 3.0F, 4.0F}));
    }
  }
}

/// The matrix is by columns, and not its transpose: a turn about z takes x to y.
TEST(SimdExtents, TurnsTheRightWay) {
  const Mat3 turn(0, -1, 0, 1, 0, 0, 0, 0, 1);
  const FloatArrays arrays({Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1, 0, 5)}, 0);
  simd::Extents extents;
  simd::extents(arrays.points(), turn.data(), extents);
  EXPECT_EQ(extents.low, (std::array{0.0F, 1.0F, 0.0F}));
  EXPECT_EQ(extents.high, (std::array{0.0F, 2.0F, 5.0F}));
}

TEST(SimdExtents, AtTheEndsOfTheRange) {
  Rng rng(13);
  for (const double size : {1e-44, 1e-38, 1e-30, 1e20, 1e30}) {
    for (int i = 0; i < 100; i++) {
      std::vector<Vec3> points(1 + rng.below(kMostPoints));
      for (Vec3& p : points) p = rng.in_box(1) * size;
      ASSERT_NO_FATAL_FAILURE(expect_same_extents(points, rotation_matrix(rng.rotation())));
    }
  }
}

/// Rectangles on a lattice, seldom infinite, and the pads of the sweep's list.
TEST(SimdOverlaps, TheSameAsOneByOne) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Rng rng(21);
  constexpr std::size_t kMost = 40;
  std::array<int, 3> seen = {};  // none, some, many found
  const auto number = [&] {
    if (rng.chance(0.03)) return rng.chance(0.5) ? kInfinity : -kInfinity;
    if (rng.chance(0.05)) return -0.0F;
    return static_cast<float>(rng.below(5)) - 2;
  };
  for (int i = 0; i < 20000; i++) {
    const std::size_t count = rng.below(kMost);
    std::array<std::vector<float>, 5> sides;
    for (auto& side : sides) {
      for (std::size_t k = 0; k < count; k++) side.push_back(number());
    }
    std::ranges::sort(sides[0]);
    for (auto& side : sides) {
      side.resize(count + simd::kRectanglePads, std::numeric_limits<float>::quiet_NaN());
    }
    const simd::Rectangles all{sides[0].data(), sides[1].data(), sides[2].data(), sides[3].data(),
                               sides[4].data()};
    const simd::Rectangle own{number(), number(), number(), number()};
    const std::size_t at = rng.below(static_cast<std::uint32_t>(count) + 1);
    const float last = number();  // infinity too: pads are not reached
    const auto find = [&](auto function) {
      std::array<std::uint32_t, kMost> places;
      std::size_t stop;
      const std::uint32_t* const end = function(all, at, last, own, places.data(), stop);
      EXPECT_LE(stop, count);
      const std::uint32_t* const begin = places.data();
      std::vector<std::uint32_t> found(begin, end);
      found.push_back(static_cast<std::uint32_t>(stop));
      return found;
    };
    const std::vector<std::uint32_t> simple = find(simd::find_overlaps_scalar);
    ASSERT_EQ(find(simd::find_overlaps), simple);
    ASSERT_EQ(find(simd::find_overlaps_narrow), simple);  // where there is AVX2, another one
    const std::size_t found = simple.size() - 1;
    seen[found == 0 ? 0 : found < 5 ? 1 : 2]++;
  }
  for (const int cases : seen) EXPECT_GT(cases, 500);
}

TEST(Simd, TwoDoublesAreTwoDoubles) {
  using simd::Two;
  Rng rng(8);
  for (int i = 0; i < 1000; i++) {
    double x[2], y[2], z[2];
    for (double* p : {x, y}) {
      for (int k = 0; k < 2; k++)
        p[k] = rng.uniform(-1, 1) * std::ldexp(1, static_cast<int>(rng.below(40)));
    }
    const Two u = Two::load(x), v = Two::load(y);
    (u + v).store(z);
    ASSERT_TRUE(z[0] == x[0] + y[0] && z[1] == x[1] + y[1]);
    (u - v).store(z);
    ASSERT_TRUE(z[0] == x[0] - y[0] && z[1] == x[1] - y[1]);
    (u * v).store(z);
    ASSERT_TRUE(z[0] == x[0] * y[0] && z[1] == x[1] * y[1]);
    (u / v).store(z);
    ASSERT_TRUE(z[0] == x[0] / y[0] && z[1] == x[1] / y[1]);
    u.smaller(v).store(z);
    ASSERT_TRUE(z[0] == std::min(x[0], y[0]) && z[1] == std::min(x[1], y[1]));
    ASSERT_EQ(simd::sum(u), x[0] + x[1]);
    ASSERT_EQ(simd::smallest(u), std::min(x[0], x[1]));
    Two::both(x[0]).store(z);
    ASSERT_TRUE(z[0] == x[0] && z[1] == x[0]);
  }
}

TEST(Simd, FourFloatsAreFourFloats) {
  using simd::Four;
  Rng rng(9);
  for (int i = 0; i < 1000; i++) {
    std::array<std::array<float, 4>, 4> m, turned;
    for (auto& row : m) {
      for (float& x : row) x = static_cast<float>(static_cast<int>(rng.below(7)) - 3);
    }
    const Four u = Four::load(m[0].data()), v = Four::load(m[1].data());
    std::array<float, 4> smaller, larger;
    u.smaller(v).store(smaller.data());
    u.larger(v).store(larger.data());
    unsigned within = 0;
    for (unsigned k = 0; k < 4; k++) {
      ASSERT_EQ(smaller[k], std::min(m[0][k], m[1][k]));
      ASSERT_EQ(larger[k], std::max(m[0][k], m[1][k]));
      within |= static_cast<unsigned>(m[0][k] <= m[1][k]) << k;
    }
    ASSERT_EQ(u.places_within(v), within);
    std::array<Four, 4> rows;
    for (std::size_t k = 0; k < 4; k++) rows[k] = Four::load(m[k].data());
    simd::transpose(rows);
    for (std::size_t k = 0; k < 4; k++) rows[k].store(turned[k].data());
    for (std::size_t k = 0; k < 4; k++) {
      for (std::size_t j = 0; j < 4; j++) ASSERT_EQ(turned[k][j], m[j][k]);
    }
  }
}

}  // namespace
}  // namespace glance::test
