// The public questions: limits that are refused, caches that lie, and every option.
#include "glance/query.h"
#include "exact/cache_access.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "support/cube.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

constexpr QueryOptions kOracle{.tuning = {.method = QueryMethod::oracle}};

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  Distance distance(PairCache& cache, const QueryOptions& options = {}) const {
    return glance::distance({a, pose_a}, {b, pose_b}, options.with(cache));
  }
  Distance distance(const QueryOptions& options = {}) const {
    return glance::distance({a, pose_a}, {b, pose_b}, options);
  }
  Collision collide(PairCache& cache, const QueryOptions& options = {}) const {
    return glance::collide({a, pose_a}, {b, pose_b}, options.with(cache));
  }
  Collision collide(const QueryOptions& options = {}) const {
    return glance::collide({a, pose_a}, {b, pose_b}, options);
  }
  Result<Nearness> nearer_than(double limit, const QueryOptions& options = {}) const {
    return glance::nearer_than({a, pose_a}, {b, pose_b}, limit, options);
  }
  bool proves(const Certificate& c) const {
    return verify(c, {a, pose_a}, {b, pose_b}).has_value();
  }
};

/// Apart, touching (some) and overlapping; small bodies and large ones.
std::vector<Pair> some_pairs(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Pair> pairs;
  for (int i = 0; i < count; i++) {
    if (i % 10 == 0) {
      const Vec3 beside = i % 20 == 0 ? Vec3(2, 0.5, 0.25) : Vec3(2, 2, 0.5);
      pairs.push_back({kCube, {}, kCube, at(beside)});
      continue;
    }
    const Shape a = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(30))).value();
    const Shape b =
        i % 4 == 0 ? prism(30, 1, 0.5).value() : random_polytope(rng.bits(), 24).value();
    const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(1)).value();
    const Pose pose_b = Pose::make(rng.rotation(), rng.in_box(1.5)).value();
    pairs.push_back({a, pose_a, b, pose_b});
  }
  return pairs;
}

/// The right answer, proved, whatever the options and the cache were.
void expect_right(const Pair& p, const Distance& d, const Distance& truth, bool depth = true) {
  ASSERT_EQ(d.verdict, truth.verdict);
  ASSERT_EQ(d.certificate.verdict, truth.verdict);
  ASSERT_TRUE(p.proves(d.certificate));
  const double tol = 1e-12 * (p.a.extent() + p.b.extent() + truth.distance);
  ASSERT_NEAR(d.distance, truth.distance, tol);
  const double signed_distance = truth.distance - truth.depth;
  ASSERT_LE(d.lower, signed_distance + 0.1 * tol);
  ASSERT_GE(d.upper, signed_distance - 0.1 * tol);
  if (depth) {
    ASSERT_NEAR(d.depth, truth.depth, tol);
  }
}

/// Every count has a different number, so that a count that is forgotten or confused with another
/// shows.
TEST(QueryWork, AddsUp) {
  static_assert(sizeof(QueryWork) == 11 * sizeof(std::uint32_t) + 4,
                "a new count: sum it, and give it a number here");
  const QueryWork once{.feature_steps = 1,
                       .simplex_steps = 2,
                       .vertex_steps = 3,
                       .exact_pivots = 4,
                       .lp_steps = 5,
                       .depth_steps = 6,
                       .volume_updates = 7,
                       .volume_tests = 8,
                       .primitive_tests = 9,
                       .list_entries = 10,
                       .method = QueryMethod::gjk,
                       .from_cache = true,
                       .handed_over = true,
                       .exact = true,
                       .interrupted = true};
  QueryWork sum;
  sum += once;
  sum += once;
  const std::uint32_t found[] = {sum.feature_steps,  sum.simplex_steps, sum.vertex_steps,
                                 sum.exact_pivots,   sum.lp_steps,      sum.depth_steps,
                                 sum.volume_updates, sum.volume_tests,  sum.primitive_tests,
                                 sum.list_entries};
  for (std::size_t i = 0; i < std::size(found); i++) EXPECT_EQ(found[i], 2 * (i + 1)) << i;
  EXPECT_TRUE(sum.handed_over && sum.exact);
  EXPECT_FALSE(sum.from_cache || sum.interrupted);
  EXPECT_EQ(sum.method, QueryMethod::automatic);
  sum += QueryWork{};
  EXPECT_TRUE(sum.handed_over && sum.exact);
}

