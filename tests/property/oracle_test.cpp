// The oracle against itself and against what is known: 50,000 pairs, 200,000 with --long.
// (All 200,000 go through it in pairs_test too, where its certificates are verified.)
//
// Its parts share little: the exact verdict sees vertices only, distance and depth see
// features in doubles. Where one proves something about the other, it is checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "exact/oracle.h"
#include "exact/oracle_distance.h"
#include "exact/oracle_points.h"
#include "geom/shape_access.h"
#include "support/pair_zoo.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

int pairs_in_all() { return long_run() ? 200000 : 50000; }

double size_of(const Pair& p) { return p.a.extent() + p.b.extent(); }

/// Rounding of results: a part of the size of the pair, and of the world coordinates in
/// which points are returned.
double tolerance(const Pair& p, double distance) {
  return 1e-12 * (size_of(p) + distance) +
         1e-15 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()));
}

double highest(const Shape& s, const Pose& pose, const Vec3& n) {
  double best = -std::numeric_limits<double>::infinity();
  for (const Vec3& v : s.vertices()) best = std::max(best, dot(n, pose.apply(v)));
  return best;
}

/// How far a world point is outside a body, by the planes of its faces (0 for those
/// without faces).
double outside(const Shape& s, const Pose& pose, const Vec3& world) {
  const Vec3 local = pose.apply_inverse(world);
  double height = 0;
  for (std::uint32_t f = 0; f < s.face_count(); f++) {
    height = std::max(height, geom::polytope_of(s).plane(f).height(local));
  }
  return height;
}

void check_apart(const Pair& p, const Distance& d, double tol) {
  ASSERT_GT(d.distance, 0);
  ASSERT_EQ(d.depth, 0);
  // The points show that it is no more, the plane that it is no less.
  ASSERT_NEAR(norm(d.point_b - d.point_a), d.distance, tol);
  ASSERT_LE(outside(p.a, p.pose_a, d.point_a), tol);
  ASSERT_LE(outside(p.b, p.pose_b, d.point_b), tol);
  const double gap = -highest(p.b, p.pose_b, -d.normal) - highest(p.a, p.pose_a, d.normal);
  ASSERT_GE(gap, d.distance - tol);
}

Verdict verdict_moved(const Pair& p, const Vec3& by) {
  const Pose moved = Pose::make(p.pose_b.rotation(), p.pose_b.translation() + by).value();
  return oracle_collide(p.a, p.pose_a, p.b, moved).verdict;
}

void check_overlapping(const Pair& p, const Distance& d, double tol, Rng& rng) {
  ASSERT_EQ(d.distance, 0);
  ASSERT_GT(d.depth, 0);
  ASSERT_NEAR(norm(d.point_a - d.point_b - d.depth * d.normal), 0, tol);
  ASSERT_LE(outside(p.a, p.pose_a, d.point_a), tol);
  ASSERT_LE(outside(p.b, p.pose_b, d.point_b), tol);
  ASSERT_NE(verdict_moved(p, (d.depth + tol) * d.normal), Verdict::overlapping);
  if (d.depth <= 2 * tol) return;
  ASSERT_EQ(verdict_moved(p, (d.depth - tol) * d.normal), Verdict::overlapping);
  ASSERT_EQ(verdict_moved(p, (d.depth - tol) * rng.direction()), Verdict::overlapping);
}

/// The verdict against distance and depth from doubles alone.
void check_against_doubles(const Pair& p, Verdict verdict, double tol) {
  const OraclePoints points = exact_world_points(p.a, p.pose_a, p.b, p.pose_b);
  const OracleBody a{geom::polytope_of(p.a), points.a, points.rounded_a};
  const OracleBody b{geom::polytope_of(p.b), points.b, points.rounded_b};
  const double depth = shallowest_facet(a, b).depth;
  if (verdict == Verdict::overlapping) {
    ASSERT_GE(depth, -tol);
  } else {
    const double distance = closest_features(a, b).distance;
    if (verdict == Verdict::touching) {
      ASSERT_LE(distance, tol);
    }
    // A - B of two flat bodies may be flat, and its facets then say nothing.
    if (p.a.dimension() == 3 || p.b.dimension() == 3) {
      ASSERT_LE(depth, tol);
    }
  }
}

Distance ask(const Pair& p) { return oracle_distance(p.a, p.pose_a, p.b, p.pose_b); }

void check_symmetries(const Pair& p, const Distance& d, double tol) {
  const Distance swapped = oracle_distance(p.b, p.pose_b, p.a, p.pose_a);
  ASSERT_EQ(swapped.verdict, d.verdict);
  ASSERT_NEAR(swapped.distance, d.distance, tol);
  ASSERT_NEAR(swapped.depth, d.depth, tol);

  // A power of two changes nothing but the exponent.
  const double factor = 0x1p-7;
  const Pair small{p.a.scaled(factor).value(),
                   Pose::make(p.pose_a.rotation(), p.pose_a.translation() * factor).value(),
                   p.b.scaled(factor).value(),
                   Pose::make(p.pose_b.rotation(), p.pose_b.translation() * factor).value(),
                   {},
                   {}};
  const Distance scaled = ask(small);
  ASSERT_EQ(scaled.verdict, d.verdict);
  ASSERT_EQ(scaled.distance, d.distance * factor);
  ASSERT_EQ(scaled.depth, d.depth * factor);
  ASSERT_EQ(scaled.normal, d.normal);
}

