// A world's bodies: what it takes, what it refuses, and that a refusal changes nothing.
#include "glance/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geom/shape_access.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/tolerance.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<BodyId> list(const BodyRange& bodies) { return {bodies.begin(), bodies.end()}; }

Shape unit_cube() { return Shape::box({0.5, 0.5, 0.5}).value(); }

TEST(World, RefusesThreadsThatMakeNoSense) {
  for (const int threads : {-1, kMaxThreads + 1}) {
    const auto world = World::make({.threads = threads});
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().message,
              "threads must be from 0 (one per core) to 1024, not " + std::to_string(threads));
    World good;
    const auto set = good.set_threads(threads);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::out_of_range);
    EXPECT_EQ(good.options().threads, 1);
  }
  class NoWorkers final : public Executor {
    int workers() const override { return 0; }
    void run(std::size_t, const Task&) override {}
  } none;
  const auto world = World::make({.executor = &none});
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().message, "an executor must have at least 1 worker, not 0");
  World good;
  EXPECT_FALSE(good.set_executor(&none));
  EXPECT_TRUE(good.set_threads(2));
  EXPECT_EQ(good.options().threads, 2);
  EXPECT_EQ(World::restore(good.save())->options().threads, 1);
  EXPECT_TRUE(good.set_executor(nullptr));
}

TEST(World, WithoutBodies) {
  World world;
  EXPECT_EQ(world.body_count(), 0u);
  EXPECT_TRUE(world.bodies().empty());
  EXPECT_FALSE(world.contains({}));
  EXPECT_TRUE(world.set_poses(std::span<const Pose>()));
  for (int i = 0; i < 3; i++) {
    const FrameReport report = world.detect({Question::distance, true});
    EXPECT_TRUE(report.touching.empty());
    EXPECT_TRUE(report.pairs.empty());
    EXPECT_TRUE(report.begun.empty());
    EXPECT_TRUE(report.ended.empty());
    EXPECT_EQ(report.counters.bodies, 0u);
    EXPECT_EQ(report.counters.overlapping, 0u);
  }
}

TEST(World, WithOneBody) {
  World world;
  const BodyId id = world.add({.shape = unit_cube()}).value();
  for (int i = 0; i < 3; i++) {
    EXPECT_TRUE(
        world.set_pose(id, at(i / 2)));  // moves it in the frames 0 (which is its first) and 2
    const FrameReport report = world.detect();
    EXPECT_TRUE(report.touching.empty());
    EXPECT_EQ(report.counters.bodies, 1u);
    EXPECT_EQ(report.counters.moved, i % 2 == 0 ? 1u : 0u) << i;
  }
  EXPECT_EQ(world.detect().counters.moved, 0u);
  EXPECT_TRUE(world.remove(id));
  EXPECT_EQ(world.detect().counters.bodies, 0u);
}

/// Every count has a different number, so that a count that is forgotten or confused with another
/// shows.
TEST(FrameCounters, AddUp) {
  static_assert(sizeof(FrameCounters) == 26 * sizeof(std::size_t),
                "a new counter: sum it, and give it a number here");
  const FrameCounters once{.bodies = 1,
                           .moved = 2,
                           .box_steps = 3,
                           .swaps = {4, 5, 6},
                           .sorted_anew = true,
                           .woken = 7,
                           .new_bounds = 8,
                           .acceleration_exceeded = 9,
                           .overlapping = 10,
                           .added = 11,
                           .removed = 12,
                           .tested = 13,
                           .at_rest = 14,
                           .touching = 15,
                           .from_cache = 16,
                           .exact = 17,
                           .feature_steps = 18,
                           .simplex_steps = 19,
                           .lp_steps = 20,
                           .volume_tests = 21,
                           .primitive_tests = 22,
                           .list_entries = 23,
                           .swept = 24,
                           .swept_contacts = 25};
  FrameCounters sum;
  sum += once;
  sum += once;
  const std::size_t found[] = {
      sum.moved,           sum.box_steps,     sum.swaps[0],   sum.swaps[1],
      sum.swaps[2],        sum.woken,         sum.new_bounds, sum.acceleration_exceeded,
      sum.overlapping,     sum.added,         sum.removed,    sum.tested,
      sum.at_rest,         sum.touching,      sum.from_cache, sum.exact,
      sum.feature_steps,   sum.simplex_steps, sum.lp_steps,   sum.volume_tests,
      sum.primitive_tests, sum.list_entries,  sum.swept,      sum.swept_contacts};
  for (std::size_t i = 0; i < std::size(found); i++) EXPECT_EQ(found[i], 2 * (i + 2)) << i;
  EXPECT_EQ(sum.bodies, 1u);
  EXPECT_TRUE(sum.sorted_anew);
  sum += FrameCounters{.bodies = 3};
  EXPECT_EQ(sum.bodies, 3u);
  EXPECT_TRUE(sum.sorted_anew);
  EXPECT_EQ(sum.swept_contacts, 50u);
}

