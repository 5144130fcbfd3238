// The interframe tests of IVRI-CD section 5: the safe hull never says no where bodies meet, and is
// the truth where they do not turn; the paper's hull misses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "glance/generate.h"
#include "glance/research/swept_hulls.h"
#include "glance/rng.h"
#include "support/all_kinds.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

Motion moved(const Pose& start, const Vec3& linear, const Vec3& angular = Vec3::zero(),
             const Vec3& centre = Vec3::zero()) {
  return Motion::with_velocity(start, linear, angular, centre).value();
}
Motion still(const Pose& pose = {}) { return moved(pose, Vec3::zero()); }
bool may_meet(const Shape& a, const Motion& ma, const Shape& b, const Motion& mb,
              SweptHull hull = SweptHull::safe) {
  return swept_hulls_meet({a, ma}, {b, mb}, hull).may_meet;
}

/// Whether they touch at any of many times, the ends among them.
bool meet_at_times(const Shape& a, const Motion& ma, const Shape& b, const Motion& mb, int times) {
  PairCache cache;
  for (int i = 0; i <= times; i++) {
    const double t = static_cast<double>(i) / times;
    const Verdict v =
        collide({a, ma.at(t)}, {b, mb.at(t)}, {.cache = &cache, .precision = 1e-6}).verdict;
    if (v != Verdict::apart) return true;
  }
  return false;
}

struct Moving {
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;
};

/// Both turning by up to half a turn about any centre, passing within reach of each other; one in
/// three given by poses that are rotations to 1e-7 only.
Moving random_motion(const std::vector<Shape>& shapes, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(shapes.size());
  const Shape& a = shapes[rng.below(count)];
  const Shape& b = shapes[rng.below(count)];
  const auto pose = [&](const Vec3& t) { return Pose::make(rng.rotation(), t).value(); };
  const auto spin = [&] {
    return Vec3(rng.direction() * (rng.chance(0.2) ? 0 : rng.uniform(0, kPi)));
  };
  const Vec3 far = rng.chance(0.2) ? Vec3(rng.in_box(1e5)) : Vec3(Vec3::zero());
  const Vec3 way = rng.direction() * rng.uniform(0, 12);
  const Vec3 miss = rng.direction() * rng.uniform(0, 4.5);
  const Vec3 common = rng.in_box(3);
  const Pose from_a = pose(far), from_b = pose(far + miss - 0.5 * way);
  Motion ma = moved(from_a, common, spin(), rng.in_box(0.5));
  Motion mb = moved(from_b, common + way, spin(), rng.in_box(0.5));
  if (rng.chance(0.33)) {
    const auto rounded = [](const Pose& p) {
      return Pose::make(single_precision(p.rotation()), p.translation()).value();
    };
    ma = Motion::between(rounded(ma.start()), rounded(ma.end()), ma.centre()).value();
    mb = Motion::between(rounded(mb.start()), rounded(mb.end()), mb.centre()).value();
  }
  return {a, ma, b, mb};
}

TEST(SweptHull, SafeNeverMissesPairsOfAnyKinds) {
  const std::vector<Shape> shapes = all_kinds();
  Rng rng(1);
  const int count = scaled_count(6000);
  int hits = 0, alarms = 0, misses_of_paper = 0, by_boxes = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const Moving m = random_motion(shapes, rng);
    const SweptTest safe = swept_hulls_meet({m.a, m.motion_a}, {m.b, m.motion_b});
    const bool hit = meet_at_times(m.a, m.motion_a, m.b, m.motion_b, 24);
    hits += hit;
    by_boxes += safe.by_boxes;
    if (hit) {
      ASSERT_TRUE(safe.may_meet) << describe(m.a) << " and " << describe(m.b);
    }
    if (!safe.may_meet) {
      ASSERT_NEAR(norm(safe.normal), 1, 1e-12);
    } else {
      ASSERT_EQ(safe.normal, Vec3::zero());
    }
    alarms += safe.may_meet && !hit;
    misses_of_paper += hit && !may_meet(m.a, m.motion_a, m.b, m.motion_b, SweptHull::paper);
  }
  std::printf(
      "  %d motions: %.1f %% hit, %.1f %% false alarms, %.1f %% missed by the paper's hull, "
      "%.1f %% no by boxes\n",
      count, 100. * hits / count, 100. * alarms / count, 100. * misses_of_paper / count,
      100. * by_boxes / count);
  if (are_many(count)) {
    EXPECT_GT(hits, 0.3 * count);
    EXPECT_LT(hits, 0.7 * count);
    EXPECT_LT(alarms, 0.3 * count);
    EXPECT_GT(misses_of_paper, 0);
  }
}

