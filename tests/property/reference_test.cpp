// The tests' own reference: against formulas, against the exact oracle, and against more of itself.
#include "support/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "glance/query.h"
#include "glance/rng.h"
#include "support/exact_rounded.h"
#include "support/kind_zoo.h"
#include "support/membership.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

double reference(const Shape& a, const Shape& b, const Vec3& at, const Quat& turn = {}) {
  return static_cast<double>(
      reference_distance(a, {}, b, Pose::make(turn, at).value()).signed_distance);
}

TEST(Reference, FormulasApart) {
  const Shape ball = Shape::sphere(1).value(), cylinder = Shape::cylinder(1, 2).value();
  const Shape cone = Shape::cone(1, 2).value(), egg = Shape::ellipsoid({1, 2, 3}).value();
  EXPECT_NEAR(reference(ball, ball, {3, 4, 0}), 3, 1e-15);
  EXPECT_NEAR(reference(cylinder, ball, {4, 4, 2}), std::sqrt(32) - 2, 1e-15);
  EXPECT_NEAR(reference(cylinder, ball, {4, 0, 6}), 5 - 1, 1e-15);  // to the rim: (3, 4)
  EXPECT_NEAR(reference(cone, ball, {0, 0, 5}), 2, 1e-15);
  EXPECT_NEAR(reference(egg, ball, {0, 0, 7}), 3, 1e-15);
  EXPECT_NEAR(reference(egg, egg, {5, 0, 0}), 3, 1e-15);
  // Coaxial and side by side: whole discs and lines are nearest.
  EXPECT_NEAR(reference(cylinder, cylinder, {0, 0, 5}), 1, 1e-15);
  EXPECT_NEAR(reference(cylinder, cylinder, {3, 0, 0.5}), 1, 1e-15);
}

TEST(Reference, FormulasDeep) {
  const Shape ball = Shape::sphere(1).value(), cylinder = Shape::cylinder(1, 2).value();
  const Shape cone = Shape::cone(1, 2).value(), egg = Shape::ellipsoid({1, 2, 3}).value();
  EXPECT_NEAR(reference(ball, ball, {0, 0, 0}), -2, 1e-15);
  EXPECT_NEAR(reference(cylinder, ball, {0, 0, 0}), -2, 1e-15);
  EXPECT_NEAR(reference(cylinder, cylinder, {0, 0, 0}), -2, 1e-15);
  EXPECT_NEAR(reference(egg, egg, {0, 0, 0}), -2, 1e-15);
  EXPECT_NEAR(reference(egg, ball, {0.25, 0, 0}), -1.75, 1e-15);
  // The way out of a cone of height 4: through its side, at 2 / sqrt(17) of the axis' point.
  EXPECT_NEAR(reference(cone, Shape::point({0, 0, 0}).value(), {0, 0, 0}), -2 / std::sqrt(17),
              1e-15);
  EXPECT_NEAR(reference(ball.rounded(0.5).value(), egg, {0, 0, 0}), -2.5, 1e-15);
}

