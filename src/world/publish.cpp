// Tested in tests/unit/world/events_test.cpp (Events.BeginStayEnd).
#include "world/publish.h"

#include <algorithm>

namespace glance::world {
namespace {

/// How many pairs ahead of the pass over all pairs memory is fetched.
constexpr std::size_t kFetchedAhead = 8;

/// Goes over all pairs in id order, once, so that every list comes out sorted. Answers of pairs at
/// rest are copied from the last frame; the others come from a Settler.
class Publisher {
 public:
  Publisher(WorldState& world, Undecided taken_for, FrameCounters& counters)
      : world_(world), taken_for_(taken_for), counters_(counters) {
    // The lists of the last frame are kept for pairs at rest; the older ones are used again.
    world.answers.swap(world.last_answers);
    world.contact_points.swap(world.last_contact_points);
    world.answers.clear();
    world.contact_points.clear();
    world.touching.clear();
    world.undecided.clear();
    world.begun.clear();
  }

  void run(Settler& settler) {
    const auto keys = world_.broad->pairs();
    for (std::size_t n = 0; n < keys.size(); n++) {
      world_.pairs.expect(n + kFetchedAhead);
      PairMemory& memory = world_.pairs.memory(n);
      const bool touched = memory.touching;
      if (memory.allowed) {
        counters_.overlapping++;
        world_.bodies.note_neighbors(first_of(keys[n]), second_of(keys[n]));
        if (is_at_rest(world_, keys[n], memory)) {
          list_again(memory);
        } else {
          list_new(settler.settle(keys[n], memory), memory);
        }
        if (memory.touching) counters_.touching++;
      } else {
        // Pairs that a filter excludes do not touch: a contact that was there ends below.
        memory.touching = memory.open = memory.answered = false;
      }
      if (touched && !memory.touching) world_.ended_keys.push_back(keys[n]);
    }
  }

 private:
  /// A pair at rest: the last answer holds.
  void list_again(PairMemory& memory) {
    counters_.at_rest++;
    const std::uint32_t last = memory.answer;
    memory.answer = next_answer();
    if (!memory.touching && !world_.asked.report_all) return;
    list(world_.last_answers[last], world_.last_contact_points, memory, false);
  }

  /// A pair with a new answer, or one that a budget left open.
  void list_new(const PairReport& report, PairMemory& memory) {
    const bool touched = memory.touching;
    memory.open = !memory.answered && report.verdict == Verdict::undecided;
    memory.touching = memory.open ? taken_for_ == Undecided::touch : report.touches();
    memory.answer = next_answer();
    const bool begun = memory.touching && !touched;
    if (begun) world_.begun.push_back({report.a, report.b});
    list(report, world_.found_points, memory, begun);
  }

  std::uint32_t next_answer() const { return static_cast<std::uint32_t>(world_.answers.size()); }

  /// Lists a pair with its contact points, which are in `points`.
  void list(const PairReport& report, const std::vector<ContactPoint>& points,
            const PairMemory& memory, bool begun) {
    const bool touches = memory.touching && !memory.open, all = world_.asked.report_all;
    if (touches || all) {
      PairReport& listed = world_.answers.emplace_back(report);
      listed.begun = begun;
      listed.sensor = has_sensor(report);
      listed.first_contact = static_cast<std::uint32_t>(world_.contact_points.size());
      const auto from = points.begin() + report.first_contact;
      world_.contact_points.insert(world_.contact_points.end(), from, from + report.contact_count);
      if (all && touches) world_.touching.push_back(listed);
    }
    if (memory.open) {
      PairReport& listed = world_.undecided.emplace_back(report);
      listed.begun = begun;
      listed.sensor = has_sensor(report);
    }
  }

  /// As of now: a body at rest may have become a sensor since the answer was found.
  bool has_sensor(const PairReport& report) const {
    const Bodies& bodies = world_.bodies;
    return bodies.is_sensor[report.a.index] != 0 || bodies.is_sensor[report.b.index] != 0;
  }

  WorldState& world_;
  Undecided taken_for_;
  FrameCounters& counters_;
};

}  // namespace

void publish(WorldState& world, Settler& settler, Undecided taken_for, FrameCounters& counters) {
  Publisher(world, taken_for, counters).run(settler);
}

}  // namespace glance::world
