// Responses that have to end in time: as much as there is time for, and nothing wrong.
#include <gtest/gtest.h>

#include "glance/frame_contacts.h"
#include "glance/rng.h"
#include "support/rigid_sums.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

/// Balls in a grid that fly at random, each in contact with its neighbours.
struct Grid {
  RigidScene scene;
  std::vector<ResponseContact> contacts;

  explicit Grid(std::uint32_t side) {
    Rng rng(7);
    for (std::uint32_t i = 0; i < side * side; i++) {
      RigidState state;
      state.position = Vec3(2.0 * (i % side), 2.0 * (i / side), 0);
      state.velocity = rng.in_box(1);
      state.spin = rng.in_box(1);
      scene.add(ball(1, {.restitution = 0.5, .friction = 0.3}), state);
    }
    const auto touch = [&](std::uint32_t a, std::uint32_t b) {
      const Vec3 &p = scene.states[a].position, &q = scene.states[b].position;
      contacts.push_back({a, b, Vec3((p + q) / 2), normalized(Vec3(q - p)), 0.01});
    };
    for (std::uint32_t i = 0; i < side * side; i++) {
      if (i % side + 1 < side) touch(i, i + 1);
      if (i / side + 1 < side) touch(i, i + side);
    }
  }
};

TEST(ResponseBudget, MomentumAndEnergyHoldHoweverLittleTime) {
  double last = kNotANumber;
  for (const std::uint64_t units : {0, 1000, 5000, 20'000, 100'000, 100'000'000}) {
    SCOPED_TRACE(units);
    Grid grid(12);
    const Vec3 momentum = grid.scene.momentum(), spin = grid.scene.angular_momentum();
    const double energy = grid.scene.energy();
    ResponseSolver solver;
    const auto report = solver.solve(grid.scene.bodies, grid.scene.states, grid.contacts,
                                     {.budget = Budget::for_work(units)});
    ASSERT_TRUE(report);
    EXPECT_LE(norm(Vec3(grid.scene.momentum() - momentum)), 1e-10);
    EXPECT_LE(norm(Vec3(grid.scene.angular_momentum() - spin)), 1e-9);
    EXPECT_LE(grid.scene.energy(), energy * (1 + 1e-12));
    EXPECT_EQ(report->interrupted, units < 100'000'000);
    EXPECT_EQ(report->left_out > 0, units <= 5000) << report->left_out;
    // With more time less is left: energy that friction and bounces take.
    EXPECT_LT(grid.scene.energy(), energy);
    last = grid.scene.energy();
    // Bit for bit the same again.
    Grid again(12);
    ResponseSolver other;
    ASSERT_TRUE(other.solve(again.scene.bodies, again.scene.states, again.contacts,
                            {.budget = Budget::for_work(units)}));
    EXPECT_EQ(again.scene.energy(), last);
  }
}

TEST(ResponseBudget, WithoutAnEndIsTheSame) {
  Grid plain(8), budgeted(8);
  ResponseSolver solver, other;
  ASSERT_TRUE(solver.solve(plain.scene.bodies, plain.scene.states, plain.contacts));
  ASSERT_TRUE(other.solve(budgeted.scene.bodies, budgeted.scene.states, budgeted.contacts,
                          {.budget = Budget::for_work(std::uint64_t{1} << 60)}));
  for (std::size_t i = 0; i < plain.scene.states.size(); i++) {
    EXPECT_EQ(plain.scene.states[i].velocity, budgeted.scene.states[i].velocity);
    EXPECT_EQ(plain.scene.states[i].spin, budgeted.scene.states[i].spin);
  }
}

/// Where not all contacts can be taken, those that approach fastest are, and impulses are told of
/// the right ones.
TEST(ResponseBudget, TheFastestComeFirst) {
  RigidScene scene;
  std::vector<ResponseContact> contacts;
  constexpr std::uint32_t kPairs = 400;
  for (std::uint32_t i = 0; i < kPairs; i++) {
    RigidState left, right;
    left.position = Vec3(0, 4.0 * i, 0);
    right.position = left.position + Vec3(2, 0, 0);
    left.velocity = Vec3(1 + (i * 37) % kPairs, 0, 0);
    const std::uint32_t a = scene.add(ball(1, {}), left), b = scene.add(ball(1, {}), right);
    contacts.push_back({a, b, Vec3(left.position + Vec3(1, 0, 0)), Vec3(1, 0, 0), 0});
  }
  ResponseSolver solver;
  const auto report =
      solver.solve(scene.bodies, scene.states, contacts, {.budget = Budget::for_work(8000)});
  ASSERT_TRUE(report);
  ASSERT_GT(report->left_out, 0u);
  ASSERT_LT(report->left_out, kPairs);
  for (std::uint32_t i = 0; i < kPairs; i++) {
    const double speed = 1 + (i * 37) % kPairs;
    const bool taken = speed > report->left_out;
    EXPECT_EQ(norm(solver.impulses()[i]) > 0, taken) << speed;
    EXPECT_NEAR(scene.states[2 * i + 1].velocity.x(), taken ? speed / 2 : 0, 1e-9);
  }
}

