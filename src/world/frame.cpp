// Tested in tests/property/world_test.cpp (WorldProperty.TheSamePairsHoweverTheyAreFound).
#include "world/frame.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "world/ask.h"
#include "world/critical_frame.h"
#include "world/make_broad.h"
#include "world/settle.h"
#include "world/state.h"

namespace glance::rooms::world {
namespace {

/// Contacts end because the bodies parted, their boxes did, one body is gone, or the pair is no
/// longer tested. They come from several places, so they are sorted by id.
void list_ended(WorldState& world) {
  std::vector<PairKey>& keys = world.lists.ended_keys;
  std::ranges::sort(keys);
  world.ended.clear();
  for (const PairKey key : keys) {
    world.ended.push_back({world.bodies.id[first_of(key)], world.bodies.id[second_of(key)]});
  }
  keys.clear();
}

void follow_broad_phase(WorldState& world) {
  world.pairs.follow(*world.broad, world.lists.ended_keys, world.list_entries);
  // New rules concern all pairs; otherwise only the new pairs are filtered.
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

FrameReport run_frame(WorldState& world, const DetectOptions& options,
                      const BudgetOptions* critical) {
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
  counters.box_steps = world.bodies.update_boxes(
      changes, search_of(world.options.tuning.box_method), wider, world.executor());
  report.times.bounds = watch.lap();

  // Sweep and prune: which pairs of boxes overlap; a memory for each new one.
  for (const std::uint32_t body : changes.added) {
    world.broad->promise(body, promised(world.bodies.max_acceleration[body]));
  }
  world.broad->set_executor(world.executor());
  world.broad->update(world.bodies.boxes, world.bodies.static_in_broad, changes);
  follow_broad_phase(world);
  report.times.broad = watch.lap();

  // The exact test of each such pair, and the lists of the report (world/publish). Answers to
  // another question, or with other options, no longer count.
  if (asked != world.asked) world.pairs.forget_answers();
  world.asked = asked;
  world.lanes.begin_frame(asked.query);
  if (critical) {
    settle_critically(world, *critical, watch.begun(), report.budget);
    report.sphere_pairs = world.critical.sphere_pairs;
  } else {
    settle_all(world);
    world.critical.miss_a_frame(world.bodies);
  }
  world.lanes.for_each([&](const Lane& lane) {
    counters += lane.counters;
    world.list_entries += lane.list_entries;
  });
  list_ended(world);
  report.times.narrow = watch.lap();

  // The analysis of the contacts and the response are the caller's.
  counters.bodies = world.bodies.count();
  counters.moved = changes.moved.size() + changes.added.size();
  report.broad = choice_of(world.options, *world.broad);
  counters.swaps = world.broad->swaps;
  counters.sorted_anew = world.broad->sorted_again;
  counters.woken = world.broad->woken;
  counters.new_bounds = world.broad->new_bounds;
  counters.acceleration_exceeded = world.broad->acceleration_exceeded;
  counters.added = world.broad->added().size();
  counters.removed = world.broad->removed().size();
  report.touching = asked.report_all ? world.lists.touching : world.lists.answers;
  if (asked.report_all) report.pairs = world.lists.answers;
  report.undecided = world.lists.undecided;
  report.contact_points = world.lists.contact_points;
  report.begun = world.lists.begun;
  report.ended = world.ended;
  report.swept_contacts = world.lists.swept_contacts;
  world.bodies.end_frame();
  if (critical) world.critical.end_frame();
  return report;
}

}  // namespace glance::rooms::world
