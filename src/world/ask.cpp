// Tested in tests/unit/world/events_test.cpp (Events.PairsAtRestKeepTheirAnswer).
#include "world/ask.h"

#include <algorithm>

#include "base/work_limit.h"
#include "glance/interframe.h"
#include "mesh/tree_memory.h"

namespace glance::world {
namespace {

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
  ListShare(World::State& world, PairCache& cache, bool needed, std::uint32_t max_volume_tests)
      : world_(world), cache_(cache), needed_(needed) {
    if (!needed) return;
    world.list_entries -= list_entries(cache);
    const std::size_t most = world.options.max_list_entries;
    left_ = most - std::min(most, world.list_entries);
    query_ = world.query;
    query_.max_volume_tests = max_volume_tests;
    is_short_ = left_ < query_.list.max_entries;
    if (!is_short_) return;
    query_.list.max_entries = static_cast<std::uint32_t>(left_);
    query_.max_volume_tests = UINT32_MAX;  // there may be no list to go on from
  }

  const QueryOptions& query() const { return needed_ ? query_ : world_.query; }

  /// After the answer: what the pair goes on to remember. A pair of many parts has a list for each
  /// two of them, and a list that was dropped leaves its room: both are given back if there is no
  /// more than this for all. (What is forgotten does not depend on room, of which a restored world
  /// has less.)
  void close(Work& work) {
    if (!needed_) return;
    if (is_short_ && cache_.trees.get()) {
      const std::size_t entries = list_entries(cache_);
      const std::size_t parts = kPartEntries * cache_.trees.get()->parts.size();
      if (entries > left_ || entries + parts > 2 * (left_ + kFewEntries)) {
        cache_.trees.reset();
      } else if (cache_.list_bytes() > kEntryRoom * (left_ + kFewEntries)) {
        give_back_room(*cache_.trees.get());
      }
    }
    work.list_entries = static_cast<std::uint32_t>(list_entries(cache_));
    world_.list_entries += work.list_entries;
  }
  /// After a question that was given up in the middle: half of a list would be of this place, and
  /// half of the last one.
  void drop() {
    if (needed_) cache_.trees.reset();
  }

 private:
  /// What two parts remember of each other besides lists, in entries of one.
  static constexpr std::size_t kPartEntries = 64;
  /// A pair may have these whatever is left.
  static constexpr std::size_t kFewEntries = 64;
  /// Bytes an entry: a list has up to twice the room that it needs.
  static constexpr std::size_t kEntryRoom = 2 * sizeof(ListEntry);

  static void give_back_room(TreeMemory& memory) {
    memory.list.entries.shrink_to_fit();
    memory.parts.shrink_to_fit();
    for (PartMemory& part : memory.parts) {
      if (TreeMemory* const trees = part.cache.trees.get()) give_back_room(*trees);
    }
  }

  World::State& world_;
  PairCache& cache_;
  bool needed_, is_short_ = false;
  std::size_t left_ = 0;
  QueryOptions query_;
};

/// The question itself.
void ask(const World::State& world, std::uint32_t i, std::uint32_t j, PairCache& cache,
         ListShare& share, PairReport& report) {
  const Bodies& b = world.bodies;
  if (world.asked.question == Question::collide) {
    Collision c = collide(*b.shape[i], b.pose[i], *b.shape[j], b.pose[j], cache, share.query());
    share.close(c.work);
    report.verdict = c.verdict;
    report.normal = c.normal;
    report.certificate = c.certificate;
    report.work = c.work;
    report.sub_a = c.sub_a;
    report.sub_b = c.sub_b;
  } else {
    Distance d = distance(*b.shape[i], b.pose[i], *b.shape[j], b.pose[j], cache, share.query());
    share.close(d.work);
    static_cast<Distance&>(report) = d;
  }
}

}  // namespace

bool ask_pair(World::State& world, PairKey key, PairCache& cache, FrameCounters& counters,
              std::uint32_t max_volume_tests, PairReport& report) {
  const std::uint32_t i = first_of(key), j = second_of(key);
  const Bodies& b = world.bodies;
  ListShare share(world, cache, !b.shape[i]->is_convex() || !b.shape[j]->is_convex(),
                  max_volume_tests);
  try {
    ask(world, i, j, cache, share, report);
  } catch (const OutOfWork&) {
    share.drop();
    return false;
  }
  count(report.work, counters);
  report.a = b.id[i];
  report.b = b.id[j];
  return true;
}

namespace {

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

}  // namespace

bool has_way(const World::State& world, PairKey key) {
  const FastBodies& fast = world.bodies.fast;
  return world.asked.interframe != Interframe::off &&
         (fast.way(first_of(key)) || fast.way(second_of(key)));
}

void sweep_pair(World::State& world, PairKey key, const PairMemory& memory, bool touched,
                FrameCounters& counters) {
  if (const auto contact = sweep(world, key, touched, memory.cache)) {
    counters.interframe++;
    world.interframe.push_back(*contact);
  }
}

void reuse_answer(World::State& world, PairMemory& memory, bool touched, FrameCounters& counters) {
  counters.at_rest++;
  const auto place = static_cast<std::uint32_t>(world.answers.size());
  memory.touching = touched;
  if (touched || world.asked.report_all) {
    world.answers.push_back(world.last_answers[memory.answer]);
  }
  memory.answer = place;
}

void note_contact(World::State& world, PairKey key, const PairMemory& memory, bool touched,
                  FrameCounters& counters) {
  if (touched && !memory.touching) world.ended_keys.push_back(key);
  if (!memory.touching) return;
  PairReport& report = world.answers.back();
  report.begun = !touched;
  if (report.begun) world.begun.push_back({report.a, report.b});
  if (world.asked.report_all) world.touching.push_back(report);
  counters.touching++;
}

}  // namespace glance::world
