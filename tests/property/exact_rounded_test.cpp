// Near contact of rounded bodies and of half-spaces: distances and depths have nine digits, however
// narrow, where the difference of the cores' distance and the radii has few of its own.
// The reference is in fractions, and shares nothing with the library but the verdict on cores.
#include <gtest/gtest.h>

#include <cmath>

#include "glance/certificate.h"
#include "glance/query.h"
#include "glance/tolerance.h"
#include "support/exact_rounded.h"
#include "support/kind_zoo.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr ShapeKind kFlatKinds[] = {ShapeKind::point,  ShapeKind::segment, ShapeKind::triangle,
                                    ShapeKind::box,    ShapeKind::hull,    ShapeKind::sphere,
                                    ShapeKind::capsule};

Shape any_rounded(ShapeKind kind, Rng& rng) {
  const Shape body = make_body(kind, 1, 20, false, rng);
  if (body.rounding() > 0 || rng.chance(0.2)) return body;
  return body.rounded(power_of_ten(rng, -3, 0)).value();
}

/// Moves B until the signed distance is about as wanted.
void bring_near(Pair& p, double wanted) {
  for (int i = 0; i < 4; i++) {
    const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
    const Vec3 by = d.normal * (wanted - (d.distance - d.depth));
    p.pose_b = Pose::make(p.pose_b.rotation(), Vec3(p.pose_b.translation() + by)).value();
  }
}

void check_every_digit(const Pair& p, const Distance& d, double truth) {
  ASSERT_NEAR(d.distance - d.depth, truth, kRelativeAccuracy * std::fabs(truth)) << describe(p);
  ASSERT_LE(d.lower, truth + 0x1p-50 * std::fabs(truth));
  ASSERT_GE(d.upper, truth - 0x1p-50 * std::fabs(truth));
  ASSERT_LE(d.upper - d.lower, kRelativeAccuracy * std::fabs(truth));
  ASSERT_EQ(d.verdict, truth > 0   ? Verdict::apart
                       : truth < 0 ? Verdict::overlapping
                                   : Verdict::touching);
  const auto proved = verify(d.certificate, {p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_TRUE(proved) << proved.error().message << "\n" << describe(p);
  // The points are where the value says.
  const Vec3 between = d.point_b - d.point_a;
  const double world = 1e-15 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()));
  ASSERT_NEAR(norm(between - (d.distance - d.depth) * d.normal), 0, 1e-12 * size_of(p, 0) + world);
}

struct NearSeen {
  int gaps = 0, depths = 0, narrow = 0;
};

void check_pair(const Pair& p, NearSeen& seen) {
  const auto truth = exact_signed_distance(p.a, p.pose_a, p.b, p.pose_b);
  if (!truth || *truth == 0) return;
  seen.gaps += *truth > 0;
  seen.depths += *truth < 0;
  seen.narrow += std::fabs(*truth) < 1e-9 * size_of(p, 0);
  PairCache cache;
  for (int i = 0; i < 2; i++) {
    const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
    ASSERT_NO_FATAL_FAILURE(check_every_digit(p, d, *truth));
  }
  for (const QueryMethod method : {QueryMethod::gjk, QueryMethod::oracle}) {
    // (Of plain bodies the oracle's bounds are those of features that doubles found.)
    if (method == QueryMethod::oracle && p.a.rounding() + p.b.rounding() == 0) continue;
    const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.tuning = {.method = method}});
    ASSERT_NO_FATAL_FAILURE(check_every_digit(p, d, *truth));
  }
}

class NearContactRounded : public testing::TestWithParam<double> {};

TEST_P(NearContactRounded, DistancesAndDepthsHaveNineDigits) {
  NearSeen seen;
  for (const int i : random_cases(scaled_count(1500))) {
    SCOPED_TRACE(testing::Message() << "pair " << i);
    Rng rng(static_cast<std::uint64_t>(i) * 13 + 5);
    const auto any_kind = [&] { return kFlatKinds[rng.below(std::size(kFlatKinds))]; };
    const bool on_plane = rng.chance(0.2);
    Pair p{on_plane ? Shape::halfspace(rng.direction(), rng.uniform(-1, 1)).value()
                    : any_rounded(any_kind(), rng),
           posed(rng.rotation(), GetParam() * rng.direction()),
           any_rounded(any_kind(), rng),
           {},
           {},
           {}};
    p.pose_b = posed(rng.rotation(), Vec3(p.pose_a.translation() + rng.in_box(2)));
    if (rng.chance(0.5)) std::swap(p.a, p.b), std::swap(p.pose_a, p.pose_b);
    const double part = power_of_ten(rng, -12, -3);
    bring_near(p, (rng.chance(0.5) ? part : -part) * size_of(p, 0));
    ASSERT_NO_FATAL_FAILURE(check_pair(p, seen));
  }
  std::printf("  %d gaps, %d depths, %d of them below 1e-9 of the size\n", seen.gaps, seen.depths,
              seen.narrow);
  if (!are_many(seen.gaps)) return;
  EXPECT_GT(seen.depths, seen.gaps / 3);
  EXPECT_GT(seen.narrow, seen.gaps / 5);
}

