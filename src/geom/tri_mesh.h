// The triangles of a mesh, cleaned: what every other file may rely on. All coordinates are finite
// and in range, no triangle is degenerate in exact arithmetic, no two have the same corners,
// every vertex is used and each place is one vertex (until vertices are moved).
#pragma once

#include <vector>

#include "geom/shape_form.h"
#include "glance/mesh.h"

namespace glance::rooms::geom {

struct TriMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> given;  ///< see MeshView
  bool solid = false;

  /// See Shape::mesh.
  static Result<TriMesh> make(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                              bool solid, MeshReport& report);
  /// See Shape::with_vertices.
  Result<TriMesh> with_vertices(std::span<const Vec3> moved) const;
  /// A mesh from its stored form, unchanged. `moved`: by with_vertices, so that vertices may have
  /// met. Fails for what neither function above returns. (`make` would not do: triangles of a
  /// surface with one side, such as a Moebius strip, cannot all agree on which side is outside, and
  /// each call of `make` would turn others.)
  static Result<TriMesh> restore(TriMesh stored, bool moved);

  const Vec3& corner(std::uint32_t triangle, int k) const {
    return vertices[triangles[triangle][static_cast<std::size_t>(k)]];
  }
  std::size_t bytes() const;

  /// The volume that a closed surface encloses, counted as often as the surface winds around it
  /// (length^3; negative: the surface is inside out).
  double signed_volume() const;

  /// Mass, bounds, extent, bounding radius about the centroid; see Shape::mass.
  ShapeForm measure() const;
};

}  // namespace glance::rooms::geom
