// A search around a ring of things in angular order: what keeps a step of a walk
// cheap at a face or a vertex with very many neighbours.
#pragma once

#include <cstdint>

#include "rooms.h"

namespace glance::rooms::geom {

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

}  // namespace glance::rooms::geom
