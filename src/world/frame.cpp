#include "world/frame.h"

#include <algorithm>
#include <chrono>

#include "glance/interframe.h"
#include "world/state.h"

namespace glance {
namespace {

class Stopwatch {
 public:
  /// Seconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

bool touches(Verdict verdict) {
  return verdict == Verdict::touching || verdict == Verdict::overlapping;
}

void count(const Work& work, FrameCounters& counters) {
  counters.tested++;
  counters.from_cache += work.from_cache;
  counters.exact += work.exact;
  counters.feature_steps += work.feature_steps;
  counters.simplex_steps += work.simplex_steps;
  counters.lp_steps += work.lp_steps;
  counters.volume_tests += work.volume_tests;
  counters.primitive_tests += work.primitive_tests;
  counters.list_entries += work.list_entries;
}

/// What is left of WorldOptions::max_list_entries for one pair, while it is asked about.
class ListShare {
 public:
  /// Convex bodies need none.
  ListShare(World::State& world, PairCache& cache, bool needed)
      : world_(world), cache_(cache), needed_(needed) {
    if (!needed) return;
    world.list_entries -= list_entries(cache);
    const std::size_t most = world.options.max_list_entries;
    left_ = most - std::min(most, world.list_entries);
    query_ = world.asked.query;
    is_short_ = left_ < query_.list.max_entries;
    if (is_short_) query_.list.max_entries = static_cast<std::uint32_t>(left_);
  }

  const QueryOptions& query() const { return needed_ ? query_ : world_.asked.query; }

  /// After the answer: what the pair goes on to remember. A pair of many parts has a list for each
  /// two of them, and a list that was dropped leaves its room: both are given back if there is no
  /// more than this for all.
  void close(Work& work) {
    if (!needed_) return;
    if (is_short_ && (list_entries(cache_) > left_ || cache_.list_bytes() > kRoom * (left_ + 64))) {
      cache_.trees.reset();
    }
    work.list_entries = static_cast<std::uint32_t>(list_entries(cache_));
    world_.list_entries += work.list_entries;
  }

 private:
  /// Bytes an entry: a list has up to twice the room that it needs.
  static constexpr std::size_t kRoom = 2 * 12;

  World::State& world_;
  PairCache& cache_;
  bool needed_, is_short_ = false;
  std::size_t left_ = 0;
  QueryOptions query_;
};

/// Asks about one pair. An answer that is to be reported is put at the end of `answers`.
bool ask(World::State& world, PairKey key, PairCache& cache, FrameCounters& counters) {
  const std::uint32_t i = first_of(key), j = second_of(key);
  const DetectOptions& asked = world.asked;
  const Bodies& b = world.bodies;
  ListShare share(world, cache, !b.shape[i]->is_convex() || !b.shape[j]->is_convex());
  if (asked.question == Question::collide) {
    Collision c = collide(*b.shape[i], b.pose[i], *b.shape[j], b.pose[j], cache, share.query());
    share.close(c.work);
    count(c.work, counters);
    if (!touches(c.verdict) && !asked.report_all) return false;
    PairReport& report = world.answers.emplace_back();
    report.verdict = c.verdict;
    report.normal = c.normal;
    report.certificate = c.certificate;
    report.work = c.work;
    report.sub_a = c.sub_a;
    report.sub_b = c.sub_b;
  } else {
    Distance d = distance(*b.shape[i], b.pose[i], *b.shape[j], b.pose[j], cache, share.query());
    share.close(d.work);
    count(d.work, counters);
    if (!touches(d.verdict) && !asked.report_all) return false;
    static_cast<Distance&>(world.answers.emplace_back()) = d;
  }
  world.answers.back().a = b.id[i];
  world.answers.back().b = b.id[j];
  return world.answers.back().touches();
}

/// Whether the pair touches: asked, or as in the last frame if nothing has changed since.
bool answer(World::State& world, PairKey key, PairMemory& memory, FrameCounters& counters) {
  const Bodies& b = world.bodies;
  const auto place = static_cast<std::uint32_t>(world.answers.size());
  bool touching;
  if (memory.answered && !b.changed(first_of(key)) && !b.changed(second_of(key))) {
    counters.at_rest++;
    touching = memory.touching;
    if (touching || world.asked.report_all) {
      world.answers.push_back(world.last_answers[memory.answer]);
    }
  } else {
    touching = ask(world, key, memory.cache, counters);
  }
  memory.answer = place;
  memory.answered = true;
  return touching;
}

/// What was found out about the way of a pair; nothing if they did not meet.
std::optional<InterframeContact> sweep(const World::State& world, PairKey key, bool touched,
                                       const PairCache& cache) {
  const DetectOptions& asked = world.asked;
  const Bodies& b = world.bodies;
  const std::uint32_t i = first_of(key), j = second_of(key);
  const Motion *way_a = b.fast.way(i), *way_b = b.fast.way(j);
  const Motion motion_a = way_a ? *way_a : Motion::resting(b.pose[i]);
  const Motion motion_b = way_b ? *way_b : Motion::resting(b.pose[j]);
  InterframeContact contact{.a = b.id[i], .b = b.id[j]};
  if (asked.interframe != Interframe::toi) {
    const SweptHull hull =
        asked.interframe == Interframe::paper ? SweptHull::paper : SweptHull::safe;
    const bool may_meet = !touched && swept_hulls_meet(*b.shape[i], motion_a, *b.shape[j], motion_b,
                                                       hull, world.options.margin)
                                          .may_meet;
    return may_meet ? std::optional(contact) : std::nullopt;
  }
  const Impact impact =
      time_of_impact(*b.shape[i], motion_a, *b.shape[j], motion_b, cache, asked.impact);
  if (!impact.hit || (impact.starts_overlapping && touched)) return std::nullopt;
  contact.time = impact.time;
  contact.lower = impact.lower;
  contact.upper = impact.upper;
  contact.point = impact.point;
  contact.normal = impact.normal;
  contact.grazing = impact.grazing;
  contact.undecided = impact.undecided;
  contact.sub_a = impact.sub_a;
  contact.sub_b = impact.sub_b;
  return contact;
}

void sweep_pair(World::State& world, PairKey key, const PairMemory& memory,
                FrameCounters& counters) {
  const FastBodies& fast = world.bodies.fast;
  if (world.asked.interframe == Interframe::off ||
      (!fast.way(first_of(key)) && !fast.way(second_of(key)))) {
    return;
  }
  counters.swept++;
  if (const auto contact = sweep(world, key, memory.touching, memory.cache)) {
    counters.interframe++;
    world.interframe.push_back(*contact);
  }
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
      sweep_pair(world, keys[n], memory, counters);
      memory.touching = answer(world, keys[n], memory, counters);
    } else {
      memory.touching = memory.answered = false;
    }
    if (touched && !memory.touching) world.ended_keys.push_back(keys[n]);
    if (!memory.touching) continue;
    PairReport& report = world.answers.back();
    report.begun = !touched;
    if (report.begun) world.begun.push_back({report.a, report.b});
    if (world.asked.report_all) world.touching.push_back(report);
    counters.touching++;
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

FrameReport run_frame(World::State& world, const DetectOptions& options) {
  DetectOptions asked = options;
  asked.query.margin = asked.impact.margin = world.options.margin;
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
  answer_pairs(world, counters);
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
  return report;
}

}  // namespace glance
