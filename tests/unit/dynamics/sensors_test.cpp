// Sensors report, and do nothing else; user data and filters of pairs reach the world.
#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_scene.h"

namespace glance::test {
namespace {

/// A box in the air, large enough to be hit.
DynamicBody gate(Mobility mobility, const Vec3& place = Vec3(0, 0, 2)) {
  return {.shape = Shape::box({2, 2, 0.5}).value(),
          .pose = at(place),
          .mobility = mobility,
          .is_sensor = true};
}

TEST(Sensors, PushNothing) {
  for (const ResponseStart start :
       {ResponseStart::current, ResponseStart::previous, ResponseStart::impact}) {
    const auto fall = [&](bool through_gate, std::size_t& begun, std::size_t& ended) {
      Dynamics dynamics = Dynamics::make({.step = {.start = start}}).value();
      if (through_gate) dynamics.add(gate(Mobility::fixed)).value();
      const BodyId box = dynamics.add({.shape = unit_box(), .pose = at(Vec3(0, 0, 4))}).value();
      begun = ended = 0;
      for (int i = 0; i < 120; i++) {
        const StepReport report = dynamics.step(kStepTime).value();
        begun += report.begun.size();
        ended += report.ended.size();
        EXPECT_EQ(report.contacts, 0u);
      }
      return dynamics.state(box).value();
    };
    std::size_t begun = 0, ended = 0;
    const RigidState with = fall(true, begun, ended);
    EXPECT_EQ(begun, 1u);
    EXPECT_EQ(ended, 1u);
    const RigidState without = fall(false, begun, ended);
    EXPECT_EQ(begun, 0u);
    EXPECT_EQ(with.position, without.position) << to_string(start);
    EXPECT_EQ(with.velocity, without.velocity) << to_string(start);
  }
}

TEST(Sensors, WakeNothing) {
  DynamicScene scene;
  scene.add_stack(3, Vec3(0, 0, 0.5));
  const BodyId fixed = scene.dynamics.add(gate(Mobility::fixed)).value();
  ASSERT_EQ(scene.run(200).asleep, 3u) << "also beside a sensor";
  // One that moves through them.
  DynamicBody moving = gate(Mobility::kinematic, Vec3(-5, 0, 1));
  moving.velocity = Vec3(5, 0, 0);
  const BodyId sweep = scene.dynamics.add(moving).value();
  scene.begun = scene.ended = scene.woken = 0;
  EXPECT_EQ(scene.run(240).asleep, 3u);
  EXPECT_EQ(scene.woken, 0u);
  EXPECT_GE(scene.begun, 2u) << "two of the boxes, at least";
  EXPECT_EQ(scene.ended, scene.begun);
  // One that goes.
  scene.ended = 0;
  ASSERT_TRUE(scene.dynamics.remove(fixed));
  ASSERT_TRUE(scene.dynamics.remove(sweep));
  EXPECT_EQ(scene.run(2).asleep, 3u);
  EXPECT_EQ(scene.woken, 0u);
  EXPECT_GE(scene.ended, 2u);
}

/// An ordinary body does wake them, so that the test above can fail.
TEST(Sensors, OthersWakeWhatTheyTouch) {
  DynamicScene scene;
  scene.add_stack(3, Vec3(0, 0, 0.5));
  ASSERT_EQ(scene.run(200).asleep, 3u);
  DynamicBody moving = gate(Mobility::kinematic, Vec3(-5, 0, 1));
  moving.is_sensor = false;
  moving.velocity = Vec3(5, 0, 0);
  ASSERT_TRUE(scene.dynamics.add(moving));
  scene.run(120);
  EXPECT_GE(scene.woken, 3u);
}

TEST(Sensors, KeepNoIslandTogether) {
  for (const bool is_sensor : {true, false}) {
    Dynamics dynamics = Dynamics::make({.step = {.gravity = Vec3::zero()}}).value();
    const BodyId a = dynamics.add({.shape = unit_box(), .pose = at(Vec3(-1.5, 0, 0))}).value();
    const BodyId b = dynamics.add({.shape = unit_box(), .pose = at(Vec3(1.5, 0, 0))}).value();
    // It touches both, and turns about its own axis without end.
    const BodyId wheel = dynamics
                             .add({.shape = Shape::sphere(1.001).value(),
                                   .material = {.friction = 0},
                                   .spin = Vec3(1, 0, 0),
                                   .is_sensor = is_sensor})
                             .value();
    for (int i = 0; i < 240; i++) ASSERT_TRUE(dynamics.step(kStepTime));
    EXPECT_EQ(dynamics.is_asleep(a), is_sensor);
    EXPECT_EQ(dynamics.is_asleep(b), is_sensor);
    EXPECT_FALSE(dynamics.is_asleep(wheel));
    EXPECT_EQ(norm(dynamics.state(wheel)->spin), 1) << "nothing pushed it";
  }
}

TEST(Dynamics, KeepsUserData) {
  Dynamics dynamics;
  const BodyId id = dynamics.add({.shape = unit_box(), .user_data = UINT64_MAX}).value();
  EXPECT_EQ(dynamics.world().user_data(id), UINT64_MAX);
  ASSERT_TRUE(dynamics.set_user_data(id, 7));
  EXPECT_EQ(dynamics.world().user_data(id), 7u);
  ASSERT_TRUE(dynamics.remove(id));
  EXPECT_EQ(dynamics.set_user_data(id, 7).error().code, ErrorCode::unknown_body);
}

TEST(Dynamics, AsksAFilterOfPairs) {
  DynamicScene scene;
  const BodyId falls = scene.add_box(Vec3(0, 0, 0.5)), stays = scene.add_box(Vec3(3, 0, 0.5));
  scene.dynamics.set_pair_filter([&](BodyId a, BodyId b) { return a != falls && b != falls; });
  scene.run(60);
  EXPECT_LT(scene.place(falls).z(), -0.5);
  EXPECT_NEAR(scene.place(stays).z(), 0.5, 1e-3);
}

}  // namespace
}  // namespace glance::test