TEST(World, RefusesAnInvalidDelta) {
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1e-300, -1.0, kMaxCoordinate * 2}) {
    const Result<World> world = World::make({.delta = bad});
    ASSERT_FALSE(world) << bad;
    EXPECT_NE(world.error().message.find("delta"), std::string::npos);
  }
  for (const double good : {0.0, -0.0, 5e-324, 1.0, kMaxCoordinate}) {
    EXPECT_TRUE(World::make({.delta = good})) << good;
  }
}

TEST(World, RefusesAnInvalidMargin) {
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1e-300, -1.0, kMaxCoordinate * 2}) {
    const Result<World> world = World::make({.margin = bad});
    ASSERT_FALSE(world) << bad;
    EXPECT_NE(world.error().message.find("margin"), std::string::npos);
  }
  for (const double good : {0.0, -0.0, 5e-324, 1.0, kMaxCoordinate}) {
    EXPECT_TRUE(World::make({.margin = good})) << good;
  }
}

TEST(World, BoxesGrowByHalfTheMarginAndDelta) {
  World world = World::make({.delta = 0.25, .margin = 1}).value();
  const BodyId body = world.add({.shape = unit_cube(), .boxes = BoxKind::tight}).value();
  world.detect();
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(world.box(body)->upper[k], 0.5 + 0.25 + 0.5, 1e-5);
    EXPECT_NEAR(world.box(body)->lower[k], -1.25, 1e-5);
  }
}

TEST(World, TheBoxOfAHalfspaceIsInfinite) {
  World world;
  const BodyId floor = world.add({.shape = Shape::halfspace({0, 0, 1}, 2).value()}).value();
  EXPECT_TRUE(world.box(floor)->empty());  // before the first frame
  world.detect();
  Aabb box = world.box(floor).value();
  EXPECT_NEAR(box.upper.z(), 2, 1e-6);
  EXPECT_EQ(box.lower, Vec3::constant(-kInfinity));
  EXPECT_TRUE(world.set_pose(floor, rotation_matrix({1, 0.1, 0.2, 0.3}), Vec3(0, 0, 0)));
  world.detect();
  box = world.box(floor).value();
  EXPECT_EQ(box.lower, Vec3::constant(-kInfinity));
  EXPECT_EQ(box.upper, Vec3::constant(kInfinity));
}

TEST(World, RefusesAnInvalidScale) {
  World world;
  const BodyId id = world.add({.shape = unit_cube(), .scale = 2}).value();
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1.0, 0.0, -0.0, 1e-300, 1e300}) {
    EXPECT_FALSE(world.add({.shape = unit_cube(), .scale = bad})) << bad;
    EXPECT_FALSE(world.set_scale(id, bad)) << bad;
  }
  EXPECT_EQ(world.body(id)->scale, 2);
  EXPECT_EQ(world.body_count(), 1u);
  // The bodies that were refused took no index.
  EXPECT_EQ(world.add({.shape = unit_cube()}).value().index, 1u);
}

TEST(World, RefusesAShapeThatTheScaleTakesOutOfRange) {
  World world;
  const BodyId id = world.add({.shape = unit_cube(), .scale = 0x1p190}).value();
  EXPECT_FALSE(world.set_shape(id, Shape::box({0x1p20, 1, 1}).value()));
  EXPECT_EQ(world.body(id)->shape.vertices()[0].abs().max_component(), 0.5);
  EXPECT_TRUE(world.detect().touching.empty());
}

