// Scenes of rigid bodies: what a break conserves, where impulses begin, who stays where.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/bowl.h"
#include "scenes/fracture.h"
#include "scenes/multibody.h"
#include "scenes/packed.h"
#include "scenes/rockfall.h"
#include "scenes/simulation.h"
#include "support/rigid_sums.h"
#include "support/test_scale.h"

namespace glance::scenes {
namespace {

using glance::test::RigidScene, glance::test::scaled_count;

TEST(Fracture, ConservesMassMomentumAndEnergy) {
  Rng rng(5);
  const int count = scaled_count(300);
  int broken = 0;
  for (int i = 0; i < count; i++) {
    const Shape shape = random_polytope(rng.bits(), 24, Vec3(1, 0.7, 0.5)).value();
    const RigidBody body = RigidBody::make(shape.mass(), rng.uniform(0.5, 3)).value();
    const RigidState state{.position = rng.in_box(5),
                           .rotation = rng.rotation(),
                           .velocity = rng.in_box(2),
                           .spin = rng.in_box(3)};
    const auto parts =
        break_in_two({shape, body, state}, state.position + rng.in_box(0.75), rng.direction());
    if (!parts) continue;
    broken++;
    RigidScene whole, both;
    whole.add(body, state);
    double mass = 0;
    for (const Fragment& part : *parts) {
      both.add(part.body, part.state);
      mass += part.body.mass();
      EXPECT_GE(part.body.mass(), 0.1 * body.mass());
      ASSERT_TRUE(part.shape.validate());
    }
    const double scale = 1e-12 * body.mass();
    EXPECT_NEAR(mass, body.mass(), scale);
    EXPECT_LE(norm(both.momentum() - whole.momentum()), 10 * scale);
    EXPECT_LE(norm(both.angular_momentum() - whole.angular_momentum()), 100 * scale);
    EXPECT_NEAR(both.energy(), whole.energy(), 100 * scale);
    // They fit each other: no overlap but that of rounding.
    const Pose a = pose_of((*parts)[0].body, (*parts)[0].state).value(),
               b = pose_of((*parts)[1].body, (*parts)[1].state).value();
    const Distance d = distance({(*parts)[0].shape, a}, {(*parts)[1].shape, b});
    EXPECT_LE(std::fabs(d.distance - d.depth), 1e-12);
  }
  if (glance::test::are_many(count)) {
    EXPECT_GT(broken, count * 3 / 10);
    EXPECT_LT(broken, count * 7 / 10);
  }
}

TEST(Fracture, Refusals) {
  const Shape ball = Shape::sphere(1).value(), box = Shape::box({1, 1, 1}).value();
  const RigidBody round = RigidBody::make(ball.mass(), 1).value(),
                  square = RigidBody::make(box.mass(), 1).value();
  EXPECT_FALSE(break_in_two({ball, round, {}}, Vec3::zero(), Vec3(1, 0, 0)));
  EXPECT_FALSE(break_in_two({box, square, {}}, Vec3(2, 0, 0), Vec3(1, 0, 0)));
  EXPECT_FALSE(break_in_two({box, square, {}}, Vec3(0.9, 0, 0), Vec3(1, 0, 0)));
  EXPECT_TRUE(break_in_two({box, square, {}}, Vec3(0.7, 0, 0), Vec3(1, 0, 0)));
}

/// A ball above a floor that it has just sunk into.
RigidBodies sunk_ball(double step) {
  RigidBodies rigid({.gravity = Vec3::zero(), .step = step});
  const Shape ball = Shape::sphere(1).value(), floor = Shape::halfspace({0, 0, 1}, 0).value();
  const ContactMaterial elastic{.restitution = 1};
  EXPECT_TRUE(rigid.add(floor, RigidBody::fixed(elastic).value(), {}));
  EXPECT_TRUE(rigid.add(ball, RigidBody::make(ball.mass(), 1, elastic).value(),
                        {.position = Vec3(0, 0, 1.75), .velocity = Vec3(0, 0, -1)}));
  rigid.step();
  EXPECT_EQ(rigid.states()[1].position.z(), 0.75);
  return rigid;
}

TEST(RigidBodies, ImpulsesBeginWhereTheyAreAskedTo) {
  const ResponseContact contacts[] = {{0, 1, Vec3(0, 0, -0.125), Vec3(0, 0, 1), 0.25}};
  const NumberedPair begun[] = {{0, 1}};
  const auto height_after = [&](ResponseStart start, double fraction) {
    RigidBodies rigid = sunk_ball(1);
    rigid.respond({.start = start, .contacts = contacts, .exact = 1, .begun = begun});
    EXPECT_NEAR(rigid.fractions()[1], fraction, 1e-5);
    EXPECT_NEAR(rigid.states()[1].velocity.z(), 1, 1e-12);
    EXPECT_NEAR(rigid.impulses()[0].z(), 2 * rigid.bodies()[1].mass(), 1e-9);
    rigid.step();
    return rigid.states()[1].position.z();
  };
  // From where it was, or rather from where it met the floor, it has two steps to go.
  EXPECT_NEAR(height_after(ResponseStart::impact, 0.75), 1 + 0.25 + 1, 1e-5);
  EXPECT_NEAR(height_after(ResponseStart::previous, 0), 1.75 + 2, 1e-12);
  // From where it is; half of the overlap is made good besides.
  EXPECT_NEAR(height_after(ResponseStart::current, 1), 0.75 + 0.25 / 2 + 1, 1e-2);
}

SimulationSettings rocks() {
  SimulationSettings settings;
  settings.scene = scene_of<Rockfall>({.rocks = 8, .most = 24});
  return settings;
}

SimulationSettings parts() {
  SimulationSettings settings;
  settings.scene = scene_of<Bowl>({.parts = 30});
  return settings;
}

/// Nobody falls through the floor, and all numbers are finite.
void expect_in_bounds(const Scene& scene, const RigidBodies& rigid) {
  for (std::size_t i = 1; i < rigid.size(); i++) {
    const RigidState& s = rigid.states()[i];
    ASSERT_TRUE(is_finite(s.position) && is_finite(s.velocity) && is_finite(s.spin));
    ASSERT_LT(norm(s.velocity), 30);
    if (const auto* rockfall = dynamic_cast<const Rockfall*>(&scene)) {
      ASSERT_GT(s.position.z(), rockfall->ravine().height(s.position.x(), s.position.y()));
    } else {
      ASSERT_GT(s.position.z(), -0.005);  // (the floor shakes by 2 mm)
      ASSERT_LT(std::hypot(s.position.x(), s.position.y()), 0.37);
    }
  }
}

const RigidBodies& rigid_of(const Scene& scene) {
  const auto* rockfall = dynamic_cast<const Rockfall*>(&scene);
  return rockfall ? rockfall->rigid() : dynamic_cast<const Bowl&>(scene).rigid();
}

/// The hash of a run in which all stay where they belong.
std::string run_in_bounds(const SimulationSettings& settings, int frames) {
  Simulation simulation = Simulation::make(settings).value();
  for (int i = 0; i < frames; i++) {
    simulation.advance();
    EXPECT_EQ(simulation.world().body_count(), simulation.scene().body_count());
    expect_in_bounds(simulation.scene(), rigid_of(simulation.scene()));
    if (testing::Test::HasFatalFailure()) break;
  }
  EXPECT_GT(simulation.totals().response.exact_pairs, 0u);
  return simulation.hash().text();
}

TEST(RigidScenes, TheSameHoweverItIsFound) {
  for (const SimulationSettings& settings : {rocks(), parts()}) {
    const int frames = 130;
    const std::string expected = run_in_bounds(settings, frames);
    const auto same = [&](auto change) {
      SimulationSettings other = settings;
      change(other);
      EXPECT_EQ(run_in_bounds(other, frames), expected);
    };
    same([](SimulationSettings& s) { s.world.broad = BroadMethod::brute_force; });
    same([](SimulationSettings& s) { s.world.broad = BroadMethod::space_time; });
    same([](SimulationSettings& s) { s.world.broad = BroadMethod::grid; });
    same([](SimulationSettings& s) { s.world.broad = BroadMethod::sweep_and_prune; });
    same([](SimulationSettings& s) { s.critical = CriticalSettings{}; });
  }
}

TEST(RigidScenes, StayWhereTheyBelong) {
  const int frames = scaled_count(1000);
  Simulation falling = Simulation::make(rocks()).value();
  for (int i = 0; i < frames; i++) {
    falling.advance();
    ASSERT_NO_FATAL_FAILURE(expect_in_bounds(falling.scene(), rigid_of(falling.scene())));
  }
  const auto& ravine = dynamic_cast<const Rockfall&>(falling.scene());
  if (frames >= 200) {
    EXPECT_GT(ravine.broken(), 2u);
  }
  EXPECT_LE(ravine.body_count(), 1 + 24u);
  EXPECT_GE(ravine.body_count(), 1 + 7u);  // a rock that left may not yet have its successor
  Simulation shaking = Simulation::make(parts()).value();
  for (int i = 0; i < frames; i++) {
    shaking.advance();
    ASSERT_NO_FATAL_FAILURE(expect_in_bounds(shaking.scene(), rigid_of(shaking.scene())));
  }
  EXPECT_EQ(dynamic_cast<const Bowl&>(shaking.scene()).put_back(), 0u);
}

TEST(RigidScenes, RoughContactsWhereTimeIsShort) {
  const auto run = [](SimulationSettings settings) {
    settings.critical = CriticalSettings{.budget = Budget::for_work(300)};
    Simulation simulation = Simulation::make(settings).value();
    for (int i = 0; i < 110; i++) simulation.advance();
    for (const RigidState& s : rigid_of(simulation.scene()).states()) {
      EXPECT_TRUE(is_finite(s.position) && is_finite(s.velocity) && norm(s.velocity) < 60);
    }
    EXPECT_GT(simulation.totals().critical.interrupted, 0u);
    EXPECT_GT(simulation.totals().response.sphere_pairs, 0u);
    return simulation.hash().text();
  };
  run(rocks());
  EXPECT_EQ(run(parts()), run(parts()));
}

TEST(RigidScenes, OtherResponses) {
  for (const SimulationSettings& settings : {rocks(), parts()}) {
    for (const ResponseStart start : {ResponseStart::previous, ResponseStart::impact}) {
      SimulationSettings other = settings;
      other.response_start = start;
      run_in_bounds(other, 150);
    }
    SimulationSettings other = settings;
    other.response = ResponseMode::exchange;
    run_in_bounds(other, 150);
  }
}

TEST(Response, OfTheMultibodyScene) {
  SimulationSettings settings;
  settings.scene = scene_of<Multibody>({.bodies = 40, .faces = 12, .density = 12});
  const auto hash = [&](std::optional<ResponseMode> mode) {
    settings.response = mode;
    Simulation simulation = Simulation::make(settings).value();
    for (int i = 0; i < 40; i++) simulation.advance();
    return simulation.hash().text();
  };
  const std::string usual = hash({});
  EXPECT_EQ(hash(ResponseMode::exchange), usual);
  const std::string impulse = hash(ResponseMode::impulse), none = hash(ResponseMode::none);
  EXPECT_NE(impulse, usual);
  EXPECT_NE(none, usual);
  EXPECT_NE(none, impulse);
  // Points and triangles have no mass of their own.
  settings.scene =
      scene_of<Multibody>({.bodies = 40, .faces = 12, .density = 12, .mix = ShapesMix::all});
  EXPECT_NE(hash(ResponseMode::impulse), hash(ResponseMode::exchange));
}

TEST(Response, RefusedWhereMotionsAreScripted) {
  SimulationSettings settings;
  settings.scene = scene_of<Packed>({.entities = 2});
  EXPECT_TRUE(Simulation::make(settings));
  settings.response = ResponseMode::impulse;
  const auto refused = Simulation::make(settings);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("prescribed motions"), std::string::npos);
}

}  // namespace
}  // namespace glance::scenes
