// The linear program over vertices against the oracle: what it calls apart is, what it calls
// meeting is proved by its own pairs, and it takes few iterations.
#include "convex/lp_separation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "convex/gjk.h"
#include "convex/separation.h"
#include "exact/oracle.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

using LpKind = LpEnd::Kind;

/// Points on an ellipsoid.
Shape round_hull(int count, Rng& rng) {
  const Vec3 stretch(1, rng.uniform(0.3, 1), rng.uniform(0.3, 1));
  std::vector<Vec3> points;
  for (int i = 0; i < count; i++) points.push_back(rng.direction().times(stretch));
  return hull(points);
}

struct LpCounts {
  int apart = 0, meets = 0, proved = 0, unclear = 0;
  std::vector<std::uint32_t> steps_apart, steps_meets;

  void print(const char* name) {
    const auto line = [&](const char* of, std::vector<std::uint32_t>& steps) {
      if (steps.empty()) return;
      std::sort(steps.begin(), steps.end());
      double sum = 0;
      for (const std::uint32_t n : steps) sum += n;
      std::printf("  %s, %s: iterations mean %.2f, p99 %u, most %u\n", name, of,
                  sum / static_cast<double>(steps.size()), steps[(steps.size() - 1) * 99 / 100],
                  steps.back());
    };
    line("apart", steps_apart);
    line("meeting", steps_meets);
  }
};

LpEnd run(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, LpCounts& counts,
          const LpLimits& limits = {}) {
  const PairFrame frame(a, pose_a, b, pose_b);
  QueryWork work;
  LpStart start;
  if (norm_sq(frame.offset) > 0) start.direction = frame.offset;
  const LpEnd end = lp_separation(frame, start, work, limits);
  // (For larger bodies the oracle is slow: its word is taken from those that agree with it.)
  const Verdict truth = a.vertex_count() > 60 ? collide({a, pose_a}, {b, pose_b}).verdict
                                              : oracle_collide(a, pose_a, b, pose_b).verdict;
  counts.apart += end.kind == LpKind::apart;
  counts.meets += end.kind == LpKind::meets;
  counts.unclear += end.kind == LpKind::unclear;
  if (end.kind == LpKind::apart) {
    EXPECT_EQ(truth, Verdict::apart);
    Separation s;
    separation_along(frame, end.direction, one_norm(end.direction), end.extreme, work, s);
    EXPECT_GT(s.lower, 0);
    if (work.lp_steps > 0) counts.steps_apart.push_back(work.lp_steps);
  } else if (end.kind == LpKind::meets) {
    EXPECT_LE(end.count, 4);
    EXPECT_GE(end.count, 1);
    counts.steps_meets.push_back(work.lp_steps);
    std::array<double, 4> weights;
    if (end.count == 4 && surrounds_origin(frame, end.pairs, weights)) {
      EXPECT_EQ(truth, Verdict::overlapping);
      counts.proved++;
    }
  }
  return end;
}

TEST(LpSeparation, AgreesWithTheOracleInFewIterations) {
  for (const int vertices : {8, 20, 60, 264}) {
    Rng rng(static_cast<std::uint64_t>(vertices));
    const int count = scaled_count(vertices > 20 ? 300 : 1000);
    LpCounts counts;
    for (int i = 0; i < count; i++) {
      SCOPED_TRACE(i);
      const Shape a = round_hull(vertices, rng), b = round_hull(vertices, rng);
      const double contact = vertices < 10 ? 0.9 : vertices < 30 ? 1.2 : 1.45;
      const Vec3 t = rng.direction() * (contact * rng.uniform(0.7, 1.3));
      run(a, Pose::make(rng.rotation(), Vec3::zero()).value(), b,
          Pose::make(rng.rotation(), t).value(), counts);
    }
    counts.print((std::to_string(vertices) + " vertices").c_str());
    if (are_many(count)) {
      EXPECT_GT(counts.apart, 0.3 * count);
      EXPECT_LT(counts.apart, 0.7 * count);
    }
    EXPECT_EQ(counts.unclear, 0);
    EXPECT_GE(counts.proved, 0.99 * counts.meets);
    // IVRI-CD section 4.3: one to three iterations apart, two to five meeting.
    for (const std::uint32_t steps : counts.steps_apart) EXPECT_LE(steps, 12u);
    for (const std::uint32_t steps : counts.steps_meets) EXPECT_LE(steps, 16u);
  }
}

