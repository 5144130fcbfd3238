// Contacts of frames: exact where a pair was decided, of spheres where there was no time for that.
#include "glance/frame_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/contact.h"
#include "glance/generate.h"
#include "support/rigid_sums.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

TEST(FrameContacts, ExactOfPairsThatWereDecided) {
  World world = World::make({.margin = 0.25}).value();
  const Shape box = Shape::box({0.5, 0.5, 0.5}).value();
  const BodyId low = world.add({.shape = box, .pose = at(0), .scale = 2}).value();
  const BodyId high = world.add({.shape = box, .pose = at(1.625)}).value();
  FrameContacts found;
  response_contacts(world, world.detect({Question::contacts}), found);
  const Contacts expected = contacts({Shape::box({1, 1, 1}).value(), at(0)}, {box, at(1.625)},
                                     QueryOptions{.margin = 0.25});
  ASSERT_EQ(expected.count, 4);
  ASSERT_EQ(found.contacts.size(), 4u);
  EXPECT_EQ(found.exact().size(), 4u);
  EXPECT_EQ(found.exact_pairs, 1u);
  for (std::size_t i = 0; i < 4; i++) {
    const ResponseContact& c = found.contacts[i];
    EXPECT_EQ(c.a, low.index);
    EXPECT_EQ(c.b, high.index);
    EXPECT_EQ(c.normal, expected.normal);
    EXPECT_EQ(c.depth, expected.points[i].depth);
    EXPECT_EQ(c.id, expected.points[i].id);
    EXPECT_EQ(c.point, Vec3((expected.points[i].point_a + expected.points[i].point_b) / 2));
  }
}

TEST(FrameContacts, FallsBackToSpheresAndNormals) {
  World world;
  BodyId ids[5];
  for (int i = 0; i < 5; i++) {
    ids[i] = world.add({.shape = Shape::sphere(1).value(), .pose = at(1.5 * i)}).value();
  }
  // The first pair has a contact point, of the second one spheres are known, of the third one a
  // normal; the last one touches, and there was no time for more.
  PairReport pairs[4];
  for (int i = 0; i < 4; i++) {
    pairs[i].a = ids[i];
    pairs[i].b = ids[i + 1];
    pairs[i].verdict = i % 3 == 0 ? Verdict::overlapping : Verdict::undecided;
  }
  const ContactPoint point{Vec3(1, 0, 0), Vec3(0.5, 0, 0), 0.5, {}, {}, 77};
  pairs[0].contact_count = 1;
  pairs[0].normal = Vec3(1, 0, 0);
  pairs[2].normal = Vec3(0, 1, 0);
  pairs[2].point_a = pairs[2].point_b = Vec3(3, 0, 0);
  const SpherePair spheres[] = {{ids[1], ids[2], Vec3(1.5, 0, 0), Vec3(3, 0, 0), 1, 1},
                                {ids[1], ids[2], Vec3(2, 0, 0), Vec3(2, 0.5, 0), 0.5, 0.25}};
  const PairReport touching[] = {pairs[0], pairs[3]};
  FrameReport frame;
  frame.touching = touching;
  frame.undecided = std::span(pairs).subspan(1, 2);
  frame.contact_points = {&point, 1};
  frame.sphere_pairs = spheres;
  frame.budget.interrupted = true;
  FrameContacts found;
  response_contacts(world, frame, found);
  EXPECT_EQ(found.exact_pairs, 1u);
  EXPECT_EQ(found.sphere_pairs, 1u);
  EXPECT_EQ(found.coarse_pairs, 2u);
  ASSERT_EQ(found.contacts.size(), 5u);
  EXPECT_EQ(found.exact_contacts, 1u);
  EXPECT_EQ(found.contacts[0].depth, 0.5);
  EXPECT_EQ(found.contacts[0].point, Vec3(0.75, 0, 0));
  EXPECT_EQ(found.contacts[0].id, 77u);
  EXPECT_EQ(found.contacts[1].a, ids[3].index);
  EXPECT_NEAR(found.contacts[1].normal.x(), 1, 1e-12) << "out of one of two balls";
  EXPECT_EQ(found.contacts[2].normal, Vec3(1, 0, 0));
  EXPECT_EQ(found.contacts[3].normal, Vec3(0, 1, 0));
  EXPECT_NEAR(found.contacts[3].point.y(), 1.0 / 3, 1e-15);
  EXPECT_EQ(found.contacts[4].a, ids[2].index);
  EXPECT_EQ(found.contacts[4].point, Vec3(3, 0, 0));
  for (std::size_t i = 1; i < 5; i++) EXPECT_EQ(found.contacts[i].id, 0u) << "nothing to remember";
  // Undecided pairs that are taken to be apart repel nobody.
  frame.budget.taken_for = Undecided::apart;
  response_contacts(world, frame, found);
  EXPECT_EQ(found.contacts.size(), 2u);
}

