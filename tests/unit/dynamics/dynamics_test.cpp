// The animation loop as one class: what stands stands, what flies keeps its momentum, and the same
// calls give the same bits.
#include "glance/dynamics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "glance/rng.h"
#include "support/dynamic_scene.h"

namespace glance::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The example at the head of glance/dynamics.h.
int drop_a_box(double& found) {
  Dynamics dynamics;
  const auto floor = Shape::halfspace(Vec3::unit_z(), 0);
  const auto box = Shape::box(Vec3(0.5, 0.5, 0.5));
  const auto high = Pose::make(Quat{}, Vec3(0, 0, 3));
  if (!floor || !box || !high) return 1;
  const auto ground = dynamics.add({.shape = *floor, .mobility = Mobility::fixed});
  const auto body = dynamics.add({.shape = *box, .pose = *high});
  if (!ground || !body) return 1;
  for (int i = 0; i < 240; i++) {
    if (!dynamics.step(1.0 / 120)) return 1;
  }
  const double height = dynamics.state(*body)->position.z();  // 0.5: it lies on the floor
  found = height;
  return 0;
}

TEST(Dynamics, TenLinesDropABox) {
  double height = 0;
  ASSERT_EQ(drop_a_box(height), 0);
  EXPECT_NEAR(height, 0.5, 1.1e-3);  // the slop
}

/// Largest distance of any box from where it stood.
double drift(const DynamicScene& scene, const std::vector<Vec3>& before) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); i++) {
    most = std::fmax(most, norm(scene.place(scene.boxes[i]) - before[i]));
  }
  return most;
}

std::vector<Vec3> places(const DynamicScene& scene) {
  std::vector<Vec3> found;
  for (const BodyId box : scene.boxes) found.push_back(scene.place(box));
  return found;
}

