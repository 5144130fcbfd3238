// What a world keeps with its bodies for the caller: user data, sensors, a filter of pairs, an
// ordered range, and poses as quaternions.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "glance/rng.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

const Shape kBall = Shape::sphere(1).value();

TEST(World, BodiesAreAnOrderedRange) {
  World world;
  EXPECT_TRUE(world.bodies().empty());
  EXPECT_EQ(world.bodies().begin(), world.bodies().end());
  std::vector<BodyId> ids;
  for (int i = 0; i < 5; i++) ids.push_back(world.add({.shape = kBall, .pose = at(3 * i)}).value());
  ASSERT_TRUE(world.remove(ids[0]));
  ASSERT_TRUE(world.remove(ids[3]));
  std::vector<BodyId> seen;
  for (const BodyId id : world.bodies()) seen.push_back(id);
  EXPECT_EQ(seen, (std::vector<BodyId>{ids[1], ids[2], ids[4]}));
  EXPECT_EQ(world.bodies().size(), 3u);
  EXPECT_EQ(world.bodies().front(), ids[1]);
}

TEST(World, KeepsUserData) {
  World world;
  const BodyId a = world.add({.shape = kBall, .user_data = UINT64_MAX}).value();
  const BodyId b = world.add({.shape = kBall}).value();
  EXPECT_EQ(world.user_data(a), UINT64_MAX);
  EXPECT_EQ(world.body(a)->user_data, UINT64_MAX);
  EXPECT_EQ(world.user_data(b), 0u);
  ASSERT_TRUE(world.set_user_data(b, 7));
  const World copy = World::restore(world.save()).value();
  EXPECT_EQ(copy.user_data(a), UINT64_MAX);
  EXPECT_EQ(copy.user_data(b), 7u);
  ASSERT_TRUE(world.remove(a));
  EXPECT_EQ(world.user_data(a), 0u);
  EXPECT_EQ(world.set_user_data(a, 1).error().code, ErrorCode::unknown_body);
  world.detect();
  const BodyId next = world.add({.shape = kBall}).value();  // in the place of a
  EXPECT_EQ(next.index, a.index);
  EXPECT_EQ(world.user_data(next), 0u);
}

TEST(World, SensorsAreReportedAsSuch) {
  World world;
  const BodyId gate = world.add({.shape = kBall, .is_sensor = true}).value();
  const BodyId ball = world.add({.shape = kBall, .pose = at(1)}).value();
  const BodyId wall = world.add({.shape = kBall, .pose = at(2.5)}).value();
  const FrameReport report = world.detect();
  ASSERT_EQ(report.touching.size(), 2u);
  EXPECT_EQ(report.touching[0].a, gate);
  EXPECT_TRUE(report.touching[0].sensor);
  EXPECT_EQ(report.touching[1].b, wall);
  EXPECT_FALSE(report.touching[1].sensor);
  World copy = World::restore(world.save()).value();
  EXPECT_TRUE(copy.body(gate)->is_sensor);
  ASSERT_TRUE(world.set_sensor(gate, false));
  EXPECT_FALSE(world.detect().touching[0].sensor) << "also of a pair at rest";
  EXPECT_EQ(world.set_sensor({9, 9}, true).error().code, ErrorCode::unknown_body);
  (void)ball;
}

/// Called in id order, once for each pair as its boxes begin to overlap, and again after changes.
TEST(World, AsksAFilterOfPairs) {
  World world;
  std::vector<BodyId> ids;
  for (int i = 0; i < 4; i++)
    ids.push_back(world.add({.shape = kBall, .pose = at(0.1 * i)}).value());
  std::vector<BodyPair> asked;
  const auto odd = [&](BodyId a, BodyId b) {
    asked.push_back({a, b});
    return (a.index + b.index) % 2 == 1;
  };
  world.set_pair_filter(odd);
  EXPECT_EQ(world.detect().touching.size(), 4u);
  EXPECT_EQ(asked.size(), 6u);
  EXPECT_TRUE(std::ranges::is_sorted(asked));
  asked.clear();
  ASSERT_TRUE(world.set_pose(ids[0], at(0.05)));
  EXPECT_EQ(world.detect().touching.size(), 4u);
  EXPECT_TRUE(asked.empty()) << "the answer holds while boxes overlap";
  ASSERT_TRUE(world.set_pose(ids[0], at(50)));
  EXPECT_EQ(world.detect().touching.size(), 2u);
  ASSERT_TRUE(world.set_pose(ids[0], at(0)));
  EXPECT_EQ(world.detect().touching.size(), 4u);
  EXPECT_EQ(asked.size(), 3u) << "pairs that come again";
  asked.clear();
  ASSERT_TRUE(world.deactivate(ids[0], ids[1]));
  EXPECT_EQ(world.detect().touching.size(), 3u);
  EXPECT_EQ(asked.size(), 5u) << "not about pairs that are switched off";
  // Answers are stored, the function is not.
  World copy = World::restore(world.save()).value();
  EXPECT_EQ(copy.detect().touching.size(), 3u);
  EXPECT_EQ(World::restore(copy.save())->detect().touching.size(), 3u);
  asked.clear();
  copy.set_pair_filter(odd);
  EXPECT_EQ(copy.detect().touching.size(), 3u);
  EXPECT_EQ(asked.size(), 5u);
  world.set_pair_filter(nullptr);
  EXPECT_EQ(world.detect().touching.size(), 5u);
}