/// Sensors push nobody and are pushed by nobody: those that have contact points, and those that a
/// budget leaves undecided.
TEST(FrameContacts, SensorsDoNotRespond) {
  const Shape ball = Shape::sphere(1).value();
  for (const std::uint64_t units : {0, 40, 1'000'000}) {
    SCOPED_TRACE(units);
    World world;
    const BodyId left_gate = world.add({.shape = ball, .pose = at(0), .is_sensor = true}).value();
    const BodyId middle = world.add({.shape = ball, .pose = at(1.5)}).value();
    const BodyId right = world.add({.shape = ball, .pose = at(3)}).value();
    const BodyId gate = world.add({.shape = ball, .pose = at(4.5), .is_sensor = true}).value();
    const auto detect = [&] {
      return world.detect(Budget::for_work(units), {.question = Question::contacts});
    };
    const FrameReport frame = detect();
    EXPECT_EQ(frame.touching.size() + frame.undecided.size(), 3u);
    // (The first try of a frame is enough for one pair in any case.)
    EXPECT_EQ(frame.touching.size(), units < 1000 ? 1u : 3u);
    for (const auto pairs : {frame.touching, frame.undecided}) {
      for (const PairReport& pair : pairs) {
        EXPECT_EQ(pair.sensor, pair.a == left_gate || pair.b == gate);
      }
    }
    FrameContacts found;
    response_contacts(world, frame, found);
    EXPECT_EQ(found.exact_pairs + found.sphere_pairs + found.coarse_pairs, 1u);
    EXPECT_EQ(found.left_out_pairs, 0u);
    ASSERT_FALSE(found.contacts.empty());
    for (const ResponseContact& c : found.contacts) {
      EXPECT_EQ(c.a, middle.index);
      EXPECT_EQ(c.b, right.index);
    }
    // No sensors any more, at rest.
    for (const BodyId id : {left_gate, gate}) ASSERT_TRUE(world.set_sensor(id, false));
    response_contacts(world, detect(), found);
    EXPECT_EQ(found.exact_pairs + found.sphere_pairs + found.coarse_pairs, 3u);
  }
}

/// Two rough balls that meet, with ever more time: from a pair of spheres to exact contacts.
TEST(FrameContacts, GrowBetterWithTheBudget) {
  const TriangleSoup soup = bumpy_sphere(320, 3, 0.05).value();
  const Shape rough = Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
  const RigidBody body = RigidBody::make(rough.mass(), 1, {.restitution = 1}).value();
  bool by_spheres = false, exactly = false;
  for (const std::uint64_t units : {1, 300, 3000, 100'000'000}) {
    World world;
    (void)world.add({.shape = rough, .pose = at(0)});
    (void)world.add({.shape = rough, .pose = at(1.9)});
    world.prepare({.builder = SphereBuilder::octree});
    const FrameReport frame =
        world.detect(BudgetOptions{.budget = Budget::for_work(units),
                                   .trees = {.builder = SphereBuilder::octree}},
                     {.question = Question::contacts});
    FrameContacts found;
    response_contacts(world, frame, found);
    SCOPED_TRACE(units);
    ASSERT_GE(found.contacts.size(), 1u);
    // (With 3,000 they are known to touch, and not where.)
    EXPECT_EQ(found.exact_pairs, frame.contact_points.empty() ? 0u : 1u);
    EXPECT_TRUE(found.exact_pairs == 0 || frame.budget.undecided == 0);
    by_spheres |= found.sphere_pairs == 1;
    exactly |= found.exact_pairs == 1;
    RigidScene scene;
    scene.add(body, state_at(body, at(0), Vec3(1, 0, 0)));
    scene.add(body, state_at(body, at(1.9), Vec3(-1, 0, 0)));
    const double energy = scene.energy();
    ResponseSolver solver;
    const auto report = solver.solve(scene.bodies, scene.states, found.contacts);
    ASSERT_TRUE(report) << report.error().message;
    // However rough: they part, momentum stays, and no energy is made.
    EXPECT_LT(scene.states[0].velocity.x(), 0);
    EXPECT_GT(scene.states[1].velocity.x(), 0);
    EXPECT_LE(norm(scene.momentum()), 1e-12);
    EXPECT_LE(scene.energy(), energy * (1 + 1e-12));
  }
  EXPECT_TRUE(by_spheres);
  EXPECT_TRUE(exactly);
}

