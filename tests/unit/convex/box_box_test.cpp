// Two boxes by their separating axes: by hand, and against the oracle.
#include "convex/box_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "convex/separation.h"
#include "exact/oracle.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::convex;

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

/// Depth and its bounds from all 15 axes, none of which is left out.
struct AllAxes {
  AllAxes(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b) {
    const Mat3 &a = frame.a.rotation, &b = frame.b.rotation;
    const auto offer = [&](const Vec3& n, double off) {
      double reach = 0;
      for (int i = 0; i < 3; i++) {
        reach += std::fabs(dot(n, a.col(i))) * half_a[i] + std::fabs(dot(n, b.col(i))) * half_b[i];
      }
      const double along = reach - std::fabs(dot(n, frame.offset));
      lower = std::min(lower, along - off * frame.size);
      depth = std::min(depth, along);
    };
    const double warp = 2 * (rotation_error(a) + rotation_error(b));
    for (int i = 0; i < 3; i++) {
      offer(quick_unit(a.col(i)), warp);
      offer(quick_unit(b.col(i)), warp);
      for (int j = 0; j < 3; j++) {
        const Vec3 across = cross(a.col(i), b.col(j));
        const double sine = std::sqrt(norm_sq(across));
        if (sine > 1e-14) offer(across * (1 / sine), 8 * 0x1p-53 / sine);
      }
    }
    lower -= frame.error;
  }

  double depth = INFINITY, lower = INFINITY;
};

/// Deep and shallow, at all angles and nearly parallel, thin and thick, with matrices that are
/// rotations up to rounding and such that are not: the same bits as with all axes.
TEST(BoxBox, EstimatesLeaveOutOnlyDeeperAxes) {
  Rng rng(12);
  int found = 0, shallow = 0, warped = 0;
  for (int i = 0; i < 20'000; i++) {
    const auto half = [&] {
      const double thin = rng.chance(0.3) ? 0.01 : 0.3;
      return Vec3(rng.uniform(thin, 1), rng.uniform(0.1, 1), rng.uniform(0.3, 1));
    };
    const Vec3 half_a = half(), half_b = half();
    const Shape a = Shape::box(half_a).value(), b = Shape::box(half_b).value();
    const Pose here = posed(rng.rotation(), Vec3::zero());
    Mat3 turn = rotation_matrix(rng.rotation());
    if (rng.chance(0.3)) {  // nearly parallel
      const double angle = std::pow(10.0, rng.uniform(-8, -1));
      turn = compose(here.rotation(), turned(angle * rng.direction(), Vec3::zero()).rotation());
    }
    const bool warp = rng.chance(0.3);
    for (int k = 0; warp && k < 9; k++) turn(k / 3, k % 3) += rng.uniform(-1e-7, 1e-7);
    // Moved apart along a random direction until they overlap by a chosen part of what they can.
    const Vec3 way = rng.direction();
    double far = 4, near = 0;
    const auto pose = [&](double distance) { return Pose::make(turn, way * distance).value(); };
    for (int step = 0; step < 30; step++) {
      const double middle = (near + far) / 2;
      const Pose there = pose(middle);
      const AllAxes all(PairFrame(a, here, b, there), half_a, half_b);
      (all.depth > 0 ? near : far) = middle;
    }
    const bool is_shallow = rng.chance(0.5);
    const Pose there =
        pose(near * (is_shallow ? 1 - std::pow(10.0, rng.uniform(-6, -2)) : rng.uniform(0.1, 1)));
    const PairFrame frame(a, here, b, there);
    Distance d;
    if (!try_box_depth(frame, half_a, half_b, d)) continue;
    const AllAxes all(frame, half_a, half_b);
    ASSERT_EQ(d.depth, all.depth) << i;
    ASSERT_EQ(d.upper, -all.lower) << i;
    found++;
    shallow += is_shallow;
    warped += warp;
  }
  EXPECT_GT(found, 10'000);
  EXPECT_GT(shallow, found * 3 / 10);
  EXPECT_LT(shallow, found * 7 / 10);
  EXPECT_GT(warped, found / 50);
}

}  // namespace
}  // namespace glance::test
