// The search for the nearest point of A - B against the oracle, from cold and warm starts.
#include "convex/gjk.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "exact/oracle.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

using SimplexKind = SimplexEnd::Kind;

/// A cold start along the line of the centroids.
SearchStart cold(const PairFrame& frame) {
  return {{}, norm_sq(frame.offset) > 0 ? frame.offset : Vec3(Vec3::unit_x())};
}

Vec3 nearest_point(const PairFrame& frame, const SimplexEnd& end) {
  Vec3 sum = Vec3::zero();
  for (int i = 0; i < end.count; i++) sum += frame.difference(end.pairs[i]) * end.weights[i];
  return sum;
}

struct Counts {
  int apart = 0, inside = 0, unclear = 0;
};

/// Proofs must hold; the distance must be right.
void check_end(const PairFrame& frame, const SimplexEnd& end, SearchGoal goal,
               const Distance& truth, Counts& counts) {
  counts.apart += end.kind == SimplexKind::apart;
  counts.inside += end.kind == SimplexKind::inside;
  counts.unclear += end.kind == SimplexKind::unclear;
  if (end.kind == SimplexKind::inside) {
    ASSERT_EQ(truth.verdict, Verdict::overlapping);
    std::array<double, 4> weights;
    ASSERT_TRUE(surrounds_origin(frame, end.pairs, weights));
    double sum = 0;
    for (const double w : end.weights) sum += w;
    ASSERT_LT(norm(nearest_point(frame, end)), 1e-9 * std::fabs(sum) * frame.size);
    return;
  }
  if (end.kind == SimplexKind::unclear) return;
  ASSERT_EQ(truth.verdict, Verdict::apart);
  ASSERT_GT(end.separation.lower, 0);
  if (goal == SearchGoal::verdict) return;
  const double tol = 1e-12 * (frame.size + truth.distance);
  ASSERT_LE(end.separation.lower, truth.distance + 1e-13 * frame.size);
  ASSERT_NEAR(end.separation.gap, truth.distance, tol);
  ASSERT_NEAR(norm(nearest_point(frame, end)), truth.distance, tol);
  ASSERT_GE(end.count, 1);
  ASSERT_LE(end.count, 3);
  double sum = 0;
  for (int i = 0; i < end.count; i++) {
    ASSERT_GE(end.weights[i], 0);
    sum += end.weights[i];
  }
  ASSERT_NEAR(sum, 1, 1e-12);
}

TEST(SimplexSearch, AgreesWithTheOracle) {
  Rng rng(1);
  Counts verdict, distance;
  for (int i = 0; i < 300; i++) {
    const Shape a = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(30))).value();
    const Shape b = random_polytope(rng.bits(), i % 4 == 0 ? 200 : 20).value();
    const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(1)).value();
    const Pose pose_b = Pose::make(rng.rotation(), rng.in_box(2)).value();
    const PairFrame frame(a, pose_a, b, pose_b);
    const Distance truth = oracle_distance(a, pose_a, b, pose_b);
    QueryWork work;
    const SimplexEnd sign = simplex_search(frame, cold(frame), SearchGoal::verdict, work);
    ASSERT_NO_FATAL_FAILURE(check_end(frame, sign, SearchGoal::verdict, truth, verdict)) << i;
    ASSERT_GE(work.simplex_steps, 1u);
    ASSERT_LE(work.simplex_steps, 96u);
    const SimplexEnd end = simplex_search(frame, cold(frame), SearchGoal::distance, work);
    ASSERT_NO_FATAL_FAILURE(check_end(frame, end, SearchGoal::distance, truth, distance)) << i;
  }
  for (const Counts& counts : {verdict, distance}) {
    EXPECT_GT(counts.apart, 50);
    EXPECT_GT(counts.inside, 50);
    EXPECT_LE(counts.unclear, 2);  // none of these is near contact
  }
}

/// Any pairs will do to begin with: good ones, wrong ones, the same one four times.
TEST(SimplexSearch, WarmStarts) {
  Rng rng(2);
  Counts counts;
  for (int i = 0; i < 200; i++) {
    const Shape a = random_polytope(rng.bits(), 20).value();
    const Shape b = random_polytope(rng.bits(), i % 2 ? 20 : 120).value();
    const Pose here, pose = Pose::make(rng.rotation(), rng.in_box(2)).value();
    const PairFrame frame(a, here, b, pose);
    const Distance truth = oracle_distance(a, here, b, pose);
    QueryWork first, again;
    const SimplexEnd end = simplex_search(frame, cold(frame), SearchGoal::distance, first);
    const auto count = static_cast<std::size_t>(end.count);
    const SearchStart warm{{end.pairs.data(), count}, frame.offset};
    const SimplexEnd same = simplex_search(frame, warm, SearchGoal::distance, again);
    ASSERT_NO_FATAL_FAILURE(check_end(frame, same, SearchGoal::distance, truth, counts)) << i;
    ASSERT_EQ(static_cast<int>(same.kind), static_cast<int>(end.kind)) << i;
    ASSERT_LE(again.simplex_steps, 2u) << i;
    for (std::size_t pairs = 1; pairs <= 4; pairs++) {
      std::array<VertexPair, 4> wrong;
      for (VertexPair& pair : wrong) {
        pair.a = rng.below(static_cast<std::uint32_t>(a.vertex_count()));
        pair.b = rng.below(static_cast<std::uint32_t>(b.vertex_count()));
        if (i % 5 == 0) pair = wrong[0];
      }
      const SearchStart start{{wrong.data(), pairs}, frame.offset};
      const SimplexEnd found = simplex_search(frame, start, SearchGoal::distance, again);
      ASSERT_NO_FATAL_FAILURE(check_end(frame, found, SearchGoal::distance, truth, counts)) << i;
    }
  }
  EXPECT_LT(counts.unclear, 10);
}

