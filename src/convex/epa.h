// The depth of two flat-sided cores that overlap, by the expanding polytope of van den Bergen
// (2001): a polytope inside A - B with the origin inside grows, at its facet nearest to the
// origin, by the point of A - B farthest along that facet's normal. When there is no farther
// point the facet is one of A - B, and the nearest.
//
// What is returned are bounds with a proof, which does not rest on the shape of the polytope:
//
//   upper   A - B reaches no farther than h(n) along a unit vector n, so moving by that much
//           along n ends the overlap;
//   lower   the polytope is a closed surface of triangles with corners in A - B, which winds
//           around the origin. A - B is convex, so it holds all that is within, and the depth is
//           at least the distance of the nearest triangle; and a triangle is at least as far as
//           the lowest of its corners along any unit vector. Each step replaces triangles by
//           others with the same border, and what lies between them is beyond the planes of the
//           old ones: the origin never gets out.
//
// So degenerate triangles cost accuracy, which shows in the bounds, but never correctness; where
// the bounds stay too wide, integers continue (exact/exact_depth). Preferred to walking over the
// facets of A - B from the last one, which finds a local minimum only, and to examining all face
// normals and pairs of edges, which takes 0.3 ms for two hulls of 100 vertices.
#pragma once

#include <array>

#include "convex/separation.h"

namespace glance::rooms::convex {

struct DepthEnd {
  double lower = 0, upper = 0;           ///< bounds on the depth
  Vec3 normal = Vec3::zero();            ///< unit, from A to B; moving B along it ends the overlap
  std::array<VertexPair, 3> pairs = {};  ///< corners of the nearest triangle
  std::array<double, 3> weights = {};    ///< of the point nearest to the origin in it
};

/// `start`: four pairs around the origin (surrounds_origin). `hint`: a direction that may be
/// the normal, or zero.
DepthEnd expand_polytope(const PairFrame& frame, std::span<const VertexPair, 4> start,
                         const Vec3& hint, QueryWork& work);

}  // namespace glance::rooms::convex
