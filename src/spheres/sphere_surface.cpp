// Tested in tests/property/sphere_trees_test.cpp (SphereTrees.CoverTheSurfaceAtEveryLevel).
#include "spheres/sphere_surface.h"

#include <algorithm>
#include <numbers>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/tolerance.h"
#include "spheres/sphere_voxels.h"

namespace glance::rooms::spheres {
namespace {

/// Sides of a circle, for each sphere along it in a tree of so many levels: the spheres of level n
/// are some 2^-n of the body large, and four sides for each leave 2 % of their size in between.
int sides_for(int levels) { return std::clamp(8 << std::max(levels, 2), 32, 512); }

/// The parts of the body one after the other, in its own frame and unit.
class Collector {
 public:
  Collector(SphereSurface& surface, int levels) : surface_(surface), levels_(levels) {}

  void add(const Shape& shape, const Pose& pose) {
    if (shape.kind() == ShapeKind::compound) {
      for (const CompoundPart& leaf : shape.leaf_parts()) add(leaf.shape, leaf.pose);
      return;
    }
    pose_ = pose;
    SurfacePart part;
    part.first = static_cast<std::uint32_t>(surface_.triangles.size());
    part.rounding = shape.rounding();
    part.solid = shape.dimension() == 3;
    if (shape.kind() == ShapeKind::mesh) {
      add_mesh(shape.mesh_view());
      part.solid = shape.mesh_view().solid;
    } else if (shape.has_flat_core()) {
      add_flat(shape);
      // A rounded flat core is a solid, but its triangles enclose nothing.
      part.solid = polytope_of(shape).dimension() == 3;
    } else {
      part.sag = add_curved(shape.kind(), shape.sizes()) * kMaxStretch;
      part.solid = shape.sizes().min_component() > 0;  // nor do a disc's
    }
    part.count = static_cast<std::uint32_t>(surface_.triangles.size()) - part.first;
    surface_.parts.push_back(part);
  }

 private:
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    surface_.triangles.push_back({pose_.apply(a), pose_.apply(b), pose_.apply(c),
                                  static_cast<std::uint32_t>(surface_.parts.size())});
  }

  void add_mesh(const MeshView& mesh) {
    for (const Triangle& t : mesh.triangles) {
      triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
    }
  }

  void add_flat(const Shape& shape) {
    const auto v = shape.vertices();
    if (v.size() <= 2) {
      triangle(v.front(), v.front(), v.back());
      return;
    }
    // The two faces of a polygon are the same.
    const std::uint32_t faces =
        polytope_of(shape).dimension() == 2 ? 1 : static_cast<std::uint32_t>(shape.face_count());
    for (std::uint32_t f = 0; f < faces; f++) {
      const auto loop = shape.face_vertices(f);
      for (std::size_t i = 2; i < loop.size(); i++) {
        triangle(v[loop[0]], v[loop[i - 1]], v[loop[i]]);
      }
    }
  }

  /// Returns the sag.
  double add_curved(ShapeKind kind, const Vec3& sizes) {
    const int n = sides_for(levels_);
    return kind == ShapeKind::ellipsoid ? add_ellipsoid(sizes, n) : add_turned(kind, sizes, n);
  }

  /// A cylinder or a cone.
  double add_turned(ShapeKind kind, const Vec3& sizes, int n) {
    const double r = sizes.x(), h = sizes.z();
    const Vec3 low(0, 0, -h), high(0, 0, h);
    for (int i = 0; i < n; i++) {
      const Vec3 p = r * on_circle(i, n), q = r * on_circle(i + 1, n);
      triangle(low, q + low, p + low);
      if (h == 0) continue;  // a disc: its two ends are the same
      if (kind == ShapeKind::cone) {
        triangle(p + low, q + low, high);
      } else {
        triangle(high, p + high, q + high);
        triangle(p + low, q + low, q + high);
        triangle(p + low, q + high, p + high);
      }
    }
    return sagging(r, 1 - std::cos(std::numbers::pi / n));
  }