TEST(Dynamics, AStackOfTenBoxesStands) {
  DynamicScene scene;
  scene.add_stack(10, Vec3(0, 0, 0.5));
  const auto start = places(scene);
  const StepReport last = scene.run(10'000);
  EXPECT_LT(drift(scene, start), 1e-3);
  EXPECT_EQ(last.asleep, 10u);
  EXPECT_EQ(last.awake, 0u);
}

/// Without sleep.
TEST(Dynamics, AStackThatMayNotSleepStands) {
  DynamicScene scene({.sleep_speed = 0});
  scene.add_stack(10, Vec3(0, 0, 0.5));
  const auto start = places(scene);
  scene.run(5000);
  const auto settled = places(scene);
  const StepReport last = scene.run(5000);
  EXPECT_EQ(last.awake, 10u);
  EXPECT_LT(drift(scene, start), 1e-3);
  EXPECT_LT(drift(scene, settled), 1e-4);
  RecordProperty("drift", std::to_string(drift(scene, start)));
}

/// Boxes that fall on each other from half a millimetre: once they lie, they stay.
TEST(Dynamics, AStackThatFellStands) {
  DynamicScene scene({.sleep_speed = 0});
  for (int i = 0; i < 10; i++) scene.add_box(Vec3(0, 0, 0.5 + 1.0005 * i));
  const auto start = places(scene);
  scene.run(1200);
  EXPECT_LT(drift(scene, start), 0.02);
  const auto settled = places(scene);
  scene.run(2000);
  EXPECT_LT(drift(scene, settled), 1e-4);
}

TEST(Dynamics, RefusesWhatMakesNoSense) {
  Dynamics dynamics;
  for (const double time : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(dynamics.step(time));
  }
  const Shape box = unit_box(), floor = Shape::halfspace(Vec3::unit_z(), 0).value();
  EXPECT_FALSE(dynamics.add({.shape = floor}));
  EXPECT_FALSE(dynamics.add({.shape = box, .density = 0}));
  EXPECT_FALSE(dynamics.add({.shape = box, .density = kNan}));
  EXPECT_FALSE(dynamics.add({.shape = box, .mass = -1}));
  EXPECT_FALSE(dynamics.add({.shape = box, .velocity = Vec3(0, kNan, 0)}));
  EXPECT_FALSE(dynamics.add({.shape = box, .material = {.restitution = 2}}));
  EXPECT_EQ(dynamics.body_count(), 0u);
  const BodyId id = dynamics.add({.shape = box, .mass = 12}).value();
  EXPECT_FALSE(dynamics.set_velocity(id, Vec3(kNan, 0, 0)));
  EXPECT_FALSE(dynamics.set_state(id, {.position = Vec3(0, 0, kNan)}));
  EXPECT_TRUE(dynamics.remove(id));
  EXPECT_FALSE(dynamics.remove(id));
  EXPECT_FALSE(dynamics.state(id));
  EXPECT_FALSE(dynamics.set_state(id, {}));
  EXPECT_FALSE(dynamics.wake(id));
  EXPECT_FALSE(dynamics.is_asleep(id));
  EXPECT_FALSE(Dynamics::make({.sleep_speed = -1}));
  EXPECT_FALSE(Dynamics::make({.step = {.gravity = Vec3(0, kNan, 0)}}));
  EXPECT_FALSE(Dynamics::make({.step = {.sweeps = 0}}));
  EXPECT_FALSE(Dynamics::make({.step = {.least_change = -1}}));
  EXPECT_FALSE(Dynamics::make({.step = {.least_change = kNan}}));
  EXPECT_FALSE(Dynamics::make({.world = {.margin = -1}}));
}

/// Bodies that fly about, many of which meet: together they keep momentum, and make no energy.
TEST(Dynamics, MomentumStaysAndEnergyDoesNotGrow) {
  Dynamics dynamics = Dynamics::make({.step = {.gravity = Vec3::zero()}, .sleep_speed = 0}).value();
  Rng rng(5);
  std::vector<BodyId> ids;
  std::vector<RigidBody> bodies;
  for (int i = 0; i < 64; i++) {
    const ContactMaterial material{.restitution = i % 2 ? 0.8 : 0, .friction = 0.4};
    const Vec3 place(i % 4, i / 4 % 4, i / 16);
    const Shape shape = i % 3 ? unit_box() : Shape::sphere(0.6).value();
    ids.push_back(dynamics
                      .add({.shape = shape,
                            .pose = at(place * 1.8),
                            .density = rng.uniform(0.5, 2),
                            .material = material,
                            .velocity = Vec3(3, 3, 3) - 2 * place + rng.in_box(2),
                            .spin = rng.in_box(2)})
                      .value());
    bodies.push_back(RigidBody::make(shape.mass(), 1, material).value());
  }
  // (Masses as they were added: momentum is linear in them.)
  Rng again(5);
  std::vector<double> density;
  for (std::size_t i = 0; i < ids.size(); i++) {
    density.push_back(again.uniform(0.5, 2));
    (void)again.in_box(2);
    (void)again.in_box(2);
  }
  const auto sums = [&](Vec3& momentum, Vec3& angular, double& energy) {
    momentum = angular = Vec3::zero();
    energy = 0;
    for (std::size_t i = 0; i < ids.size(); i++) {
      const RigidState state = dynamics.state(ids[i]).value();
      momentum += density[i] * glance::momentum(bodies[i], state);
      angular += density[i] * angular_momentum(bodies[i], state);
      energy += density[i] * kinetic_energy(bodies[i], state);
    }
  };
  Vec3 first_momentum, first_angular, momentum, angular;
  double energy = 0, first_energy = 0;
  sums(first_momentum, first_angular, first_energy);
  double before = first_energy;
  std::size_t contacts = 0;
  for (int i = 0; i < 400; i++) {
    const auto report = dynamics.step(kStepTime);
    ASSERT_TRUE(report);
    contacts += report->contacts;
    sums(momentum, angular, energy);
    ASSERT_LE(energy, before * (1 + 1e-12)) << i;
    before = energy;
  }
  EXPECT_GT(contacts, 1000u);
  EXPECT_LT(energy, 0.9 * first_energy);
  EXPECT_LT(norm(momentum - first_momentum), 1e-10);
}

/// The order of calls is all that counts.
TEST(Dynamics, AReplayHasTheSameBits) {
  const auto run = [](std::vector<RigidState>& states) {
    DynamicScene scene;
    Rng rng(3);
    for (int i = 0; i < 60; i++) {
      scene.add_box(Vec3(1.2 * (i % 4), 1.2 * (i / 4 % 4), 0.6 + 1.1 * (i / 16)) + rng.in_box(0.1));
    }
    scene.run(200);
    EXPECT_TRUE(scene.dynamics.remove(scene.boxes[7]));
    scene.run(100);
    scene.boxes.erase(scene.boxes.begin() + 7);
    scene.add_box(Vec3(2, 2, 8));
    const StepReport last = scene.run(300);
    EXPECT_GT(last.response.warm + last.asleep, 10u);
    for (const BodyId id : scene.boxes) states.push_back(scene.dynamics.state(id).value());
  };
  std::vector<RigidState> first, second;
  run(first);
  run(second);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); i++) {
    EXPECT_EQ(first[i].position, second[i].position);
    EXPECT_EQ(first[i].rotation, second[i].rotation);
    EXPECT_EQ(first[i].velocity, second[i].velocity);
    EXPECT_EQ(first[i].spin, second[i].spin);
  }
}