TEST(LpSeparation, FlatBodies) {
  Rng rng(11);
  const auto points = [&](int dimension) {
    std::vector<Vec3> all;
    const int count = dimension == 0 ? 1 : dimension == 1 ? 2 : 4 + static_cast<int>(rng.below(6));
    for (int i = 0; i < count; i++) {
      Vec3 p = rng.in_box(1);
      if (dimension < 3) p.z() = 0;
      if (dimension < 2) p.y() = 0;
      all.push_back(p);
    }
    return hull(all);
  };
  LpCounts counts;
  int touching = 0;
  const int count = scaled_count(2000);
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const Shape a = points(rng.chance(0.2) ? static_cast<int>(rng.below(2)) : 2);
    const Shape b = points(rng.chance(0.3) ? static_cast<int>(rng.below(4)) : 2);
    // In one plane, in parallel ones, or askew; turned as a whole.
    const Quat turn = rng.rotation();
    const Vec3 shift = rng.chance(0.5) ? Vec3(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 0)
                                       : Vec3(rng.in_box(0.2));
    const Pose pose_a = Pose::make(turn, Vec3::zero()).value();
    const Pose pose_b =
        Pose::make(rng.chance(0.5) ? turn : rng.rotation(), multiply(rotation_matrix(turn), shift))
            .value();
    run(a, pose_a, b, pose_b, counts);
    const Collision c = collide({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::lp}});
    const Verdict truth = oracle_collide(a, pose_a, b, pose_b).verdict;
    ASSERT_EQ(c.verdict, truth);
    touching += truth != Verdict::apart;
  }
  counts.print("flat");
  if (are_many(count)) {
    EXPECT_GT(touching, 0.3 * count);
    EXPECT_LT(touching, 0.7 * count);
  }
}

TEST(LpSeparation, AllScalesAndFarFromTheOrigin) {
  Rng rng(12);
  LpCounts counts;
  int all = 0;
  for (const double scale : {1e-50, 1e-6, 1.0, 1e6, 1e50}) {
    SCOPED_TRACE(scale);
    const int count = scaled_count(200);
    for (int i = 0; i < count; i++) {
      const Shape a = round_hull(16, rng).scaled(scale).value();
      const Shape b = round_hull(30, rng).scaled(scale).value();
      const Vec3 t = rng.direction() * (scale * rng.uniform(0.8, 1.8));
      const Vec3 far = rng.chance(0.5) ? Vec3(rng.in_box(1e6 * scale)) : Vec3(Vec3::zero());
      run(a, Pose::make(rng.rotation(), far).value(), b,
          Pose::make(rng.rotation(), far + t).value(), counts);
    }
    all += count;
    EXPECT_EQ(counts.unclear, 0);
    EXPECT_EQ(counts.proved, counts.meets);
  }
  if (are_many(all)) {
    EXPECT_GT(counts.apart, 0.3 * all);
    EXPECT_LT(counts.apart, 0.7 * all);
  }
}

TEST(LpSeparation, TouchingBodiesAreNeitherApartNorOverlapping) {
  const Shape box = Shape::box({1, 1, 1}).value();
  const Shape tip = hull({{0, 0, 0}, {1, 1, 1}, {1, -1, 1}, {-1, 0, 1}});
  LpCounts counts;
  // Face on face, edge on edge, corner on corner, tip on face; moved by 1e-9 either way.
  for (const Vec3& t : {Vec3(2, 0.5, 0.25), Vec3(2, 2, 0.5), Vec3(2, 2, 2)}) {
    EXPECT_NE(run(box, at({0, 0, 0}), box, at(t), counts).kind, LpKind::apart);
    EXPECT_EQ(counts.proved, 0);
    EXPECT_EQ(collide({box, {}}, {box, at(t)}, {.tuning = {.method = QueryMethod::lp}}).verdict,
              Verdict::touching);
    EXPECT_EQ(run(box, {}, box, at(t * (1 + 1e-9)), counts).kind, LpKind::apart);
    EXPECT_EQ(collide({box, {}}, {box, at(t * (1 - 1e-9))}, {.tuning = {.method = QueryMethod::lp}})
                  .verdict,
              Verdict::overlapping);
  }
  const Collision c =
      collide({box, {}}, {tip, at({0.25, 0.5, 1})}, {.tuning = {.method = QueryMethod::lp}});
  EXPECT_EQ(c.verdict, Verdict::touching);
  EXPECT_GT(c.work.lp_steps, 0u);
  EXPECT_LE(c.work.lp_steps, 12u);
}