TEST(NearerThan, RefusesInvalidLimits) {
  const Pair p{kCube, {}, kCube, at({5, 0, 0})};
  PairCache cache;
  for (const QueryOptions& options : {QueryOptions(), kOracle}) {
    for (const double bad : {-1.0, -1e-300, -kInfinity, kNan}) {
      const Result<Nearness> n = p.nearer_than(bad, options);
      ASSERT_FALSE(n) << bad;
      EXPECT_NE(n.error().message.find("must be a number >= 0"), std::string::npos);
      EXPECT_FALSE(nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, bad, options.with(cache)));
    }
  }
  EXPECT_TRUE(cache.empty());
}

TEST(NearerThan, Limits) {
  const Pair apart{kCube, {}, kCube, at({5, 0, 0})}, touching{kCube, {}, kCube, at({2, 0, 0})},
      deep{kCube, {}, kCube, at({1, 0, 0})};
  for (const QueryOptions& options :
       {QueryOptions(), kOracle, QueryOptions{.tuning = {.method = QueryMethod::voronoi}}}) {
    for (const double zero : {0.0, -0.0}) {
      EXPECT_FALSE(apart.nearer_than(zero, options)->nearer);
      EXPECT_FALSE(touching.nearer_than(zero, options)->nearer);  // 0 < 0 is false
      EXPECT_TRUE(deep.nearer_than(zero, options)->nearer);
    }
    EXPECT_TRUE(touching.nearer_than(1e-300, options)->nearer);
    EXPECT_FALSE(apart.nearer_than(2.999, options)->nearer);
    EXPECT_TRUE(apart.nearer_than(3.001, options)->nearer);
    for (const Pair* p : {&apart, &touching, &deep}) {
      const Nearness n = p->nearer_than(kInfinity, options).value();
      EXPECT_TRUE(n.nearer);
      EXPECT_TRUE(n.proved);
    }
  }
}

TEST(NearerThan, AgreesWithTheDistance) {
  for (const Pair& p : some_pairs(150, 1)) {
    const Distance truth = p.distance(kOracle);
    PairCache cache;
    for (const double limit : {0.0, 0.01, 0.5 * truth.distance, 2 * truth.distance + 0.1}) {
      const Nearness n = p.nearer_than(limit).value();
      const Nearness with_cache =
          nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, limit, {.cache = &cache}).value();
      ASSERT_EQ(n.nearer, truth.distance - truth.depth < limit);
      ASSERT_EQ(with_cache.nearer, n.nearer);
      ASSERT_LE(n.lower, truth.distance - truth.depth + 1e-13);
      ASSERT_GE(n.upper, truth.distance - truth.depth - 1e-13);
    }
  }
}

TEST(Query, EveryOptionGivesTheSameAnswer) {
  for (const Pair& p : some_pairs(150, 2)) {
    const Distance truth = p.distance(kOracle);
    ASSERT_EQ(p.collide(kOracle).verdict, truth.verdict);
    for (const QueryMethod method : {QueryMethod::automatic, QueryMethod::voronoi}) {
      for (const bool cells : {true, false}) {
        QueryOptions options{.tuning = {.method = method, .interior_cells = cells}};
        ASSERT_NO_FATAL_FAILURE(expect_right(p, p.distance(options), truth));
        options.tuning.start = WalkStart::table;
        ASSERT_NO_FATAL_FAILURE(expect_right(p, p.distance(options), truth));
        options.tuning.start = WalkStart::random;
        for (options.tuning.seed = 0; options.tuning.seed < 5; options.tuning.seed++) {
          ASSERT_NO_FATAL_FAILURE(expect_right(p, p.distance(options), truth));
          const Collision c = p.collide(options);
          ASSERT_EQ(c.verdict, truth.verdict);
          ASSERT_TRUE(p.proves(c.certificate));
        }
      }
    }
  }
}