/// The motion of a body that starts elsewhere.
Motion shifted(const Motion& m, const Vec3& by) {
  const Pose start = Pose::make(m.start().rotation(), m.start().translation() + by).value();
  return moved(start, m.linear(), m.angular(), m.centre());
}

TEST(SweptHull, SafeSeesContactsThatOnlyGraze) {
  // Moved so that they overlap by 1e-9 at the time when they are nearest.
  const std::vector<Shape> shapes = all_bounded_kinds();
  Rng rng(3);
  const int count = scaled_count(3000);
  int planted = 0, misses_of_paper = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const Moving m = random_motion(shapes, rng);
    double nearest = 1e300, time = 0;
    Vec3 normal = Vec3::zero();
    for (int k = 0; k <= 20 && nearest > 0; k++) {
      const Distance d =
          distance({m.a, m.motion_a.at(k / 20.)}, {m.b, m.motion_b.at(k / 20.)}, {.depth = false});
      if (d.distance >= nearest) continue;
      nearest = d.distance;
      time = k / 20.;
      normal = d.normal;
    }
    if (!(nearest > 0)) continue;  // they meet anyway
    const Motion mb = shifted(m.motion_b, -normal * (nearest + 1e-9));
    const Motion ma = shifted(m.motion_a, Vec3::zero());
    if (collide({m.a, ma.at(time)}, {m.b, mb.at(time)}).verdict != Verdict::overlapping) continue;
    planted++;
    ASSERT_TRUE(may_meet(m.a, ma, m.b, mb)) << describe(m.a) << " and " << describe(m.b);
    misses_of_paper += !may_meet(m.a, ma, m.b, mb, SweptHull::paper);
  }
  std::printf("  %d grazing contacts: %.0f %% missed by the paper's hull\n", planted,
              100. * misses_of_paper / planted);
  if (are_many(count)) {
    EXPECT_GT(planted, 0.3 * count);
    EXPECT_GT(misses_of_paper, 0.2 * planted);
  }
}

/// Points of a body at both frames.
Shape hull_of_both(const Shape& shape, const Motion& motion) {
  std::vector<Vec3> points;
  for (const Vec3& v : shape.vertices()) {
    points.push_back(motion.start().apply(v));
    points.push_back(motion.end().apply(v));
  }
  return Shape::hull(points).value();
}

