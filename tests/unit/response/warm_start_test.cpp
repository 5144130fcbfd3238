// Impulses of the last solve as the first guess of the next one.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "glance/contact.h"
#include "glance/response.h"
#include "support/rigid_sums.h"

namespace glance::test {
namespace {

constexpr double kFrame = 1.0 / 120;
const Vec3 kFall(0, 0, -9.81);

/// Boxes of side 1, one on the other, the first one on a floor.
struct BoxStack {
  explicit BoxStack(std::uint32_t count) {
    const ContactMaterial material{.friction = 0.5};
    scene.add(RigidBody::fixed(material).value(), {});
    for (std::uint32_t i = 0; i < count; i++) {
      scene.add(RigidBody::make(box.mass(), 1, material).value(),
                {.position = Vec3(0.01 * (i % 3), 0.02 * (i % 2), 0.999 * i + 0.499)});
    }
  }

  /// All contacts, four between two boxes.
  std::vector<ResponseContact> find() const {
    std::vector<ResponseContact> found;
    for (std::uint32_t b = 1; b < scene.bodies.size(); b++) {
      const Shape& below = b == 1 ? floor : box;
      const Contacts c =
          contacts({below, pose_of(scene.bodies[b - 1], scene.states[b - 1]).value()},
                   {box, pose_of(scene.bodies[b], scene.states[b]).value()});
      for (const ContactPoint& p : c.span()) {
        found.push_back({b - 1, b, (p.point_a + p.point_b) / 2, c.normal, p.depth, p.id});
      }
    }
    return found;
  }

  void fall() {
    for (std::size_t i = 0; i < scene.bodies.size(); i++) {
      accelerate(scene.bodies[i], scene.states[i], kFall, kFrame);
    }
  }

  Shape box = Shape::box({0.5, 0.5, 0.5}).value();
  Shape floor = Shape::halfspace(Vec3::unit_z(), 0).value();
  RigidScene scene;
};

/// Sweeps in the last of ten frames.
std::uint32_t sweeps_of_a_frame(bool warm, double tolerance) {
  BoxStack stack(10);
  ResponseSolver solver;
  std::uint32_t sweeps = 0;
  for (int frame = 0; frame < 10; frame++) {
    stack.fall();
    const auto contacts = stack.find();
    EXPECT_EQ(contacts.size(), 40u);
    const ResponseReport report =
        solver
            .solve(stack.scene.bodies, stack.scene.states, contacts,
                   {.sweeps = 1000, .tolerance = tolerance, .warm_start = warm})
            .value();
    EXPECT_EQ(report.warm, warm && frame > 0 ? 40u : 0u);
    sweeps = report.sweeps;
    EXPECT_LE(report.residual, 10 * tolerance);
  }
  return sweeps;
}

TEST(WarmStart, SpareMostSweepsOfAStack) {
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    const std::uint32_t cold = sweeps_of_a_frame(false, tolerance),
                        warm = sweeps_of_a_frame(true, tolerance);
    EXPECT_GT(cold, 100u) << tolerance;
    EXPECT_LT(warm, cold / 20) << tolerance;
  }
}

/// Sweeps that end early leave a little, which the next frames take up.
TEST(WarmStart, SmallChangesGoOnInTheNextFrame) {
  BoxStack stack(10), exact(10);
  ResponseSolver solver, exact_solver;
  stack.fall();
  exact.fall();
  const auto contacts = stack.find();
  constexpr double kChange = 1e-4;
  const auto solve = [&] {
    return solver
        .solve(stack.scene.bodies, stack.scene.states, contacts,
               {.sweeps = 1000, .least_change = kChange})
        .value();
  };
  const ResponseReport cold = solve();
  const ResponseReport whole =
      exact_solver.solve(exact.scene.bodies, exact.scene.states, contacts, {.sweeps = 1000})
          .value();
  EXPECT_LT(cold.sweeps, whole.sweeps / 2);
  EXPECT_LT(cold.residual, 10 * kChange);
  EXPECT_GT(cold.residual, 10 * whole.residual);
  ResponseReport last;
  for (int frame = 0; frame < 300; frame++) {
    stack.fall();
    last = solve();
  }
  EXPECT_LE(last.sweeps, 2u);
  EXPECT_LT(last.residual, 0.5 * kChange);
}

TEST(WarmStart, TheOrderOfContactsDoesNotMatter) {
  BoxStack stack(5), shuffled(5);
  ResponseSolver solver, other;
  for (int frame = 0; frame < 5; frame++) {
    stack.fall();
    shuffled.fall();
    auto contacts = stack.find();
    ASSERT_TRUE(solver.solve(stack.scene.bodies, stack.scene.states, contacts, {.sweeps = 3}));
    std::ranges::reverse(contacts);
    for (std::size_t i = 0; i < contacts.size(); i += 2) {
      std::swap(contacts[i].a, contacts[i].b);
      contacts[i].normal = -contacts[i].normal;
    }
    const auto report =
        other.solve(shuffled.scene.bodies, shuffled.scene.states, contacts, {.sweeps = 3});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->warm, frame > 0 ? contacts.size() : 0);
    for (std::size_t i = 0; i < stack.scene.states.size(); i++) {
      ASSERT_EQ(stack.scene.states[i].velocity, shuffled.scene.states[i].velocity) << frame;
      ASSERT_EQ(stack.scene.states[i].spin, shuffled.scene.states[i].spin) << frame;
    }
  }
}