TEST(SimplexSearch, FlatBodiesAndContact) {
  const Shape point = hull({{1, 2, 3}}), cube = Shape::box({1, 1, 1}).value();
  const Shape segment = hull({{-1, 0, 0}, {1, 0, 0}}), square = Shape::box({1, 1, 0}).value();
  for (const Shape& a : {point, segment, square, cube}) {
    for (const Shape& b : {point, segment, square, cube}) {
      for (const Vec3& t : {Vec3(0, 0, 5), Vec3(6, 0.5, 0), Vec3(-6, 7, 8)}) {
        const Pose here, there = at(t);
        const PairFrame frame(a, here, b, there);
        QueryWork work;
        Counts counts;
        const SimplexEnd end = simplex_search(frame, cold(frame), SearchGoal::distance, work);
        ASSERT_NO_FATAL_FAILURE(check_end(frame, end, SearchGoal::distance,
                                          oracle_distance(a, here, b, there), counts));
        EXPECT_EQ(counts.apart, 1);
      }
    }
  }
  // In contact neither proof exists, and none may be claimed.
  for (const Vec3& t : {Vec3(2, 0, 0), Vec3(2, 2, 0.5), Vec3(2, 2, 2), Vec3(-2, 0.25, 0.5)}) {
    const Pose here, there = at(t);
    const PairFrame frame(cube, here, cube, there);
    for (const SearchGoal goal : {SearchGoal::verdict, SearchGoal::distance}) {
      QueryWork work;
      const SimplexEnd end = simplex_search(frame, cold(frame), goal, work);
      EXPECT_EQ(static_cast<int>(end.kind), static_cast<int>(SimplexKind::unclear)) << t;
    }
  }
}

TEST(SimplexSearch, CoincidentCentroids) {
  Rng rng(3);
  int inside = 0;
  for (int i = 0; i < 50; i++) {
    const Shape a = random_polytope(rng.bits(), i % 2 ? 40 : 200).value();
    const Shape b = random_polytope(rng.bits(), 40).value();
    std::vector<Vec3> points(b.vertices().begin(), b.vertices().end());
    for (Vec3& p : points) p += a.mass().centroid - b.mass().centroid;
    const Shape centred = hull(points);
    const Pose here;
    const PairFrame frame(a, here, centred, here), same(a, here, a, here);
    ASSERT_LT(norm(frame.offset), 1e-15);
    QueryWork work;
    const SimplexEnd end = simplex_search(frame, cold(frame), SearchGoal::verdict, work);
    inside += end.kind == SimplexKind::inside;
    // The same body in the same place: opposite pairs have the origin exactly between them,
    // which may leave it to integers, but is no gap.
    const SimplexEnd twice = simplex_search(same, cold(same), SearchGoal::verdict, work);
    ASSERT_NE(static_cast<int>(twice.kind), static_cast<int>(SimplexKind::apart));
  }
  EXPECT_GE(inside, 48);
}

/// A tetrahedron against a point: A - B is the tetrahedron, moved.
TEST(SurroundsOrigin, ByHand) {
  const Shape body = hull({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}), point = hull({{0, 0, 0}});
  const std::array<VertexPair, 4> corners{{{0, 0}, {1, 0}, {2, 0}, {3, 0}}};
  const auto surrounds = [&](const Vec3& t, std::array<VertexPair, 4> pairs) {
    const Pose here, there = at(t);
    const PairFrame frame(body, here, point, there);
    std::array<double, 4> weights;
    const bool found = surrounds_origin(frame, pairs, weights);
    if (found) {
      const double sum = weights[0] + weights[1] + weights[2] + weights[3];
      Vec3 mean = Vec3::zero();
      for (int i = 0; i < 4; i++) {
        EXPECT_GT(weights[i] / sum, 0);
        mean += body.vertices()[pairs[i].a] * (weights[i] / sum);
      }
      EXPECT_LT(norm(Vec3(mean - t)), 1e-14);
    }
    return found;
  };
  EXPECT_TRUE(surrounds({1, 1, 1}, corners));
  EXPECT_TRUE(surrounds({1e-12, 1e-12, 1e-12}, corners));
  EXPECT_TRUE(surrounds({1, 1, 1}, {{{1, 0}, {0, 0}, {2, 0}, {3, 0}}}));  // turned inside out
  EXPECT_FALSE(surrounds({1, 1, 0}, corners));                            // on a face
  EXPECT_FALSE(surrounds({1, 0, 0}, corners));                            // on an edge
  EXPECT_FALSE(surrounds({0, 0, 0}, corners));                            // at a corner
  EXPECT_FALSE(surrounds({4, 0, 0}, corners));
  EXPECT_FALSE(surrounds({1, 1, -1e-16}, corners));
  EXPECT_FALSE(surrounds({1, 1, 1e-18}, corners));  // inside, but not for sure
  EXPECT_FALSE(surrounds({2, 2, 2}, corners));
  EXPECT_FALSE(surrounds({1, 1, -1}, corners));
  EXPECT_FALSE(surrounds({1, 1, 1}, {{{0, 0}, {1, 0}, {2, 0}, {2, 0}}}));  // flat
  EXPECT_FALSE(surrounds({1, 1, 1}, {{{0, 0}, {0, 0}, {0, 0}, {0, 0}}}));
}

}  // namespace
}  // namespace glance::test