TEST(ResponseBudget, PushesTheDeepestApart) {
  Grid grid(12);
  for (std::size_t i = 0; i < grid.contacts.size(); i++)
    grid.contacts[i].depth = i == 100 ? 0.5 : 0.01;
  const std::vector<RigidState> before = grid.scene.states;
  ResponseSolver solver;
  const auto deepest = solver.push_apart(grid.scene.bodies, grid.scene.states, grid.contacts, 1, 0,
                                         20, Budget::for_work(4000));
  ASSERT_TRUE(deepest);
  EXPECT_EQ(*deepest, 0.5);
  const ResponseContact& c = grid.contacts[100];
  const Vec3 moved = (grid.scene.states[c.b].position - before[c.b].position) -
                     (grid.scene.states[c.a].position - before[c.a].position);
  EXPECT_GT(dot(moved, c.normal), 0.1);
}

/// Boxes on a floor, under budgets that are enough for some of them: the others get rough contacts
/// that point the right way. (The response was not part of the budget: 440 ms of 4 for a heap of
/// 1,500 boxes.)
TEST(ResponseBudget, ContactsEndInTime) {
  constexpr int kBoxes = 60;
  std::size_t exact = 0;
  for (const std::uint64_t units : {0, 2'000, 12'000, 40'000}) {
    SCOPED_TRACE(units);
    World world;
    world.add({.shape = *Shape::halfspace({0, 0, 1}, 0), .is_static = true}).value();
    for (int i = 0; i < kBoxes; i++) {
      const Pose pose = *Pose::make(Vec3(3.0 * i, 0, 0.49));
      world.add({.shape = *Shape::box({0.5, 0.5, 0.5}), .pose = pose}).value();
    }
    const FrameReport frame =
        world.detect(Budget::for_work(units), {.question = Question::contacts});
    EXPECT_EQ(frame.touching.size() + frame.undecided.size(), std::size_t{kBoxes});
    FrameContacts found;
    response_contacts(world, frame, found);
    EXPECT_EQ(found.exact_pairs + found.coarse_pairs, std::size_t{kBoxes});
    EXPECT_EQ(found.left_out_pairs, 0u);
    EXPECT_EQ(found.exact_pairs < std::size_t{kBoxes}, units < 40'000);
    EXPECT_GE(found.exact_pairs, exact) << "more with more time";
    exact = found.exact_pairs;
    for (const ResponseContact& c : found.contacts) {
      EXPECT_EQ(c.a, 0u);
      EXPECT_NEAR(c.normal.z(), 1, 1e-9);
    }
  }
}

/// Rough contacts of bodies of very different size: out of the nearest side of the larger one.
TEST(ResponseBudget, RoughContactsPointOutOfTheLargerBody) {
  World world;
  world.add({.shape = *Shape::box({10, 10, 1}), .pose = at(0), .is_static = true}).value();
  world.add({.shape = *Shape::sphere(0.5), .pose = at(9, 3, 1.4)}).value();
  world.add({.shape = *Shape::sphere(0.5), .pose = at(10.4, 0, 0)}).value();
  world.add({.shape = *Shape::sphere(0.1), .pose = at(-5, 0, -0.9)}).value();  // inside
  FrameReport frame = world.detect();  // so that there are no contact points
  ASSERT_EQ(frame.touching.size(), 3u);
  frame.budget.interrupted = true;
  FrameContacts found;
  response_contacts(world, frame, found);
  ASSERT_EQ(found.coarse_pairs, 3u);
  const Vec3 expected[] = {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 0, -1)};
  for (const ResponseContact& c : found.contacts) {
    EXPECT_LE(norm(Vec3(c.normal - expected[c.b - 1])), 1e-9) << c.b;
  }
}

}  // namespace
}  // namespace glance::test
