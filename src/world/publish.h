// The last part of every frame: answers, contact points and events, listed in id order.
#pragma once

#include "broad/pair_key.h"
#include "world/state.h"

namespace glance::world {

/// Supplies the answers about pairs that are not at rest: complete ones (world/settle), or as far
/// as a budget allowed (world/critical_frame).
class Settler {
 public:
  /// What is known about a pair. Valid until the next call; calls come in id order. Sets
  /// PairMemory::answered. Contact points are in State::found_points.
  virtual const PairReport& settle(PairKey key, PairMemory& memory) = 0;

 protected:
  ~Settler() = default;
};

/// Whether the last frame's answer still holds.
inline bool is_at_rest(const WorldState& world, PairKey key, const PairMemory& memory) {
  return memory.answered && !world.bodies.changed(first_of(key)) &&
         !world.bodies.changed(second_of(key));
}

/// Fills the lists of the frame. Pairs that a budget left undecided count as `taken_for` says.
void publish(WorldState& world, Settler& settler, Undecided taken_for, FrameCounters& counters);

}  // namespace glance::world
