// The extreme vertex of a polytope along a direction, exactly: for comparing with what the library
// does in doubles. Header only, since determinism/golden.cpp is built without the library of
// helpers.
#pragma once

#include "geom/polytope.h"
#include "math/predicates.h"

namespace glance::test {

/// A vertex that no other exceeds along the direction, found by walking uphill over neighbours from
/// `start`. Ends because each step is strictly uphill; right because a linear function on a convex
/// body has no local maximum that is not the maximum. Where several vertices are extreme, which one
/// is returned depends on the start.
inline std::uint32_t hill_climb(const geom::Polytope& body, const Vec3& direction,
                                std::uint32_t start = 0) {
  for (std::uint32_t here = start;;) {
    std::uint32_t best = here;
    for (const std::uint32_t w : body.topology().vertex_neighbors(here)) {
      if (math::compare_along(direction, body.vertex(w), body.vertex(best)) > 0) best = w;
    }
    if (best == here) return here;
    here = best;
  }
}

}  // namespace glance::test
