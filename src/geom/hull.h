// Convex hull of a point set, exact for every input.
//
// Quickhull (Barber, Dobkin, Huhdanpaa 1996) in which every decision is an exact
// predicate, so there are no tolerances, no facets to merge by thickness and
// nothing to repair: a point is dropped only if it is in the hull of the rest in
// real arithmetic. docs/design/hull.md says why this replaces the Qhull library.
//
// Why it ends and is right: each round adds a point that lies strictly in front
// of some facet; the facets that see it strictly form a disc (coplanar facets
// are seen together or not at all), whose rim with the new point gives the new
// facets. None of those is degenerate: a point collinear with a rim edge would
// lie in the plane of the removed facet at that edge and not see it. The hull
// grows strictly, so no point is added twice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::geom {

struct HullTriangle {
  std::array<std::uint32_t, 3> vertex;    ///< counter-clockwise from outside
  std::array<std::uint32_t, 3> neighbor;  ///< across the edge vertex[i], vertex[i+1]
};

struct HullFacets {
  int dimension = 0;
  /// Dimension 3: the surface, in triangles (some may be coplanar, and some of
  /// their corners may lie on an edge or a face of the hull).
  std::vector<HullTriangle> triangles;
  /// Dimension 0, 1, 2: the extreme points; for a polygon in order around it, from the
  /// first one given towards that neighbour which is given first.
  std::vector<std::uint32_t> polygon;
};

/// Indices refer to `points`, which must be finite, within kMaxCoordinate, and
/// not empty.
HullFacets convex_hull(std::span<const Vec3> points);

}  // namespace glance::rooms::geom
