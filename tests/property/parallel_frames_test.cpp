// Frames that run on several threads: reports, counters and stored bytes are those of one thread,
// bit for bit, whoever runs the tasks and in which order; and two worlds that share shapes and run
// at the same time do not disturb each other. ./test --preset tsan runs this with the thread
// sanitizer.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "glance/hash.h"
#include "support/job_executors.h"
#include "support/part_bodies.h"
#include "support/shorthand.h"
#include "support/test_scale.h"
#include "support/world_life.h"

namespace glance::test {
namespace {

/// A question that may be asked of a whole life.
DetectOptions random_question(Rng& rng) {
  DetectOptions options;
  options.question = static_cast<Question>(rng.below(3));
  options.report_all = rng.chance(0.5);
  options.between_frames = rng.chance(0.8) ? BetweenFrames::toi : BetweenFrames::safe;
  // With small limits, pairs of meshes run short of room.
  if (rng.chance(0.3)) options.query.tuning.list.max_entries = 40;
  return options;
}

/// The same world with one thread, and with executors of every kind.
class Siblings {
  ThreadsExecutor two_{2}, three_{3}, four_{4}, eight_{8};
  DisorderedExecutor backward_, shuffled_{3};

 public:
  std::vector<World> worlds;

  explicit Siblings(const WorldOptions& options) {
    for (int i = 0; i < 8; i++) worlds.push_back(World::make(options).value());
    for (std::size_t i = 1; i < worlds.size(); i++) set_executor(i);
  }

  void set_executor(std::size_t i) {
    Executor* const lent[] = {&two_, &three_, &four_, &eight_, &backward_, &shuffled_};
    if (i <= std::size(lent)) {
      ASSERT_TRUE(worlds[i].set_executor(lent[i - 1]));
    } else {
      ASSERT_TRUE(worlds[i].set_threads(4));  // of the library
    }
  }

  /// Through bytes, except for the first.
  void store_and_restore(std::size_t i) {
    if (i == 0) return;
    worlds[i] = World::restore(worlds[i].save()).value();
    set_executor(i);
  }

  bool ran_tasks() const { return backward_.calls > 0 && shuffled_.calls > 0; }
};

struct Seen {
  std::size_t pairs = 0, touching = 0, at_rest = 0, swept_contacts = 0, points = 0,
              list_entries = 0;