TEST(Query, WithoutDepthBoundsHoldTheTruth) {
  int overlapping = 0;
  for (const Pair& p : some_pairs(150, 3)) {
    const Distance truth = p.distance(kOracle);
    for (const QueryMethod method :
         {QueryMethod::automatic, QueryMethod::voronoi, QueryMethod::oracle}) {
      const Distance d = p.distance({.depth = false, .tuning = {.method = method}});
      ASSERT_NO_FATAL_FAILURE(expect_right(p, d, truth, false));
      if (d.verdict != Verdict::overlapping) continue;
      overlapping++;
      EXPECT_LE(d.lower, -truth.depth + 1e-13);
      EXPECT_LE(d.upper, 0);
      if (method != QueryMethod::oracle) {
        EXPECT_TRUE(std::isnan(d.depth));
      }
      EXPECT_LT(norm(Vec3(d.point_a - d.point_b)), truth.depth + 1e-12);
    }
  }
  EXPECT_GT(overlapping, 50);
}

TEST(Query, WithoutCertificateThereIsAVerdict) {
  for (const Pair& p : some_pairs(100, 4)) {
    const Distance truth = p.distance(kOracle);
    const Distance d = p.distance({.tuning = {.certify = false}});
    ASSERT_EQ(d.verdict, truth.verdict);  // none of these is so near to contact as to be unclear
    ASSERT_NEAR(d.distance, truth.distance, 1e-12);
    if (truth.distance > 0) {
      EXPECT_EQ(d.certificate.verdict, Verdict::undecided);
    }
  }
}

PairCache garbage(Rng& rng) {
  const auto index = [&] {
    return rng.chance(0.7) ? rng.below(12) : static_cast<std::uint32_t>(rng.bits());
  };
  PairCache cache;
  exact::memory_of(cache).hint = static_cast<exact::CacheHint>(rng.below(3));
  exact::memory_of(cache).has_features = rng.chance(0.8);
  exact::memory_of(cache).pair_count =
      static_cast<std::uint8_t>(rng.chance(0.8) ? rng.below(5) : rng.below(256));
  const std::uint32_t kinds = rng.chance(0.9) ? 3 : 256;
  exact::memory_of(cache).feature_a = {static_cast<FeatureKind>(rng.below(kinds)), index()};
  exact::memory_of(cache).feature_b = {static_cast<FeatureKind>(rng.below(kinds)), index()};
  for (VertexPair& pair : exact::memory_of(cache).pairs) pair = {index(), index()};
  const double lengths[] = {1, 1, 1, 0, 1e-150, 1e150, kNan, kInfinity};
  exact::memory_of(cache).direction = rng.direction() * lengths[rng.below(8)];
  return cache;
}

void expect_cache_harmless(const Pair& p, const PairCache& cache, const Distance& truth) {
  PairCache copy = cache;
  ASSERT_NO_FATAL_FAILURE(expect_right(p, p.distance(copy), truth));
  copy = cache;
  const Collision c = p.collide(copy);
  ASSERT_EQ(c.verdict, truth.verdict);
  ASSERT_TRUE(p.proves(c.certificate));
  copy = cache;
  const double limit = 0.5 * truth.distance + 0.01;
  const Nearness n = nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, limit, {.cache = &copy}).value();
  ASSERT_EQ(n.nearer, truth.distance - truth.depth < limit);
}

TEST(Query, CachesThatLieCostTimeOnly) {
  Rng rng(5);
  for (const Pair& p : some_pairs(100, 5)) {
    const Distance truth = p.distance(kOracle);
    for (int i = 0; i < 30; i++) {
      ASSERT_NO_FATAL_FAILURE(expect_cache_harmless(p, garbage(rng), truth));
    }
  }
}