INSTANTIATE_TEST_SUITE_P(Property, NearContactRounded, testing::Values(0, 1e3));

/// Unit balls whose centres are 2 + 2^-40 apart: the gap had four digits.
TEST(NearContactRegression, BallsATrillionthApart) {
  const Shape ball = Shape::sphere(1).value();
  const Vec3 along = Vec3(3, 4, 12) * (1.0 / 13);
  for (const double gap : {1e-12, 1e-10, 1e-8, 1e-6, -1e-12, -1e-10, -1e-8, -1e-6}) {
    const Pose pose = at(Vec3(along * (2 + gap)));
    const double truth = exact_signed_distance(ball, {}, ball, pose).value();
    const Distance d = distance({ball, {}}, {ball, pose});
    EXPECT_NEAR(d.distance - d.depth, truth, kRelativeAccuracy * std::fabs(truth)) << gap;
  }
}

/// Two segments an angle of 1e-8 apart, 2.34327440704508e-17 from each other and a little less than
/// the margin. (The reference looked at the pair in long doubles first, missed that they cross, and
/// said "apart"; the library was right.)
TEST(NearContactRegression, SegmentsThatAreNearlyParallel) {
  const Shape segment =
      Shape::segment({-0x1.4790a76e189a4p-6, 0x1.35836888927cfp-4, -0x1.2786be71950cep-5},
                     {0x1.baa7da7146b7p-7, -0x1.643575696b008p-7, -0x1.c1d0f8d822f1p-8})
          .value();
  const Pose a = Pose::make(Mat3{0x1.914c6f200ef74p-1, -0x1.a1e0a40360e98p-2, -0x1.df5dd198a30bfp-2,
                                 0x1.68bdd19c0b3b4p-3, 0x1.bce32113cda3p-1, -0x1.d9a6445031d06p-2,
                                 0x1.30e8f03055f58p-1, 0x1.1ecd820be14dap-2, 0x1.817fe9a8539c1p-1},
                            Vec3(-0x1.78c7eae11cf68p-3, 0x1.8e15e4922b804p-1, 0x1.fd3cb3083ff3p-3))
                     .value();
  const Pose b = Pose::make(Mat3{0x1.914c6f1f2d95p-1, -0x1.a1e0a404b95afp-2, -0x1.df5dd19a698p-2,
                                 0x1.68bdd1a22e682p-3, 0x1.bce3211444f04p-1, -0x1.d9a6444d466cfp-2,
                                 0x1.30e8f0310a698p-1, 0x1.1ecd820707339p-2, 0x1.817fe9a8abe78p-1},
                            Vec3(-0x1.ca549961ac8aep-3, 0x1.b152d482eb681p-1, 0x1.df0371c0fb682p-3))
                     .value();
  for (const double margin : {2.3435707584631982e-17, 2.343e-17}) {
    const Verdict truth = margin > 2.34327440704508e-17 ? Verdict::overlapping : Verdict::apart;
    EXPECT_EQ(exact_verdict(segment, a, segment, b, margin), truth);
    EXPECT_EQ(collide({segment, a}, {segment, b}, {.margin = margin}).verdict, truth);
  }
}

/// What is far apart is answered in doubles.
TEST(NearContactRegression, FarPairsTakeNoIntegers) {
  Rng rng(random_seed(8));
  for (int i = 0; i < scaled_count(2000); i++) {
    const Shape a = any_rounded(kFlatKinds[rng.below(std::size(kFlatKinds))], rng),
                b = any_rounded(kFlatKinds[rng.below(std::size(kFlatKinds))], rng);
    Pair p{a, posed(rng.rotation(), rng.in_box(1)), b, posed(rng.rotation(), rng.in_box(2)), {},
           {}};
    if (size_of(p, 0) == 0) continue;  // two points: nothing is far from them (seed 4)
    bring_near(p, power_of_ten(rng, -3.5, 1) * size_of(p, 0));
    const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
    ASSERT_FALSE(d.work.exact) << describe(p);
    ASSERT_EQ(d.work.exact_pivots, 0u) << describe(p);
  }
}

}  // namespace
}  // namespace glance::test
