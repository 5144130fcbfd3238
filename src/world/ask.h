// The questions that a frame asks about one pair.
#pragma once

#include "broad/pair_key.h"
#include "world/state.h"

namespace glance::world {

/// What the world was asked for (State::asked), about one pair; with bodies named. Meshes: no more
/// than about so many tests of volumes (QueryOptions::max_volume_tests). False if a WorkLimit ended
/// it: then nothing is known.
bool ask_pair(World::State& world, PairKey key, PairCache& cache, FrameCounters& counters,
              std::uint32_t max_volume_tests, PairReport& report);

/// Whether one of the two is fast and under way, and that is to be looked at.
bool has_way(const World::State& world, PairKey key);

/// Whether such a pair met since the last frame: then it is added to State::interframe.
/// `touched`: they did so in the last frame for certain, which is not told of again.
void sweep_pair(World::State& world, PairKey key, const PairMemory& memory, bool touched,
                FrameCounters& counters);

/// Of a pair at rest: the last frame's answer, at the end of State::answers if it is to be
/// reported.
void reuse_answer(World::State& world, PairMemory& memory, bool touched, FrameCounters& counters);

/// After a pair's answer: who touches now (the last of State::answers), and what has begun or
/// ended. `touched`: in the last frame.
void note_contact(World::State& world, PairKey key, const PairMemory& memory, bool touched,
                  FrameCounters& counters);

}  // namespace glance::world
