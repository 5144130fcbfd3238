// Tested in tests/unit/world/events_test.cpp (Events.PairsAtRestKeepTheirAnswer).
#include "world/ask.h"

#include <algorithm>

#include "base/check.h"
#include "base/work_limit.h"
#include "exact/cache_access.h"
#include "glance/contact.h"
#include "glance/research/swept_hulls.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::world {
namespace {

void count(const QueryWork& work, FrameCounters& counters) {
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

/// The share of one pair in what is left of WorldOptions::max_list_entries, while it is asked
/// about.
class ListShare {
 public:
  /// Convex bodies need none.
  ListShare(const WorldState& world, Lane& lane, PairCache& cache, bool needed,
            std::uint32_t max_volume_tests)
      : lane_(lane), cache_(cache), needed_(needed) {
    if (!needed) return;
    // Its present list is given back first: the share of this pair is what all others leave. (What
    // other lanes have added does not count: where it could, pairs are asked one after the other.)
    before_ = list_entries(cache);
    lane.list_entries -= before_;
    const std::size_t most = world.options.max_list_entries;
    left_ = most - std::min(most, world.list_entries + lane.list_entries);
    query_ = lane.query;
    query_.max_volume_tests = max_volume_tests;
    is_short_ = left_ < query_.tuning.list.max_entries;
    if (!is_short_) return;
    query_.tuning.list.max_entries = static_cast<std::uint32_t>(left_);
    query_.max_volume_tests = UINT32_MAX;  // there may be no list to go on from
  }

  const QueryOptions& query() const { return needed_ ? query_ : lane_.query; }

  /// After the answer: decides what the pair continues to remember. A pair of many parts has a list
  /// for each two of them, and a list that was dropped keeps its memory; both are released if there
  /// is not more than this left for all. (What is forgotten does not depend on memory capacity,
  /// since a restored world has less of it.)
  void close(QueryWork& work) {
    if (!needed_) return;
    if (is_short_ && trees_of(cache_).get()) {
      const std::size_t entries = list_entries(cache_);
      const std::size_t parts = kPartEntries * trees_of(cache_).get()->parts.size();
      if (entries > left_ || entries + parts > 2 * (left_ + kFewEntries)) {
        trees_of(cache_).reset();
      } else if (cache_.list_bytes() > kEntryRoom * (left_ + kFewEntries)) {
        give_back_room(*trees_of(cache_).get());
      }
    }
    work.list_entries = static_cast<std::uint32_t>(list_entries(cache_));
    lane_.list_entries += work.list_entries;
  }
  /// What the pair remembered before.
  std::size_t before() const { return before_; }
  /// After a question that was given up half-way: the list would be half for these poses and half
  /// for the last ones.
  void drop() {
    if (needed_) trees_of(cache_).reset();
  }

 private:
  /// What two parts remember of each other apart from lists, counted in list entries.
  static constexpr std::size_t kPartEntries = 64;
  /// Every pair may have this many, whatever is left.
  static constexpr std::size_t kFewEntries = 64;
  /// Bytes per entry: a list has up to twice the memory that it needs.
  static constexpr std::size_t kEntryRoom = 2 * sizeof(ListEntry);

  static void give_back_room(TreeMemory& memory) {
    memory.list.entries.shrink_to_fit();
    memory.parts.shrink_to_fit();
    for (PartMemory& part : memory.parts) {
      if (TreeMemory* const trees = trees_of(part.cache).get()) give_back_room(*trees);
    }
  }

  Lane& lane_;
  PairCache& cache_;
  bool needed_, is_short_ = false;
  std::size_t left_ = 0, before_ = 0;
  QueryOptions query_;
};

/// Asks the question itself.
void ask(const WorldState& world, Lane& lane, const AskedPair& asked, PairCache& cache,
         ListShare& share, PairReport& report) {
  const std::uint32_t i = first_of(asked.key), j = second_of(asked.key);
  const Bodies& bodies = world.bodies;
  const Shape &a = bodies.shape(i), &b = bodies.shape(j);
  const Pose &pose_a = bodies.pose[i], &pose_b = bodies.pose[j];
  switch (asked.question) {
    case Question::collide: {
      Collision c = collide({a, pose_a}, {b, pose_b}, share.query().with(cache));
      share.close(c.work);
      report.verdict = c.verdict;
      report.normal = c.normal;
      report.certificate = c.certificate;
      report.work = c.work;
      report.sub_a = c.sub_a;
      report.sub_b = c.sub_b;
      return;
    }
    case Question::distance: {
      Distance d = distance({a, pose_a}, {b, pose_b}, share.query().with(cache));
      share.close(d.work);
      static_cast<Distance&>(report) = d;
      return;
    }
    case Question::contacts: {
      Contacts c = contacts({a, pose_a}, {b, pose_b}, share.query().with(cache));
      share.close(c.work);
      report.verdict = c.verdict;
      report.normal = c.normal;
      report.certificate = c.certificate;
      report.work = c.work;
      report.sub_a = c.sub_a;
      report.sub_b = c.sub_b;
      // Points wait in found_points until the pair is listed (world/publish).
      report.first_contact = static_cast<std::uint32_t>(lane.found_points.size());
      report.contact_count = static_cast<std::uint32_t>(c.count);
      for (const ContactPoint& point : c.span()) lane.found_points.push_back(point);
      return;
    }
  }
}

}  // namespace

bool ask_pair(const WorldState& world, Lane& lane, const AskedPair& asked, PairCache& cache,
              PairReport& report) {
  const std::uint32_t i = first_of(asked.key), j = second_of(asked.key);
  const Bodies& b = world.bodies;
  ListShare share(world, lane, cache, !b.is_convex(i) || !b.is_convex(j), asked.max_volume_tests);
  try {
    ask(world, lane, asked, cache, share, report);
  } catch (const OutOfWork&) {  // a work limit ended the question
    share.drop();
    return false;
  }
  // Waves rely on it (world/pair_batch).
  GLANCE_DCHECK(report.work.list_entries <= most_list_entries(b.shape(i), b.shape(j),
                                                              lane.query.tuning.list.max_entries,
                                                              share.before()));
  count(report.work, lane.counters);
  report.a = b.id[i];
  report.b = b.id[j];
  return true;
}

namespace {

/// The swept contact of a pair; nothing if they did not meet on the way.
std::optional<SweptContact> sweep(const WorldState& world, PairKey key, bool touched,
                                  const PairCache& cache) {
  const DetectOptions& asked = world.asked;
  const Bodies& b = world.bodies;
  const std::uint32_t i = first_of(key), j = second_of(key);
  const Motion *way_a = b.fast.way(i), *way_b = b.fast.way(j);
  // A body without a way rests: only one of the two needs to be fast.
  const Motion motion_a = way_a ? *way_a : Motion::resting(b.pose[i]);
  const Motion motion_b = way_b ? *way_b : Motion::resting(b.pose[j]);
  SweptContact contact{.a = b.id[i], .b = b.id[j]};
  if (asked.between_frames != BetweenFrames::toi) {
    const bool may_meet =
        !touched && swept_hulls_meet({b.shape(i), motion_a}, {b.shape(j), motion_b},
                                     asked.tuning.hull, world.options.margin)
                        .may_meet;
    return may_meet ? std::optional(contact) : std::nullopt;
  }
  const Impact impact =
      time_of_impact({b.shape(i), motion_a}, {b.shape(j), motion_b}, asked.impact.with(cache));
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

bool has_way(const WorldState& world, PairKey key) {
  const FastBodies& fast = world.bodies.fast;
  return has_ways(world) && (fast.way(first_of(key)) || fast.way(second_of(key)));
}

void sweep_pair(const WorldState& world, PairKey key, const PairMemory& memory,
                std::vector<SweptContact>& to, FrameCounters& counters) {
  const bool touched = memory.touching && !memory.open;
  if (const auto contact = sweep(world, key, touched, memory.cache)) {
    counters.swept_contacts++;
    to.push_back(*contact);
  }
}

}  // namespace glance::rooms::world