TEST(WarmStart, ForgottenContactsStartCold) {
  BoxStack stack(3);
  ResponseSolver solver;
  const auto warm = [&](ResponseSettings settings = {}) {
    stack.fall();
    return solver.solve(stack.scene.bodies, stack.scene.states, stack.find(), settings)->warm;
  };
  EXPECT_EQ(warm(), 0u);
  EXPECT_EQ(warm(), 12u);
  solver.forget(2);  // the floor and the first box remain
  EXPECT_EQ(warm(), 4u);
  EXPECT_EQ(warm(), 12u);
  solver.forget();
  EXPECT_EQ(warm(), 0u);
  EXPECT_EQ(warm({.warm_start = false}), 0u);
  EXPECT_EQ(warm(), 0u);  // and nothing was kept
  EXPECT_GT(solver.bytes(), 12 * sizeof(Vec3));
}

/// Contacts without an id, or with another one, start as if nothing were known: the same bits.
TEST(WarmStart, OtherIdsAreOtherContacts) {
  BoxStack stack(4), fresh(4);
  ResponseSolver solver;
  stack.fall();
  auto contacts = stack.find();
  ASSERT_TRUE(solver.solve(stack.scene.bodies, stack.scene.states, contacts));
  stack.scene.states = fresh.scene.states;
  stack.fall();
  fresh.fall();
  for (std::size_t i = 0; i < contacts.size(); i++) {
    contacts[i].id = i % 2 ? 0 : contacts[i].id + 100'000;
  }
  ResponseSolver new_one;
  EXPECT_EQ(solver.solve(stack.scene.bodies, stack.scene.states, contacts, {.sweeps = 7})->warm,
            0u);
  ASSERT_TRUE(new_one.solve(fresh.scene.bodies, fresh.scene.states, contacts, {.sweeps = 7}));
  for (std::size_t i = 0; i < stack.scene.states.size(); i++) {
    EXPECT_EQ(stack.scene.states[i].velocity, fresh.scene.states[i].velocity);
  }
}

/// A ball that has stopped falling takes what it takes, not what it took.
TEST(WarmStart, AGuessThatIsTooLargeIsScaledDown) {
  RigidScene scene;
  scene.add(RigidBody::fixed().value(), {});
  scene.add(ball(1, {}), {.position = Vec3(0, 0, 1), .velocity = Vec3(0, 0, -100)});
  const ResponseContact contact[] = {{.a = 0, .b = 1, .normal = Vec3::unit_z(), .id = 7}};
  ResponseSolver solver;
  ASSERT_TRUE(solver.solve(scene.bodies, scene.states, contact));
  EXPECT_NEAR(scene.states[1].velocity.z(), 0, 1e-12);
  scene.states[1].velocity = Vec3(0, 0, -0.1);
  const ResponseReport report = solver.solve(scene.bodies, scene.states, contact).value();
  EXPECT_EQ(report.warm, 1u);
  EXPECT_EQ(report.sweeps, 1u);
  EXPECT_NEAR(scene.states[1].velocity.z(), 0, 1e-15);
  EXPECT_NEAR(solver.impulses()[0].z(), 0.1 * scene.bodies[1].mass(), 1e-13);
}

}  // namespace
}  // namespace glance::test
