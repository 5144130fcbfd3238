// Two boxes by their separating axes: by hand, and against the oracle.
#include "convex/box_box.h"

#include <gtest/gtest.h>

#include "exact/oracle.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace convex;

namespace {

TEST(BoxBox, AxesByHand) {
  const Vec3 half(1, 2, 3);
  const Shape box = Shape::box(half).value();
  const Pose here;
  for (int k = 0; k < 3; k++) {
    for (const double sign : {-1.0, 1.0}) {
      const Pose beyond = at(Vec3::unit(k) * (sign * (2 * half[k] + 0.25)));
      const Vec3 axis = separating_axis(PairFrame(box, here, box, beyond), half, half);
      EXPECT_NEAR(norm(cross(axis, Vec3::unit(k))), 0, 1e-14) << k;
      EXPECT_NEAR(norm(axis), 1, 1e-14) << k;
      const Pose within = at(Vec3::unit(k) * (sign * (2 * half[k] - 0.25)));
      EXPECT_EQ(separating_axis(PairFrame(box, here, box, within), half, half), Vec3::zero()) << k;
    }
  }
}

/// Two cubes edge to edge, turned so that no face normal keeps them apart.
TEST(BoxBox, OnlyEdgesKeepThemApart) {
  const Vec3 half(1, 1, 1);
  const Shape cube = Shape::box(half).value();
  const Pose here = turned({kPi / 4, 0, 0}, Vec3::zero());
  const double between = 2 * std::sqrt(2.0);
  const auto axis = [&](double height) {
    const Pose above = turned({0, kPi / 4, 0}, {0, 0, height});
    return separating_axis(PairFrame(cube, here, cube, above), half, half);
  };
  EXPECT_NEAR(std::fabs(axis(between + 1e-6).z()), 1, 1e-14);
  EXPECT_EQ(axis(between - 1e-6), Vec3::zero());
}

/// Faces flush with each other meet in a rectangle, and no one point of it is the nearest.
TEST(BoxBox, ParallelFacesAreHandedOver) {
  const Vec3 half(1, 1, 1);
  const Shape cube = Shape::box(half).value();
  const Pose here, there = at(1.5, 0.25, -0.125);
  Distance d;
  EXPECT_FALSE(try_box_depth(PairFrame(cube, here, cube, there), half, half, d));
}

TEST(BoxBox, AgreesWithTheOracle) {
  Rng rng(11);
  const int pairs = 400;
  int overlaps = 0, unproved = 0;
  for (int i = 0; i < pairs; i++) {
    const Vec3 half_a = rng.in_box(0.4) + Vec3(0.6, 0.6, 0.6);
    const Vec3 half_b = rng.in_box(0.4) + Vec3(0.6, 0.6, 0.6);
    const Shape a = Shape::box(half_a).value(), b = Shape::box(half_b).value();
    const Pose here = posed(rng.rotation(), Vec3::zero());
    const Pose there = posed(rng.rotation(), rng.in_box(1.5));
    const PairFrame frame(a, here, b, there);
    const Distance expected = exact::oracle_distance(a, here, b, there);
    const Vec3 axis = separating_axis(frame, half_a, half_b);
    if (expected.verdict == Verdict::apart) {
      ASSERT_NEAR(norm(axis), 1, 1e-14) << i;
      continue;
    }
    overlaps++;
    ASSERT_EQ(axis, Vec3::zero()) << i;
    Distance d;
    if (!try_box_depth(frame, half_a, half_b, d)) {
      unproved++;
      continue;
    }
    ASSERT_NEAR(d.depth, expected.depth, 1e-12) << i;
    ASSERT_NEAR(norm(d.normal), 1, 1e-12) << i;
    // The points of contact are as far apart, along the normal.
    ASSERT_NEAR(norm((d.point_a - d.point_b) - d.normal * d.depth), 0, 1e-12) << i;
  }
  EXPECT_LE(unproved, overlaps / 10);
  EXPECT_GE(overlaps, pairs * 3 / 10);
  EXPECT_LE(overlaps, pairs * 7 / 10);
}

}  // namespace
}  // namespace glance::test