/// NaN, infinity, a mirror, a shear: the last good pose stays.
TEST(World, RefusesInvalidPoses) {
  World world;
  const BodyId id = world.add({.shape = unit_cube(), .pose = at(1, 2, 3)}).value();
  const BodyId other = world.add({.shape = unit_cube(), .pose = at(1, 2, 3)}).value();
  const Mat3 mirror = Mat3::diagonal(Vec3(1, 1, -1)), scaled = Mat3::identity() * 1.001;
  Mat3 poisoned = Mat3::identity();
  poisoned(1, 2) = kNaN;
  const Vec3 fine(0, 0, 0);
  EXPECT_FALSE(world.set_pose(id, mirror, fine));
  EXPECT_FALSE(world.set_pose(id, scaled, fine));
  EXPECT_FALSE(world.set_pose(id, poisoned, fine));
  for (const double bad : {kNaN, kInfinity, -kInfinity, 2 * kMaxCoordinate}) {
    EXPECT_FALSE(world.set_pose(id, Mat3::identity(), Vec3(0, bad, 0)));
    EXPECT_FALSE(world.set_pose(id, Quat(1, 0, 0, 0), Vec3(bad, 0, 0)));
  }
  EXPECT_FALSE(world.set_pose(id, Quat(kNaN, 0, 0, 0), fine));
  EXPECT_FALSE(world.set_pose(id, Quat(kInfinity, 0, 0, 0), fine));
  EXPECT_EQ(world.body(id)->pose, at(1, 2, 3));
  EXPECT_EQ(world.detect().touching.size(), 1u);
  // Not even as a motion.
  EXPECT_FALSE(world.set_pose(id, Quat(kNaN, 0, 0, 0), fine));
  EXPECT_EQ(world.detect().counters.moved, 0u);
  EXPECT_TRUE(world.set_pose(other, Quat(1, 0, 0, 0), Vec3(9, 0, 0)));
  EXPECT_TRUE(world.set_pose(id, Mat3::identity(), Vec3(8.5, 0, 0)));
  EXPECT_EQ(world.detect().touching.size(), 1u);
}

TEST(World, IdsOfRemovedBodiesStayInvalid) {
  World world;
  const BodyId a = world.add({.shape = unit_cube()}).value(),
               b = world.add({.shape = unit_cube()}).value();
  EXPECT_TRUE(world.remove(a));
  const auto expect_refused = [&](BodyId id) {
    EXPECT_FALSE(world.contains(id));
    EXPECT_FALSE(world.remove(id));
    EXPECT_FALSE(world.body(id));
    EXPECT_FALSE(world.box(id));
    EXPECT_FALSE(world.set_pose(id, at(1)));
    EXPECT_FALSE(world.set_pose(id, Mat3::identity(), Vec3(0, 0, 0)));
    EXPECT_FALSE(world.set_scale(id, 2));
    EXPECT_FALSE(world.set_shape(id, unit_cube()));
    EXPECT_FALSE(world.set_static(id, true));
    EXPECT_FALSE(world.set_filter(id, 1, 1));
    EXPECT_FALSE(world.activate(id, b));
    EXPECT_FALSE(world.deactivate(b, id));
    const Pose pose = at(1);
    EXPECT_FALSE(world.set_poses(std::span(&id, 1), std::span(&pose, 1)));
    EXPECT_NE(world.remove(id).error().message.find(std::to_string(id.index)), std::string::npos);
  };
  expect_refused(a);
  expect_refused({});
  expect_refused({0, 7});
  expect_refused({7, 1});
  expect_refused({UINT32_MAX, UINT32_MAX});
  EXPECT_EQ(world.body_count(), 1u);
  // The index comes back, after the frame that says goodbye to it, with another generation.
  EXPECT_EQ(world.add({.shape = unit_cube()}).value().index, 2u);
  world.detect();
  const BodyId again = world.add({.shape = unit_cube()}).value();
  EXPECT_EQ(again.index, a.index);
  EXPECT_NE(again.generation, a.generation);
  expect_refused(a);
  EXPECT_TRUE(world.contains(again));
  EXPECT_EQ(list(world.bodies()), (std::vector<BodyId>{again, b, {2, 1}}));
}

