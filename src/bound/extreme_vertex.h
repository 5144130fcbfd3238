// From last frame's extreme vertex of a body to this frame's (I-COLLIDE section 4.1), by
// either of the paper's methods.
#pragma once

#include "bound/body_box.h"

namespace glance::rooms::bound {

/// Moves `vertex` to one that is highest along `direction`, a row of a pose's rotation or its
/// opposite, in the body's frame.
///
///   neighbors  to the highest neighbour, by that one coordinate, until none is higher;
///   walls      with a wall across the direction, further than `reach` away: while the point
///              of the wall nearest to the vertex is not in the vertex's Voronoi region, along
///              the edge whose plane it violates most. The vertex is always in the wall's
///              region, so half of a feature test is enough. (Then one look at the
///              neighbours, so that one proof holds for both methods.)
///
/// Returns by how much, as a part of `reach` (which no vertex exceeds), another vertex can
/// still be higher: rounding errors where the body's corner is sharp. `steps` counts the
/// vertices passed.
double find_extreme(const Polytope& body, const Vec3& direction, double reach, ExtremeSearch search,
                    std::uint32_t& vertex, std::size_t& steps);

}  // namespace glance::rooms::bound