  void add(const FrameReport& report) {
    pairs += report.counters.overlapping;
    touching += report.counters.touching;
    at_rest += report.counters.at_rest;
    swept_contacts += report.counters.swept_contacts;
    points += report.contact_points.size();
    list_entries += report.counters.list_entries;
  }
};

void live(Life kind, std::uint64_t seed, std::uint32_t bodies, int frames, Seen& seen) {
  Rng rng(seed);
  Siblings siblings({.max_list_entries = rng.chance(0.5) ? 2000 : kMaxWorldListEntries});
  WorldLife life(kind, seed, bodies);
  for (World& world : siblings.worlds) life.follow(world);
  life.begin();
  DetectOptions question = random_question(rng);
  for (int frame = 0; frame < frames; frame++) {
    SCOPED_TRACE(testing::Message()
                 << "life " << static_cast<int>(kind) << " seed " << seed << " frame " << frame);
    if (rng.chance(0.2)) question = random_question(rng);
    std::vector<std::byte> expected;
    for (std::size_t i = 0; i < siblings.worlds.size(); i++) {
      SCOPED_TRACE(testing::Message() << "world " << i);
      if (rng.chance(0.03)) siblings.store_and_restore(i);
      const FrameReport report = siblings.worlds[i].detect(question);
      if (i == 0) {
        expected = digest(report);
        seen.add(report);
      }
      ASSERT_TRUE(digest(report) == expected);
    }
    life.step();
  }
  EXPECT_TRUE(siblings.ran_tasks());
}

TEST(ParallelFrames, ReportTheSameOnAnyNumberOfThreads) {
  Seen seen;
#ifdef GLANCE_SANITIZED
  const int lives = scaled_count(1);  // the thread sanitizer takes a minute for each
#else
  const int lives = scaled_count(4);
#endif
  for (const int n : random_cases(lives)) {
    const auto seed = static_cast<std::uint64_t>(n);
    ASSERT_NO_FATAL_FAILURE(live(Life::tumbling, seed, 200, 12, seen));
    ASSERT_NO_FATAL_FAILURE(live(Life::blocks, seed, 150, 12, seen));
    ASSERT_NO_FATAL_FAILURE(live(Life::kinds, seed, 80, 12, seen));
    ASSERT_NO_FATAL_FAILURE(live(Life::parts, seed, 20, 8, seen));
  }
  std::printf("%zu of %zu pairs touch; %zu at rest, %zu swept contacts, %zu points, %zu entries\n",
              seen.touching, seen.pairs, seen.at_rest, seen.swept_contacts, seen.points,
              seen.list_entries);
  if (lives < 4) return;
  EXPECT_GT(seen.touching, 0.3 * static_cast<double>(seen.pairs));
  EXPECT_LT(seen.touching, 0.7 * static_cast<double>(seen.pairs));
  EXPECT_GT(seen.at_rest, 100u);
  EXPECT_GT(seen.swept_contacts, 20u);
  EXPECT_GT(seen.points, 100u);
  EXPECT_GT(seen.list_entries, 1000u);
}

/// Bodies that no other world has ever asked about: whichever question comes first makes what
/// meshes need.
std::vector<Shape> new_shapes() { return shapes_with_parts(); }

/// The digests of some frames.
std::vector<std::byte> frames_of(const std::vector<Shape>& shapes, Executor* executor,
                                 std::uint32_t max_list_entries = kMaxWorldListEntries) {
  World world = World::make({.max_list_entries = max_list_entries, .executor = executor}).value();
  Rng rng(5);
  std::vector<QuatPose> poses;
  for (int i = 0; i < 40; i++) {
    const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
    world.add({.shape = shape, .fast = i % 7 == 0}).value();
    poses.push_back({rng.rotation(), rng.in_box(3)});
  }
  std::vector<std::byte> seen;
  for (int frame = 0; frame < 6; frame++) {
    for (QuatPose& pose : poses) pose.translation += rng.in_box(0.3);
    EXPECT_TRUE(world.set_poses(poses));
    const auto frame_digest = digest(world.detect({.question = Question::contacts}));
    seen.insert(seen.end(), frame_digest.begin(), frame_digest.end());
  }
  const std::vector<std::byte> stored = world.save();
  seen.insert(seen.end(), stored.begin(), stored.end());
  return seen;
}

TEST(ParallelFrames, DoNotTellWhoComputedFirstWhatPairsShare) {
  const std::vector<std::byte> expected = frames_of(new_shapes(), nullptr);
  ThreadsExecutor threads(4);
  DisorderedExecutor backward, shuffled(1);
  for (Executor* executor : {static_cast<Executor*>(&threads), static_cast<Executor*>(&backward),
                             static_cast<Executor*>(&shuffled)}) {
    EXPECT_TRUE(frames_of(new_shapes(), executor) == expected);
  }
}

/// What pairs may remember together is shared out in id order: in several waves, or one after the
/// other. (Once the second wave never ended.)
TEST(ParallelFrames, ShareLittleRoomInTheSameWay) {
  DisorderedExecutor backward;
  ThreadsExecutor threads(3);
  const std::vector<Shape> shapes = new_shapes();
  std::set<std::vector<std::byte>> different;
  for (const std::uint32_t most : {0u, 100u, 1000u, 5000u, 70'000u, kMaxWorldListEntries}) {
    SCOPED_TRACE(most);
    const std::vector<std::byte> expected = frames_of(shapes, nullptr, most);
    EXPECT_TRUE(frames_of(shapes, &backward, most) == expected);
    EXPECT_TRUE(frames_of(shapes, &threads, most) == expected);
    different.insert(expected);
  }
  EXPECT_GE(different.size(), 4u);  // it matters
}

TEST(ParallelFrames, TwoWorldsShareShapesAndRunAtTheSameTime) {
  const std::vector<std::byte> expected = frames_of(new_shapes(), nullptr);
  const std::vector<Shape> shared = new_shapes();
  std::vector<std::byte> seen[2];
  const auto run = [&](std::size_t i) {
    ThreadsExecutor threads(2);
    seen[i] = frames_of(shared, &threads);
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  EXPECT_TRUE(seen[0] == expected);
  EXPECT_TRUE(seen[1] == expected);
}

TEST(ParallelFrames, PosesAreSetTheSameWay) {
  // Some bodies are gone and some rest; poses of bodies by id come in any order.
  Siblings siblings({});
  Rng rng(9);
  const Shape box = Shape::box({0.5, 0.5, 0.5}).value();
  std::vector<QuatPose> poses(3000);
  for (QuatPose& pose : poses) pose = {rng.rotation(), rng.in_box(20)};
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < 3100; i++) ids.push_back(BodyId());
  for (World& world : siblings.worlds) {
    for (BodyId& id : ids) id = world.add({.shape = box}).value();
    for (std::size_t i = 0; i < 100; i++) ASSERT_TRUE(world.remove(ids[31 * i]));
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < ids.size(); i++) {
    if (i % 31 != 0) order.push_back(i);
  }
  for (std::size_t i = order.size(); i > 1; i--) {
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  std::vector<std::vector<std::byte>> stored;
  for (World& world : siblings.worlds) {
    const std::vector<BodyId> own(world.bodies().begin(), world.bodies().end());
    std::vector<BodyId> shuffled;
    for (const std::size_t i : order) shuffled.push_back(own[i - i / 31 - 1]);
    ASSERT_TRUE(world.set_poses(poses));
    (void)world.detect();
    std::vector<QuatPose> later = poses;
    for (std::size_t i = 0; i < later.size(); i += 3) later[i].translation += Vec3(0.5, 0, 0);
    ASSERT_TRUE(world.set_poses(shuffled, later));
    stored.push_back(world.save());  // with the order in which bodies were moved
    // All or none; and the first mistake is named.
    later[2500].rotation.w = 3;
    later[700].translation = Vec3(NAN, 0, 0);
    const auto bad = world.set_poses(shuffled, later);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().message.substr(0, 9), "pose 700:");
    std::vector<BodyId> twice = shuffled;
    twice[2900] = twice[1200];
    const auto named = world.set_poses(twice, poses);
    ASSERT_FALSE(named);
    EXPECT_NE(named.error().message.find("in places 1200 and 2900"), std::string::npos);
    EXPECT_TRUE(world.save() == stored.back());
  }
  for (const auto& bytes : stored) EXPECT_TRUE(bytes == stored[0]);
}

TEST(ParallelFrames, FiltersAreAskedByOneThreadInIdOrder) {
  ThreadsExecutor threads(4);
  World world = World::make({.executor = &threads}).value();
  Rng rng(2);
  const Shape box = Shape::box({0.5, 0.5, 0.5}).value();
  for (int i = 0; i < 500; i++) {
    world.add({.shape = box, .pose = at(rng.in_box(4))}).value();
  }
  std::vector<BodyPair> asked;
  const std::thread::id here = std::this_thread::get_id();
  bool elsewhere = false;
  world.set_pair_filter([&](BodyId a, BodyId b) {
    elsewhere = elsewhere || std::this_thread::get_id() != here;
    asked.push_back({a, b});
    return true;
  });
  const FrameReport report = world.detect();
  EXPECT_FALSE(elsewhere);
  EXPECT_EQ(asked.size(), report.counters.overlapping);
  EXPECT_GT(asked.size(), 1000u);
  EXPECT_TRUE(std::ranges::is_sorted(asked));
}

}  // namespace
}  // namespace glance::test