/// With the same index and generation.
TEST(World, IdsOfOtherWorldsAreRefused) {
  World world, other;
  const BodyId ours = world.add({.shape = unit_cube()}).value();
  const BodyId more = world.add({.shape = unit_cube(), .pose = at(3)}).value();
  const BodyId theirs = other.add({.shape = unit_cube()}).value();
  ASSERT_EQ(theirs.index, ours.index);
  ASSERT_EQ(theirs.generation, ours.generation);
  const std::vector<std::byte> before = world.save();
  const Pose pose = at(1);
  const Result<void> refused = world.set_pose(theirs, pose);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "body 0 (generation 1) is of another world");
  EXPECT_FALSE(world.contains(theirs));
  EXPECT_FALSE(world.body(theirs));
  EXPECT_FALSE(world.box(theirs));
  EXPECT_FALSE(world.remove(theirs));
  EXPECT_FALSE(world.set_pose(theirs, Mat3::identity(), Vec3(0, 0, 1)));
  EXPECT_FALSE(world.set_pose(theirs, Quat(), Vec3(0, 0, 1)));
  EXPECT_FALSE(world.place(theirs, pose));
  EXPECT_FALSE(world.set_fast(theirs, true));
  EXPECT_FALSE(world.set_max_acceleration(theirs, 1));
  EXPECT_FALSE(world.set_scale(theirs, 2));
  EXPECT_FALSE(world.set_shape(theirs, unit_cube()));
  EXPECT_FALSE(world.set_part_poses(theirs, {}, {}));
  EXPECT_FALSE(world.set_vertices(theirs, {}));
  EXPECT_FALSE(world.set_static(theirs, true));
  EXPECT_FALSE(world.set_filter(theirs, 2, 2));
  EXPECT_FALSE(world.activate(theirs, more));
  EXPECT_FALSE(world.deactivate(more, theirs));
  const BodyId ids[] = {more, theirs};
  const Pose poses[] = {at(5), at(6)};
  EXPECT_FALSE(world.set_poses(ids, poses));
  EXPECT_TRUE(world.save() == before);
  EXPECT_TRUE(world.contains(ours));
  World moved = std::move(world);  // it is the same world
  EXPECT_TRUE(moved.contains(ours));
  World back = World::restore(before).value();  // and this knows the ids of the one it was
  EXPECT_TRUE(back.set_pose(ours, pose));
  EXPECT_FALSE(moved.contains(back.bodies().front()));
  EXPECT_EQ(back.bodies().front(), ours);
}

TEST(World, RefusesTwoPosesForOneBody) {
  World world;
  const BodyId a = world.add({.shape = unit_cube()}).value();
  const BodyId b = world.add({.shape = unit_cube(), .pose = at(3)}).value();
  const std::vector<std::byte> before = world.save();
  const Pose poses[] = {at(5), at(6), at(7)};
  const BodyId twice[] = {b, a, b};
  const Result<void> refused = world.set_poses(twice, poses);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "body 1 (generation 1) is named twice, in places 0 and 2");
  EXPECT_TRUE(world.save() == before);
  EXPECT_TRUE(world.set_poses(std::span(twice).first(2), std::span(poses).first(2)));
  EXPECT_TRUE(world.set_poses(std::span(twice).last(2), std::span(poses).last(2)));
  EXPECT_EQ(world.body(b)->pose, poses[2]);
}

TEST(World, ABodyAddedAndRemovedInOneFrame) {
  World world;
  const BodyId rock = world.add({.shape = unit_cube()}).value();
  world.detect();
  for (int i = 0; i < 5; i++) {
    const BodyId ghost = world.add({.shape = unit_cube()}).value();
    EXPECT_TRUE(world.set_pose(ghost, at(0.25)));
    EXPECT_TRUE(world.remove(ghost));
    EXPECT_FALSE(world.remove(ghost));
    const FrameReport report = world.detect();
    EXPECT_TRUE(report.touching.empty());
    EXPECT_TRUE(report.begun.empty());
    EXPECT_TRUE(report.ended.empty());
    EXPECT_EQ(report.counters.bodies, 1u);
  }
  EXPECT_EQ(list(world.bodies()), std::vector<BodyId>{rock});
}

