// Point sets that are hard for a convex hull, one class a function.
#pragma once

#include <string>
#include <vector>

#include "glance/rng.h"

namespace glance::test {

enum class PointSet {
  sphere,         ///< on a sphere, all extreme
  ball,           ///< in a ball, most of them inside
  box_surface,    ///< a box with points on its faces and edges
  near_coplanar,  ///< a plane with noise of 1e-16 of the extent
  sliver,         ///< squeezed by up to 1e8 along one or two axes, turned
  grid,           ///< a small lattice: many coplanar and collinear points
  duplicates,     ///< few distinct points, many times, some one ulp apart
  flat,           ///< a point, a segment, or a planar polygon, exactly
};
inline constexpr PointSet kPointSets[] = {
    PointSet::sphere, PointSet::ball, PointSet::box_surface, PointSet::near_coplanar,
    PointSet::sliver, PointSet::grid, PointSet::duplicates,  PointSet::flat};

std::string to_string(PointSet kind);

/// Between 1 and about 60 points, at a scale from 1e-9 to 1e9.
std::vector<Vec3> make_points(PointSet kind, Rng& rng);

}  // namespace glance::test
