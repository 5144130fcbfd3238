// The tetrahedron that an expanding polytope begins with, in doubles (convex/epa) and in integers
// (exact/exact_depth): facet i is opposite to corner i, counter-clockwise from outside if the
// fourth corner is in front of the first three; neighbour k is across the edge from its corner k to
// the next.
#pragma once

#include <array>

#include "rooms.h"

namespace glance::rooms::exact {

struct FirstFacet {
  std::array<int, 3> corner, neighbor;
};

inline constexpr std::array<FirstFacet, 4> kFirstFacets{{{{1, 2, 3}, {3, 1, 2}},
                                                         {{0, 3, 2}, {2, 0, 3}},
                                                         {{0, 1, 3}, {3, 0, 1}},
                                                         {{0, 2, 1}, {1, 0, 2}}}};

}  // namespace glance::rooms::exact
