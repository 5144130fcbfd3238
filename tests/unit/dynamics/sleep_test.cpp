// Islands that sleep: they cost nothing, touch on, and wake when something happens to them.
#include "dynamics/sleep.h"

#include <gtest/gtest.h>

#include "support/dynamic_scene.h"

namespace glance::test {
namespace {

TEST(Sleep, NoPairOfBodiesThatSleepIsAsked) {
  DynamicScene scene;
  for (int i = 0; i < 50; i++) scene.add_stack(2, Vec3(1.5 * (i % 10), 1.5 * (i / 10), 0.5));
  StepReport report = scene.run(10);
  EXPECT_EQ(report.frame.counters.touching, 100u);
  EXPECT_EQ(report.awake, 100u);
  report = scene.run(120);
  EXPECT_EQ(report.asleep, 100u);
  report = scene.run(1);
  const FrameCounters& counters = report.frame.counters;
  EXPECT_EQ(counters.tested, 0u);
  EXPECT_EQ(counters.at_rest, 0u);
  EXPECT_EQ(counters.overlapping, 0u);
  EXPECT_EQ(counters.moved, 0u);
  EXPECT_EQ(report.contacts, 0u);
  EXPECT_EQ(report.response.islands, 0u);
  // All touched once, and none has stopped.
  EXPECT_EQ(scene.begun, 100u);
  EXPECT_EQ(scene.ended, 0u);
}

TEST(Sleep, BeginsAfterTheGivenTime) {
  DynamicScene scene({.sleep_after = 0.25});
  scene.add_box(Vec3(0, 0, 0.5));
  EXPECT_EQ(scene.run(29).asleep, 0u);
  EXPECT_EQ(scene.run(2).asleep, 1u);
  DynamicScene restless({.sleep_speed = 0});
  restless.add_box(Vec3(0, 0, 0.5));
  EXPECT_EQ(restless.run(300).asleep, 0u);
}

TEST(Sleep, AnImpactWakesTheIslandThatItHits) {
  DynamicScene scene;
  scene.add_stack(3, Vec3(0, 0, 0.5));
  scene.add_stack(3, Vec3(5, 0, 0.5));
  ASSERT_EQ(scene.run(200).asleep, 6u);
  const Vec3 other = scene.place(scene.boxes[4]);
  ASSERT_TRUE(scene.dynamics.add(
      {.shape = Shape::sphere(0.3).value(), .pose = at(Vec3(0, 0, 4)), .density = 10}));
  std::size_t hit = 0;
  for (int i = 0; i < 120 && hit == 0; i++) hit = scene.run(1).woken;
  EXPECT_EQ(hit, 3u);
  EXPECT_FALSE(scene.dynamics.is_asleep(scene.boxes[0]));
  EXPECT_TRUE(scene.dynamics.is_asleep(scene.boxes[4]));
  EXPECT_EQ(scene.ended, 0u);
  EXPECT_EQ(scene.begun, 7u);  // and the ball
  EXPECT_EQ(scene.place(scene.boxes[4]), other);
  scene.run(600);
  EXPECT_EQ(scene.woken, 3u);
  EXPECT_NEAR(scene.place(scene.boxes[2]).z(), 2.5, 0.01);  // it stood the blow
}

/// Even one that comes from a side on which nothing moves: with what is above it.
TEST(Sleep, RemovalWakesWhatLayOnIt) {
  DynamicScene scene;
  scene.add_stack(3, Vec3(0, 0, 0.5));
  scene.add_stack(2, Vec3(5, 0, 0.5));
  ASSERT_EQ(scene.run(200).asleep, 5u);
  ASSERT_TRUE(scene.dynamics.remove(scene.boxes[0]));
  const StepReport report = scene.run(1);
  EXPECT_EQ(report.woken, 2u);
  EXPECT_EQ(scene.ended, 2u);  // with the floor, and with the one above
  scene.run(240);
  EXPECT_NEAR(scene.place(scene.boxes[1]).z(), 0.5, 0.01);
  EXPECT_NEAR(scene.place(scene.boxes[2]).z(), 1.5, 0.01);
  EXPECT_EQ(scene.begun, 6u);
  // The floor: everybody falls.
  ASSERT_TRUE(scene.dynamics.remove(scene.floor));
  EXPECT_EQ(scene.run(1).woken, 4u);
  scene.run(60);
  for (std::size_t i = 1; i < 5; i++) EXPECT_LT(scene.place(scene.boxes[i]).z(), 2.0);
  EXPECT_LT(scene.place(scene.boxes[1]).z(), -0.5);
}

TEST(Sleep, BodiesThatTheCallerChangesWake) {
  DynamicScene scene;
  scene.add_stack(3, Vec3(0, 0, 0.5));
  const auto sleep_again = [&] {
    scene.woken = 0;
    EXPECT_EQ(scene.run(240).asleep, 3u);
    scene.woken = 0;
  };
  sleep_again();
  ASSERT_TRUE(scene.dynamics.wake(scene.boxes[2]));
  EXPECT_EQ(scene.run(1).woken, 3u);
  sleep_again();
  ASSERT_TRUE(scene.dynamics.set_velocity(scene.boxes[2], Vec3(0, 0, 1)));
  EXPECT_EQ(scene.run(1).woken, 3u);
  EXPECT_GT(scene.dynamics.state(scene.boxes[2])->velocity.z(), 0.8);
  sleep_again();
  // Taken away: what was below wakes as well, and the pair has ended.
  scene.ended = 0;
  ASSERT_TRUE(scene.dynamics.set_state(scene.boxes[2], {.position = Vec3(9, 0, 5)}));
  EXPECT_EQ(scene.run(1).woken, 3u);
  EXPECT_EQ(scene.ended, 1u);
  sleep_again();
  // The floor is lowered.
  ASSERT_TRUE(scene.dynamics.set_state(scene.floor, {.position = Vec3(0, 0, -1)}));
  EXPECT_EQ(scene.run(1).woken, 3u);
  EXPECT_EQ(scene.run(240).asleep, 3u);
  EXPECT_NEAR(scene.place(scene.boxes[0]).z(), -0.5, 0.01);
}

TEST(Sleep, ALiftWakesWhatLiesOnIt) {
  Dynamics dynamics;
  const BodyId lift = dynamics
                          .add({.shape = Shape::box({2, 2, 0.5}).value(),
                                .pose = at(Vec3(0, 0, -0.5)),
                                .mobility = Mobility::kinematic})
                          .value();
  const BodyId box = dynamics.add({.shape = unit_box(), .pose = at(Vec3(0, 0, 0.5))}).value();
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; i++) ASSERT_TRUE(dynamics.step(kStepTime));
  };
  run(120);
  EXPECT_TRUE(dynamics.is_asleep(box));
  ASSERT_TRUE(dynamics.set_velocity(lift, Vec3(0, 0, 1)));
  run(120);
  EXPECT_FALSE(dynamics.is_asleep(box));
  EXPECT_NEAR(dynamics.state(box)->position.z(), 1.5, 0.02);
  ASSERT_TRUE(dynamics.set_velocity(lift, Vec3(0, 0, 0)));
  run(240);
  EXPECT_TRUE(dynamics.is_asleep(box));
  ASSERT_TRUE(dynamics.remove(lift));
  run(60);
  EXPECT_LT(dynamics.state(box)->position.z(), 1);
}

}  // namespace
}  // namespace glance::test
