// The questions that a frame asks about one pair.
#pragma once

#include "broad/pair_key.h"
#include "world/state.h"

namespace glance::world {

/// One question of a frame. (That is State::asked, or a part of it that is asked first.)
struct AskedPair {
  PairKey key = 0;
  Question question = Question::collide;
  /// Meshes: no more than about so many tests of volumes (QueryOptions::max_volume_tests).
  std::uint32_t max_volume_tests = UINT32_MAX;
};

/// Fills the report, with bodies named; contact points are added to State::found_points. False if a
/// WorkLimit ended it: then nothing is known.
bool ask_pair(World::State& world, const AskedPair& asked, PairCache& cache,
              FrameCounters& counters, PairReport& report);

/// Whether anybody is fast, and that is to be looked at.
inline bool has_ways(const World::State& world) {
  return world.asked.between_frames != BetweenFrames::off && !world.bodies.fast.empty();
}
/// Whether one of the two is fast and under way, and that is to be looked at.
bool has_way(const World::State& world, PairKey key);

/// Whether such a pair met since the last frame: then it is added to State::swept_contacts, unless
/// the two touched in that for certain, which is not told of again.
void sweep_pair(World::State& world, PairKey key, const PairMemory& memory,
                FrameCounters& counters);

}  // namespace glance::world