void check_translation(const Pair& p) {
  // Translations rounded to a lattice, so that a common shift is exact.
  const auto on_lattice = [&](const Pose& pose, const Vec3& shift) {
    Vec3 t = pose.translation();
    for (int i = 0; i < 3; i++) t[i] = std::round(t[i] * 0x1p20) * 0x1p-20;
    return Pose::make(pose.rotation(), t + shift).value();
  };
  const Vec3 shift{1024, -77.5, 3};
  const Distance here =
      oracle_distance(p.a, on_lattice(p.pose_a, {0, 0, 0}), p.b, on_lattice(p.pose_b, {0, 0, 0}));
  const Distance there =
      oracle_distance(p.a, on_lattice(p.pose_a, shift), p.b, on_lattice(p.pose_b, shift));
  ASSERT_EQ(here.verdict, there.verdict);
  ASSERT_EQ(here.distance, there.distance);
  ASSERT_EQ(here.depth, there.depth);
  ASSERT_EQ(here.normal, there.normal);
}

class Oracle : public testing::TestWithParam<PairClass> {};

TEST_P(Oracle, AgreesWithItself) {
  const int count = scaled_count(pairs_in_all() / static_cast<int>(std::size(kPairClasses)));
  int verdicts[4] = {};
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " pair " << i);
    const Pair p = make_pair(GetParam(), i);
    const Distance d = ask(p);
    Rng rng(i);
    verdicts[static_cast<int>(d.verdict)]++;
    const double tol = tolerance(p, d.distance);
    ASSERT_EQ(oracle_collide(p.a, p.pose_a, p.b, p.pose_b).verdict, d.verdict);
    ASSERT_NEAR(norm(d.normal), 1, 1e-14);
    if (p.verdict) {
      ASSERT_EQ(d.verdict, *p.verdict);
    }
    if (p.signed_distance) {
      ASSERT_NEAR(d.distance - d.depth, *p.signed_distance,
                  std::fabs(*p.signed_distance) * 1e-12 + 1e-300);
    }
    if (d.verdict == Verdict::apart) {
      ASSERT_NO_FATAL_FAILURE(check_apart(p, d, tol));
    } else if (d.verdict == Verdict::overlapping) {
      ASSERT_NO_FATAL_FAILURE(check_overlapping(p, d, tol, rng));
    } else {
      ASSERT_EQ(d.verdict, Verdict::touching);
      ASSERT_EQ(d.distance, 0);
      ASSERT_EQ(d.depth, 0);
      ASSERT_LE(norm(d.point_a - d.point_b), tol);
    }
    ASSERT_NO_FATAL_FAILURE(check_against_doubles(p, d.verdict, tol));
    if (i % 8 == 0) {
      ASSERT_NO_FATAL_FAILURE(check_symmetries(p, d, tol));
      ASSERT_NO_FATAL_FAILURE(check_translation(p));
    }
  }
  RecordProperty("apart", verdicts[0]);
  RecordProperty("touching", verdicts[1]);
  RecordProperty("overlapping", verdicts[2]);
  std::printf("  %-16s %6d apart %6d touching %6d overlapping\n", to_string(GetParam()).c_str(),
              verdicts[0], verdicts[1], verdicts[2]);
}

INSTANTIATE_TEST_SUITE_P(Property, Oracle, testing::ValuesIn(kPairClasses),
                         [](const auto& kind) { return to_string(kind.param); });

/// The zoo as a whole means something: neither mostly hits nor mostly misses.
TEST(PairZoo, HitsAreBetween30And70Percent) {
  int hits = 0, all = 0;
  for (PairClass kind : kPairClasses) {
    for (int i = 0; i < 100; i++) {
      const Pair p = make_pair(kind, i);
      hits += oracle_collide(p.a, p.pose_a, p.b, p.pose_b).verdict != Verdict::apart;
      all++;
    }
  }
  EXPECT_GT(hits, 0.3 * all);
  EXPECT_LT(hits, 0.7 * all);
}

/// ./test --long: a million hull pairs of up to 60 vertices through the exact verdict.
TEST(OracleLong, MillionPairs) {
  if (!long_run()) GTEST_SKIP() << "a long run; ./test --long does it";
  for (int i = 0; i < 1000000; i++) {
    const Pair p = make_pair(PairClass::random_hulls, 1000000 + i);
    const Collision c = oracle_collide(p.a, p.pose_a, p.b, p.pose_b);
    ASSERT_NE(c.verdict, Verdict::undecided);
    if (c.verdict == Verdict::overlapping) continue;
    const double gap = -highest(p.b, p.pose_b, -c.normal) - highest(p.a, p.pose_a, c.normal);
    ASSERT_GE(gap, -tolerance(p, 0)) << i;
  }
}

}  // namespace
}  // namespace glance::test
