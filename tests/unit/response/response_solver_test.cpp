// Impulses against the formulas of textbooks.
#include <gtest/gtest.h>

#include <cmath>

#include "glance/contact.h"
#include "glance/response.h"
#include "support/rigid_sums.h"

namespace glance::test {
namespace {

constexpr double kStep = 0.01;  ///< seconds a frame

ResponseContact touch(const RigidScene& scene, std::uint32_t a, double radius_a, std::uint32_t b,
                      double radius_b) {
  return contact_of_spheres(a, scene.states[a].position, radius_a, b, scene.states[b].position,
                            radius_b)
      .value();
}

TEST(SphereContact, DividesTheLineByTheRadii) {
  const ResponseContact c = contact_of_spheres(3, {0, 0, 0}, 1, 5, {0, 3, 0}, 3).value();
  EXPECT_EQ(c.a, 3u);
  EXPECT_EQ(c.b, 5u);
  EXPECT_EQ(c.point, Vec3(0, 0.75, 0));
  EXPECT_EQ(c.normal, Vec3(0, 1, 0));
  EXPECT_EQ(c.depth, 1);
  EXPECT_EQ(contact_of_spheres(0, {0, 0, 0}, 0, 1, {2, 0, 0}, 0).value().point, Vec3(1, 0, 0));
  EXPECT_FALSE(contact_of_spheres(0, {1, 1, 1}, 1, 1, {1, 1, 1}, 1));
  EXPECT_FALSE(contact_of_spheres(0, {1, 1, 1}, -1, 1, {1, 2, 1}, 1));
  EXPECT_FALSE(contact_of_spheres(0, {1, kNotANumber, 1}, 1, 1, {1, 2, 1}, 1));
}

TEST(ResponseSolver, HeadOn) {
  for (const double e : {0.0, 0.3, 0.8, 1.0}) {
    RigidScene scene;
    const ContactMaterial material{.restitution = e};
    scene.add(ball(1, material), {.velocity = Vec3(3, 0, 0)});
    scene.add(ball(2, material), {.position = Vec3(3, 0, 0), .velocity = Vec3(-1, 0, 0)});
    const double m1 = scene.bodies[0].mass(), m2 = scene.bodies[1].mass();
    const ResponseContact contacts[] = {touch(scene, 0, 1, 1, 2)};
    ResponseSolver solver;
    ASSERT_TRUE(solver.solve(scene.bodies, scene.states, contacts));
    const double mean = (m1 * 3 - m2) / (m1 + m2);
    EXPECT_NEAR(scene.states[0].velocity.x(), mean - m2 / (m1 + m2) * e * 4, 1e-14);
    EXPECT_NEAR(scene.states[1].velocity.x(), mean + m1 / (m1 + m2) * e * 4, 1e-14);
    EXPECT_NEAR(solver.impulses()[0].x(), m1 * m2 / (m1 + m2) * (1 + e) * 4, 1e-12);
    EXPECT_EQ(scene.states[0].spin, Vec3::zero());
  }
}

/// The impulse across is what stops the surfaces, or friction times that along.
TEST(ResponseSolver, GlancingWithAndWithoutFriction) {
  for (const double friction : {0.0, 0.05, 0.2, 5.0}) {
    RigidScene scene;
    const ContactMaterial material{.restitution = 0.9, .friction = friction};
    scene.add(ball(1, material), {.velocity = Vec3(2, 1, 0)});
    scene.add(ball(1, material), {.position = Vec3(2, 0, 0)});
    const double m = scene.bodies[0].mass();
    const ResponseContact contacts[] = {touch(scene, 0, 1, 1, 1)};
    ResponseSolver solver;
    ASSERT_TRUE(solver.solve(scene.bodies, scene.states, contacts));
    const double along = m / 2 * 1.9 * 2;  // reduced mass times (1 + e) times speed
    const double across = std::fmin(friction * along, m / 2 / 3.5 * 1);  // 7/2 for solid balls
    EXPECT_NEAR(scene.states[0].velocity.x(), 2 - along / m, 1e-14);
    EXPECT_NEAR(scene.states[1].velocity.x(), along / m, 1e-14);
    EXPECT_NEAR(scene.states[0].velocity.y(), 1 - across / m, 1e-13);
    EXPECT_NEAR(scene.states[1].velocity.y(), across / m, 1e-13);
    const double spin = -across / (0.4 * m);
    EXPECT_NEAR(scene.states[0].spin.z(), spin, 1e-13);
    EXPECT_NEAR(scene.states[1].spin.z(), spin, 1e-13);
  }
}

TEST(ResponseSolver, BesidesTheCentreOfMass) {
  RigidScene scene;
  const ContactMaterial material{.restitution = 0.5};
  scene.add(RigidBody::make(Shape::box({2, 0.5, 0.5}).value().mass(), 1, material).value(),
            {.velocity = Vec3(0, 0, -1)});
  scene.add(RigidBody::fixed(material).value(), {});
  const ResponseContact contacts[] = {
      {.a = 1, .b = 0, .point = Vec3(1.5, 0, -0.5), .normal = Vec3(0, 0, 1)}};
  ResponseSolver solver;
  const ResponseReport report = solver.solve(scene.bodies, scene.states, contacts).value();
  const RigidBody& rod = scene.bodies[0];
  const double impulse = 1.5 / (1 / rod.mass() + 1.5 * 1.5 / rod.inertia()(1, 1));
  EXPECT_NEAR(scene.states[0].velocity.z(), -1 + impulse / rod.mass(), 1e-14);
  EXPECT_NEAR(scene.states[0].spin.y(), -1.5 * impulse / rod.inertia()(1, 1), 1e-14);
  EXPECT_NEAR(report.to_fixed.z(), -impulse, 1e-13);
  EXPECT_NEAR(report.to_fixed_angular.y(), 1.5 * impulse, 1e-13);
  EXPECT_NEAR(solver.impulses()[0].z(), impulse, 1e-13);  // on b, as it was given
}

/// Figure 5: several pairs of spheres of one pair of bodies. Balls that meet at two places across
/// their direction bounce straight back.
TEST(ResponseSolver, SeveralContactsOfAPair) {
  RigidScene scene;
  const ContactMaterial material{.restitution = 1};
  const RigidBody box = RigidBody::make(Shape::box({1, 1, 1}).value().mass(), 1, material).value();
  scene.add(box, {.velocity = Vec3(1, 0, 0)});
  scene.add(box, {.position = Vec3(2, 0, 0), .velocity = Vec3(-1, 0, 0)});
  ResponseContact contacts[4];
  for (int i = 0; i < 4; i++) {
    contacts[i] = contact_of_spheres(0, {0.5, i < 2 ? 0.5 : -0.5, i % 2 ? 0.5 : -0.5}, 0.6, 1,
                                     {1.5, i < 2 ? 0.5 : -0.5, i % 2 ? 0.5 : -0.5}, 0.6)
                      .value();
  }
  ResponseSolver solver;
  const ResponseReport report = solver.solve(scene.bodies, scene.states, contacts).value();
  EXPECT_EQ(report.islands, 1u);
  EXPECT_NEAR(scene.states[0].velocity.x(), -1, 1e-11);
  EXPECT_NEAR(scene.states[1].velocity.x(), 1, 1e-11);
  EXPECT_NEAR(norm(scene.states[0].spin), 0, 1e-11);
}

TEST(ResponseSolver, NewtonsCradle) {
  constexpr int kBalls = 6;
  for (int moving = 1; moving < kBalls; moving++) {
    RigidScene scene;
    std::vector<ResponseContact> contacts;
    for (std::uint32_t i = 0; i < kBalls; i++) {
      const double speed = static_cast<int>(i) < moving ? 2 : 0;
      scene.add(ball(0.5, {.restitution = 1}),
                {.position = Vec3(i, 0, 0), .velocity = Vec3(speed, 0, 0)});
      if (i > 0) contacts.push_back(touch(scene, i - 1, 0.5, i, 0.5));
    }
    ResponseSolver solver;
    ASSERT_TRUE(solver.solve(scene.bodies, scene.states, contacts));
    for (int i = 0; i < kBalls; i++) {
      EXPECT_NEAR(scene.states[static_cast<std::size_t>(i)].velocity.x(),
                  i >= kBalls - moving ? 2 : 0, 1e-11)
          << moving << " " << i;
    }
  }
}

/// After two seconds on a slope: speed downhill, and spin.
std::pair<double, double> roll(double angle, double friction) {
  const double radius = 0.3;
  const Vec3 up(-std::sin(angle), 0, std::cos(angle)), down(-std::cos(angle), 0, -std::sin(angle));
  RigidScene scene;
  scene.add(ball(radius, {.friction = friction}), {.position = Vec3(radius * up)});
  scene.add(RigidBody::fixed({.friction = friction}).value(), {});
  ResponseSolver solver;
  for (int i = 0; i < 200; i++) {
    accelerate(scene.bodies[0], scene.states[0], Vec3(0, 0, -9.81), kStep);
    const ResponseContact contacts[] = {
        {.a = 1, .b = 0, .point = scene.states[0].position - radius * up, .normal = up}};
    EXPECT_TRUE(solver.solve(scene.bodies, scene.states, contacts));
    move_freely(scene.bodies[0], scene.states[0], kStep);
  }
  EXPECT_NEAR(dot(scene.states[0].position, up), radius, 1e-12);
  // (The distance, of velocities that grow evenly.)
  const double speed = dot(scene.states[0].velocity, down);
  EXPECT_NEAR(dot(scene.states[0].position, down), speed * kStep * 201 / 2, 1e-10);
  return {speed, norm(scene.states[0].spin) * radius};
}

TEST(ResponseSolver, BallOnASlope) {
  const double time = 200 * kStep, g = 9.81;
  for (const double angle : {0.1, 0.5, 1.0}) {
    const auto [smooth, smooth_spin] = roll(angle, 0);
    EXPECT_NEAR(smooth, g * std::sin(angle) * time, 1e-10);
    EXPECT_NEAR(smooth_spin, 0, 1e-13);
    // It rolls if friction is at least 2/7 of the slope.
    const double least = 2.0 / 7 * std::tan(angle);
    for (const double friction : {1.001 * least, 5 * least}) {
      const auto [rolling, spin] = roll(angle, friction);
      EXPECT_NEAR(rolling, 5.0 / 7 * g * std::sin(angle) * time, 1e-10);
      EXPECT_NEAR(spin, rolling, 1e-10);
    }
    const double friction = 0.6 * least;
    const auto [sliding, spin] = roll(angle, friction);
    EXPECT_NEAR(sliding, g * (std::sin(angle) - friction * std::cos(angle)) * time, 1e-10);
    EXPECT_NEAR(spin, 2.5 * friction * g * std::cos(angle) * time, 1e-10);
  }
}

/// Boxes on each other, on a floor, with exact contacts: there they stay.
TEST(ResponseSolver, StackAtRest) {
  constexpr int kBoxes = 5;
  RigidScene scene;
  const ContactMaterial material{.restitution = 0, .friction = 0.5};
  const Shape floor = Shape::halfspace({0, 0, 1}, 0).value(),
              box = Shape::box({0.5, 0.4, 0.3}).value();
  scene.add(RigidBody::fixed(material).value(), {});
  for (int i = 0; i < kBoxes; i++) {
    scene.add(RigidBody::make(box.mass(), 2, material).value(),
              {.position = Vec3(0.05 * i, 0, 0.3 + 0.6 * i)});
  }
  const auto start = scene.states;
  ResponseSolver solver;
  std::vector<ResponseContact> points;
  for (int frame = 0; frame < 500; frame++) {
    points.clear();
    for (std::uint32_t i = 1; i <= kBoxes; i++) {
      accelerate(scene.bodies[i], scene.states[i], Vec3(0, 0, -9.81), kStep);
      const Contacts c = contacts(
          {i == 1 ? floor : box, pose_of(scene.bodies[i - 1], scene.states[i - 1]).value()},
          {box, pose_of(scene.bodies[i], scene.states[i]).value()}, QueryOptions{.margin = 1e-3});
      ASSERT_EQ(c.count, 4);
      for (const ContactPoint& p : c.span()) {
        points.push_back({i - 1, i, (p.point_a + p.point_b) / 2, c.normal, p.depth});
      }
    }
    ASSERT_TRUE(solver.solve(scene.bodies, scene.states, points));
    for (std::uint32_t i = 1; i <= kBoxes; i++)
      move_freely(scene.bodies[i], scene.states[i], kStep);
  }
  for (std::size_t i = 1; i <= kBoxes; i++) {
    EXPECT_LE(norm(scene.states[i].position - start[i].position), 1e-6) << i;
    EXPECT_LE(norm(scene.states[i].velocity), 1e-6) << i;
    EXPECT_LE(norm(scene.states[i].spin), 1e-6) << i;
  }
}

TEST(ResponseSolver, ConveyorsCarry) {
  RigidScene scene;
  const ContactMaterial material{.friction = 0.5};
  scene.add(RigidBody::make(Shape::box({1, 1, 1}).value().mass(), 1, material).value(),
            {.position = Vec3(0, 0, 1)});
  scene.add(RigidBody::fixed(material).value(), {.velocity = Vec3(1, 0, 0)});
  ResponseSolver solver;
  for (int i = 0; i < 100; i++) {
    accelerate(scene.bodies[0], scene.states[0], Vec3(0, 0, -9.81), kStep);
    std::vector<ResponseContact> contacts;
    for (const Vec3& corner : {Vec3(1, 1, 0), Vec3(1, -1, 0), Vec3(-1, 1, 0), Vec3(-1, -1, 0)}) {
      contacts.push_back({1, 0, corner, Vec3(0, 0, 1), 0});
    }
    ASSERT_TRUE(solver.solve(scene.bodies, scene.states, contacts));
    const double friction_gives = 0.5 * 9.81 * kStep * (i + 1);
    EXPECT_NEAR(scene.states[0].velocity.x(), std::fmin(1, friction_gives), 1e-3) << i;
  }
}

TEST(ResponseSolver, RestSpeedEndsBouncing) {
  RigidScene scene;
  scene.add(ball(1, {.restitution = 0.8}), {.velocity = Vec3(0, 0, -0.1)});
  scene.add(RigidBody::fixed({.restitution = 1}).value(), {});
  const ResponseContact contacts[] = {
      {.a = 1, .b = 0, .point = Vec3(0, 0, -1), .normal = Vec3(0, 0, 1)}};
  ResponseSolver solver;
  auto states = scene.states;
  ASSERT_TRUE(solver.solve(scene.bodies, states, contacts));
  EXPECT_NEAR(states[0].velocity.z(), 0.08, 1e-15);
  states = scene.states;
  ASSERT_TRUE(solver.solve(scene.bodies, states, contacts, {.rest_speed = 0.2}));
  EXPECT_NEAR(states[0].velocity.z(), 0, 1e-15);
}

TEST(ResponseSolver, PushesApartWithoutEnergy) {
  RigidScene scene;
  for (int i = 0; i < 4; i++) {
    scene.add(ball(i == 0 ? 2 : 1, {}),
              {.position = Vec3(1.8 * i + (i ? 0.9 : 0), 0, 0), .velocity = Vec3(1, i, 0)});
  }
  const std::vector<RigidState> start = scene.states;
  std::vector<ResponseContact> contacts;
  for (std::uint32_t i = 1; i < 4; i++)
    contacts.push_back(touch(scene, i - 1, i == 1 ? 2 : 1, i, 1));
  const auto center = [&] {
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < 4; i++) sum += scene.bodies[i].mass() * scene.states[i].position;
    return sum;
  };
  const Vec3 before = center();
  const double energy = scene.energy();
  ResponseSolver solver;
  EXPECT_NEAR(solver.push_apart(scene.bodies, scene.states, contacts, 1, 0, 200).value(), 0.3,
              1e-12);
  EXPECT_LE(norm(center() - before), 1e-12);
  EXPECT_EQ(scene.energy(), energy);
  for (std::uint32_t i = 1; i < 4; i++) {
    EXPECT_LE(touch(scene, i - 1, i == 1 ? 2 : 1, i, 1).depth, 1e-9);
    EXPECT_GE(touch(scene, i - 1, i == 1 ? 2 : 1, i, 1).depth, -1e-9);
    EXPECT_EQ(scene.states[i].velocity, start[i].velocity);
  }
  EXPECT_FALSE(solver.push_apart(scene.bodies, scene.states, contacts, 2));
}

TEST(ResponseSolver, ExchangeOfEquals) {
  RigidState a{.velocity = Vec3(2, 1, 0)}, b{.velocity = Vec3(-1, 3, 0)};
  EXPECT_TRUE(exchange_velocities(a, b, Vec3(1, 0, 0)));
  EXPECT_EQ(a.velocity, Vec3(-1, 1, 0));
  EXPECT_EQ(b.velocity, Vec3(2, 3, 0));
  EXPECT_FALSE(exchange_velocities(a, b, Vec3(1, 0, 0)));  // they part
}

TEST(ResponseSolver, RefusesBadInputAndChangesNothing) {
  RigidScene scene;
  scene.add(ball(1, {}), {.velocity = Vec3(1, 0, 0)});
  scene.add(ball(1, {}), {.position = Vec3(2, 0, 0)});
  const ResponseContact good = touch(scene, 0, 1, 1, 1);
  ResponseSolver solver;
  const auto refused = [&](ResponseContact bad, const char* why) {
    const ResponseContact contacts[] = {good, bad};
    const auto result = solver.solve(scene.bodies, scene.states, contacts);
    ASSERT_FALSE(result) << why;
    EXPECT_NE(result.error().message.find(why), std::string::npos) << result.error().message;
    EXPECT_EQ(scene.states[0].velocity, Vec3(1, 0, 0));
    EXPECT_FALSE(solver.push_apart(scene.bodies, scene.states, contacts));
  };
  ResponseContact bad = good;
  bad.normal = Vec3(1.1, 0, 0);
  refused(bad, "of contact 1 is not of unit length");
  bad.normal = Vec3(kNotANumber, 0, 0);
  refused(bad, "of contact 1 is not of unit length");
  bad = good;
  bad.point.y() = kNotANumber;
  refused(bad, "contact 1 is not finite");
  bad = good;
  bad.b = 2;
  refused(bad, "between bodies 0 and 2 of 2");
  bad.b = 0;
  refused(bad, "between bodies 0 and 0 of 2");
  scene.states[1].spin.x() = INFINITY;
  refused(good, "state of body 1 is not finite");
  scene.states[1].spin.x() = 0;
  scene.states[1].rotation = {0, 0, 0, 0};
  refused(good, "state of body 1");
  scene.states.pop_back();
  refused(good, "2 bodies have 1 states");
  scene.states.push_back({});
  EXPECT_FALSE(solver.solve(scene.bodies, scene.states, {}, {.sweeps = 0}));
  EXPECT_FALSE(solver.solve(scene.bodies, scene.states, {}, {.least_change = -1}));
  EXPECT_FALSE(solver.solve(scene.bodies, scene.states, {}, {.least_change = kNotANumber}));
  EXPECT_TRUE(solver.solve(scene.bodies, scene.states, {}));
}

}  // namespace
}  // namespace glance::test
