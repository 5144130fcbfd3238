// A pair of bodies as one number: sorted keys are pairs in id order.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rooms.h"

namespace glance::rooms::broad {

using PairKey = std::uint64_t;

inline PairKey pair_key(std::uint32_t i, std::uint32_t j) {
  return PairKey{std::min(i, j)} << 32 | std::max(i, j);
}
inline std::uint32_t first_of(PairKey key) { return static_cast<std::uint32_t>(key >> 32); }
inline std::uint32_t second_of(PairKey key) { return static_cast<std::uint32_t>(key); }

}  // namespace glance::rooms::broad
