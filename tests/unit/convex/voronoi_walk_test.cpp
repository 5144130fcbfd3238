// From wherever it starts, the walk must end at the closest features of bodies that are
// apart, and say so of bodies that are not.
#include "convex/voronoi_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "convex/closest_points.h"
#include "exact/oracle.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/cube.h"
#include "support/features.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

using WalkKind = WalkEnd::Kind;

/// What header and code promise for any walk at all.
std::uint32_t step_limit(const Shape& a, const Shape& b) {
  const double counts = std::sqrt(a.vertex_count()) + std::sqrt(b.vertex_count());
  return static_cast<std::uint32_t>(64 + 8 * counts);
}

struct Ends {
  int closest = 0, inside = 0, gave_up = 0;
  std::uint32_t most_steps = 0;
};

/// From every pair of features. Where the walk ends with closest features, their distance
/// must be `distance`.
Ends walk_from_everywhere(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double distance, bool interior_cells) {
  const PairFrame frame(a, pose_a, b, pose_b);
  Ends ends;
  for (const FeatureId start_a : all_features(a)) {
    for (const FeatureId start_b : all_features(b)) {
      std::uint32_t steps = 0;
      const WalkEnd end = voronoi_walk(frame, start_a, start_b, interior_cells, steps);
      EXPECT_GE(steps, 1u);
      EXPECT_LE(steps, step_limit(a, b));
      ends.most_steps = std::max(ends.most_steps, steps);
      ends.closest += end.kind == WalkKind::closest;
      ends.inside += end.kind == WalkKind::inside;
      ends.gave_up += end.kind == WalkKind::gave_up;
      if (end.kind != WalkKind::closest) continue;
      EXPECT_TRUE(have_points(end.feature_a, end.feature_b));
      const ClosestPoints c = closest_points(frame, end.feature_a, end.feature_b);
      EXPECT_NEAR(norm(Vec3(c.point_b - c.point_a)), distance, 1e-12 * frame.size)
          << "from " << to_string(start_a) << " and " << to_string(start_b) << " to "
          << to_string(end.feature_a) << " and " << to_string(end.feature_b);
      EXPECT_LE(c.overshoot, 1e-12 * frame.size);
    }
  }
  return ends;
}

void expect_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Distance truth = oracle_distance(a, pose_a, b, pose_b);
  ASSERT_EQ(truth.verdict, Verdict::apart);
  for (const bool interior_cells : {true, false}) {
    const Ends ends = walk_from_everywhere(a, pose_a, b, pose_b, truth.distance, interior_cells);
    EXPECT_EQ(ends.inside, 0);
    EXPECT_EQ(ends.gave_up, 0);
    EXPECT_GT(ends.closest, 0);
  }
}

void expect_inside(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  ASSERT_EQ(oracle_collide(a, pose_a, b, pose_b).verdict, Verdict::overlapping);
  for (const bool interior_cells : {true, false}) {
    const PairFrame frame(a, pose_a, b, pose_b);
    for (const FeatureId start_a : all_features(a)) {
      for (const FeatureId start_b : all_features(b)) {
        std::uint32_t steps = 0;
        const WalkEnd end = voronoi_walk(frame, start_a, start_b, interior_cells, steps);
        ASSERT_EQ(static_cast<int>(end.kind), static_cast<int>(WalkKind::inside))
            << "cells " << interior_cells << " from " << to_string(start_a) << " and "
            << to_string(start_b) << " to " << to_string(end.feature_a) << " and "
            << to_string(end.feature_b);
      }
    }
  }
}

TEST(VoronoiWalk, BoxesApart) {
  const Shape slab = Shape::box({2, 0.5, 0.1}).value();
  for (const Pose& pose :
       {turned({0.3, 0.5, -0.2}, {4, 0.3, 0.1}), turned({1, -2, 0.5}, {-1, 3, 2}),
        turned({0.1, 0, 0}, {0.2, 0.1, 2.5}), turned({0, 0, 0.7}, {-5, -4, -3})}) {
    expect_closest(kCube, {}, kCube, pose);
    expect_closest(slab, turned({2, 1, 0}, {0, 0, 0}), kCube, pose);
  }
}

TEST(VoronoiWalk, RandomHullsApart) {
  Rng rng(1);
  int poses = 0;
  for (int i = 0; poses < 12; i++) {
    const Shape a = random_polytope(rng.bits(), 2 * 12 - 4).value();
    const Shape b = random_polytope(rng.bits(), 2 * 12 - 4).value();
    const Pose pose = Pose::make(rng.rotation(), rng.direction() * rng.uniform(1, 4)).value();
    if (oracle_collide(a, {}, b, pose).verdict != Verdict::apart) continue;
    poses++;
    SCOPED_TRACE(testing::Message() << "pair " << i);
    expect_closest(a, {}, b, pose);
  }
}

/// Parallel faces and edges: many pairs of features are equally near, and each is an answer.
TEST(VoronoiWalk, TiesEnd) {
  expect_closest(kCube, {}, kCube, at({3, 0, 0}));
  expect_closest(kCube, {}, kCube, at({3, 0.5, 0.25}));
  expect_closest(kCube, {}, kCube, at({3, 3, 0}));
  expect_closest(kCube, {}, kCube, at({3, 3, 0.5}));
  expect_closest(kCube, {}, kCube, at({3, 3, 3}));
  expect_closest(kCube, {}, kCube, at({3, 2, 0}));  // faces in one plane
  expect_closest(kCube, {}, kCube, turned({0.7, 0, 0}, {3, 0, 0}));
  expect_closest(kCube, {}, kCube, turned({1e-15, 0, 1e-15}, {0.5, 0, 3}));
  const double quarter = std::acos(-1.0) / 4;
  expect_closest(kCube, {}, kCube, turned({quarter, 0, 0}, {0, 0, 4}));  // edge above face
  const Shape octahedron = platonic(Platonic::octahedron, 1).value();
  expect_closest(octahedron, {}, octahedron, at({0, 0, 3}));
  expect_closest(octahedron, {}, octahedron, at({2, 2, 2}));
}

