// The extreme vertex of a polytope along a direction.
#pragma once

#include <cstdint>

#include "geom/polytope.h"

namespace glance {

/// A vertex that no other exceeds along the direction, in exact arithmetic, found
/// by walking uphill over neighbours from `start`. Ends because each step is
/// strictly uphill; right because a linear function on a convex body has no local
/// maximum that is not the maximum. Where several vertices are extreme, which one
/// is returned depends on the start.
std::uint32_t hill_climb(const Polytope& body, const Vec3& direction, std::uint32_t start = 0);

}  // namespace glance
