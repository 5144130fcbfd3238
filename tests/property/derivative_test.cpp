// Derivatives of the signed distance against differences of the tests' own reference.
#include "glance/derivative.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "glance/rng.h"
#include "support/kind_check.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// A way to move both bodies: lengths in units of the size, angles in radians.
struct Direction {
  Vec3 move_a, turn_a, move_b, turn_b;
};

Pose stepped(const Pose& pose, const Vec3& move, const Vec3& turn) {
  const Mat3 rotation = rotation_matrix(Quat::from_rotation_vector(turn));
  return Pose::make(compose(rotation, pose.rotation()), pose.translation() + move).value();
}

/// Central difference over a step, as a part of the size.
double difference_quotient(const Known& k, const Direction& v, double step) {
  const auto at = [&](double s) {
    const Pair& p = k.pair;
    const double length = s * k.size;
    return reference_distance(p.a, stepped(p.pose_a, length * v.move_a, s * v.turn_a), p.b,
                              stepped(p.pose_b, length * v.move_b, s * v.turn_b))
        .signed_distance;
  };
  return static_cast<double>((at(step) - at(-step)) / (2 * step * k.size));
}

struct Seen {
  int smooth = 0, rough = 0, switches = 0;
};

void check_pair(const Known& k, Rng& rng, Seen& seen) {
  const Pair& p = k.pair;
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
  const DistanceDerivative slope = derivative(d, {p.a, p.pose_a}, {p.b, p.pose_b});
  for (const Vec3& v :
       {slope.translation_a, slope.translation_b, slope.rotation_a, slope.rotation_b}) {
    ASSERT_TRUE(is_finite(v));
  }
  if (slope.switches) {
    seen.switches++;
    return;
  }
  ASSERT_NEAR(norm(slope.translation_b), 1, 1e-12);
  ASSERT_NEAR(norm(slope.translation_a + slope.translation_b), 0, 1e-12);
  for (int i = 0; i < 2; i++) {
    const Direction v{rng.direction(), rng.direction(), rng.direction(), rng.direction()};
    const double expected =
        dot(slope.translation_a, v.move_a) + dot(slope.translation_b, v.move_b) +
        (dot(slope.rotation_a, v.turn_a) + dot(slope.rotation_b, v.turn_b)) / k.size;
    const double wide = difference_quotient(k, v, 1e-5), narrow = difference_quotient(k, v, 5e-6);
    // Two moves and two turns (with arms of at most the size) count an error of the normal once
    // each. For curved pairs that is usually the root of the accuracy e of their distance; what is
    // certain is only sqrt(2 e / gap), and the least overlap may change even more slowly with its
    // direction.
    const double per_angle = k.signed_distance > 0 ? 4 : 16;
    const double usual = k.exact ? 1e-6 : per_angle * std::sqrt(2 * k.accuracy / k.size);
    const double certain =
        k.exact ? 0 : per_angle * std::sqrt(2 * k.accuracy / std::fabs(k.signed_distance));
    const double rounding = usual + 10 * k.in_world / (1e-5 * k.size);
    const double off = std::fabs(narrow - expected), spread = std::fabs(wide - narrow);
    const bool is_rough = spread > 1e-4 + rounding  // a kink, or a sharp curve, within a step
                          || rounding > 0.01        // a size below the rounding of coordinates
                          || (off > 3 * spread + rounding && off <= certain);
    (is_rough ? seen.rough : seen.smooth)++;
    if (!is_rough) {
      ASSERT_LE(off, 3 * spread + rounding) << narrow << " by differences, said " << expected;
    }
  }
}

class Derivatives : public testing::TestWithParam<ShapeKind> {};

TEST_P(Derivatives, AgreeWithDifferences) {
  const int count = scaled_count(4);
  Seen seen;
  for (const ShapeKind other : kAllKinds) {
    // Half-spaces that face each other do so only while nothing turns.
    if (GetParam() == ShapeKind::halfspace && other == ShapeKind::halfspace) continue;
    for (const Situation situation : {Situation::random, Situation::kissing, Situation::deep}) {
      for (const int i : random_cases(count)) {
        const Known k(make_kind_pair(GetParam(), other, situation, 3000 + i));
        SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " " << to_string(other) << " "
                                        << to_string(situation) << " " << 3000 + i << " sd "
                                        << k.signed_distance << "\n"
                                        << describe(k.pair));
        Rng rng(static_cast<std::uint64_t>(i));
        check_pair(k, rng, seen);
        if (too_many_failures()) return;
      }
    }
  }
  std::printf("  %-10s %d smooth, %d rough, %d switch\n",
              std::string(to_string(GetParam())).c_str(), seen.smooth, seen.rough, seen.switches);
  EXPECT_LE(seen.rough, 0.1 * (seen.smooth + seen.rough) + 1);
  EXPECT_GT(seen.smooth, seen.switches);
}

INSTANTIATE_TEST_SUITE_P(Property, Derivatives, testing::ValuesIn(kAllKinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

DistanceDerivative derivative_of(const Shape& a, const Shape& b, const Vec3& at) {
  const Pose there = Pose::make(at).value();
  return derivative(distance({a, {}}, {b, there}), {a, {}}, {b, there});
}

TEST(Derivative, KnowWhereTheySwitch) {
  const Shape box = Shape::box({1, 1, 1}).value(), ball = Shape::sphere(1).value();
  const Shape cylinder = Shape::cylinder(1, 1).value(), capsule = Shape::capsule(1, 1).value();
  EXPECT_TRUE(derivative_of(box, box, {0, 0, 3}).switches);            // face on face
  EXPECT_TRUE(derivative_of(cylinder, cylinder, {0, 0, 3}).switches);  // cap on cap
  EXPECT_TRUE(derivative_of(cylinder, cylinder, {3, 0, 0}).switches);  // line on line
  EXPECT_TRUE(derivative_of(capsule, capsule, {3, 0, 0}).switches);
  EXPECT_TRUE(derivative_of(box, ball, {0, 0, 0}).switches);  // six ways out
  EXPECT_TRUE(derivative_of(ball, ball, {0, 0, 0}).switches);
  EXPECT_FALSE(derivative_of(ball, ball, {0, 0, 3}).switches);
  EXPECT_FALSE(derivative_of(box, ball, {0.25, 0.125, 3}).switches);
  EXPECT_FALSE(derivative_of(box, ball, {0.25, 0.125, 0.5}).switches);
}

}  // namespace
}  // namespace glance::test
