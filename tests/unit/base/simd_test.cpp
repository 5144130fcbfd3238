// The vector code must pick the very point that the scalar code picks, ties included:
// otherwise results would differ between machines with and without it.
#include "base/simd.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
namespace {

constexpr int kMostPoints = 41;

/// Padded as simd::PointArrays asks for. Behind the pad lies a point that is higher than
/// all others along most directions: reading too far shows.
class Points {
 public:
  explicit Points(const std::vector<Vec3>& points) : count_(points.size()) {
    for (const Vec3& p : points) push(p);
    if (count_ % 2 != 0) push(points[0]);
    push(Vec3::Constant(1e100));
    push(Vec3::Constant(-1e100));
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
      << points.size() << " points along " << d.transpose();
  ASSERT_EQ(simd::highest(padded.arrays(), d.x(), d.y(), d.z()), expected)
      << points.size() << " points along " << d.transpose();
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

}  // namespace
}  // namespace glance::test
