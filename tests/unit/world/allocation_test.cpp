// Once a scene has run in, a frame asks for no memory. All of this program's allocations are
// counted, so it is a program of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "glance/workspace.h"
#include "glance/world.h"
#include "scenes/assembly.h"
#include "scenes/multibody.h"
#include "support/all_kinds.h"

namespace {

std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  allocations++;
  void* const memory =
      alignment > alignof(std::max_align_t)
          ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
          : std::malloc(size ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}

/// Not inlined: g++ warns of free() where it sees it, and not what `new` calls.
[[gnu::noinline]] void give_back(void* memory) noexcept { std::free(memory); }

}  // namespace

// The other forms of the standard library call these. (That of temporary buffers does not where a
// sanitizer has one of its own.)
void* operator new(std::size_t size) { return counted(size, 0); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace glance::test {
namespace {

constexpr int kWarmUp = 100;

/// A scene, forth and back and forth: the same frames again and again, each near to the last.
class Replay {
 public:
  /// The multi-body simulation.
  Replay(std::uint32_t bodies, double density, std::uint32_t faces = 20)
      : Replay(scenes::Multibody::make(
                   {.bodies = bodies, .faces = faces, .density = density, .shapes = 20})
                   .value()) {}

  explicit Replay(scenes::Scene&& scene) {
    for (std::size_t i = 0; i < scene.body_count(); i++) shapes_.push_back(scene.shape_of(i));
    for (int frame = 0; frame < kWarmUp / 2; frame++, scene.step()) {
      poses_.emplace_back(scene.poses().begin(), scene.poses().end());
    }
  }

  const std::vector<Shape>& shapes() const { return shapes_; }
  /// There are kWarmUp - 2 different ones.
  std::span<const Pose> poses(int frame) const {
    const int period = kWarmUp - 2, n = frame % period;
    return poses_[static_cast<std::size_t>(n < kWarmUp / 2 ? n : period - n)];
  }

 private:
  std::vector<Shape> shapes_;
  std::vector<std::vector<Pose>> poses_;
};

struct Outcome {
  long allocations = 0, touching = 0;
};

/// Frames after the warm-up, with what they asked for. `detect`: one frame of the world.
template <class Detect>
Outcome run_frames(World& world, const Replay& replay, int warm_up, const Detect& detect) {
  for (const Shape& shape : replay.shapes()) world.add({.shape = shape}).value();
  int frame = 0;
  Outcome outcome;
  for (; frame < warm_up; frame++) {
    EXPECT_TRUE(world.set_poses(replay.poses(frame)));
    detect();
  }
  const long before = allocations;
  for (; frame < warm_up + 2 * kWarmUp; frame++) {
    const bool good = world.set_poses(replay.poses(frame)).has_value();
    outcome.touching += static_cast<long>(detect().counters.touching);
    if (!good) outcome.touching = -1;
  }
  outcome.allocations = allocations - before;
  return outcome;
}

Outcome run(World& world, const Replay& replay, const DetectOptions& options,
            int warm_up = kWarmUp) {
  return run_frames(world, replay, warm_up, [&] { return world.detect(options); });
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  // Called by name: compilers may leave out what `new` expressions would ask for.
  ::operator delete(::operator new(100));
  ::operator delete (::operator new (64, std::align_val_t{64}), std::align_val_t{64});
  EXPECT_EQ(allocations - before, 2);
}

TEST(Allocation, NoneAfterTheWarmUp) {
  const Replay replay(150, 5);
  const std::pair<BroadMethod, SortMethod> broads[] = {
      {BroadMethod::sweep_and_prune, SortMethod::automatic},
      {BroadMethod::sweep_and_prune, SortMethod::insertion},
      {BroadMethod::sweep_and_prune, SortMethod::bubble},
      {BroadMethod::sweep_and_prune, SortMethod::sweep},
      {BroadMethod::brute_force, SortMethod::automatic},
      {BroadMethod::grid, SortMethod::automatic},
      {BroadMethod::automatic, SortMethod::automatic},
      {BroadMethod::space_time, SortMethod::automatic}};
  for (const auto& [broad, sort] : broads) {
    for (const Question question : {Question::collide, Question::distance, Question::contacts}) {
      for (const bool report_all : {false, true}) {
        SCOPED_TRACE(testing::Message() << to_string(broad) << " " << to_string(sort) << " "
                                        << to_string(question) << " " << report_all);
        World world = World::make({.broad = broad, .tuning = {.sort = sort}}).value();
        const Outcome outcome = run(world, replay, {question, report_all});
        EXPECT_EQ(outcome.allocations, 0);
        EXPECT_GT(outcome.touching, 2 * kWarmUp);
      }
    }
  }
}

/// Walks over all bodies, with poses as quaternions for all and for some.
TEST(Allocation, NoneToIterateAndToPlaceByQuaternions) {
  World world;
  const Shape ball = Shape::sphere(1).value();
  std::vector<BodyId> ids;
  std::vector<QuatPose> poses(100);
  for (std::size_t i = 0; i < poses.size(); i++) ids.push_back(world.add({.shape = ball}).value());
  ASSERT_TRUE(world.remove(ids[50]));
  world.detect();
  ids.erase(ids.begin() + 50);
  poses.pop_back();
  const long before = allocations;
  std::size_t seen = 0, set = 0;
  for (int round = 1; round <= 10; round++) {
    for (QuatPose& pose : poses) pose.translation = Vec3(round, 0, 0);
    set += world.set_poses(poses) ? 1 : 0;
    set += world.set_poses(ids, poses) ? 1 : 0;
    for (const BodyId id : world.bodies()) seen += id == ids[seen % ids.size()] ? 1 : 0;
  }
  const long after = allocations;
  EXPECT_EQ(after - before, 0);
  EXPECT_EQ(seen, 990u);
  EXPECT_EQ(set, 20u);
}

TEST(Allocation, NoneWithABudget) {
  const Replay replay(60, 8);
  for (const Schedule schedule :
       {Schedule::priority_queues, Schedule::round_robin, Schedule::sequential, Schedule::sorted}) {
    BudgetOptions options{.budget = Budget::for_work(3000), .schedule = schedule};
    options.trees = {.builder = SphereBuilder::octree, .levels = 3};
    World world;
    const Outcome outcome =
        run_frames(world, replay, 3 * kWarmUp, [&] { return world.detect(options); });
    EXPECT_EQ(outcome.allocations, 0) << to_string(schedule);
    EXPECT_GT(outcome.touching, 2 * kWarmUp);
  }
}

TEST(Allocation, NoneForBodiesWithManyVerticesAndEveryBoxMethod) {
  const Replay replay(40, 8, 400);
  for (const BoxMethod method : {BoxMethod::automatic, BoxMethod::neighbors, BoxMethod::walls}) {
    World world = World::make({.tuning = {.box_method = method}}).value();
    const Outcome outcome = run(world, replay, {});
    EXPECT_EQ(outcome.allocations, 0) << to_string(method);
    EXPECT_GT(outcome.touching, 0);
  }
}

/// Bodies of every kind on the same ways, above a floor.
TEST(Allocation, NoneForBodiesOfEveryKind) {
  const Replay replay(150, 5);
  const std::vector<Shape> kinds = all_bounded_kinds();
  for (const double margin : {0.0, 0.1}) {
    for (const Question question : {Question::collide, Question::distance, Question::contacts}) {
      SCOPED_TRACE(testing::Message() << margin << " " << to_string(question));
      World world = World::make({.margin = margin}).value();
      std::vector<BodyId> ids;
      for (std::size_t i = 0; i < replay.shapes().size(); i++) {
        const Shape& shape = kinds[i % kinds.size()];
        const double scale = replay.shapes()[i].extent() / std::max(shape.extent(), 0.5);
        ids.push_back(world.add({.shape = shape, .scale = scale}).value());
      }
      world.add({.shape = Shape::halfspace({0, 0, 1}, 0).value(), .is_static = true}).value();
      world.add({.shape = Shape::halfspace({1, 2, 3}, -1)->rounded(0.1).value(), .is_static = true})
          .value();
      long before = 0, touching = 0;
      for (int frame = 0; frame < 3 * kWarmUp; frame++) {
        if (frame == kWarmUp) before = allocations;
        if (!world.set_poses(ids, replay.poses(frame))) touching = -1000000;
        touching += static_cast<long>(world.detect({question}).touching.size());
      }
      EXPECT_EQ(allocations - before, 0);
      EXPECT_GT(touching, 2 * kWarmUp);
    }
  }
}

/// Meshes that turn in contact with each other. (Verdicts that need big integers are rare: none
/// here.) How long the lists of pairs get depends on what was before, so it takes some rounds until
/// each has had its longest.
TEST(Allocation, NoneForMeshesInContact) {
  const Replay replay(
      scenes::Assembly::make({.parts = 27, .triangles = 27 * 320, .shapes = 3, .moving = 50})
          .value());
  for (const Question question : {Question::collide, Question::distance}) {
    SCOPED_TRACE(to_string(question));
    World world;
    const Outcome outcome = run(world, replay, {question}, 4 * kWarmUp);
    EXPECT_EQ(outcome.allocations, 0);
    EXPECT_GT(outcome.touching, 20 * kWarmUp);
  }
}

/// Questions of one's own, about pairs that take turns: with a cache each, and one workspace for
/// all of them or those of the caches.
TEST(Allocation, NoneForQuestionsAboutSingleMeshes) {
  const Replay replay(
      scenes::Assembly::make({.parts = 8, .triangles = 8 * 320, .shapes = 3, .moving = 50})
          .value());
  const std::size_t count = replay.shapes().size();
  Workspace workspace;
  for (Workspace* const lent : {&workspace, static_cast<Workspace*>(nullptr)}) {
    SCOPED_TRACE(lent ? "one workspace" : "their own");
    const QueryOptions options{.depth = false, .workspace = lent};
    std::vector<PairCache> caches(count * count);
    long before = 0, near = 0;
    for (int frame = 0; frame < 3 * kWarmUp; frame++) {
      if (frame == 2 * kWarmUp) before = allocations;
      const std::span<const Pose> poses = replay.poses(frame);
      for (std::size_t i = 0; i < count; i++) {
        for (std::size_t j = 0; j < i; j++) {
          near += distance({replay.shapes()[i], poses[i]}, {replay.shapes()[j], poses[j]},
                           options.with(caches[i * count + j]))
                      .distance < 0.1;
        }
      }
    }
    EXPECT_EQ(allocations - before, 0);
    EXPECT_GT(near, 0);
  }
}

/// Most rest, some move, and of these some come and go: the lists are used, and indices and
/// memories of pairs are used again.
TEST(Allocation, NoneWhileBodiesComeAndGo) {
  const Replay replay(150, 5);
  World world;
  std::vector<BodyId> ids;
  for (const Shape& shape : replay.shapes()) ids.push_back(world.add({.shape = shape}).value());
  EXPECT_TRUE(world.set_poses(replay.poses(0)));
  long before = 0, touching = 0;
  int frame = 0;
  for (; frame < 4 * kWarmUp; frame++) {
    if (frame == 2 * kWarmUp) before = allocations;
    for (std::size_t i = 0; i < 5; i++) {
      const BodyId id = ids[i];
      const auto set = world.set_pose(id, replay.poses(frame)[i]);
      if (!set) touching = -1000000;
    }
    const std::size_t traveller = 10 + static_cast<std::size_t>(frame) % 49 % 7;
    if (world.contains(ids[traveller])) {
      if (!world.remove(ids[traveller])) touching = -1000000;
    } else {
      ids[traveller] =
          *world.add({.shape = replay.shapes()[traveller], .pose = replay.poses(0)[traveller]});
    }
    touching += static_cast<long>(world.detect().touching.size());
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(touching, 4 * kWarmUp);
}

/// Ids that are gone are asked about without an error message.
TEST(Allocation, NoneForAskingWhetherABodyExists) {
  World world;
  const BodyId id = world.add({.shape = Shape::box({1, 1, 1}).value()}).value();
  EXPECT_TRUE(world.remove(id));
  const long before = allocations;
  const bool there = world.contains(id) || world.contains({}) || world.contains({7, 7});
  EXPECT_EQ(allocations - before, 0);
  EXPECT_FALSE(there);
}

/// reserve() is the warm-up in one call.
TEST(Allocation, NoneAfterReserve) {
  const Replay replay(150, 5);
  for (const SortMethod sort :
       {SortMethod::automatic, SortMethod::insertion, SortMethod::bubble, SortMethod::sweep}) {
    for (const bool report_all : {false, true}) {
      SCOPED_TRACE(testing::Message() << to_string(sort) << " " << report_all);
      World world = World::make({.tuning = {.sort = sort}}).value();
      world.reserve(150, 4000);
      const long before = allocations;
      long touching = 0;
      for (const Shape& shape : replay.shapes()) (void)world.add({.shape = shape});
      for (int frame = 0; frame < 60; frame++) {
        const auto set = world.set_poses(replay.poses(frame));
        if (set)
          touching += static_cast<long>(world.detect({.report_all = report_all}).touching.size());
      }
      EXPECT_EQ(allocations - before, 0);
      EXPECT_GT(touching, 60);
    }
  }
}

}  // namespace
}  // namespace glance::test
