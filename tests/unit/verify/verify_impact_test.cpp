// The referee of times of impact: proofs made by hand pass, each single thing altered makes them
// fail, and what it accepts is true.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "glance/impact.h"
#include "glance/query.h"
#include "support/impact_zoo.h"
#include "support/reference.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Motion resting(const Vec3& t = Vec3::zero()) { return Motion::between(at(t), at(t)).value(); }

struct Scene {
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;

  Result<void> verify(const Impact& impact) const {
    return glance::verify(impact, {a, motion_a}, {b, motion_b});
  }
};

::testing::AssertionResult accepted(const Impact& impact, const Scene& scene) {
  const Result<void> result = scene.verify(impact);
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

::testing::AssertionResult refused(const Impact& impact, const Scene& scene,
                                   const std::string& reason) {
  const Result<void> result = scene.verify(impact);
  if (result) return ::testing::AssertionFailure() << "accepted";
  if (result.error().message.find(reason) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "for another reason: " << result.error().message;
}

Impact claim_hit(double time, double tolerance, std::vector<ApartInterval> proof) {
  Impact impact;
  impact.hit = true;
  impact.time = impact.lower = impact.upper = time;
  impact.tolerance = tolerance;
  impact.proof = std::move(proof);
  return impact;
}

Impact claim_miss(std::vector<ApartInterval> proof) {
  Impact impact;
  impact.tolerance = 1e-6;
  impact.proof = std::move(proof);
  return impact;
}

/// Nothing is claimed from `lower` on.
Impact claim_apart(double lower, std::vector<ApartInterval> proof) {
  Impact impact = claim_miss(std::move(proof));
  impact.hit = impact.undecided = true;
  impact.time = impact.lower = lower;
  return impact;
}

ApartInterval interval(double from, double to, const Vec3& direction,
                       const Vec3& turn = Vec3::zero()) {
  ApartInterval result;
  result.from = from;
  result.to = to;
  result.direction = direction;
  result.turn = turn;
  return result;
}

/// Unit balls; the second comes from 5 with a speed of 10: they touch at 0.3.
const Scene& balls() {
  static const Shape ball = Shape::sphere(1).value();
  static const Scene scene{ball, resting(), ball,
                           Motion::with_velocity(at({5, 0, 0}), {-10, 0, 0}, Vec3::zero()).value()};
  return scene;
}

TEST(VerifyImpact, BallsHeadOn) {
  const Vec3 x = Vec3::unit_x();
  const double time = 0.3 - 1e-8;  // 1e-7 apart
  EXPECT_TRUE(accepted(claim_hit(time, 1e-6, {interval(0, time, x)}), balls()));
  EXPECT_TRUE(accepted(claim_hit(time, 1e-6, {interval(0, time, 17 * x)}), balls()));
  EXPECT_TRUE(
      accepted(claim_hit(time, 1e-6, {interval(0, 0.1, x), interval(0.1, time, x)}), balls()));
  // A direction that turns a little on the way, and is right where it must be.
  EXPECT_TRUE(
      accepted(claim_hit(0.2, 2, {interval(0, 0.2, Vec3(1, -0.1, 0), Vec3(0, 0, 0.5))}), balls()));

  EXPECT_TRUE(refused(claim_hit(time, 9e-8, {interval(0, time, x)}), balls(), "apart, more than"));
  EXPECT_TRUE(refused(claim_hit(0.3 + 1e-9, 1e-6, {interval(0, 0.3 + 1e-9, x)}), balls(),
                      "all that can be shown"));
  EXPECT_TRUE(refused(claim_hit(time, 1e-6, {interval(0, time, -x)}), balls(), "all that can be"));
  EXPECT_TRUE(refused(claim_hit(time, 1e-6, {interval(0, time, Vec3::unit_y())}), balls(),
                      "all that can be shown"));
  EXPECT_TRUE(refused(claim_hit(time, 1e-6, {interval(0, time, x, Vec3(0, 0, 1))}), balls(),
                      "all that can be shown"));
  EXPECT_TRUE(refused(claim_miss({interval(0, 1, x)}), balls(), "all that can be shown"));
}

TEST(VerifyImpact, NamesWhatIsWrongWithTheList) {
  const Vec3 x = Vec3::unit_x();
  const double time = 0.29999995;
  const auto hit = [&](std::vector<ApartInterval> proof) {
    return claim_hit(time, 1e-5, std::move(proof));
  };
  EXPECT_TRUE(accepted(hit({interval(0, 0.2, x), interval(0.1, time, x)}), balls()));
  EXPECT_TRUE(refused(hit({}), balls(), "there is no proof"));
  EXPECT_TRUE(refused(hit({interval(0, 0.2, x)}), balls(), "ends at 0.2, before lower"));
  EXPECT_TRUE(refused(hit({interval(0.1, time, x)}), balls(), "begins at 0.1"));
  EXPECT_TRUE(refused(hit({interval(0, 0.1, x), interval(0.2, time, x)}), balls(),
                      "interval 1 begins at 0.2, but those before end at 0.1"));
  EXPECT_TRUE(refused(hit({interval(0.1, time, x), interval(0, 0.1, x)}), balls(), "begins at"));
  EXPECT_TRUE(refused(hit({interval(0, time, x), interval(0, 0.1, x)}), balls(), "before the one"));
  EXPECT_TRUE(refused(hit({interval(0.1, 0, x), interval(0, time, x)}), balls(), "interval 0 is"));
  EXPECT_TRUE(refused(hit({interval(-0.1, time, x)}), balls(), "interval 0 is"));
  EXPECT_TRUE(refused(hit({interval(0, kNan, x)}), balls(), "interval 0 is"));
  EXPECT_TRUE(refused(hit({interval(0, 2, x)}), balls(), "interval 0 is"));
  EXPECT_TRUE(refused(hit({interval(0, time, Vec3::zero())}), balls(), "is zero"));
  EXPECT_TRUE(refused(hit({interval(0, time, Vec3(1, kNan, 0))}), balls(), "not finite"));
  EXPECT_TRUE(refused(hit({interval(0, time, x, Vec3(0, kNan, 0))}), balls(), "not finite"));
}

TEST(VerifyImpact, NamesWhatIsWrongWithTheAnswer) {
  const double time = 0.29999995;
  const Impact good = claim_hit(time, 1e-5, {interval(0, time, Vec3::unit_x())});
  const auto altered = [&](const std::function<void(Impact&)>& change) {
    Impact impact = good;
    change(impact);
    return impact;
  };
  ASSERT_TRUE(accepted(good, balls()));
  const auto expect = [&](const std::function<void(Impact&)>& change, const char* reason) {
    EXPECT_TRUE(refused(altered(change), balls(), reason));
  };
  expect([](Impact& i) { i.time = kNan; }, "not all are in [0, 1]");
  expect([](Impact& i) { i.upper = 2; }, "not all are in [0, 1]");
  expect([](Impact& i) { i.time = 0.1; }, "is not within");
  expect([](Impact& i) { i.upper = 1; }, "decided, but lower");
  expect([](Impact& i) { i.tolerance = 0; }, "the tolerance is 0");
  expect([](Impact& i) { i.margin = -1; }, "the margin is -1");
  expect([](Impact& i) { i.margin = 1e-3; }, "all that can be shown");
  expect([](Impact& i) { i.hit = false; }, "no hit, but lower");
  expect([](Impact& i) { i.starts_overlapping = true; }, "but upper is");
  expect(
      [](Impact& i) {
        i.starts_overlapping = true;
        i.time = i.lower = i.upper = 0;
      },
      "but apart");
  expect(
      [](Impact& i) {
        i.hit = false;
        i.undecided = true;
      },
      "counts as a hit");
  EXPECT_TRUE(accepted(altered([](Impact& i) {
                         i.undecided = true;
                         i.upper = 1;
                       }),
                       balls()));
  // The same answer about another motion, or the bodies in the other order.
  const Scene faster{balls().a, resting(), balls().b,
                     Motion::with_velocity(at({5, 0, 0}), {-10.001, 0, 0}, Vec3::zero()).value()};
  EXPECT_TRUE(refused(good, faster, "all that can be shown"));
  const Scene swapped{balls().b, balls().motion_b, balls().a, balls().motion_a};
  EXPECT_TRUE(refused(good, swapped, "all that can be shown"));
}

/// With a margin of 1, contact is at 0.2.
TEST(VerifyImpact, Margins) {
  const double time = 0.2 - 1e-8;
  Impact impact = claim_hit(time, 1e-6, {interval(0, time, Vec3::unit_x())});
  EXPECT_TRUE(refused(impact, balls(), "apart, more than"));
  impact.margin = 1;
  EXPECT_TRUE(accepted(impact, balls()));
  impact.margin = 1.001;
  EXPECT_TRUE(refused(impact, balls(), "all that can be shown"));
  Impact start = claim_hit(0, 1e-6, {});
  start.starts_overlapping = true;
  EXPECT_TRUE(refused(start, balls(), "but apart"));
  start.margin = 3;
  EXPECT_TRUE(accepted(start, balls()));
}

TEST(VerifyImpact, StartsOverlapping) {
  const Shape box = Shape::box({1, 1, 1}).value();
  Impact start = claim_hit(0, 1e-6, {});
  start.starts_overlapping = true;
  const Motion away = Motion::with_velocity(at({2, 0.5, 0}), {9, 0, 0}, Vec3::zero()).value();
  EXPECT_TRUE(accepted(start, {box, resting(), box, away}));  // they touch
  const Motion deep = Motion::with_velocity(at({1, 0.5, 0}), {9, 0, 0}, Vec3::zero()).value();
  EXPECT_TRUE(accepted(start, {box, resting(), box, deep}));
  start.proof = {interval(0, 0, Vec3::unit_x())};
  start.starts_overlapping = false;
  EXPECT_TRUE(refused(start, {box, resting(), box, away}, "all that can be shown"));
}

/// A box of 4 x 2 that turns about z at a height over y = 0. Its corners are sqrt(5) from the axis.
Scene spinning(double height, double angle, bool plane) {
  const Shape box = Shape::box({2, 1, 1}).value();
  return {plane ? Shape::halfspace({0, 1, 0}, 0).value() : Shape::box({9, 1, 9}).value(),
          resting(plane ? Vec3(0, 0, 0) : Vec3(0, -1, 0)), box,
          Motion::with_velocity(at({0, height, 0}), Vec3::zero(), {0, 0, angle}).value()};
}

std::vector<ApartInterval> equal_parts(double until, int count, const Vec3& direction) {
  std::vector<ApartInterval> proof;
  for (int i = 0; i < count; i++) {
    proof.push_back(interval(until * i / count, until * (i + 1) / count, direction));
  }
  proof.back().to = until;
  return proof;
}

TEST(VerifyImpact, ABoxThatTurnsAboveTheGround) {
  const Vec3 up = Vec3::unit_y();
  for (const bool plane : {false, true}) {
    // Out of reach, whatever the angle: one interval is enough.
    EXPECT_TRUE(accepted(claim_miss({interval(0, 1, up)}), spinning(2.237, 20, plane)));
    EXPECT_TRUE(refused(claim_miss({interval(0, 1, up)}), spinning(2.236, 20, plane), "all that"));
    // In reach: the corner comes down at asin(2.2 / sqrt(5)) - atan(1 / 2).
    const double height = 2.2, until = std::asin(height / std::sqrt(5.)) - std::atan2(1, 2);
    const Scene scene = spinning(height, until, plane), beyond = spinning(height, 2, plane);
    EXPECT_TRUE(accepted(claim_apart(1 - 1e-9, equal_parts(1 - 1e-9, 8, up)), scene));
    EXPECT_TRUE(refused(claim_miss(equal_parts(1, 8, up)), scene, "at the end poses"));
    EXPECT_TRUE(
        accepted(claim_apart(0.999 * until / 2, equal_parts(0.999 * until / 2, 8, up)), beyond));
    EXPECT_TRUE(refused(claim_apart(1.001 * until / 2, equal_parts(1.001 * until / 2, 8, up)),
                        beyond, "interval 7"));
    // Both ends are clear, and the corner is in the ground between.
    EXPECT_TRUE(refused(claim_miss({interval(0, 1, up)}), beyond, "all that can be shown"));
    EXPECT_TRUE(refused(claim_miss(equal_parts(1, 50, up)), beyond, "all that can be shown"));
  }
}

/// A half-space that turns towards a point: y = 0 at first, its normal goes with it.
TEST(VerifyImpact, AHalfspaceThatTurns) {
  const Scene scene{Shape::halfspace({0, 1, 0}, 0).value(),
                    Motion::with_velocity(at(Vec3::zero()), Vec3::zero(), {0, 0, kPi / 2}).value(),
                    Shape::point({0, 0, 0}).value(), resting({1, 1, 0})};  // reached at 45 degrees
  EXPECT_TRUE(accepted(claim_apart(0.499, equal_parts(0.499, 9, Vec3::zero())), scene));
  EXPECT_TRUE(refused(claim_apart(0.501, equal_parts(0.501, 50, Vec3::zero())), scene, "al 49"));
  // A whole turn: both ends are clear.
  const Scene turn{scene.a,
                   Motion::with_velocity(at(Vec3::zero()), Vec3::zero(), {0, 0, 2 * kPi}).value(),
                   scene.b, scene.motion_b};
  EXPECT_TRUE(refused(claim_miss({interval(0, 1, Vec3::zero())}), turn, "all that can be shown"));
  // A point that turns along stays where it is, seen from there.
  const Scene together{scene.a, scene.motion_a, Shape::point({1, 1e-3, 0}).value(), scene.motion_a};
  EXPECT_TRUE(accepted(claim_miss({interval(0, 1, Vec3::zero())}), together));
}

/// The face of a box that turns, with a ball that goes round with it at 1e-3: only a direction that
/// turns along shows it in few intervals.
TEST(VerifyImpact, ADirectionThatFollowsAFace) {
  const Motion motion = Motion::with_velocity(at(Vec3::zero()), Vec3::zero(), {0, 0, kPi}).value();
  const Scene scene{Shape::box({1, 2, 1}).value(), motion,
                    Shape::point({1.101, 1.5, 0.2}).value().rounded(0.1).value(), motion};
  EXPECT_TRUE(accepted(claim_miss({interval(0, 1, Vec3::unit_x(), Vec3(0, 0, kPi))}), scene));
  EXPECT_TRUE(refused(claim_miss({interval(0, 1, Vec3::unit_x())}), scene, "all that"));
  EXPECT_TRUE(
      refused(claim_miss({interval(0, 1, Vec3::unit_x(), Vec3(0, 0, 3.0))}), scene, "all that"));
  EXPECT_TRUE(refused(claim_apart(0.2, {interval(0, 0.2, Vec3::unit_x())}), scene, "all that"));
}

TEST(VerifyImpact, TwoHalfspaces) {
  const Shape floor = Shape::halfspace({0, 1, 0}, 0).value(),
              ceiling = Shape::halfspace({0, -1, 0}, -5).value();
  const Impact miss = claim_miss({interval(0, 1, Vec3::zero())});
  const auto moving = [](const Vec3& linear, const Vec3& angular) {
    return Motion::with_velocity(at(Vec3::zero()), linear, angular).value();
  };
  EXPECT_TRUE(accepted(miss, {floor, resting(), ceiling, resting()}));
  EXPECT_TRUE(accepted(miss, {floor, resting(), ceiling, moving({7, -4.9, 0}, Vec3::zero())}));
  EXPECT_TRUE(
      refused(miss, {floor, resting(), ceiling, moving({7, -5.1, 0}, Vec3::zero())}, "the gap"));
  EXPECT_TRUE(refused(miss, {floor, resting(), ceiling, moving({0, 9, 0}, {0, 1e-9, 0})}, "turns"));
  EXPECT_TRUE(refused(miss, {floor, resting(), floor, resting()}, "exact heights"));
  EXPECT_TRUE(refused(
      miss, {floor, resting(), Shape::halfspace({1, -1e9, 0}, -5).value(), resting()}, "exact"));
  Impact start = claim_hit(0, 1e-6, {});
  start.starts_overlapping = true;
  EXPECT_TRUE(accepted(start, {floor, resting(), floor, resting()}));
}

/// Along n, which turns; a half-space has its own. In long doubles at rounded poses.
double gap_at(const ImpactCase& c, const Vec3& n, const Vec3& turn, double time) {
  if (c.a.kind() == ShapeKind::halfspace || c.b.kind() == ShapeKind::halfspace) {
    const Distance d = distance({c.a, c.motion_a.at(time)}, {c.b, c.motion_b.at(time)});
    return d.distance - d.depth;
  }
  const Vec3 m = multiply(rotation_matrix(Quat::from_rotation_vector(turn * time)), n);
  return static_cast<double>(
      gap_along(c.a, c.motion_a.at(time), c.b, c.motion_b.at(time), real(m)));
}

/// One interval as long as is accepted: nothing inside of it shows that it should not be.
TEST(VerifyImpact, AcceptedProofsAreTrue) {
  const int count = scaled_count(200);
  int tried = 0, shown = 0;
  double parts = 0;
  for (int i = 0; i < count; i++) {
    const ImpactCase c = make_random_impact(i);
    SCOPED_TRACE(testing::Message() << i << "\n" << describe(c));
    const Distance d = distance({c.a, c.motion_a.start()}, {c.b, c.motion_b.start()});
    if (d.verdict != Verdict::apart) continue;
    Rng rng(static_cast<std::uint64_t>(i));
    Vec3 turn = Vec3::zero();
    if (rng.chance(0.3)) turn = c.motion_a.angular();
    if (rng.chance(0.3)) turn = c.motion_b.angular();
    if (rng.chance(0.2)) turn = rng.in_box(3);
    tried++;
    double good = 0, bad = 2;
    for (int k = 0; k < 12; k++) {
      const double to = std::min(1., (good + bad) / 2);
      const bool passes = bool(c.verify(claim_apart(to, {interval(0, to, d.normal, turn)})));
      (passes ? good : bad) = to;
      if (good == 1) break;
    }
    if (good == 0) continue;
    shown++;
    parts += good;
    for (int k = 0; k <= 60; k++) {
      ASSERT_GT(gap_at(c, d.normal, turn, good * k / 60), 0) << "at " << good * k / 60;
    }
  }
  std::printf("  %d of %d intervals, %.2f long on average\n", shown, tried, parts / shown);
  EXPECT_GT(shown, 0.9 * tried);
}

}  // namespace
}  // namespace glance::test