TEST(VoronoiWalk, FlatBodies) {
  const Shape point = hull({{0.1, 0.2, 0.3}});
  const Shape segment = hull({{-1, 0, 0}, {1, 0.5, 0.25}});
  const Shape square = Shape::box({1, 1, 0}).value();
  const std::vector<Shape> shapes{point, segment, square, kCube};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (const Pose& pose : {at({0.25, 0.125, 4}), at({4, 0, 0}), at({-3, 4, 5}),
                               turned({0.4, 1, -0.3}, {3, 2, -1})}) {
        SCOPED_TRACE(testing::Message() << a.vertex_count() << " and " << b.vertex_count()
                                        << " vertices at " << pose.translation());
        expect_closest(a, {}, b, pose);
      }
    }
  }
}

/// A box inside a box, and boxes that cross: a vertex inside, or edges through faces only.
TEST(VoronoiWalk, BoxesThatOverlap) {
  const Shape small = Shape::box({0.2, 0.3, 0.1}).value();
  const Shape bar = Shape::box({3, 0.3, 0.2}).value();
  for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(0.3, -0.5, 0.2), Vec3(1, 2, 0.1)}) {
    expect_inside(kCube, {}, small, turned(turn, {0.1, 0.05, 0.15}));
    expect_inside(small, turned(turn, {0.3, -0.4, 0.2}), kCube, {});
    expect_inside(kCube, {}, kCube, turned(turn, {0.7, 0.4, 0.3}));
    expect_inside(kCube, {}, bar, turned(turn, {0.15, 0.1, 0.05}));  // no vertex inside
  }
}

TEST(VoronoiWalk, HullsThatOverlapAreNearlyAlwaysFoundOut) {
  Rng rng(2);
  int inside = 0, others = 0;
  for (int i = 0; i < 30; i++) {
    const Shape a = random_polytope(rng.bits(), 2 * 12 - 4).value();
    const Shape b = random_polytope(rng.bits(), 2 * 12 - 4).value().scaled(0.3).value();
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(0.2)).value();
    if (oracle_collide(a, {}, b, pose).verdict != Verdict::overlapping) continue;
    const Pose here;
    const PairFrame pair(a, here, b, pose);
    for (const bool interior_cells : {true, false}) {
      for (const FeatureId start_a : all_features(a)) {
        for (const FeatureId start_b : all_features(b)) {
          std::uint32_t steps = 0;
          const WalkEnd end = voronoi_walk(pair, start_a, start_b, interior_cells, steps);
          ASSERT_LE(steps, step_limit(a, b));
          (end.kind == WalkKind::inside ? inside : others)++;
        }
      }
    }
  }
  EXPECT_GT(inside, 20 * others);  // giving up is allowed, but it should be rare
}

/// Coherent starts take few steps; steps are added to what is there.
TEST(VoronoiWalk, CountsSteps) {
  const Pose here, there = at({3, 0.5, 0.25});
  const PairFrame frame(kCube, here, kCube, there);
  std::uint32_t steps = 10;
  const WalkEnd far = voronoi_walk(frame, vertex_towards(kCube, {-1, -1, -1}),
                                   vertex_towards(kCube, {1, 1, 1}), true, steps);
  EXPECT_GT(steps, 12u);
  const std::uint32_t before = steps;
  const WalkEnd again = voronoi_walk(frame, far.feature_a, far.feature_b, true, steps);
  EXPECT_LE(steps, before + 3);
  EXPECT_EQ(again.feature_a, far.feature_a);
  EXPECT_EQ(again.feature_b, far.feature_b);
}

/// Faces of more sides than are scanned.
TEST(VoronoiWalk, FacesWithManySides) {
  const Shape drum = prism(40, 1, 0.5).value();
  Rng rng(3);
  for (const Pose& pose : {at({0.2, 0.1, 2}), turned({0.5, 0.2, 0.1}, {0.3, -0.4, 2.5}),
                           turned({1.5, 0, 0.2}, {2.5, 1, 0.3})}) {
    const double truth = oracle_distance(drum, {}, drum, pose).distance;
    const Pose here;
    const PairFrame frame(drum, here, drum, pose);
    const std::vector<FeatureId> features = all_features(drum);
    const auto count = static_cast<std::uint32_t>(features.size());
    for (int i = 0; i < 2000; i++) {
      std::uint32_t steps = 0;
      const FeatureId a = features[rng.below(count)], b = features[rng.below(count)];
      const WalkEnd end = voronoi_walk(frame, a, b, i % 2 == 0, steps);
      ASSERT_EQ(static_cast<int>(end.kind), static_cast<int>(WalkKind::closest))
          << to_string(a) << ", " << to_string(b);
      const ClosestPoints c = closest_points(frame, end.feature_a, end.feature_b);
      ASSERT_NEAR(norm(Vec3(c.point_b - c.point_a)), truth, 1e-12)
          << to_string(a) << ", " << to_string(b);
    }
  }
}

}  // namespace
}  // namespace glance::test