  /// A sphere in rings, stretched. A point u of the unit sphere is on the ray through a point
  /// l u of the triangles, with l at least the distance from the center to their planes: so the
  /// stretched ones are no farther apart than (1 - l) times the longest semi-axis.
  double add_ellipsoid(const Vec3& semi_axes, int n) {
    const int rings = n / 2;
    double nearest = 1;
    const auto at = [&](int ring, int i) -> Vec3 {
      if (ring == 0 || ring == rings) return {0, 0, ring == 0 ? -1.0 : 1.0};
      const double up = std::numbers::pi * ((double(ring) / rings) - 0.5);
      const Vec3 around = on_circle(i, n);
      return {std::cos(up) * around.x(), std::cos(up) * around.y(), std::sin(up)};
    };
    const auto add = [&](const Vec3& p, const Vec3& q, const Vec3& r) {
      nearest = std::min(nearest, dot(normalized(cross(q - p, r - p)), p));
      triangle(p.times(semi_axes), q.times(semi_axes), r.times(semi_axes));
    };
    for (int ring = 0; ring < rings; ring++) {
      for (int i = 0; i < n; i++) {
        const Vec3 p = at(ring, i), q = at(ring, i + 1), r = at(ring + 1, i + 1),
                   s = at(ring + 1, i);
        if (ring > 0) add(p, q, r);
        if (ring + 1 < rings) add(p, r, s);
      }
    }
    return sagging(semi_axes.max_component(), 1 - nearest);
  }

  static Vec3 on_circle(int i, int n) {
    const double angle = 2 * std::numbers::pi * (i % n) / n;
    return {std::cos(angle), std::sin(angle), 0};
  }
  /// Sines and cosines are not exact, and those of different libraries differ in the last bit.
  static double sagging(double radius, double part) { return radius * (part + 0x1p-48); }

  SphereSurface& surface_;
  int levels_;
  Pose pose_;
};

/// Origin, unit, and the triangles in them.
void normalize(SphereSurface& surface) {
  Aabb all;
  for (const SurfaceTriangle& t : surface.triangles) {
    const Vec3 pad = Vec3::constant(surface.parts[t.part].pad());
    for (const Vec3* p : {&t.a, &t.b, &t.c}) {
      all.add(*p - pad);
      all.add(*p + pad);
    }
  }
  surface.origin = all.lower + (all.upper - all.lower) / 2;
  const double half = (all.upper - all.lower).max_component() / 2;
  int exponent = 0;
  if (half > 0) std::frexp(half, &exponent);
  surface.unit = std::ldexp(1.0, exponent);  // a power of two: dividing by it is exact
  for (SurfaceTriangle& t : surface.triangles) {
    for (Vec3* p : {&t.a, &t.b, &t.c}) *p = surface.to_unit(*p);
  }
  for (SurfacePart& part : surface.parts) {
    part.rounding /= surface.unit;
    part.sag /= surface.unit;
  }
  surface.bounds = {surface.to_unit(all.lower), surface.to_unit(all.upper)};
  // Poses of parts turn coordinates up to the largest, in a handful of roundings; then a few of
  // those of the unit frame.
  const double largest = std::max(all.lower.max_abs(), all.upper.max_abs());
  surface.error = 0x1p-48 + 0x1p-48 * (largest / surface.unit);
}

}  // namespace

Result<SphereSurface> sphere_surface(const Shape& shape, int levels) {
  if (shape.kind() == ShapeKind::halfspace)
    return fail(ErrorCode::unsupported, "no sphere covers a half-space");
  SphereSurface surface;
  Collector(surface, levels).add(shape, {});
  normalize(surface);
  return surface;
}

SphereSurface sphere_surface(const VoxelModel& voxels) {
  SphereSurface surface;
  const TriangleSoup faces = voxel_faces(voxels);
  for (const Triangle& t : faces.triangles) {
    surface.triangles.push_back(
        {faces.vertices[t[0]], faces.vertices[t[1]], faces.vertices[t[2]], 0});
  }
  surface.parts.push_back({0, static_cast<std::uint32_t>(surface.triangles.size()), true, 0, 0});
  normalize(surface);
  surface.grid = voxels.cell / surface.unit;
  return surface;
}

}  // namespace glance::rooms::spheres
