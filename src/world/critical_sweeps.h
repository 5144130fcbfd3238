// What happened between two frames (BodyOptions::fast), under a budget. Every pair gets its first
// step, two spheres that move along straight lines; those that may have met are asked exactly, the
// most likely first, as long as their share of the budget lasts. The rest may have met.
#pragma once

#include <vector>

#include "base/work_meter.h"
#include "broad/pair_key.h"
#include "world/state_access.h"

namespace glance::rooms::world {

class CriticalSweeps {
 public:
  void clear() { waiting_.clear(); }
  /// A pair of the broad phase, by its place there: notes it if one of the two is fast, and they
  /// may have met.
  void add(const WorldState& world, PairKey key, std::uint32_t place, WorkMeter& meter,
           FrameCounters& counters);
  /// Asks, and fills State::swept_contacts. Returns how many were left open, which are taken for
  /// what `undecided` says.
  std::size_t run(WorldState& world, Undecided undecided, WorkMeter& meter,
                  FrameCounters& counters);

  std::size_t bytes() const { return waiting_.capacity() * sizeof(Sweep); }

 private:
  struct Sweep {
    PairKey key = 0;
    std::uint32_t place = 0;
    double gap = 0;  ///< between the spheres around both, at their nearest (negative: they meet)
    bool open = true;
  };

  std::vector<Sweep> waiting_;
};

}  // namespace glance::rooms::world
