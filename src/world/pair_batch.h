// Pieces of the list of pairs that are settled at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "world/frame_lists.h"
#include "world/state_access.h"

namespace glance::rooms::world {

struct Lane;

/// A piece of the pairs, and what came out: the part of a lane's lists between two places.
struct PairBatch {
  std::uint32_t begin, end;
  const Lane* lane = nullptr;
  FrameLists::Place from = {}, to = {};
};

/// Adds batches to the list, for pairs from place `begin` on. Where they end depends on pairs and
/// bodies, and never on the number of threads. Together they are a wave: they may be settled at the
/// same time, since none of their pairs can come to the limit of what all pairs may remember of
/// trees (WorldOptions::max_list_entries). If the first pair may, there is one batch alone. Returns
/// the place of the next pair.
std::size_t cut_wave(const WorldState& world, std::size_t begin, std::vector<PairBatch>& batches);

/// Adds batches of all pairs, which remember nothing.
void cut_evenly(std::size_t pairs, std::vector<PairBatch>& batches);

/// The largest number of entries that two bodies can come to remember, if they remember so many
/// `before`. (`limit`: of one list.)
std::size_t most_list_entries(const Shape& a, const Shape& b, std::size_t limit,
                              std::size_t before);

}  // namespace glance::rooms::world