TEST(World, ReturnsTheOptionsOfABody) {
  World world;
  const BodyOptions body{.shape = unit_cube(),
                         .pose = at(1, 2, 3),
                         .scale = 3,
                         .is_static = true,
                         .boxes = BoxKind::tight,
                         .group = 4,
                         .mask = 6};
  const BodyId id = world.add(body).value();
  BodyOptions told = world.body(id).value();
  EXPECT_EQ(&geom::polytope_of(told.shape),
            &geom::polytope_of(body.shape));  // the shape as given, unscaled
  EXPECT_EQ(told.pose, body.pose);
  EXPECT_EQ(told.scale, 3);
  EXPECT_TRUE(told.is_static);
  EXPECT_EQ(told.boxes, BoxKind::tight);
  EXPECT_EQ(told.group, 4u);
  EXPECT_EQ(told.mask, 6u);
  const Shape other = icosphere(0, 1).value();
  EXPECT_TRUE(world.set_shape(id, other));
  EXPECT_TRUE(world.set_scale(id, 0.5));
  EXPECT_TRUE(world.set_static(id, false));
  EXPECT_TRUE(world.set_filter(id, 8, 9));
  told = world.body(id).value();
  EXPECT_EQ(&geom::polytope_of(told.shape), &geom::polytope_of(other));
  EXPECT_EQ(told.scale, 0.5);
  EXPECT_FALSE(told.is_static);
  EXPECT_EQ(told.group, 8u);
  EXPECT_EQ(told.mask, 9u);
}

TEST(World, TheBoxIsThatOfTheLastFrame) {
  World world = World::make({.delta = 0.25}).value();
  const BodyId id = world.add({.shape = unit_cube(), .boxes = BoxKind::tight}).value();
  EXPECT_TRUE(world.box(id)->empty());
  world.detect();
  const Aabb first = world.box(id).value();
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(first.lower[k], -0.75, 1e-6);
    EXPECT_LE(first.lower[k], -0.75);
    EXPECT_NEAR(first.upper[k], 0.75, 1e-6);
    EXPECT_GE(first.upper[k], 0.75);
  }
  EXPECT_TRUE(world.set_pose(id, at(10)));
  EXPECT_EQ(world.box(id)->lower, first.lower);
  world.detect();
  EXPECT_NEAR(world.box(id)->lower.x(), 9.25, 1e-5);
  EXPECT_TRUE(world.set_scale(id, 3));
  world.detect();
  EXPECT_NEAR(world.box(id)->lower.x(), 8.25, 1e-5);
  EXPECT_TRUE(world.remove(id));
  world.detect();
  const BodyId again = world.add({.shape = unit_cube()}).value();
  EXPECT_EQ(again.index, id.index);
  EXPECT_TRUE(world.box(again)->empty());  // not that of the body before it
}

