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

constexpr int kCasesEach = 10;  ///< of two kinds and a situation; 11 * 11 * 11 of these

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
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
  seen.add(k, situation, d);
  ASSERT_NO_FATAL_FAILURE(check_distance(k, d));
  ASSERT_NO_FATAL_FAILURE(check_certificate(k, d.verdict, d.certificate));

  const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_NO_FATAL_FAILURE(check_verdict(k, c.verdict));
  ASSERT_NO_FATAL_FAILURE(check_certificate(k, c.verdict, c.certificate));
  if (c.verdict == Verdict::overlapping) {
    ASSERT_EQ(c.normal, Vec3(Vec3::zero()));
  } else {
    ASSERT_NEAR(norm(c.normal), 1, 1e-14);
    const double along =
        static_cast<double>(gap_along(p.a, p.pose_a, p.b, p.pose_b, real(c.normal)));
    ASSERT_GE(along, -2 * k.accuracy) << "does not separate";
  }

  // Without depth: the same verdict, and bounds that hold.
  const Distance shallow = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.depth = false});
  ASSERT_NO_FATAL_FAILURE(check_verdict(k, shallow.verdict));
  if (!k.is_infinite()) {
    ASSERT_LE(shallow.lower, k.signed_distance + k.reference_error);
    ASSERT_GE(shallow.upper, k.signed_distance - k.reference_error);
    ASSERT_NEAR(shallow.distance, std::fmax(0, k.signed_distance), k.accuracy);
  }

  // Asked for more than doubles can tell: undecided near contact, never wrong.
  const Collision strict = collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.precision = 0});
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
      for (const int i : random_cases(cases)) {
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
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
  EXPECT_LE(d.upper - d.lower, k.accuracy);
  EXPECT_TRUE(verify(d.certificate, {p.a, p.pose_a}, {p.b, p.pose_b}));
}

/// A thin hull through a cylinder, far from the origin: no point was found that shows it.
TEST(KindsRegression, CylinderAndThinHullHaveACertificate) {
  const Shape a = Shape::cylinder(0x1.7727da055f08bp-2, 0x1.ba1a36df8db8p-3).value();
  const Pose pose_a =
      pose_of_rows({-0x1.eabb29e6a853p-4, -0x1.f22e849b4c274p-1, 0x1.93e7c01f3dba8p-3},
                   {0x1.b937acb56e51p-3, 0x1.58f532c5b7bccp-3, 0x1.ec7bb30b44d18p-1},
                   {-0x1.f0332208d14b8p-1, 0x1.430777127b268p-3, 0x1.83fb24d72155cp-3},
                   {-0x1.ffa6e3e641e1ep+12, -0x1.1cd093c7a4e68p+13, -0x1.227e0f86fd2cp+10});
  const Vec3 points[] = {{0x1.1b05a996a4f83p-5, 0x1.d627539370c48p-4, -0x1.5286e05388cdep-7},
                         {-0x1.83ae67083c3bap-6, 0x1.5acac7c3f3a87p-3, 0x1.fc36dcd23d55ap-8},
                         {-0x1.ad6bb78c50118p-6, -0x1.61c5db189b19p-3, -0x1.609294b3eebfep-8},
                         {-0x1.e1a8c3423c967p-6, -0x1.16049ea0a1ed2p-4, 0x1.fbd9025ea4ed2p-7},
                         {0x1.cffd8074bf30ap-7, -0x1.9619a5da98efdp-3, 0x1.06f6eab85c07cp-8}};
  const Shape b = Shape::hull(points).value();
  const Pose pose_b =
      pose_of_rows({0x1.07e6ce78d168p-3, 0x1.bdeebe2eee25ap-3, -0x1.ef574efd1006cp-1},
                   {-0x1.a73f93e035effp-2, -0x1.c002c5a6f7beep-1, -0x1.0208f11926bacp-2},
                   {-0x1.cd86b69f0ac9ep-1, 0x1.baba1e8b9405p-2, -0x1.74d29c591f2cp-6},
                   {-0x1.ffa3ddb18dc9p+12, -0x1.1cce63dc0428p+13, -0x1.2274e531d86abp+10});
  const Collision c = collide({a, pose_a}, {b, pose_b});
  EXPECT_EQ(to_string(c.verdict), "overlapping");
  EXPECT_TRUE(verify(c.certificate, {a, pose_a}, {b, pose_b}));
}