TEST(Query, CachesOfOtherPairsCostTimeOnly) {
  PairCache cache;
  std::vector<Pair> pairs = some_pairs(100, 6);
  pairs.push_back({hull({{0, 0, 0}}), {}, kCube, at({3, 0, 0})});
  pairs.push_back({hull({{0, 0, 0}, {1, 0, 0}}), {}, hull({{9, 0, 0}}), {}});
  for (int round = 0; round < 2; round++) {
    for (const Pair& p : pairs) {
      ASSERT_NO_FATAL_FAILURE(expect_cache_harmless(p, cache, p.distance(kOracle)));
      round == 0 ? (void)p.distance(cache) : (void)p.collide(cache);
    }
  }
}

/// Directions with which products over- or underflow: no length of a stored direction may
/// count as a gap.
TEST(Query, CachedDirectionsOfExtremeLength) {
  const Pair large{kCube, {}, kCube, at({1.9, 0, 0})};
  const Shape small_box = Shape::box({0.4, 0.4, 0.4}).value();
  const Pair small{small_box, {}, small_box, at({0.6, 0, 0})};
  for (const double length : {5e-324, 1e-320, 1e-310, 1e-300, 1e200, 1e300, 1e308}) {
    PairCache cache;
    exact::memory_of(cache).hint = exact::CacheHint::apart;
    exact::memory_of(cache).pair_count = 1;
    exact::memory_of(cache).direction = {length, 0, 0};
    for (const Pair* p : {&large, &small}) {
      PairCache copy = cache;
      EXPECT_EQ(p->collide(copy).verdict, Verdict::overlapping) << length;
      copy = cache;
      EXPECT_TRUE(nearer_than({p->a, p->pose_a}, {p->b, p->pose_b}, 0.01, {.cache = &copy})->nearer)
          << length;
    }
  }
}

/// A matrix good to seven digits is taken as it is.
TEST(Query, RotationsInSinglePrecision) {
  Rng rng(7);
  for (int i = 0; i < 150; i++) {
    const Mat3 ra = single_precision(rotation_matrix(rng.rotation()));
    const Mat3 rb = single_precision(rotation_matrix(rng.rotation()));
    const Shape a = i % 3 ? random_polytope(rng.bits(), 24).value() : kCube;
    const Shape b = i % 2 ? random_polytope(rng.bits(), 100).value() : kCube;
    const Pair p{a, Pose::make(ra, rng.in_box(1)).value(), b,
                 Pose::make(rb, rng.in_box(1.8)).value()};
    const Distance truth = p.distance(kOracle);
    ASSERT_NO_FATAL_FAILURE(expect_right(p, p.distance(), truth));
    ASSERT_NO_FATAL_FAILURE(
        expect_right(p, p.distance({.tuning = {.method = QueryMethod::voronoi}}), truth));
    ASSERT_EQ(p.collide().verdict, truth.verdict);
  }
}

TEST(Query, PointAgainstPoint) {
  const Shape point = hull({{1, 2, 3}});
  for (const QueryOptions& options :
       {QueryOptions(), kOracle, QueryOptions{.tuning = {.method = QueryMethod::voronoi}}}) {
    const Pair same{point, {}, point, {}};
    ASSERT_NO_FATAL_FAILURE(expect_right(same, same.distance(options), same.distance(kOracle)));
    EXPECT_EQ(same.collide(options).verdict, Verdict::touching);
    EXPECT_FALSE(same.nearer_than(0, options)->nearer);
    EXPECT_TRUE(same.nearer_than(1, options)->nearer);
    const Pair apart{point, {}, point, at({0, 3, 4})};
    const Distance d = apart.distance(options);
    ASSERT_NO_FATAL_FAILURE(expect_right(apart, d, apart.distance(kOracle)));
    EXPECT_NEAR(d.distance, 5, 1e-14);
    EXPECT_LT(norm(Vec3(d.normal - Vec3(0, 0.6, 0.8))), 1e-15);
    EXPECT_EQ(d.point_a, Vec3(1, 2, 3));
    EXPECT_LT(norm(Vec3(d.point_b - Vec3(1, 5, 7))), 1e-14);
  }
}

}  // namespace
}  // namespace glance::test
