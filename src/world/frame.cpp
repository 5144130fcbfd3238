// Tested in tests/property/world_test.cpp (WorldProperty.TheSamePairsHoweverTheyAreFound).
#include "world/frame.h"

#include <algorithm>
#include <chrono>

#include "world/ask.h"
#include "world/critical_frame.h"
#include "world/state.h"

namespace glance::world {
namespace {

class Stopwatch {
 public:
  /// Seconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }
  std::chrono::steady_clock::time_point begun() const { return begun_; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now(), begun_ = last_;
};

/// Asks, or takes the last frame's answer if nothing has changed since.
void answer(World::State& world, PairKey key, PairMemory& memory, FrameCounters& counters) {
  const Bodies& b = world.bodies;
  if (memory.answered && !b.changed(first_of(key)) && !b.changed(second_of(key))) {
    reuse_answer(world, memory, memory.touching, counters);
    return;
  }
  memory.answer = static_cast<std::uint32_t>(world.answers.size());
  PairReport& report = world.answers.emplace_back();
  ask_pair(world, key, memory.cache, counters, world.asked.query.max_volume_tests, report);
  memory.touching = report.touches();
  memory.answered = true;
  if (!memory.touching && !world.asked.report_all) world.answers.pop_back();
}

void answer_pairs(World::State& world, FrameCounters& counters) {
  world.answers.swap(world.last_answers);
  world.answers.clear();
  world.touching.clear();
  world.begun.clear();
  world.interframe.clear();
  const auto keys = world.broad->pairs();
  for (std::size_t n = 0; n < keys.size(); n++) {
    PairMemory& memory = world.pairs.memory(n);
    const bool touched = memory.touching;
    if (memory.allowed) {
      counters.overlapping++;
      world.bodies.note_neighbors(first_of(keys[n]), second_of(keys[n]));
      if (has_way(world, keys[n])) {
        counters.swept++;
        sweep_pair(world, keys[n], memory, memory.touching, counters);
      }
      answer(world, keys[n], memory, counters);
    } else {
      memory.touching = memory.answered = false;
    }
    note_contact(world, keys[n], memory, touched, counters);
  }
}

/// Contacts ended because the bodies parted, their boxes did, one is gone, or they are no
/// longer to be tested: in id order again.
void list_ended(World::State& world) {
  std::ranges::sort(world.ended_keys);
  world.ended.clear();
  for (const PairKey key : world.ended_keys) {
    world.ended.push_back({world.bodies.id[first_of(key)], world.bodies.id[second_of(key)]});
  }
  world.ended_keys.clear();
}

void follow_broad_phase(World::State& world) {
  world.pairs.follow(*world.broad, world.ended_keys, world.list_entries);
  if (world.filter.take_change()) {
    world.pairs.filter(world.filter, world.bodies, world.broad->pairs());
  } else {
    world.pairs.filter_added(world.filter, world.bodies, *world.broad);
  }
}

ExtremeSearch search_of(BoxMethod method) {
  switch (method) {
    case BoxMethod::neighbors: return ExtremeSearch::neighbors;
    case BoxMethod::walls: return ExtremeSearch::walls;
    case BoxMethod::automatic: break;
  }
  return ExtremeSearch::automatic;
}

}  // namespace

FrameReport run_frame(World::State& world, const DetectOptions& options,
                      const CriticalOptions* critical) {
  DetectOptions asked = options;
  asked.query.margin = asked.impact.margin = world.options.margin;
  asked.query.workspace = nullptr;  // the world has its own
  asked.impact.proof = false;
  FrameReport report;
  FrameCounters& counters = report.counters;
  Stopwatch watch;

  // The new poses: which bodies came, went, moved.
  const BodyChanges changes = world.bodies.begin_frame();

  // Update the bounding boxes.
  const double wider = world.options.delta + world.options.margin / 2;
  counters.box_steps =
      world.bodies.update_boxes(changes, search_of(world.options.box_method), wider);
  report.times.bounds = watch.lap();

  // Sweep and prune: which pairs of boxes overlap; a memory for each new one.
  for (const std::uint32_t body : changes.added) {
    world.broad->promise(body, promised(world.bodies.max_acceleration[body]));
  }
  world.broad->update(world.bodies.boxes, world.bodies.static_in_broad, changes);
  follow_broad_phase(world);
  report.times.broad = watch.lap();

  // The exact test of each such pair.
  if (asked != world.asked) world.pairs.forget_answers();
  world.asked = asked;
  world.query = asked.query;
  world.query.workspace = &world.workspace;
  if (critical) {
    answer_critically(world, *critical, watch.begun(), counters, report.critical);
    report.sphere_pairs = world.critical.sphere_pairs;
  } else {
    answer_pairs(world, counters);
    world.critical.miss_a_frame(world.bodies);
  }
  list_ended(world);
  report.times.narrow = watch.lap();

  // The analysis of the contacts and the response are the caller's.
  counters.bodies = world.bodies.count();
  counters.moved = changes.moved.size() + changes.added.size();
  counters.swaps = world.broad->swaps;
  counters.sorted_anew = world.broad->sorted_anew;
  counters.woken = world.broad->woken;
  counters.new_bounds = world.broad->new_bounds;
  counters.broken_promises = world.broad->broken_promises;
  counters.added = world.broad->added().size();
  counters.removed = world.broad->removed().size();
  report.touching = asked.report_all ? world.touching : world.answers;
  if (asked.report_all) report.pairs = world.answers;
  report.begun = world.begun;
  report.ended = world.ended;
  report.interframe = world.interframe;
  world.bodies.end_frame();
  if (critical) world.critical.end_frame();
  return report;
}

}  // namespace glance::world
