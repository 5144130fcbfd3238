// Tested in tests/property/parallel_frames_test.cpp (ParallelFrames).
#include "world/settle.h"

#include "world/ask.h"
#include "world/publish.h"

namespace glance::rooms::world {
namespace {

class WholeAnswers final : public Settler {
 public:
  WholeAnswers(const WorldState& world, Lane& lane) : world_(world), lane_(lane) {}

  const PairReport& settle(PairKey key, PairMemory& memory) override {
    lane_.found_points.clear();  // the last pair's are published
    // Nothing of the last pair may remain: the answer sets only what was asked for.
    report_ = PairReport();
    const DetectOptions& asked = world_.asked;
    ask_pair(world_, lane_, {key, asked.question, asked.query.max_volume_tests}, memory.cache,
             report_);
    memory.answered = true;
    return report_;
  }

 private:
  const WorldState& world_;
  Lane& lane_;
  PairReport report_;
};

/// Tests whether pairs [begin, end) with a fast body met since the last frame.
void sweep(const WorldState& world, Lane& lane, FrameLists& lists, std::size_t begin,
           std::size_t end) {
  const auto keys = world.broad->pairs();
  for (std::size_t n = begin; n < end; n++) {
    if (!has_way(world, keys[n])) continue;
    const PairMemory& memory = world.pairs.memory(n);
    if (!memory.allowed) continue;
    lane.counters.swept++;
    sweep_pair(world, keys[n], memory, lists.swept_contacts, lane.counters);
  }
}

/// Asks and publishes the pairs [begin, end).
void settle(WorldState& world, Lane& lane, FrameLists& lists, std::size_t begin, std::size_t end) {
  WholeAnswers answers(world, lane);
  publish(world, answers, begin, end, {lists, lane.found_points, lane.counters});
}

/// Runs `work` for each batch from number `first` on, with a lane of its own.
template <class Work>
void run_batches(WorldState& world, std::size_t first, const Work& work) {
  const auto run = [&](std::size_t number) {
    PairBatch& batch = world.batches[first + number];
    const Lanes::Use lane(world.lanes);
    // What meshes compute is noted, for frames under a budget.
    const PartWatch watch(lane->parts, false);
    batch.lane = &*lane;
    batch.from = lane->lists.end();
    work(*lane, lane->lists, batch.begin, batch.end);
    batch.to = lane->lists.end();
  };
  run_tasks(world.executor(), world.batches.size() - first,
            [&run](std::size_t number) { run(number); });
}

/// Adds what the lanes have listed to the lists of the frame, in the order of pairs.
void join(WorldState& world) {
  for (const PairBatch& batch : world.batches) {
    world.lists.append(batch.lane->lists, batch.from, batch.to);
  }
  world.batches.clear();
}

/// Both passes in batches: the motions between frames, all at once, since they remember nothing;
/// then the pairs, wave by wave.
void settle_in_batches(WorldState& world) {
  world.batches.clear();  // a frame that ran out of memory may have left some
  const std::size_t count = world.broad->pairs().size();
  if (has_ways(world)) {
    cut_evenly(count, world.batches);
    run_batches(world, 0, [&](Lane& lane, FrameLists& lists, std::size_t begin, std::size_t end) {
      sweep(world, lane, lists, begin, end);
    });
    join(world);
  }
  for (std::size_t place = 0; place < count;) {
    const std::size_t first = world.batches.size();
    place = cut_wave(world, place, world.batches);
    run_batches(world, first,
                [&](Lane& lane, FrameLists& lists, std::size_t begin, std::size_t end) {
                  settle(world, lane, lists, begin, end);
                });
    // The next wave goes on from what this one remembers.
    world.lanes.for_each(
        [&](Lane& lane) { world.list_entries += std::exchange(lane.list_entries, 0); });
  }
  join(world);
  world.lanes.for_each([&](const Lane& lane) { world.critical.parts.add_all(lane.parts); });
}

}  // namespace

void settle_all(WorldState& world) {
  drop_unused_parts(world.bodies, world.critical.parts);
  world.lists.swept_contacts.clear();
  begin_lists(world);
  if (is_parallel(world.executor())) return settle_in_batches(world);
  const PartWatch watch(world.critical.parts, false);
  const std::size_t count = world.broad->pairs().size();
  Lane& lane = world.lanes.main();
  if (has_ways(world)) sweep(world, lane, world.lists, 0, count);
  settle(world, lane, world.lists, 0, count);
}

}  // namespace glance::rooms::world
