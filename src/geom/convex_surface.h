// Whether a mesh is the surface of its convex hull, in exact arithmetic, and which of its triangles
// make up which face of the hull.
//
// The proof. Let H be the hull of the vertices, of dimension 3. It is checked that
//
//   1. every edge is used once in each direction, by two triangles;
//   2. no edge is bent inward, and two neighbours in one plane face the same way. A patch is a set
//      of triangles connected through edges that are not bent: all in one plane, facing one way;
//   3. every patch contains three vertices of one face of H, and at least one of its edges is bent;
//   4. of the triangles in a face F of H with a corner at v, exactly one has its next corner on the
//      edge of H that leaves v with F on its left. (For one v and one F.)
//
// By 3 the plane of a patch is that of F. All vertices are in H, so all triangles of the patch lie
// in F. The neighbour beyond a bent edge has a corner strictly behind the patch, as all of H is
// behind F: so the patch faces outward, as F does. By 1 the triangles form a cycle on the surface
// of H, which is a sphere: so the number of triangles that cover a point there, each counted with
// the way that it faces, is the same for all points that are on no edge; and since all face outward
// it is the number of triangles that cover the point. Next to v, in F, just left of that edge, 4
// says that this number is 1. (A triangle that covers such points has v as a corner, since v is an
// extreme point of H, and a side along the edge, since F ends there.) So the triangles cover the
// surface of H exactly once: the mesh is that surface, and it winds once around the inside of H.
//
// Conversely, for the surface of a convex body all of this holds, if no two vertices are at the
// same place; with such the answer may be "no", which is safe. A surface that covers H twice passes
// 1 to 3 and fails 4; one that is inside out fails 2.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "geom/tri_mesh.h"
#include "glance/convexity.h"

namespace glance::rooms::geom {

struct ConvexSurface {
  explicit ConvexSurface(const Shape& around) : hull(around) {}

  Shape hull;  ///< of kind `hull`, in the mesh's frame
  /// By face of the hull: where its triangles begin in `triangles`; one more than there are faces.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> triangles;
  /// By vertex of the hull: the same vertex of the mesh, and a triangle that has it as a corner.
  std::vector<std::uint32_t> vertex, triangle_at;

  std::span<const std::uint32_t> triangles_of(std::uint32_t face) const {
    return {triangles.data() + first[face], first[face + 1] - first[face]};
  }
  std::size_t bytes() const;

  /// Where a feature of the hull is on the mesh.
  struct Place {
    std::uint32_t triangle;
    FeatureId feature;  ///< of Shape::triangle
  };
  /// A triangle that holds a point of a feature of the hull (up to rounding, in the mesh's frame).
  Place place(const TriMesh& mesh, FeatureId feature, const Vec3& point) const;
};

/// What the triangles say of themselves, before there is a hull.
struct SurfaceFault {
  ConvexityFault fault = ConvexityFault::none;
  std::uint32_t triangle = SubShape::kNone;  ///< of the mesh, not of its input
};

/// Whether 1 and 2 in the head hold: false for all meshes but convex ones and odd cases. Most are
/// told by a few triangles that have a vertex in front of them, which takes next to no time beside
/// the building of a tree; the others by their edges.
bool may_be_convex(const TriMesh& mesh);

/// The surface as that of its hull; nothing if it is not that, and `fault` says why. `hull` makes
/// the hull of the vertices, which is asked for only if no edge tells.
std::optional<ConvexSurface> find_convex_surface(const TriMesh& mesh, SurfaceFault& fault,
                                                 const std::function<Shape()>& hull);

}  // namespace glance::rooms::geom
