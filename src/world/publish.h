// The last part of every frame: answers, contact points and events, listed in id order.
#pragma once

#include "broad/pair_key.h"
#include "world/state.h"

namespace glance::rooms::world {

/// Supplies the answers about pairs that are not at rest: complete ones (world/settle), or as far
/// as a budget allowed (world/critical_frame).
class Settler {
 public:
  /// What is known about a pair. Valid until the next call; calls come in id order. Sets
  /// PairMemory::answered. Contact points are in Publication::found_points.
  virtual const PairReport& settle(PairKey key, PairMemory& memory) = 0;

 protected:
  ~Settler() = default;
};

/// The pair that a report is about.
inline PairKey key_of(const PairReport& report) { return pair_key(report.a.index, report.b.index); }

/// Whether the last frame's answer still holds.
inline bool is_at_rest(const WorldState& world, PairKey key, const PairMemory& memory) {
  return memory.answered && !world.bodies.changed(first_of(key)) &&
         !world.bodies.changed(second_of(key));
}

/// Begins the lists of a frame: those of the last one are kept for pairs at rest.
void begin_lists(WorldState& world);

/// Where pairs are published.
struct Publication {
  FrameLists& lists;                              ///< where they are listed
  const std::vector<ContactPoint>& found_points;  ///< which the settler's answers name
  FrameCounters& counters;
  Undecided taken_for = Undecided::touch;  ///< what pairs count as that a budget left undecided
};

/// Lists the pairs [begin, end) of the broad phase.
void publish(WorldState& world, Settler& settler, std::size_t begin, std::size_t end,
             const Publication& to);

}  // namespace glance::rooms::world
