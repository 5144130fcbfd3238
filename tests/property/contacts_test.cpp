// Contact points: on the surfaces, as deep as they say, and under ids that last.
#include "glance/contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "glance/rng.h"
#include "support/kind_check.h"
#include "support/membership.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr int kFrames = 1000;

std::vector<std::uint64_t> ids_of(const Contacts& c) {
  std::vector<std::uint64_t> ids;
  for (const ContactPoint& point : c.span()) ids.push_back(point.id);
  return ids;
}

void check_points(const Pair& p, const Contacts& c, double tol) {
  ASSERT_NEAR(norm(c.normal), 1, 1e-14);
  for (const ContactPoint& point : c.span()) {
    ASSERT_NE(point.id, 0u);
    ASSERT_TRUE(is_finite(point.point_a) && is_finite(point.point_b));
    // (A normal of curved bodies is as good as the root of their accuracy.)
    const bool curved = !p.a.has_flat_core() || !p.b.has_flat_core();
    const double askew = curved ? 2e-5 * (p.a.extent() + p.b.extent() + std::fabs(point.depth)) : 0;
    ASSERT_LE(norm(point.point_a - point.point_b - point.depth * c.normal), tol + askew);
    ASSERT_LE(static_cast<double>(distance_to(p.a, p.pose_a, point.point_a)), tol);
    ASSERT_LE(static_cast<double>(distance_to(p.b, p.pose_b, point.point_b)), tol);
  }
  const auto ids = ids_of(c);
  for (std::size_t i = 1; i < ids.size(); i++) ASSERT_LT(ids[i - 1], ids[i]);
}

/// B rests on A along z, `gap` above it, and trembles; everything turned and moved.
void check_rest(const Shape& a, const Shape& b, const Pose& rest_b, double margin, int points,
                std::uint64_t seed) {
  Rng rng(seed);
  const Mat3 turn = rotation_matrix(rng.rotation());
  const Vec3 by = rng.in_box(3);
  std::vector<std::uint64_t> ids;
  PairCache cache;
  for (int frame = 0; frame < kFrames; frame++) {
    constexpr double kTremble = 1e-4;
    const Mat3 tremble = rotation_matrix(Quat::from_rotation_vector(rng.in_box(kTremble)));
    const Mat3 rotation = compose(turn, compose(tremble, rest_b.rotation()));
    const Vec3 at = turn * (rest_b.translation() + rng.in_box(kTremble)) + by;
    const Pair p{a, Pose::make(turn, by).value(), b, Pose::make(rotation, at).value(), {}, {}};
    SCOPED_TRACE(testing::Message() << "seed " << seed << " frame " << frame << "\n"
                                    << describe(p));
    const QueryOptions options{.margin = margin};
    const Contacts c = contacts({p.a, p.pose_a}, {p.b, p.pose_b}, options.with(cache));
    ASSERT_EQ(c.count, points);
    ASSERT_EQ(to_string(c.verdict), "overlapping");
    ASSERT_NO_FATAL_FAILURE(check_points(p, c, 1e-12));
    ASSERT_GT(dot(c.normal, turn.col(2)), 0.99);
    if (frame == 0) ids = ids_of(c);
    ASSERT_EQ(ids_of(c), ids);
    if (frame % 100 == 0) {  // the cache changes nothing
      const Contacts fresh = contacts({p.a, p.pose_a}, {p.b, p.pose_b}, options);
      ASSERT_EQ(ids_of(fresh), ids);
      const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
      double deepest = -HUGE_VAL;
      for (const ContactPoint& point : c.span()) deepest = std::max(deepest, point.depth);
      ASSERT_NEAR(deepest, d.depth - d.distance, 1e-12);
    }
  }
}

Pose above(double z) { return Pose::make(Vec3(0.05, 0.03, z)).value(); }

