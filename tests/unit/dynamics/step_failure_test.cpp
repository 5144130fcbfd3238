// A step that fails leaves bodies as they were, and tells later what it had found out.
#include <gtest/gtest.h>

#include "support/dynamic_scene.h"

namespace glance::test {
namespace {

/// A gravity that no double holds the speed of, after a hundred units of time.
TEST(StepFailure, MovesNothingAndLosesNoEvent) {
  Dynamics dynamics = Dynamics::make({.step = {.gravity = Vec3(0, 0, -1e308)}}).value();
  const Shape ground = Shape::halfspace(Vec3::unit_z(), 0).value();
  const BodyId floor = dynamics.add({.shape = ground, .mobility = Mobility::fixed}).value();
  const BodyId box = dynamics
                         .add({.shape = unit_box(),
                               .pose = at(Vec3(0, 0, 0.499)),
                               .velocity = Vec3(1, 2, -3),
                               .spin = Vec3(0, 0, 1)})
                         .value();
  const RigidState before = dynamics.state(box).value();
  const Pose pose = *dynamics.world().pose(box);
  for (int i = 0; i < 2; i++) {
    const Result<StepReport> failed = dynamics.step(100);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::not_finite) << failed.error().message;
    const RigidState after = dynamics.state(box).value();
    EXPECT_EQ(after.position, before.position);
    EXPECT_EQ(after.rotation, before.rotation);
    EXPECT_EQ(after.velocity, before.velocity);
    EXPECT_EQ(after.spin, before.spin);
    EXPECT_EQ(*dynamics.world().pose(box), pose);
  }
  const StepReport report = dynamics.step(1e-306).value();
  ASSERT_EQ(report.begun.size(), 1u) << "what the steps that failed did not tell";
  EXPECT_EQ(report.begun[0], (BodyPair{floor, box}));
  EXPECT_TRUE(dynamics.step(1e-306)->begun.empty());
}

TEST(StepFailure, KeepsWhatEndedBetweenSteps) {
  Dynamics dynamics = Dynamics::make({.step = {.gravity = Vec3(0, 0, -1e308)}}).value();
  const Shape ground = Shape::halfspace(Vec3::unit_z(), 0).value();
  ASSERT_TRUE(dynamics.add({.shape = ground, .mobility = Mobility::fixed}));
  ASSERT_TRUE(dynamics.add({.shape = unit_box(), .pose = at(Vec3(0, 0, 0.499))}));
  const BodyId other = dynamics.add({.shape = unit_box(), .pose = at(Vec3(3, 0, 0.499))}).value();
  ASSERT_EQ(dynamics.step(1e-306)->begun.size(), 2u);
  ASSERT_TRUE(dynamics.remove(other));
  ASSERT_FALSE(dynamics.step(100));
  EXPECT_EQ(dynamics.step(1e-306)->ended.size(), 1u);
}

}  // namespace
}  // namespace glance::test
