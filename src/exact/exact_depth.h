// The depth of two flat-sided cores that overlap, without any rounding in its decisions: the
// expanding polytope of van den Bergen (2001), as in convex/epa, over integers. Here the polytope
// is the convex hull of the points of A - B found so far, exactly: it grows, at its facet nearest
// to the origin, by the farthest point along that facet's normal, until there is none (or none
// that matters).
#pragma once

#include <array>

#include "exact/exact_bodies.h"

namespace glance::rooms::exact {

struct ExactDepth {
  double depth = 0;                      ///< along `normal`
  double lower = 0, upper = 0;           ///< bounds on it
  Vec3 normal = Vec3::zero();            ///< unit, from A to B; moving B along it ends the overlap
  std::array<VertexPair, 3> pairs = {};  ///< corners of the nearest triangle
  std::array<double, 3> weights = {};    ///< of the point nearest to the origin in it
};

/// `around`: four to six pairs that have the origin strictly inside. `steps` counts the points
/// added.
ExactDepth exact_depth(ExactBodies& bodies, std::span<const VertexPair> around,
                       std::uint32_t& steps);

}  // namespace glance::rooms::exact