TEST(Contacts, BoxAtRestOnBox) {
  const Shape ground = Shape::box({2, 2, 0.5}).value(), box = Shape::box({0.5, 0.7, 0.4}).value();
  check_rest(ground, box, above(0.9 - 5e-4), 0, 4, 1);
  check_rest(box, ground, above(0.9 - 5e-4), 0, 4, 2);
  check_rest(ground, box, above(0.9 + 5e-4), 2e-3, 4, 3);  // a gap within the margin
  // As large as each other, across each other, and half over the side.
  const Shape plank = Shape::box({2, 0.3, 0.2}).value();
  const Pose across =
      Pose::make(Quat::from_rotation_vector({0, 0, 1.2}), Vec3(0, 0, 0.4 - 5e-4)).value();
  check_rest(plank, plank, across, 0, 4, 4);
  check_rest(ground, box, Pose::make(Vec3(2.1, 0.4, 0.9 - 5e-4)).value(), 0, 4, 5);
}

TEST(Contacts, RoundedBoxAtRest) {
  const Shape ground = Shape::box({2, 2, 0.5}).value();
  const Shape box = Shape::box({0.5, 0.7, 0.3}).value().rounded(0.1).value();
  check_rest(ground, box, above(0.9 - 5e-4), 0, 4, 6);
}

TEST(Contacts, CapsuleLyingOnBox) {
  const Shape ground = Shape::box({2, 2, 0.5}).value();
  const Shape capsule = Shape::capsule(0.25, 0.5).value();
  const Quat lying = Quat::from_rotation_vector({0, 3.14159265358979 / 2, 0});
  const Pose rest = Pose::make(lying, Vec3(0.1, 0.2, 0.75 - 5e-4)).value();
  check_rest(ground, capsule, rest, 0, 2, 7);
}

TEST(Contacts, BoxOnHalfspace) {
  const Shape ground = Shape::halfspace({0, 0, 1}, 0).value();
  const Shape box = Shape::box({0.5, 0.7, 0.4}).value();
  check_rest(ground, box, above(0.4 - 5e-4), 0, 4, 8);
}

/// Any two kinds anywhere.
class ContactsOf : public testing::TestWithParam<ShapeKind> {};

TEST_P(ContactsOf, LieOnTheSurfaces) {
  const int count = scaled_count(6);
  for (const ShapeKind other : kAllKinds) {
    for (const Situation situation : kSituations) {
      for (const int i : random_cases(count)) {
        const Known k(make_kind_pair(GetParam(), other, situation, 4000 + i));
        if (k.is_infinite()) continue;
        const Pair& p = k.pair;
        SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " " << to_string(other) << " "
                                        << to_string(situation) << " " << 4000 + i << " sd "
                                        << k.signed_distance << "\n"
                                        << describe(p));
        const auto check = [&](double margin) {
          const Contacts c = contacts({p.a, p.pose_a}, {p.b, p.pose_b}, {.margin = margin});
          ASSERT_NO_FATAL_FAILURE(check_verdict(k, c.verdict, margin));
          ASSERT_GE(c.count, 0);
          ASSERT_LE(c.count, Contacts::kMaxPoints);
          ASSERT_EQ(c.count == 0, c.verdict == Verdict::apart);
          if (c.count == 0) return;
          const double skew =
              rotation_error(p.pose_a.rotation()) + rotation_error(p.pose_b.rotation());
          ASSERT_NO_FATAL_FAILURE(check_points(p, c, (1e-9 + 2 * skew) * k.size + k.in_world));
          double deepest = -HUGE_VAL;
          for (const ContactPoint& point : c.span()) deepest = std::max(deepest, point.depth);
          ASSERT_NEAR(deepest, -k.signed_distance, 1e-9 * k.size + k.in_world);
        };
        check(0);
        check(std::fmax(0, k.signed_distance) + 0.01 * k.size);
        if (too_many_failures()) return;
      }
    }
  }
}

