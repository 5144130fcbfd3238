// Searches around a ring of things in angular order: what keeps a step of a walk
// cheap at a face or a vertex with very many neighbours.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rooms.h"

namespace glance::geom {

/// Index of a maximum of a sequence on a ring that rises to one maximum and falls
/// to one minimum (as an affine function does around a convex polygon; ties only
/// between the two neighbours at the top or at the bottom).
///
/// Of every stride-th element the largest is found; the true maximum is then less
/// than a stride away from it on either side, and the stride is divided by eight.
/// About 16 log8(count) comparisons.
template <class Greater>
std::uint32_t cyclic_maximum(std::uint32_t count, Greater greater) {
  constexpr std::uint32_t kShrink = 8;
  std::uint32_t stride = 1;
  while (stride * kShrink < count) stride *= kShrink;
  std::uint32_t best = 0;
  for (std::uint32_t i = stride; i < count; i += stride) {
    if (greater(i, best)) best = i;
  }
  // On the coarsest ring the last gap may be shorter than a stride, not longer.
  while (stride > 1) {
    const std::uint32_t finer = stride / kShrink;
    const std::uint32_t middle = best;
    for (std::uint32_t step = finer; step < stride; step += finer) {
      const std::uint32_t ahead = (middle + step) % count;
      const std::uint32_t behind = (middle + count - step % count) % count;
      if (greater(ahead, best)) best = ahead;
      if (greater(behind, best)) best = behind;
    }
    stride = finer;
  }
  return best;
}

/// For a convex cone or polygon whose corners lie in angular order around corner
/// 0: the k in [1, count-2] such that the query lies in the wedge between corner
/// k and k+1 as seen from corner 0. `beyond(k)` tells whether the query lies past
/// corner k in the sense of the order. A query before corner 1 counts as in the first
/// wedge, one past the last as in the last.
template <class Beyond>
std::uint32_t find_wedge(std::uint32_t count, Beyond beyond) {
  std::uint32_t low = 1, high = count - 1;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (beyond(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace glance::geom
