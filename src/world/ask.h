// The questions that a frame asks about one pair.
#pragma once

#include "broad/pair_key.h"
#include "world/state.h"

namespace glance::rooms::world {

/// One question of a frame. (It is State::asked, or a simpler one that is asked first.)
struct AskedPair {
  PairKey key = 0;
  Question question = Question::collide;
  /// For meshes: the approximate limit of volume tests (QueryOptions::max_volume_tests).
  std::uint32_t max_volume_tests = UINT32_MAX;
};

/// Answers a question: fills in the report, including the bodies; contact points are added to
/// Lane::found_points. Returns false if a WorkLimit ended it: then nothing is known.
bool ask_pair(const WorldState& world, Lane& lane, const AskedPair& asked, PairCache& cache,
              PairReport& report);

/// Whether any body is fast, and motions between frames are to be tested.
inline bool has_ways(const WorldState& world) {
  return world.asked.between_frames != BetweenFrames::off && !world.bodies.fast.empty();
}
/// Whether one of the two is fast and has moved, and motions between frames are to be tested.
bool has_way(const WorldState& world, PairKey key);

/// Tests whether such a pair met since the last frame. If so, it is added to `to`, unless the two
/// certainly touched in the last frame: that contact was reported already.
void sweep_pair(const WorldState& world, PairKey key, const PairMemory& memory,
                std::vector<SweptContact>& to, FrameCounters& counters);

}  // namespace glance::rooms::world