TEST(Dynamics, ABallThatBouncesBeginsAndEnds) {
  DynamicScene scene({.sleep_speed = 0});
  const ContactMaterial rubber{.restitution = 1};
  Dynamics dynamics;
  const BodyId floor = dynamics
                           .add({.shape = Shape::halfspace(Vec3::unit_z(), 0).value(),
                                 .mobility = Mobility::fixed,
                                 .material = rubber})
                           .value();
  const BodyId ball = dynamics
                          .add({.shape = Shape::sphere(0.5).value(),
                                .pose = at(Vec3(0, 0, 1.5)),
                                .material = rubber})
                          .value();
  int begun = 0, ended = 0;
  for (int i = 0; i < 480; i++) {
    const StepReport report = dynamics.step(kStepTime).value();
    for (const BodyPair& pair : report.begun) {
      EXPECT_EQ(pair, (BodyPair{floor, ball}));
      begun++;
    }
    ended += static_cast<int>(report.ended.size());
    EXPECT_EQ(report.frame.touching.size(), static_cast<std::size_t>(begun - ended));
  }
  EXPECT_GE(begun, 3);
  EXPECT_LE(begun - ended, 1);
}

TEST(Dynamics, AConveyorCarries) {
  Dynamics dynamics;
  const BodyId belt = dynamics
                          .add({.shape = Shape::box({20, 1, 0.5}).value(),
                                .pose = at(Vec3(0, 0, -0.5)),
                                .mobility = Mobility::kinematic,
                                .velocity = Vec3(1, 0, 0)})
                          .value();
  const BodyId box = dynamics.add({.shape = unit_box(), .pose = at(Vec3(0, 0, 0.5))}).value();
  for (int i = 0; i < 240; i++) ASSERT_TRUE(dynamics.step(kStepTime));
  EXPECT_NEAR(dynamics.state(belt)->position.x(), 2, 1e-9);
  EXPECT_NEAR(dynamics.state(box)->velocity.x(), 1, 1e-3);
  EXPECT_FALSE(dynamics.is_asleep(box));
  EXPECT_GT(dynamics.state(box)->position.x(), 1.5);
  EXPECT_NEAR(dynamics.world().pose(box)->translation().x(), dynamics.state(box)->position.x(),
              1e-12);
}

/// Each from the state that its response started from.
TEST(Dynamics, EveryStartingStateComesToRest) {
  for (const ResponseStart start :
       {ResponseStart::current, ResponseStart::previous, ResponseStart::impact}) {
    DynamicScene scene({.step = {.start = start}});
    scene.add_box(Vec3(0, 0, 2));
    scene.add_box(Vec3(0.2, 0, 4));
    scene.run(360);
    EXPECT_NEAR(scene.place(scene.boxes[0]).z(), 0.5, 0.01) << to_string(start);
    EXPECT_NEAR(scene.place(scene.boxes[1]).z(), 1.5, 0.01) << to_string(start);
  }
}

/// A budget too small for all of it: rough answers, and none fall through the floor.
TEST(Dynamics, ABudgetIsKept) {
  DynamicScene scene({.budget = Budget::for_work(200'000)});
  for (int i = 0; i < 100; i++) {
    scene.add_box(Vec3(1.1 * (i % 5), 1.1 * (i / 5 % 5), 0.6 + 1.1 * (i / 25)));
  }
  for (int i = 0; i < 300; i++) {
    const StepReport report = scene.run(1);
    ASSERT_LE(report.frame.budget.units, 200'000u);
  }
  for (const BodyId id : scene.boxes) EXPECT_GT(scene.place(id).z(), 0);
}

}  // namespace
}  // namespace glance::test