/// Cubes while nothing is near, which are cheap; tight boxes, which spare questions, while
/// something is, and for a while after.
TEST(World, AutomaticBoxesAreTightWhileOthersAreNear) {
  World world;
  const Shape rod = Shape::box({2, 0.125, 0.125}).value();
  const BodyId id = world.add({.shape = rod}).value();
  const BodyId other = world.add({.shape = unit_cube(), .pose = at(1)}).value();
  const BodyId always =
      world.add({.shape = rod, .pose = at(0, 50), .boxes = BoxKind::tight}).value();
  const BodyId never =
      world.add({.shape = rod, .pose = at(0, 90), .boxes = BoxKind::fixed}).value();
  int frame = 0;
  const auto height = [&] {
    frame++;
    for (const BodyId each : {id, always, never}) {
      Vec3 place = world.body(each)->pose.translation();
      place.x() = 0.001 * frame;
      EXPECT_TRUE(world.set_pose(each, Mat3::identity(), place));
    }
    world.detect();
    EXPECT_NEAR(world.box(always)->upper.y(), 50.125, 1e-4);
    EXPECT_NEAR(world.box(never)->upper.y(), 90 + rod.bounding_radius(), 1e-4);
    return world.box(id)->upper.y();
  };
  EXPECT_GT(height(), 2);
  EXPECT_LT(height(), 0.126);
  EXPECT_LT(height(), 0.126);
  EXPECT_TRUE(world.set_pose(other, at(1, 20)));
  EXPECT_LT(height(), 0.126);
  for (int i = 0; i < 20; i++) height();
  EXPECT_GT(height(), 2);
  EXPECT_TRUE(world.set_pose(other, at(1, 1)));  // within the cube, beside the rod
  EXPECT_GT(height(), 2);
  EXPECT_LT(height(), 0.126);
  EXPECT_TRUE(world.set_filter(other, 0, 0));  // who is not to be met is no neighbour
  for (int i = 0; i < 20; i++) height();
  EXPECT_GT(height(), 2);
}

TEST(World, PosesForAllInTheOrderOfTheirIndices) {
  World world;
  std::vector<BodyId> ids;
  for (int i = 0; i < 5; i++) ids.push_back(world.add({.shape = unit_cube()}).value());
  EXPECT_TRUE(world.remove(ids[2]));
  const std::vector<Pose> poses = {at(10), at(20), at(30), at(40)};
  EXPECT_TRUE(world.set_poses(poses));
  EXPECT_EQ(world.body(ids[0])->pose, at(10));
  EXPECT_EQ(world.body(ids[1])->pose, at(20));
  EXPECT_EQ(world.body(ids[3])->pose, at(30));
  EXPECT_EQ(world.body(ids[4])->pose, at(40));
  for (const std::size_t wrong : {0, 3, 5}) {
    EXPECT_FALSE(world.set_poses(std::vector<Pose>(wrong)));
  }
  EXPECT_EQ(world.body(ids[0])->pose, at(10));
}

TEST(World, SetsAllPosesOfAListOrNone) {
  World world;
  std::vector<BodyId> ids;
  for (int i = 0; i < 3; i++) ids.push_back(world.add({.shape = unit_cube()}).value());
  const BodyId gone = world.add({.shape = unit_cube()}).value();
  EXPECT_TRUE(world.remove(gone));
  const std::vector<Pose> poses = {at(1), at(2)};
  EXPECT_FALSE(world.set_poses(std::vector<BodyId>{ids[0]}, poses));
  EXPECT_FALSE(world.set_poses(std::vector<BodyId>{ids[0], gone}, poses));
  EXPECT_EQ(world.body(ids[0])->pose, Pose());  // not even the good one
  EXPECT_TRUE(world.set_poses(std::vector<BodyId>{ids[2], ids[0]}, poses));
  EXPECT_EQ(world.body(ids[2])->pose, at(1));
  EXPECT_EQ(world.body(ids[0])->pose, at(2));
  EXPECT_FALSE(world.set_poses(std::vector<BodyId>{ids[1], ids[1]}, poses));
}

/// Ids name a world, wherever it is moved to.
TEST(World, MovingAWorldKeepsItsBodies) {
  World world = World::make({.delta = 0.5}).value();
  const BodyId id = world.add({.shape = unit_cube()}).value();
  world.add({.shape = unit_cube()}).value();
  world.detect();
  World moved = std::move(world);
  EXPECT_TRUE(moved.contains(id));
  EXPECT_EQ(moved.options().delta, 0.5);
  EXPECT_EQ(moved.detect().touching.size(), 1u);
  world = World();  // a moved-from world takes another one
  EXPECT_EQ(world.body_count(), 0u);
  world = std::move(moved);
  EXPECT_EQ(world.body_count(), 2u);
}

