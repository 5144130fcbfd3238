// Tested in tests/unit/bound/convexity_test.cpp (Convexity).
#include "glance/convexity.h"

#include <cmath>

#include "bound/mesh_body.h"
#include "geom/hull_depth.h"
#include "geom/mesh_edges.h"
#include "glance/tolerance.h"

namespace glance {
using namespace rooms::bound;

std::string_view to_string(ConvexityFault fault) {
  switch (fault) {
    case ConvexityFault::none: return "exactly convex";
    case ConvexityFault::open: return "an edge belongs to one triangle only";
    case ConvexityFault::branching:
      return "an edge does not belong to two triangles facing one way";
    case ConvexityFault::inside_out: return "the triangles face inward";
    case ConvexityFault::concave: return "an edge is bent inward";
    case ConvexityFault::folded: return "two neighbours in one plane lie upon each other";
    case ConvexityFault::overlapping: return "it does not cover its hull exactly once";
  }
  return "unknown";
}

Result<Convexity> convexity(const Shape& shape) {
  if (shape.kind() != ShapeKind::mesh) {
    return fail(ErrorCode::unsupported, "only a mesh can be compared with its convex hull");
  }
  const MeshBody& body = mesh_of(shape);
  const TriMesh& mesh = body.mesh();
  Convexity result;
  SurfaceFault fault;
  const ConvexSurface* convex = body.convex();
  const Shape& hull = body.hull();
  if (!convex) {
    find_convex_surface(mesh, fault, [&] { return hull; });
    result.fault = fault.fault;
    if (fault.triangle != SubShape::kNone) result.triangle = mesh.given[fault.triangle];
  }
  result.exactly_convex = convex != nullptr;
  if (is_closed(mesh.vertices.size(), mesh.triangles)) {
    result.volume = std::fabs(mesh.signed_volume());
  }
  result.hull_volume = hull.mass().volume;
  result.hull_vertices = hull.vertex_count();
  result.hull_faces = hull.face_count();
  if (!convex && hull.dimension() == 3) {
    result.hull_distance = depth_in_hull(mesh, hull, kHullDistanceAccuracy * shape.extent());
  }
  return result;
}

}  // namespace glance
