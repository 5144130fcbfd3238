// Single times of impact: bugs of the past, corners that pass just above the ground, what grazes.
#include <gtest/gtest.h>

#include <cmath>

#include "glance/impact.h"
#include "support/impact_zoo.h"

namespace glance::test {
namespace {

/// Half-spaces that do not face each other overlap everywhere; they were said never to meet.
TEST(ImpactRegression, TwoHalfspaces) {
  const Shape floor = Shape::halfspace({0, 0, 1}, 0).value(),
              wall = Shape::halfspace({1, 0, 0}, -5).value(),
              ceiling = Shape::halfspace({0, 0, -1}, -5).value();
  const Motion rests = Motion::between({}, {}).value(),
               turns = Motion::with_velocity({}, {0, 0, 1}, {0, 0.3, 0}).value(),
               falls = Motion::with_velocity({}, {0, 0, -10}, Vec3::zero()).value(),
               sinks = Motion::with_velocity({}, {3, 0, -4}, Vec3::zero()).value();
  for (const Motion& m : {rests, turns}) {
    const ImpactCase c{"", floor, rests, wall, m, 0, {}};
    EXPECT_TRUE(c.impact().starts_overlapping);
    EXPECT_TRUE(c.verify(c.impact()));
  }
  const ImpactCase meet{"", floor, rests, ceiling, falls, 1e-6, {}},
      miss{"", floor, rests, ceiling, sinks, 1e-6, {}},
      tilts{"", floor, rests, ceiling, turns, 1e-6, {}};
  EXPECT_NEAR(meet.impact().time, 0.5, 1e-7);
  EXPECT_TRUE(meet.verify(meet.impact()));
  EXPECT_FALSE(miss.impact().hit);
  EXPECT_TRUE(miss.verify(miss.impact()));
  EXPECT_TRUE(tilts.impact().hit);
  EXPECT_LT(tilts.impact().time, 1e-6);
  EXPECT_TRUE(tilts.verify(tilts.impact()));
}

/// They overlap by a hundredth of their size, but `collide` gives a point that does not show it.
TEST(ImpactRegression, AStartThatNoPointShows) {
  const Mat3 turn_a(-0.0008611185621548792, 0.8710847403296401, -0.49113199207510977,
                    -0.12475484621025953, 0.48720166943352183, 0.8643325526949936,
                    0.992187223673978, 0.0620153889452693, 0.10825250441486597);
  const Mat3 turn_b(0.7687874545089906, -0.6252051200846318, 0.13447827932252768,
                    0.09237820711697825, 0.31664998738587596, 0.9440333957749467,
                    -0.6327970580205312, -0.7133381689693085, 0.301191865846465);
  const Pose pose_a = Pose::make(turn_a, Vec3(-2.2670662918783747e+17, 1.806138576540211e+17,
                                              4.88127609759671e+17))
                          .value(),
             pose_b = Pose::make(turn_b, Vec3(-2.554855060027514e+17, 1.5370856730115222e+17,
                                              1.7081713349518208e+17))
                          .value();
  const ImpactCase c{
      "",
      Shape::cone(2.547125596299383e+17, 3.723881465722817e+16).value(),
      Motion::between(pose_a, pose_a).value(),
      Shape::box({3.228717959659195e+16, 5.079248740586018e+16, 2.592047411876739e+16}).value(),
      Motion::between(pose_b, pose_b).value(),
      0,
      {}};
  const Impact impact = c.impact();
  EXPECT_TRUE(impact.starts_overlapping);
  const Result<void> proved = c.verify(impact);
  EXPECT_TRUE(proved) << proved.error().message;
}
/// A corner passes `excess` above the ground at half time, or so: near its lowest point the gap is
/// all but constant. Steps were once a millionth long there (6706 of them, or no end).
TEST(Impact, ACornerThatPassesJustAboveTheGroundTakesFewSteps) {
  const Shape box = Shape::box({1.15, 0.67, 0.86}).value();
  const double radius = std::hypot(1.15, 0.67);
  const Shape grounds[] = {Shape::halfspace({0, 1, 0}, 0).value(),
                           Shape::box({50, 0.5, 50}).value()};
  const double offsets[] = {0, -0.5};
  for (const double excess : {1e-5, 1e-6, 3e-7, 1e-7, 5e-8}) {
    for (const double turn : {3.0, 10.0}) {
      for (int k = 0; k < 2; k++) {
        SCOPED_TRACE(testing::Message() << excess << " " << turn << " " << k);
        const Motion rest = Motion::resting(Pose::make(Vec3(0, offsets[k], 0)).value());
        const Motion spin = Motion::with_velocity(Pose::make(Vec3(0, radius + excess, 0)).value(),
                                                  {1, 0, 2}, {0, 0, turn})
                                .value();
        const Impact impact = time_of_impact(grounds[k], rest, box, spin,
                                             {.absolute_tolerance = 3.5e-8, .proof = true});
        EXPECT_FALSE(impact.hit);
        EXPECT_LT(impact.work.steps, 150u);
        const Result<void> proved = verify(impact, grounds[k], rest, box, spin);
        EXPECT_TRUE(proved) << proved.error().message;
      }
    }
  }
}

/// Balls of radius 1 that pass at a distance of their centres of 2 + excess, or meet head on.
TEST(Impact, SaysWhatGrazes) {
  const Shape ball = Shape::sphere(1).value();
  const auto pass = [&](double height) {
    const Motion flight =
        Motion::with_velocity(Pose::make(Vec3(-10, height, 0)).value(), {20, 0, 0}, Vec3::zero())
            .value();
    return time_of_impact(ball, Motion::resting({}), ball, flight, {.absolute_tolerance = 1e-3});
  };
  for (const double excess : {1e-4, 3e-4}) {  // within half the tolerance
    EXPECT_TRUE(pass(2 + excess).hit) << excess;
    EXPECT_TRUE(pass(2 + excess).grazing) << excess;
  }
  for (const double height : {2 - 2e-4, 1.9, 0.0}) {
    EXPECT_TRUE(pass(height).hit) << height;
    EXPECT_FALSE(pass(height).grazing) << height;
  }
  EXPECT_FALSE(pass(2 + 1.1e-3).hit);
}
}  // namespace
}  // namespace glance::test
