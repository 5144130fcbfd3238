// The Voronoi region of each feature of a polytope (I-COLLIDE section 3.2.1): the
// points outside the body that are nearer to that feature than to any other, as
// planes that each name the feature behind them; and the pseudo-Voronoi cells that
// divide the inside (section 3.3).
//
// Planes are computed from vertices and face planes when asked for: storing them
// would double the size of a body. All are in the body's own frame.
//
//   vertex v   for each edge at v: the plane through v across that edge    -> edge
//   edge e     at each end: the plane through it across the edge           -> vertex
//              for each face: the plane through e along the face's normal  -> face
//   face f     for each of its edges: the same plane, from the other side  -> edge
//              the plane of f itself                                       -> inside
//
// A planar polygon's two faces lie back to back, so behind the plane of one is the
// other's region; a segment's edge has only its two end planes; a point's region
// is all of space.
#pragma once

#include <optional>

#include "geom/polytope.h"

namespace glance::rooms::geom {

struct RegionPlane {
  Plane plane;          ///< the region is where plane.height(p) >= 0
  FeatureId neighbor;   ///< whose region lies behind
  bool inside = false;  ///< behind lies the interior: `neighbor` is the face itself
};

/// Number of planes that bound the region of a feature.
std::uint32_t region_plane_count(const Polytope& body, FeatureId feature);

/// The planes in a fixed order: around the vertex; ends then faces of the edge;
/// around the face, its own plane last.
RegionPlane region_plane(const Polytope& body, FeatureId feature, std::uint32_t i);

/// Whether the point fails the region of a feature; if so, a plane that it
/// violates. For an edge it is the plane violated most; for a vertex or face with
/// few neighbours too; with many, a plane found in logarithmic time.
std::optional<RegionPlane> find_violated(const Polytope& body, FeatureId feature, const Vec3& p);

/// Interior cell of a face: number of planes, one for each of its edges, and the
/// planes: through the centroid and that edge, with the cell of the face across the
/// edge behind it. (The cell is closed off by the face's own plane.) Solids only.
std::uint32_t interior_plane_count(const Polytope& body, std::uint32_t face);
RegionPlane interior_plane(const Polytope& body, std::uint32_t face, std::uint32_t i);

/// The same question for the interior cell of a face: the plane violated most, or
/// one found in logarithmic time. Ignores the face's own plane.
std::optional<RegionPlane> find_violated_interior(const Polytope& body, std::uint32_t face,
                                                  const Vec3& p);

}  // namespace glance::rooms::geom