TEST(SweptHull, WithoutTurnsSafeIsTheTruth) {
  Rng rng(2);
  const int count = scaled_count(1500);
  int hits = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const Shape a = random_polytope(rng.bits(), 8 + 2 * rng.below(20)).value();
    const Shape b = random_polytope(rng.bits(), 8 + 2 * rng.below(20)).value();
    const Vec3 way = rng.direction() * rng.uniform(0, 12);
    const Vec3 miss = rng.direction() * rng.uniform(0, 4.5);
    const Motion ma = still(Pose::make(rng.rotation(), Vec3::zero()).value());
    const Motion mb = moved(Pose::make(rng.rotation(), miss - 0.5 * way).value(), way);
    const Shape both = hull_of_both(b, mb);
    const Distance truth = distance({a, ma.start()}, {both, Pose()});
    if (std::fabs(truth.distance - truth.depth) < 1e-12) continue;
    const SweptTest test = swept_hulls_meet({a, ma}, {b, mb});
    ASSERT_EQ(test.may_meet, truth.verdict == Verdict::overlapping);
    if (!test.may_meet) {
      double above_a = -1e300, below_b = 1e300;
      for (const Vec3& v : a.vertices()) {
        above_a = std::max(above_a, dot(test.normal, ma.start().apply(v)));
      }
      for (const Vec3& v : both.vertices()) {
        below_b = std::min(below_b, dot(test.normal, v));
      }
      ASSERT_LT(above_a, below_b);
    }
    // The other way round, and seen by someone who flies along.
    ASSERT_EQ(may_meet(b, mb, a, ma), truth.verdict == Verdict::overlapping);
    const Vec3 along = rng.in_box(20);
    ASSERT_EQ(may_meet(a, moved(ma.start(), along), b, moved(mb.start(), way + along)),
              truth.verdict == Verdict::overlapping);
    hits += truth.verdict == Verdict::overlapping;
  }
  std::printf("  %d of %d meet\n", hits, count);
  if (are_many(count)) {
    EXPECT_GT(hits, 0.3 * count);
    EXPECT_LT(hits, 0.7 * count);
  }
}

TEST(SweptHull, ThePapersHullTapers) {
  // An octahedron flies along x past a small box. Its tip is the only vertex near to the box face
  // towards which it flies, so that the other vertices stay behind: at x = 4 the paper's hull is a
  // tenth as wide as the octahedron is.
  const Shape octahedron =
      Shape::hull(
          std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
          .value();
  const Shape box = Shape::box({0.1, 0.1, 0.1}).value();
  const Motion flies = moved(at({-5, 0, 0}), {10, 0, 0}), rests = still(at({4, 0.8, 0}));
  EXPECT_TRUE(meet_at_times(octahedron, flies, box, rests, 100));
  EXPECT_TRUE(may_meet(octahedron, flies, box, rests));
  EXPECT_FALSE(may_meet(octahedron, flies, box, rests, SweptHull::paper));
  EXPECT_FALSE(may_meet(box, rests, octahedron, flies, SweptHull::paper));
  // In the middle of the hull it sees it.
  EXPECT_TRUE(may_meet(octahedron, flies, box, still(at({4, 0, 0})), SweptHull::paper));
  // A cube's corners are on the faces before and behind: all is there.
  const Shape cube = Shape::box({1, 1, 1}).value();
  EXPECT_TRUE(may_meet(cube, flies, box, rests, SweptHull::paper));
  EXPECT_TRUE(may_meet(box, rests, cube, flies, SweptHull::paper));
}

TEST(SweptHull, TwoFramesCutTheCornerOfATurn) {
  // A stick turns by a quarter; a ball stands where its end comes by half way, outside of the hull
  // of both frames.
  const Shape stick = Shape::segment({0, 0, 0}, {1, 0, 0}).value();
  const Shape ball = Shape::sphere(0.05).value();
  const Motion turns = moved({}, Vec3::zero(), {0, 0, kPi / 2});
  const Motion rests = still(at({0.68, 0.68, 0}));
  EXPECT_TRUE(meet_at_times(stick, turns, ball, rests, 100));
  EXPECT_TRUE(may_meet(stick, turns, ball, rests));
  EXPECT_FALSE(may_meet(stick, turns, ball, rests, SweptHull::paper));
  // Farther than its end reaches, by more than is cut off.
  EXPECT_FALSE(may_meet(stick, turns, ball, still(at({1.2, 1.2, 0}))));
}

TEST(SweptHull, SaysNoByBoxesOrByAPlane) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const SweptTest far =
      swept_hulls_meet({cube, moved({}, {5, 0, 0})}, {cube, still(at({0, 4, 0}))});
  EXPECT_FALSE(far.may_meet);
  EXPECT_TRUE(far.by_boxes);
  EXPECT_NEAR(far.normal.y(), 1, 1e-15);
  EXPECT_EQ(far.work.lp_steps, 0u);

  // Two edges that cross as the hull of a slanting way goes by.
  const Shape thin = Shape::segment({0, 0, -1}, {0, 0, 1}).value();
  const Motion slanting = moved(at({-1.8, 2, 0}), {4, -4, 0.5});
  const SweptTest plane = swept_hulls_meet({cube, still(at({-1, -1, 0}))}, {thin, slanting});
  EXPECT_FALSE(plane.may_meet);
  EXPECT_GT(dot(plane.normal, Vec3(1, 1, 0)), 1.3);
}