TEST(World, AStatedAccelerationIsKeptCheckedAndCounted) {
  World world = World::make({.broad = BroadMethod::space_time}).value();
  for (const double bad : {-1.0, HUGE_VAL, std::nan("")}) {
    EXPECT_FALSE(world.add({.shape = unit_cube(), .max_acceleration = bad}));
  }
  const BodyId honest = world.add({.shape = unit_cube(), .max_acceleration = 0.01}).value();
  const BodyId liar = world.add({.shape = unit_cube(), .pose = at(0, 50, 0)}).value();
  EXPECT_FALSE(world.set_max_acceleration(liar, -1));
  EXPECT_TRUE(world.set_max_acceleration(liar, 1e-6));
  std::size_t broken = 0, bounds = 0;
  for (int i = 0; i < 40; i++) {
    const double fallen = 0.004 * i * i;
    EXPECT_TRUE(world.set_pose(honest, at(0, 0, -fallen)));
    EXPECT_TRUE(world.set_pose(liar, at(0, 50, -fallen)));
    if (i == 20) world = World::restore(world.save()).value();
    const FrameReport report = world.detect();
    if (i % 20 < 3) continue;  // at first it looks as if they rested
    broken += report.counters.acceleration_exceeded;
    bounds += report.counters.new_bounds;
  }
  EXPECT_GT(broken, 20u);
  EXPECT_GE(bounds, broken);
  EXPECT_EQ(world.body(honest)->max_acceleration, 0.01);
  EXPECT_TRUE(world.set_max_acceleration(liar, 0.01));
  world.detect();
  std::size_t now_broken = 0;
  for (int i = 41; i < 60; i++) {
    EXPECT_TRUE(world.set_pose(liar, at(0, 50, -0.004 * i * i)));
    const FrameReport report = world.detect();
    if (i > 44) now_broken += report.counters.acceleration_exceeded;
  }
  EXPECT_EQ(now_broken, 0u);
}

TEST(World, Names) {
  EXPECT_EQ(to_string(BoxKind::automatic), "auto");
  EXPECT_EQ(to_string(BoxKind::fixed), "fixed");
  EXPECT_EQ(to_string(BoxKind::tight), "tight");
  EXPECT_EQ(to_string(BoxMethod::automatic), "auto");
  EXPECT_EQ(to_string(BoxMethod::neighbors), "neighbors");
  EXPECT_EQ(to_string(BoxMethod::walls), "walls");
  EXPECT_EQ(to_string(BroadMethod::sweep_and_prune), "sap");
  EXPECT_EQ(to_string(BroadMethod::brute_force), "brute");
  EXPECT_EQ(to_string(BroadMethod::space_time), "spacetime");
  EXPECT_EQ(to_string(BroadMethod::grid), "grid");
  EXPECT_EQ(to_string(BroadMethod::automatic), "auto");
  EXPECT_EQ(to_string(BroadReason::option), "as asked");
  EXPECT_EQ(to_string(BroadReason::few_movers), "few movers");
  EXPECT_EQ(to_string(BroadReason::many_movers), "many movers");
  EXPECT_EQ(to_string(SortMethod::automatic), "auto");
  EXPECT_EQ(to_string(SortMethod::insertion), "insertion");
  EXPECT_EQ(to_string(SortMethod::bubble), "bubble");
  EXPECT_EQ(to_string(SortMethod::sweep), "sweep");
  EXPECT_EQ(to_string(Question::collide), "collide");
  EXPECT_EQ(to_string(Question::distance), "distance");
}

TEST(World, CountsItsMemory) {
  World world;
  const std::size_t empty = world.bytes();
  const Shape sphere = icosphere(3, 1).value();
  for (int i = 0; i < 100; i++) world.add({.shape = sphere, .pose = at(3.0 * i)}).value();
  world.detect();
  const std::size_t shared = world.bytes();
  EXPECT_GT(shared, empty + sphere.bytes());
  EXPECT_LT(shared, empty + 2 * sphere.bytes() + 2 * World::estimated_bytes(100));  // once
  EXPECT_TRUE(world.set_scale(world.bodies().front(), 2));
  EXPECT_GT(world.bytes(), shared);  // one more
  EXPECT_GT(World::estimated_bytes(1000), World::estimated_bytes(10) + 990 * sizeof(Pose));
}

}  // namespace
}  // namespace glance::test
