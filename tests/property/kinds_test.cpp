// Every kind against every kind, in every situation: verdicts, bounds, values, normals, points
// and certificates against the tests' own reference (support/reference.h) and, where verdicts
// are promised to be exact, against rational arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "glance/query.h"
#include "support/kind_check.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr int kCasesEach = 10;  ///< of two kinds and a situation; 11 * 11 * 9 of these

/// One row of the table: what was seen of two kinds.
struct Seen {
  int cases = 0, touching = 0, together = 0, in_random = 0, together_in_random = 0;
  double widest = 0;

  void add(const Known& k, Situation situation, const Distance& d) {
    cases++;
    touching += d.verdict == Verdict::touching;
    together += d.verdict != Verdict::apart;
    in_random += situation == Situation::random;
    together_in_random += situation == Situation::random && d.verdict != Verdict::apart;
    if (!k.is_infinite()) widest = std::max(widest, (d.upper - d.lower) / k.size);
  }
};

void check_pair(const Known& k, Situation situation, Seen& seen) {
  const Pair& p = k.pair;
  const Distance d = distance(p.a, p.pose_a, p.b, p.pose_b);
  seen.add(k, situation, d);
  ASSERT_NO_FATAL_FAILURE(check_distance(k, d));
  ASSERT_NO_FATAL_FAILURE(check_certificate(k, d.verdict, d.certificate));

  const Collision c = collide(p.a, p.pose_a, p.b, p.pose_b);
  ASSERT_NO_FATAL_FAILURE(check_verdict(k, c.verdict));
  ASSERT_NO_FATAL_FAILURE(check_certificate(k, c.verdict, c.certificate));
  if (c.verdict == Verdict::overlapping) {
    ASSERT_EQ(c.normal, Vec3(Vec3::Zero()));
  } else {
    ASSERT_NEAR(c.normal.norm(), 1, 1e-14);
    const double along =
        static_cast<double>(gap_along(p.a, p.pose_a, p.b, p.pose_b, c.normal.cast<Real>()));
    ASSERT_GE(along, -2 * k.accuracy) << "does not separate";
  }

  // Without depth: the same verdict, and bounds that hold.
  const Distance shallow = distance(p.a, p.pose_a, p.b, p.pose_b, {.depth = false});
  ASSERT_NO_FATAL_FAILURE(check_verdict(k, shallow.verdict));
  if (!k.is_infinite()) {
    ASSERT_LE(shallow.lower, k.signed_distance + k.reference_error);
    ASSERT_GE(shallow.upper, k.signed_distance - k.reference_error);
    ASSERT_NEAR(shallow.distance, std::fmax(0, k.signed_distance), k.accuracy);
  }

  // Asked for more than doubles can tell: undecided near contact, never wrong.
  const Collision strict = collide(p.a, p.pose_a, p.b, p.pose_b, {.precision = 0});
  if (k.exact || k.is_clear()) {
    ASSERT_NO_FATAL_FAILURE(check_verdict(k, strict.verdict));
  } else if (strict.verdict == Verdict::apart || strict.verdict == Verdict::overlapping) {
    const double sign = strict.verdict == Verdict::apart ? 1 : -1;
    ASSERT_GE(sign * k.signed_distance, -k.reference_error);
  }
}

class Kinds : public testing::TestWithParam<ShapeKind> {};

TEST_P(Kinds, AgreeWithTheReference) {
  const int count = scaled_count(kCasesEach);
  for (int j = 0; j < kConvexKinds; j++) {
    const auto other = static_cast<ShapeKind>(j);
    Seen seen;
    for (const Situation situation : kSituations) {
      const int cases = situation == Situation::kissing ? 3 * count : count;
      for (int i = 0; i < cases; i++) {
        const Known k(make_kind_pair(GetParam(), other, situation, i));
        SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " " << to_string(other) << " "
                                        << to_string(situation) << " " << i << "\n"
                                        << describe(k.pair));
        check_pair(k, situation, seen);
        if (too_many_failures()) return;
      }
    }
    std::printf("  %-9s %-9s %4d cases, %3.0f %% touch (random: %3.0f %%), widest %.1e\n",
                std::string(to_string(GetParam())).c_str(), std::string(to_string(other)).c_str(),
                seen.cases, 100. * seen.together / seen.cases,
                100. * seen.together_in_random / seen.in_random, seen.widest);
  }
}

INSTANTIATE_TEST_SUITE_P(Property, Kinds, testing::ValuesIn(kAllKinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

/// Cores 4e-10 apart and nearly parallel: the bounds were [0, 4e-10] less the radii.
TEST(KindsRegression, SegmentsThatAllButMeet) {
  const Known k(
      make_kind_pair(ShapeKind::segment, ShapeKind::segment, Situation::near_coaxial, 32));
  const Pair& p = k.pair;
  const Distance d = distance(p.a, p.pose_a, p.b, p.pose_b);
  EXPECT_LE(d.upper - d.lower, k.accuracy);
  EXPECT_TRUE(verify(d.certificate, p.a, p.pose_a, p.b, p.pose_b));
}

}  // namespace
}  // namespace glance::test