TEST(SweptHull, BodiesThatFlySideBySideStaySmall) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Vec3 fast(300, 400, 0);
  EXPECT_FALSE(may_meet(cube, moved({}, fast), cube, moved(at({0, 0, 2.001}), fast)));
  EXPECT_TRUE(may_meet(cube, moved({}, fast), cube, moved(at({0, 0, 1.999}), fast)));
  EXPECT_TRUE(
      may_meet(cube, moved({}, fast), cube, moved(at({0, 0, 2.001}), fast - Vec3(0, 0, 1))));
}

TEST(SweptHull, HalfSpaces) {
  const Shape ground = Shape::halfspace({0, 0, 1}, 0).value();
  const Shape stick = Shape::segment({-1, 0, 0}, {1, 0, 0}).value();
  const Shape ball = Shape::sphere(0.5).value();
  EXPECT_FALSE(may_meet(ground, still(), ball, moved(at({0, 0, 2}), {100, 0, -1.4})));
  EXPECT_TRUE(may_meet(ground, still(), ball, moved(at({0, 0, 2}), {100, 0, -1.6})));
  EXPECT_TRUE(may_meet(ball, moved(at({0, 0, 2}), {100, 0, -1.6}), ground, still()));
  const SweptTest below = swept_hulls_meet({ball, still(at({0, 0, 2}))}, {ground, still()});
  EXPECT_FALSE(below.may_meet);
  EXPECT_EQ(below.normal, Vec3(0, 0, -1));
  // Half a turn, flat at both frames: its end comes down to 1 below.
  EXPECT_TRUE(may_meet(ground, still(), stick, moved(at({0, 0, 0.9}), Vec3::zero(), {0, kPi, 0})));
  EXPECT_FALSE(may_meet(ground, still(), stick, moved(at({0, 0, 3.5}), Vec3::zero(), {0, kPi, 0})));
  // The ground tips over towards the ball and back (a full turn).
  EXPECT_TRUE(
      may_meet(ground, moved({}, Vec3::zero(), {0, 2 * kPi, 0}), ball, still(at({5, 0, 1}))));
  EXPECT_FALSE(may_meet(ground, moved({}, Vec3::zero(), {0, 0.1, 0}), ball, still(at({5, 0, 1}))));
  EXPECT_TRUE(may_meet(ground, still(), ground, still()));
}

TEST(SweptHull, ManyTurns) {
  const Shape stick = Shape::segment({-1, 0, 0}, {1, 0, 0}).value();
  const Shape ball = Shape::sphere(0.1).value();
  const Motion spins = moved({}, Vec3::zero(), {0, 0, 1e6});
  EXPECT_TRUE(may_meet(stick, spins, ball, still(at({0, 1, 0}))));
  EXPECT_TRUE(
      meet_at_times(stick, moved({}, Vec3::zero(), {0, 0, 10}), ball, still(at({0, 1, 0})), 50));
  EXPECT_FALSE(may_meet(stick, spins, ball, still(at({0, 3.2, 0}))));
}

TEST(SweptHull, HasNames) {
  EXPECT_EQ(to_string(SweptHull::safe), "safe");
  EXPECT_EQ(to_string(SweptHull::paper), "paper");
}

}  // namespace
}  // namespace glance::test