TEST(LpSeparation, SmallWorkingSetsEndAndAreRight) {
  // So small that vertices have to leave before others can join.
  Rng rng(13);
  LpCounts all;
  int cases = 0;
  for (const LpLimits limits : {LpLimits{4, 5}, LpLimits{6, 8}}) {
    LpCounts counts;
    const int count = scaled_count(100);
    for (int i = 0; i < count; i++) {
      SCOPED_TRACE(i);
      const Shape a = round_hull(264, rng), b = round_hull(700, rng);
      const Vec3 t = rng.direction() * rng.uniform(0.9, 2.2);
      run(a, {}, b, Pose::make(rng.rotation(), t).value(), counts, limits);
    }
    std::printf("  %zu to %zu vertices: %d apart, %d meet, %d unclear\n", limits.first, limits.most,
                counts.apart, counts.meets, counts.unclear);
    counts.print("small sets");
    all.apart += counts.apart;
    all.meets += counts.meets;
    cases += count;
  }
  if (are_many(cases)) {
    EXPECT_GT(all.apart, 0.2 * cases);
    EXPECT_GT(all.meets, 0.2 * cases);
  }
}

TEST(LpSeparation, BodiesInTheSamePlace) {
  const Shape body = random_polytope(3, 36).value();
  LpCounts counts;
  const LpEnd end = run(body, {}, body, {}, counts);
  EXPECT_EQ(end.kind, LpKind::meets);
  EXPECT_EQ(collide({body, {}}, {body, {}}, {.tuning = {.method = QueryMethod::lp}}).verdict,
            Verdict::overlapping);
  const Shape point = Shape::point({1, 2, 3}).value();
  EXPECT_EQ(run(point, {}, point, {}, counts).kind, LpKind::unclear);
  EXPECT_EQ(collide({point, {}}, {point, {}}, {.tuning = {.method = QueryMethod::lp}}).verdict,
            Verdict::touching);
}

/// Plain lists of points, without rounding to speak of.
class Lists final : public LpBodies {
 public:
  std::vector<Vec3> points[2];

  std::uint32_t vertex_count(Side side) const override {
    return static_cast<std::uint32_t>(points[side].size());
  }
  Vec3 vertex(Side side, std::uint32_t v) const override { return points[side][v]; }
  std::size_t facing(Side side, const Vec3& direction, std::uint32_t,
                     std::span<std::uint32_t> found) const override {
    HighestFew few(found);
    for (std::uint32_t v = 0; v < vertex_count(side); v++) {
      few.offer((side == kA ? 1 : -1) * dot(direction, points[side][v]), v);
    }
    return few.count();
  }
  bool apart_along(const Vec3& direction, VertexPair& extreme) override {
    double gap = 0;
    for (const Side side : {kA, kB}) {
      std::array<std::uint32_t, 1> first;
      facing(side, direction, 0, first);
      (side == kA ? extreme.a : extreme.b) = first[0];
      gap += (side == kA ? -1 : 1) * dot(direction, points[side][first[0]]);
    }
    return gap > 1e-13 * norm(direction);
  }
};

TEST(LpSeparation, PlainListsOfPoints) {
  Rng rng(14);
  const int count = scaled_count(300);
  int apart = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    Lists lists;
    const Vec3 t = rng.direction() * rng.uniform(0.8, 3.4);
    // With doubles and points inside.
    for (int k = 0; k < 50; k++) {
      lists.points[0].push_back(rng.in_box(1));
      lists.points[1].push_back(rng.in_box(1) + t);
    }
    lists.points[0].push_back(lists.points[0][0]);
    QueryWork work;
    const LpEnd end = lp_separation(lists, {t, {}, false}, work);
    const Verdict truth =
        oracle_collide(hull(lists.points[0]), {}, hull(lists.points[1]), {}).verdict;
    ASSERT_EQ(end.kind == LpKind::apart, truth == Verdict::apart);
    apart += end.kind == LpKind::apart;
  }
  if (are_many(count)) {
    EXPECT_GT(apart, 0.3 * count);
    EXPECT_LT(apart, 0.7 * count);
  }
}