/// The normal of curved bodies is askew by the root of their accuracy: the deepest point of B was
/// taken to be along it, and so 2e-7 off the surface.
TEST(ContactsRegression, DeepestPointsStayOnTheSurfaces) {
  const Known pairs[] = {
      Known({Shape::capsule(0x1.04399077d4b79p-12, 0x1.749382f6b84c7p-1).value(),
             pose_of_rows({0x1.a2130e5928bfap-2, 0x1.6213f68ce0f21p-2, 0x1.b08e51c3ba53bp-1},
                          {-0x1.a106018d2cbb6p-3, -0x1.bc3f1433c28e4p-1, 0x1.d069b79adee2p-2},
                          {0x1.c79b825c53079p-1, -0x1.6dc44a33f7216p-2, -0x1.22a6ade1849p-2},
                          {-0x1.ee2964f2ba5b2p+0, 0x1.bc86251a72fb6p+0, -0x1.fee4373e41088p+0}),
             Shape::cone(0x1.9729b19e2b03p-2, 0x1.e3e3880644096p-2).value(),
             pose_of_rows({-0x1.3342b28c22786p-1, 0x1.362114c04e1f8p-1, 0x1.0b7f51c136c72p-1},
                          {0x1.af0ad8e1bcbc8p-2, -0x1.43d8c2c532c8p-2, 0x1.b349ab5c4bf6fp-1},
                          {0x1.5c42c36adf76ap-1, 0x1.75d30c99e0effp-1, -0x1.0afb094a87eap-4},
                          {-0x1.02c57c2076231p+1, 0x1.ea7bcd5f7e50ep+0, -0x1.34b337bfe3cfap+1}),
             {},
             {}}),
      Known({Shape::cylinder(0x1.aaaebf2fa2cb8p-2, 0x1.74e0c173e64e9p-3).value(),
             pose_of_rows({0x1.3dd3a7c01956p-4, -0x1.f9faa45730128p-1, -0x1.0dd6f1c393d7bp-3},
                          {-0x1.f5dba8a5c896ep-1, -0x1.a598111fb7dcp-5, -0x1.87ad6f075ad3ap-3},
                          {0x1.752f374020e31p-3, 0x1.26e2f1559acfap-3, -0x1.f2003f0c7c358p-1},
                          {-0x1.cef1665267b56p+0, 0x1.fce2b21a31c02p+0, -0x1.477decb200b82p+0}),
             Shape::box({0x1.1c17acefb46f1p-2, 0x1.263cfc41f1cbfp-2, 0x1.0fa08f3b58f34p-2}).value(),
             pose_of_rows({0x1.c61e6976952a6p-1, -0x1.c48538d94c06p-7, -0x1.d8bcbbc9d0327p-2},
                          {0x1.d8f2d341aee96p-2, 0x1.c02ed3767d14p-6, 0x1.c5e71e86427f7p-1},
                          {0x1.948794587ccp-12, -0x1.ffc272732be39p-1, 0x1.f6048017a5e4p-6},
                          {-0x1.a4b187681c01dp+0, 0x1.e491c23ab5ed7p+0, -0x1.3de478fd3848p-1}),
             {},
             {}})};
  for (const Known& k : pairs) {
    const Pair& p = k.pair;
    const double margin = k.signed_distance + 0.01 * k.size;
    const Contacts c = contacts({p.a, p.pose_a}, {p.b, p.pose_b}, {.margin = margin});
    ASSERT_GT(c.count, 0);
    check_points(p, c, 1e-9 * k.size + k.in_world);
  }
}

/// Two points 1.5e-9 apart: off each other by the rounding of their coordinates, which the test
/// had left out.
TEST(ContactsRegression, PointsBesideTheirOrigins) {
  const Vec3 at{0x1.dbf4c1ad93ec6p-3, 0x1.3e5add8c52ca8p-4, -0x1.33b276d930e4p-6};
  const Known k({Shape::point(at).value(),
                 {},
                 Shape::point(at).value(),
                 Pose::make(Vec3(1.4874953167799018e-09, 0, 0)).value(),
                 {},
                 {}});
  EXPECT_GT(k.in_world, 1e-17);
}

INSTANTIATE_TEST_SUITE_P(Property, ContactsOf, testing::ValuesIn(kAllKinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

}  // namespace
}  // namespace glance::test
