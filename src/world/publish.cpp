// Tested in tests/unit/world/events_test.cpp (Events.BeginStayEnd).
#include "world/publish.h"

#include <algorithm>

namespace glance::rooms::world {
namespace {

/// How many pairs ahead of the pass over all pairs memory is fetched.
constexpr std::size_t kFetchedAhead = 8;

/// Goes over pairs in id order, once, so that every list comes out sorted. Answers of pairs at
/// rest are copied from the last frame; the others come from a Settler.
class Publisher {
 public:
  Publisher(WorldState& world, const Publication& to) : world_(world), to_(to) {}

  void run(Settler& settler, std::size_t begin, std::size_t end) {
    const auto keys = world_.broad->pairs();
    for (std::size_t n = begin; n < end; n++) {
      expect(keys, n + kFetchedAhead);
      PairMemory& memory = world_.pairs.memory(n);
      const bool touched = memory.touching;
      if (memory.allowed) {
        to_.counters.overlapping++;
        world_.bodies.note_neighbors(first_of(keys[n]), second_of(keys[n]));
        if (is_at_rest(world_, keys[n], memory)) {
          list_again(keys[n], memory);
        } else {
          list_new(settler.settle(keys[n], memory), memory);
        }
        if (memory.touching) to_.counters.touching++;
      } else {
        // Pairs that a filter excludes do not touch: a contact that was there ends below.
        memory.touching = memory.open = memory.answered = false;
      }
      if (touched && !memory.touching) to_.lists.ended_keys.push_back(keys[n]);
    }
  }

 private:
  /// Has what a pair needs fetched, if there is one.
  void expect(std::span<const PairKey> keys, std::size_t n) const {
    if (n >= keys.size()) return;
    world_.pairs.expect(n);
    world_.bodies.expect(first_of(keys[n]));
    world_.bodies.expect(second_of(keys[n]));
  }

  /// A pair at rest: the last answer holds.
  void list_again(PairKey key, const PairMemory& memory) {
    to_.counters.at_rest++;
    if (!memory.touching && !world_.asked.report_all) return;
    list(last_answer(key), world_.last_contact_points, memory, false);
  }

  /// The answer of the last frame, which is there.
  const PairReport& last_answer(PairKey key) {
    const auto& answers = world_.last_answers;
    if (last_ == kUnknown) {
      const auto at =
          std::ranges::lower_bound(answers, key, {}, [](const PairReport& r) { return key_of(r); });
      last_ = static_cast<std::size_t>(at - answers.begin());
    }
    // Both lists are in id order.
    while (key_of(answers[last_]) != key) last_++;
    return answers[last_++];
  }

  /// A pair with a new answer, or one that a budget left open.
  void list_new(const PairReport& report, PairMemory& memory) {
    const bool touched = memory.touching;
    memory.open = !memory.answered && report.verdict == Verdict::undecided;
    memory.touching = memory.open ? to_.taken_for == Undecided::touch : report.touches();
    const bool begun = memory.touching && !touched;
    if (begun) to_.lists.begun.push_back({report.a, report.b});
    list(report, to_.found_points, memory, begun);
  }

  /// Lists a pair with its contact points, which are in `points`.
  void list(const PairReport& report, const std::vector<ContactPoint>& points,
            const PairMemory& memory, bool begun) {
    const bool touches = memory.touching && !memory.open, all = world_.asked.report_all;
    if (touches || all) {
      PairReport& listed = to_.lists.answers.emplace_back(report);
      listed.begun = begun;
      listed.sensor = has_sensor(report);
      listed.first_contact = static_cast<std::uint32_t>(to_.lists.contact_points.size());
      const auto from = points.begin() + report.first_contact;
      to_.lists.contact_points.insert(to_.lists.contact_points.end(), from,
                                      from + report.contact_count);
      if (all && touches) to_.lists.touching.push_back(listed);
    }
    if (memory.open) {
      PairReport& listed = to_.lists.undecided.emplace_back(report);
      listed.begun = begun;
      listed.sensor = has_sensor(report);
    }
  }

  /// As of now: a body at rest may have become a sensor since the answer was found.
  bool has_sensor(const PairReport& report) const {
    const Bodies& bodies = world_.bodies;
    return bodies.is_sensor[report.a.index] != 0 || bodies.is_sensor[report.b.index] != 0;
  }

  static constexpr std::size_t kUnknown = SIZE_MAX;

  WorldState& world_;
  const Publication& to_;
  std::size_t last_ = kUnknown;  ///< the next one of the last frame's answers
};

}  // namespace

void begin_lists(WorldState& world) {
  // The lists of the last frame are kept for pairs at rest; the older ones are used again. Contacts
  // that ended with the overlap of the boxes are in the list already.
  FrameLists& lists = world.lists;
  lists.answers.swap(world.last_answers);
  lists.contact_points.swap(world.last_contact_points);
  lists.answers.clear();
  lists.contact_points.clear();
  lists.touching.clear();
  lists.undecided.clear();
  lists.begun.clear();
}

void publish(WorldState& world, Settler& settler, std::size_t begin, std::size_t end,
             const Publication& to) {
  Publisher(world, to).run(settler, begin, end);
}

}  // namespace glance::rooms::world