TEST(LpSeparation, HighestFewAreTheHighest) {
  Rng rng(15);
  for (int i = 0; i < scaled_count(200); i++) {
    const std::size_t n = 1 + rng.below(100), wanted = 1 + rng.below(30);
    std::vector<double> heights;
    for (std::size_t k = 0; k < n; k++) heights.push_back(rng.below(20));
    std::vector<std::uint32_t> found(wanted);
    HighestFew few(found);
    for (std::uint32_t k = 0; k < n; k++) few.offer(heights[k], k);
    ASSERT_EQ(few.count(), std::min(n, wanted));
    std::vector<double> sorted = heights;
    std::sort(sorted.rbegin(), sorted.rend());
    for (std::size_t k = 0; k < few.count(); k++) ASSERT_EQ(heights[found[k]], sorted[k]);
  }
}

TEST(LpSeparation, IsUsedByTheLpMethod) {
  const QueryOptions lp{.tuning = {.method = QueryMethod::lp}};
  // Boxes are not asked by their axes.
  const Shape box = Shape::box({1, 1, 1}).value();
  const Pose askew =
      Pose::make(Quat::from_rotation_vector({0.4, 0.6, 0.2}), Vec3(2.3, 2, 0.3)).value();
  const Collision apart = collide({box, {}}, {box, askew}, lp);
  EXPECT_EQ(apart.verdict, Verdict::apart);
  EXPECT_EQ(apart.work.method, QueryMethod::lp);
  const Collision deep = collide({box, {}}, {box, at({1, 0.5, 0.2})}, lp);
  EXPECT_EQ(deep.verdict, Verdict::overlapping);
  EXPECT_EQ(deep.work.method, QueryMethod::lp);
  EXPECT_GT(deep.work.lp_steps, 0u);
  EXPECT_EQ(deep.work.simplex_steps, 0u);
  const Distance d = distance({box, {}}, {box, askew}, lp);
  EXPECT_EQ(d.verdict, Verdict::apart);
  EXPECT_EQ(d.work.method, QueryMethod::lp);
  // A sphere and a box, two capsules: cores with flat sides.
  EXPECT_EQ(distance({Shape::sphere(1).value(), {}}, {box, at({2.2, 0, 0})}, lp).work.method,
            QueryMethod::lp);
  // What it does not know is left to others.
  const Shape cone = Shape::cone(1, 1).value(), ground = Shape::halfspace({0, 0, 1}, 0).value();
  EXPECT_EQ(collide({cone, {}}, {box, at({1.6, 1, 0})}, lp).work.lp_steps, 0u);
  EXPECT_EQ(collide({ground, {}}, {box, at({0, 0, 0.5})}, lp).verdict, Verdict::overlapping);
}

TEST(LpSeparation, TheCachedPlaneComesFirst) {
  const QueryOptions lp{.tuning = {.method = QueryMethod::lp}};
  Rng rng(16);
  const Shape a = round_hull(60, rng), b = round_hull(60, rng);
  PairCache cache;
  // Past each other: of the frames that spheres do not answer, nearly all have last frame's plane.
  int asked = 0, by_plane = 0;
  for (int i = 0; i <= 400; i++) {
    const double t = i / 400.0;
    const Pose pose =
        Pose::make(Quat::from_rotation_vector({t, 2 * t, -t}), Vec3(-3 + 6 * t, 1.85, 0.2)).value();
    const Collision c = collide({a, {}}, {b, pose}, lp.with(cache));
    ASSERT_EQ(c.verdict, oracle_collide(a, {}, b, pose).verdict);
    if (c.work.method == QueryMethod::automatic || c.verdict != Verdict::apart) continue;
    asked++;
    by_plane += c.work.from_cache;
    if (c.work.from_cache) {
      ASSERT_EQ(c.work.lp_steps, 0u);
    }
  }
  EXPECT_GT(asked, 30);
  EXPECT_GT(by_plane, 0.9 * asked);
}

}  // namespace
}  // namespace glance::test
