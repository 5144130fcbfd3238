// The surface of any bounded body as triangles: what spheres have to cover, and what they are
// measured against (docs/design/sphere_trees.md).
//
// Coordinates are (p - origin) / unit, within [-1, 1] but for rounding: so nothing over- or
// underflows, and lengths that mean "nothing" can be given as numbers.
#pragma once

#include <vector>

#include "glance/shape.h"
#include "glance/sphere_tree.h"
#include "rooms.h"

namespace glance::rooms::spheres {

/// A part of the body: the core that its triangles enclose (or just are), and all points within
/// `rounding` of it. Where the core is curved, the triangles are inscribed: no point of the true
/// core is farther from them than `sag`.
struct SurfacePart {
  std::uint32_t first = 0, count = 0;  ///< its triangles
  bool solid = false;
  double rounding = 0, sag = 0;

  /// How far the true surface may be from the triangles.
  double pad() const { return rounding + sag; }
};

/// Corners may coincide: segments and points are triangles here, too.
struct SurfaceTriangle {
  Vec3 a, b, c;
  std::uint32_t part = 0;
};

struct SphereSurface {
  std::vector<SurfaceTriangle> triangles;
  std::vector<SurfacePart> parts;
  Aabb bounds;  ///< of the body, pads included
  Vec3 origin = Vec3::zero();
  double unit = 1;   ///< length
  double grid = 0;   ///< of voxels: the side of a cube, from bounds.lower on; else 0
  double error = 0;  ///< bounds what roundings move a point by, here and on the way back

  Vec3 to_unit(const Vec3& p) const { return (p - origin) / unit; }
  Vec3 from_unit(const Vec3& p) const { return origin + p * unit; }
};

/// `levels`: curved cores get triangles that are small beside the spheres of so many levels.
/// Refuses half-spaces.
Result<SphereSurface> sphere_surface(const Shape& shape, int levels);
/// Of what is between set and empty cubes.
SphereSurface sphere_surface(const VoxelModel& voxels);

}  // namespace glance::rooms::spheres
