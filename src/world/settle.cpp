// Tested in tests/property/world_test.cpp (WorldProperty.TheSamePairsHoweverTheyAreFound).
#include "world/settle.h"

#include "world/ask.h"
#include "world/publish.h"

namespace glance::world {
namespace {

class WholeAnswers final : public Settler {
 public:
  WholeAnswers(WorldState& world, FrameCounters& counters) : world_(world), counters_(counters) {}

  const PairReport& settle(PairKey key, PairMemory& memory) override {
    world_.found_points.clear();  // the last pair's are published
    // Nothing of the last pair may remain: the answer sets only what was asked for.
    report_ = PairReport();
    const DetectOptions& asked = world_.asked;
    ask_pair(world_, {key, asked.question, asked.query.max_volume_tests}, memory.cache, counters_,
             report_);
    memory.answered = true;
    return report_;
  }

 private:
  WorldState& world_;
  FrameCounters& counters_;
  PairReport report_;
};

/// Tests whether pairs with a fast body met since the last frame.
void sweep_all(WorldState& world, FrameCounters& counters) {
  world.swept_contacts.clear();
  if (!has_ways(world)) return;
  const auto keys = world.broad->pairs();
  for (std::size_t n = 0; n < keys.size(); n++) {
    const PairMemory& memory = world.pairs.memory(n);
    if (!memory.allowed || !has_way(world, keys[n])) continue;
    counters.swept++;
    sweep_pair(world, keys[n], memory, counters);
  }
}

}  // namespace

void settle_all(WorldState& world, FrameCounters& counters) {
  // What meshes compute is noted, for frames under a budget.
  drop_unused_parts(world.bodies, world.critical.parts);
  const PartWatch watch(world.critical.parts, false);
  sweep_all(world, counters);
  WholeAnswers answers(world, counters);
  publish(world, answers, Undecided::touch, counters);
}

}  // namespace glance::world