TEST(Reference, HalfSpaces) {
  const Shape ground = Shape::halfspace({0, 0, 1}, 1).value();
  const Shape ceiling = Shape::halfspace({0, 0, -1}, -3).value();
  EXPECT_EQ(reference(ground, ceiling, {0, 0, 0}), 2);
  EXPECT_EQ(reference(ground, ground, {0, 0, 0}), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(reference(ground, Shape::cone(1, 2).value(), {0, 0, 4}), 1);
  EXPECT_EQ(reference(Shape::ellipsoid({1, 1, 4}).value(), ground, {0, 0, -5}), 0);
}

/// 3.9401467203162635 was found, by a way out on another side.
TEST(ReferenceRegression, AConeDeepInACapsule) {
  const Shape cone = Shape::cone(0x1.7cac7cbfc2d7bp-2, 0x1.218d3204da591p-2).value();
  const Shape capsule = Shape::capsule(0x1.de0d80bc5969p+1, 0x1.fae0bdb87ad67p+1).value();
  const Mat3 turn_cone{-0x1.e881b29b4f42p-3,  -0x1.e3e4a5bffcf2dp-1, 0x1.c968f6638c1aap-3,
                       -0x1.d93c26f429a61p-1, 0x1.33f399c6f4c9cp-3,  -0x1.67408d7530f53p-2,
                       0x1.3124127027f11p-2,  -0x1.2914bc56d16ffp-2, -0x1.d19eb7c9f3f4p-1};
  const Mat3 turn_capsule{-0x1.203c83ea1859ap-1, -0x1.b1f4fe120609cp-3, 0x1.990406ded9cb8p-1,
                          -0x1.c2a4c0b32a73cp-2, -0x1.7b8bd748bd54ap-1, -0x1.03756312d2766p-1,
                          0x1.662e6ce7e07e6p-1,  -0x1.4610c5f7b6878p-1, 0x1.4bda0cc52e438p-2};
  const Pose pose_cone =
      Pose::make(turn_cone, Vec3(-0x1.ba068ab4a116cp-2, -0x1.8646f0a6031d8p-2, 0x1.946c230c9527p-1))
          .value();
  const Pose pose_capsule =
      Pose::make(turn_capsule,
                 Vec3(-0x1.18949e3ba50cap-1, -0x1.15bdd4520a5bcp-2, 0x1.b17b1321c4bp-1))
          .value();
  const Reference r = reference_distance(cone, pose_cone, capsule, pose_capsule);
  EXPECT_NEAR(static_cast<double>(r.signed_distance), -3.931514245737691, 1e-12);
}

/// More starts find nothing lower: what the reference has not seen it would not see.
class ReferenceOf : public testing::TestWithParam<ShapeKind> {};

TEST_P(ReferenceOf, MoreStartsFindNothingLower) {
  const int count = scaled_count(5);
  double worst = 0;
  for (int k = 0; k < kConvexKinds; k++) {
    const auto other = static_cast<ShapeKind>(k);
    for (const Situation situation : kSituations) {
      for (const int i : random_cases(count)) {
        const Pair p = make_kind_pair(GetParam(), other, situation, 100000 + i);
        const Reference r = reference_distance(p.a, p.pose_a, p.b, p.pose_b);
        if (!std::isfinite(r.signed_distance)) continue;
        Rng rng(static_cast<std::uint64_t>(i));
        std::vector<Vec3> hints(400);
        for (Vec3& h : hints) h = rng.direction();
        const Reference more = reference_distance(p.a, p.pose_a, p.b, p.pose_b, hints);
        const double size = size_of(p, static_cast<double>(r.signed_distance)) + 1e-3;
        const auto off = static_cast<double>(more.signed_distance - r.signed_distance) / size;
        worst = std::max(worst, std::abs(off));
        EXPECT_LE(std::abs(off), 1e-14)
            << to_string(GetParam()) << " " << to_string(other) << " " << to_string(situation)
            << " " << i << " " << static_cast<double>(r.signed_distance) << "\n"
            << describe(p);
        if (p.signed_distance) {
          EXPECT_NEAR(static_cast<double>(r.signed_distance), *p.signed_distance, 1e-15 * size)
              << describe(p);
        }
        if (has_exact_verdict(p.a, p.b)) {
          const Verdict exact = exact_verdict(p.a, p.pose_a, p.b, p.pose_b);
          if (std::abs(static_cast<double>(r.signed_distance)) > 1e-14 * size) {
            EXPECT_EQ(exact, r.signed_distance > 0 ? Verdict::apart : Verdict::overlapping)
                << static_cast<double>(r.signed_distance) << describe(p);
          }
          if (p.verdict) {
            EXPECT_EQ(exact, *p.verdict) << describe(p);
          }
        }
      }
    }
  }
  std::printf("  %-10s worst %.1e\n", std::string(to_string(GetParam())).c_str(), worst);
}

INSTANTIATE_TEST_SUITE_P(Property, ReferenceOf, testing::ValuesIn(kAllKinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

/// Flat-sided bodies: the exact oracle knows.
TEST(Reference, OracleOfFlatBodies) {
  const int count = scaled_count(12);
  for (int k = 0; k < 25; k++) {
    const auto kind_a = static_cast<ShapeKind>(k / 5), kind_b = static_cast<ShapeKind>(k % 5);
    for (const Situation situation : kSituations) {
      for (const int i : random_cases(count)) {
        const Pair p = make_kind_pair(kind_a, kind_b, situation, 200000 + i);
        const Shape a = Shape::hull(p.a.vertices()).value(),
                    b = Shape::hull(p.b.vertices()).value();
        const Distance d =
            distance({a, p.pose_a}, {b, p.pose_b}, {.tuning = {.method = QueryMethod::oracle}});
        const Reference r = reference_distance(a, p.pose_a, b, p.pose_b);
        const double coordinates =
            1e-18 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()) + 1);
        EXPECT_NEAR(static_cast<double>(r.signed_distance), d.distance - d.depth,
                    2e-14 * size_of(p, d.distance) + coordinates)
            << to_string(kind_a) << " " << to_string(kind_b) << " " << to_string(situation) << " "
            << i << "\n"
            << describe(p);
      }
    }
  }
}

/// A point is as far from a body as the reference says.
TEST(Reference, MembershipAgrees) {
  Rng rng(7);
  for (int k = 0; k < kConvexKinds; k++) {
    const auto kind = static_cast<ShapeKind>(k);
    for (int i = 0; i < scaled_count(200); i++) {
      const Shape body = make_body(kind, 1, 20, rng.chance(0.3), rng);
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(1)).value();
      const Vec3 point = pose.translation() + rng.in_box(1);
      const Reference r = reference_distance(body, pose, Shape::point(point).value(), {});
      EXPECT_NEAR(static_cast<double>(distance_to(body, pose, point)),
                  std::max(0., static_cast<double>(r.signed_distance)), 1e-14)
          << to_string(kind) << " " << i;
    }
  }
}

}  // namespace
}  // namespace glance::test
