// The expanding polytope against the oracle: its bounds hold the depth, and moving by that much
// along its normal ends the overlap.
#include "convex/epa.h"

#include <gtest/gtest.h>

#include "convex/gjk.h"
#include "exact/oracle.h"
#include "glance/generate.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

/// Four pairs around the origin, if the two overlap by more than rounding.
SimplexEnd overlap_of(const PairFrame& frame) {
  QueryWork work;
  const Vec3 towards = norm_sq(frame.offset) > 0 ? frame.offset : Vec3(Vec3::unit_x());
  return simplex_search(frame, {{}, towards}, SearchGoal::verdict, work);
}

TEST(Epa, CubesByHand) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Pose here, there = at(1.5, 0.25, -0.125);
  const PairFrame frame(cube, here, cube, there);
  const SimplexEnd around = overlap_of(frame);
  ASSERT_EQ(around.kind, SimplexEnd::Kind::inside);
  QueryWork work;
  const DepthEnd end = expand_polytope(frame, around.pairs, Vec3::zero(), work);
  EXPECT_LE(end.lower, 0.5);
  EXPECT_GE(end.upper, 0.5);
  EXPECT_NEAR(end.upper, end.lower, 1e-12);
  EXPECT_NEAR(norm(end.normal - Vec3(1, 0, 0)), 0, 1e-14);
  EXPECT_NEAR(end.weights[0] + end.weights[1] + end.weights[2], 1, 1e-14);
}

TEST(Epa, AgreesWithTheOracle) {
  Rng rng(7);
  int overlaps = 0, unproved = 0;
  const int pairs = 200;
  for (int i = 0; i < pairs; i++) {
    const Shape a = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(30))).value();
    const Shape b = random_polytope(rng.bits(), i % 4 == 0 ? 100 : 20).value();
    const Quat turn = rng.rotation();
    const Vec3 place = rng.in_box(1.7);
    const Pose here, there = posed(turn, place);
    const PairFrame frame(a, here, b, there);
    const SimplexEnd around = overlap_of(frame);
    if (around.kind != SimplexEnd::Kind::inside) continue;
    overlaps++;
    const double depth = exact::oracle_distance(a, here, b, there).depth;
    QueryWork work;
    const DepthEnd end = expand_polytope(frame, around.pairs, Vec3::zero(), work);
    ASSERT_LE(end.lower, depth * (1 + 1e-14)) << i;
    ASSERT_GE(end.upper, depth * (1 - 1e-14)) << i;
    if (end.lower < 0) {  // more facets than it has room for: integers go on
      unproved++;
      continue;
    }
    ASSERT_LE(end.upper - end.lower, 1e-12) << i;
    // A little more than the depth ends the overlap, and a little less does not.
    const auto moved = [&](double by) {
      return collide({a, here}, {b, posed(turn, place + end.normal * by)}).verdict;
    };
    ASSERT_EQ(moved(depth + 1e-9), Verdict::apart) << i;
    ASSERT_EQ(moved(depth - 1e-9), Verdict::overlapping) << i;
  }
  EXPECT_LE(unproved, overlaps / 10);
  EXPECT_GE(overlaps, pairs * 3 / 10);
  EXPECT_LE(overlaps, pairs * 7 / 10);
}

}  // namespace
}  // namespace glance::test