/// A plate that has sunk into a solid by more than half of its thickness.
TEST(FrameContacts, SolidsPushOutward) {
  const Vec3 corners[] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                          {-1, -1, 0},  {1, -1, 0},  {1, 1, 0},  {-1, 1, 0}};
  const Triangle sides[] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                            {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
  const Shape block = Shape::mesh(corners, sides, {.solid = true}).value();
  const Shape plate = Shape::box({0.3, 0.3, 0.05}).value();
  for (const double height : {0.03, -0.03}) {
    for (const bool block_first : {true, false}) {
      World world;
      const Pose pose = Pose::make(Vec3(0.1, 0.2, height)).value();
      if (block_first) (void)world.add({.shape = block});
      (void)world.add({.shape = plate, .pose = pose});
      if (!block_first) (void)world.add({.shape = block});
      FrameContacts found;
      response_contacts(world, world.detect({Question::contacts}), found);
      ASSERT_GE(found.contacts.size(), 1u);
      for (const ResponseContact& c : found.contacts) {
        EXPECT_NEAR(c.normal.z(), block_first ? 1 : -1, 1e-9);
        EXPECT_GT(c.depth, 0);
      }
    }
  }
}

TEST(FrameContacts, BackUpToTheMomentOfContact) {
  const Shape ball = Shape::sphere(1).value(), floor = Shape::halfspace({0, 0, 1}, 0).value();
  const auto height = [](double z) { return Pose::make(Vec3(0, 0, z)).value(); };
  const RigidBody body = RigidBody::make(ball.mass(), 1).value();
  const RigidState previous = state_at(body, height(3)), current = state_at(body, height(0.5));
  const double fraction = fraction_until_contact(
      {ball, floor, pose_of(body, previous).value(), pose_of(body, current).value(), {}, {}});
  EXPECT_NEAR(fraction, 0.8, 1e-6);
  EXPECT_NEAR(back_up(previous, current, fraction)->position.z(), 1, 1e-5);
  EXPECT_EQ(fraction_until_contact({ball, floor, height(3), height(2), {}, {}}), 1);
  EXPECT_EQ(fraction_until_contact({ball, floor, height(0.5), height(2), {}, {}}), 0);
}

/// Speed of a ball after a second on a slope, with contacts as a world finds them.
double roll_in_a_world(double angle, double friction) {
  constexpr double kStep = 0.01, kRadius = 0.5;
  const Vec3 up(-std::sin(angle), 0, std::cos(angle));
  const Shape ball = Shape::sphere(kRadius).value(), slope = Shape::halfspace(up, 0).value();
  RigidScene scene;
  scene.add(RigidBody::fixed({.friction = friction}).value(), {});
  scene.add(RigidBody::make(ball.mass(), 1, {.friction = friction}).value(),
            {.position = kRadius * up});
  World world = World::make({.margin = 1e-3}).value();  // (it only just touches)
  (void)world.add({.shape = slope, .is_static = true});
  const BodyId id = world.add({.shape = ball, .pose = at(scene.states[1].position)}).value();
  ResponseSolver solver;
  FrameContacts found;
  for (int i = 0; i < 100; i++) {
    response_contacts(world, world.detect({Question::contacts}), found);
    EXPECT_EQ(found.contacts.size(), 1u) << i;
    accelerate(scene.bodies[1], scene.states[1], Vec3(0, 0, -9.81), kStep);
    EXPECT_TRUE(solver.solve(scene.bodies, scene.states, found.contacts));
    move_freely(scene.bodies[1], scene.states[1], kStep);
    EXPECT_TRUE(world.set_pose(id, pose_of(scene.bodies[1], scene.states[1]).value()));
  }
  return norm(scene.states[1].velocity);
}

TEST(FrameContacts, BallOnASlope) {
  for (const double angle : {0.2, 0.7}) {
    const double downhill = 9.81 * std::sin(angle), least = 2.0 / 7 * std::tan(angle);
    EXPECT_NEAR(roll_in_a_world(angle, 0), downhill, 1e-6);
    EXPECT_NEAR(roll_in_a_world(angle, 2 * least), 5.0 / 7 * downhill, 1e-6);
    EXPECT_NEAR(roll_in_a_world(angle, 0.5 * least),
                downhill - 0.5 * least * 9.81 * std::cos(angle), 1e-6);
  }
}

}  // namespace
}  // namespace glance::test