/// Cores 1e-11 deep in each other, and a margin: the point of the certificate was 1.5e-9 outside B.
TEST(KindsRegression, CylindersThatAllButTouchShowItWithinAMargin) {
  const Shape a = Shape::cylinder(0x1.e85b100fe6bc3p-2, 0x1.cefbf62387d9ep-5).value(),
              b = Shape::cylinder(0x1.7b8a944990c7cp-5, 0x1.557d5c08b2b5cp-3).value();
  const Pose pose_a =
      pose_of_rows({0x1.bce6c6p-1, -0x1.1a4b72p-4, -0x1.f5d7bap-2},
                   {-0x1.df4372p-2, 0x1.a8d136p-3, -0x1.b7d1d2p-1},
                   {0x1.49718ap-3, 0x1.f39e8ep-1, 0x1.2f1536p-3},
                   {0x1.7befff5c2c96p+10, 0x1.84ad1d353043p+12, -0x1.f7351c468a624p+12});
  const Pose pose_b =
      pose_of_rows({-0x1.ee33ep-2, -0x1.d2aa16p-2, -0x1.7eeff6p-1},
                   {0x1.c14048p-8, 0x1.b4354ep-1, -0x1.0c0e5cp-1},
                   {0x1.c06946p-1, -0x1.07fd0ap-2, -0x1.a1d8aep-2},
                   {0x1.7bd76b7320e42p+10, 0x1.84ad1de4dc0c7p+12, -0x1.f7326d1509c2cp+12});
  constexpr double kMargin = 3.8619173240251175e-10;
  const Distance d = distance({a, pose_a}, {b, pose_b}, {.margin = kMargin});
  EXPECT_EQ(to_string(d.verdict), "overlapping");
  EXPECT_EQ(to_string(d.certificate.verdict), "overlapping");
  const Result<void> proved = verify(d.certificate, {a, pose_a}, {b, pose_b}, kMargin);
  EXPECT_TRUE(proved) << proved.error().message;
}

/// Tip to tip along one axis, up to 1e-8: a whole ring of directions is best, and along it both
/// cones have a kink, one beside the other. The bounds were 3.4e-10 apart, after 131072 cells.
TEST(KindsRegression, ConesTipToTipHaveTwoKinksSideBySide) {
  const Shape cone = Shape::cone(0x1.cb0269c07a326p-3, 0x1.4df87425ced14p-3).value();
  const Pose pose_a =
      pose_of_rows({-0x1.ef3c37411f86p-4, -0x1.63391dd0243ep-2, 0x1.dc33139153d66p-1},
                   {0x1.f6cb493a42166p-1, -0x1.6ddb536a0d728p-3, 0x1.f3f5fd5975f2p-5},
                   {0x1.28ea8c3bc6718p-3, 0x1.d76a54c9a7413p-1, 0x1.72f41353bc0dap-2},
                   {-0x1.d0bd9fb5c118ep-1, -0x1.cb12373e60b82p-1, 0x1.454fd1d325ac6p-1});
  const Pose pose_b =
      pose_of_rows({-0x1.ef3c327cc6ce3p-4, 0x1.63391d54bd0d6p-2, -0x1.dc3313bc2bbfdp-1},
                   {0x1.f6cb4953b0c7ep-1, 0x1.6ddb51d211e47p-3, -0x1.f3f5f66eab02fp-5},
                   {0x1.28ea8b8791599p-3, -0x1.d76a54f4b07bfp-1, -0x1.72f4129d07bd7p-2},
                   {-0x1.8e0f0a83c9499p-1, -0x1.c6b211535834ep-1, 0x1.5f48b43a04926p-1});
  const Known k({cone, pose_a, cone, pose_b, {}, {}});
  const Distance d = distance({cone, pose_a}, {cone, pose_b});
  check_distance(k, d);
  EXPECT_LE(d.upper - d.lower, 1e-10);
  EXPECT_LT(d.work.depth_steps, 20000u);
}

/// The bounds were 2.23e-12 apart, and may be 2.17e-12.
TEST(KindsRegression, HalfspacesFaceToFace) {
  const Vec3 n{0x1.eb898a04b5065p-2, 0x1.96346b116bd98p-1, 0x1.7f59d32656bfbp-2};
  const Vec3 rows[] = {{0x1.41dcbe7a32776p-1, -0x1.06900145dd557p-2, 0x1.77eadbaf7fcd4p-1},
                       {0x1.85a19231b0d98p-1, 0x1.0d2710b80e28p-7, -0x1.4c22a64d95bap-1},
                       {0x1.484c72265b63ep-3, 0x1.eedd7c509a2b6p-1, 0x1.9a31b8ff72ef8p-3}};
  const Known k(
      {Shape::halfspace(n, 0x1.a54286ae539cep-16).value(),
       pose_of_rows(rows[0], rows[1], rows[2],
                    {-0x1.0fdd5431e2a9ep-1, -0x1.f3bbc5ad16b3p-2, 0x1.20cf282ce517p-2}),
       Shape::halfspace(-n, -0x1.4212027a63e18p-2).value().rounded(0x1.fca374005a926p-10).value(),
       pose_of_rows(rows[0], rows[1], rows[2],
                    {-0x1.f1ef460f2f3e4p-1, -0x1.a97e828045572p-1, -0x1.2a7a450216e8cp+0}),
       {},
       {}});
  const Pair& p = k.pair;
  check_distance(k, distance({p.a, p.pose_a}, {p.b, p.pose_b}));
}

}  // namespace
}  // namespace glance::test