TEST(World, TakesPosesAsQuaternions) {
  Rng rng(3);
  World world;
  std::vector<QuatPose> turned;
  std::vector<Pose> poses;
  for (int i = 0; i < 20; i++) {
    ASSERT_TRUE(world.add({.shape = kBall}));
    turned.push_back({rng.rotation(), rng.in_box(5)});
    poses.push_back(Pose::make(turned.back().rotation, turned.back().translation).value());
  }
  ASSERT_TRUE(world.set_poses(turned));
  std::size_t n = 0;
  for (const BodyId id : world.bodies()) EXPECT_EQ(*world.pose(id), poses[n++]);
  // All or none.
  turned[0].translation = Vec3(9, 9, 9);
  turned[7].rotation.w += 0.5;
  const Result<void> refused = world.set_poses(turned);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("pose 7: quaternion"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(*world.pose(world.bodies().front()), poses[0]);
  turned[7].rotation = Quat();
  turned[8].translation = Vec3(0, kNan, 0);
  EXPECT_EQ(world.set_poses(turned).error().code, ErrorCode::not_finite);
  turned.pop_back();
  EXPECT_FALSE(world.set_poses(turned));
}

TEST(World, TakesPosesOfSomeAsQuaternions) {
  Rng rng(4);
  World world;
  std::vector<BodyId> ids;
  for (int i = 0; i < 20; i++) ids.push_back(world.add({.shape = kBall}).value());
  ASSERT_TRUE(world.remove(ids[1]));
  const std::vector<BodyId> some = {ids[7], ids[2], ids[19]};
  std::vector<QuatPose> turned;
  for (int i = 0; i < 3; i++) turned.push_back({rng.rotation(), rng.in_box(5)});
  ASSERT_TRUE(world.set_poses(some, turned));
  for (std::size_t i = 0; i < 3; i++) {
    EXPECT_EQ(*world.pose(some[i]), Pose::make(turned[i].rotation, turned[i].translation).value());
  }
  EXPECT_EQ(*world.pose(ids[3]), Pose());
  // All or none.
  const std::vector<QuatPose> first = turned;
  turned[0].translation = Vec3(9, 9, 9);
  turned[2].rotation = Quat(kNan, 0, 0, 0);
  EXPECT_EQ(world.set_poses(some, turned).error().code, ErrorCode::not_finite);
  turned[2].rotation = Quat(2, 0, 0, 0);
  EXPECT_EQ(world.set_poses(some, turned).error().code, ErrorCode::bad_geometry);
  turned[2] = {Quat(), Vec3(1e61, 0, 0)};
  EXPECT_EQ(world.set_poses(some, turned).error().code, ErrorCode::out_of_range);
  turned[2] = {};
  const std::vector<BodyId> twice = {ids[7], ids[2], ids[7]}, gone = {ids[7], ids[2], ids[1]};
  EXPECT_EQ(world.set_poses(twice, turned).error().code, ErrorCode::duplicate);
  EXPECT_EQ(world.set_poses(gone, turned).error().code, ErrorCode::unknown_body);
  EXPECT_FALSE(world.set_poses(some, std::span(turned).first(2)));
  for (std::size_t i = 0; i < 3; i++) {
    EXPECT_EQ(world.pose(some[i])->translation(), first[i].translation);
  }
}

}  // namespace
}  // namespace glance::test
