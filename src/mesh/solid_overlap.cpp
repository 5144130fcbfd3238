// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/solid_overlap.h"

#include <algorithm>
#include <array>

#include "geom/shape_access.h"
#include "mesh/distance_goal.h"
#include "mesh/flat_in_solid.h"
#include "mesh/mesh_search.h"
#include "mesh/solid_contact.h"
#include "mesh/solid_winding.h"

namespace glance::rooms::mesh {
namespace {

/// The largest number of vertices per body that are examined for a depth: each takes a search
/// through a tree.
constexpr std::size_t kDepthVertices = 256;

bool is_solid(const MeshSide& side) { return side.mesh && side.mesh->mesh().solid; }

/// Points of a body in its own frame: the vertices of a mesh; for a convex body with flat sides its
/// centroid and vertices, for a curved one its centroid; for a half-space none.
std::vector<Vec3> points_of(const MeshSide& side) {
  if (side.mesh) return side.mesh->mesh().vertices;
  if (side.shape.kind() == ShapeKind::halfspace) return {};
  std::vector<Vec3> points{side.shape.mass().centroid};
  points.insert(points.end(), side.shape.vertices().begin(), side.shape.vertices().end());
  return points;
}

/// A lower bound on the distance of a point of `body` from the surface of a mesh.
double depth_of_point(const MeshSide& mesh, const MeshSide& body, const Vec3& local,
                      Workspace& workspace) {
  const Shape point = *Shape::point(local);
  const PassingQuestion asked(mesh.shape, mesh.pose, point, body.pose, workspace);
  DistanceGoal goal(asked.question);
  search_trees(asked.question, goal);
  return goal.answer.verdict == Verdict::apart ? std::max(goal.nearest.parts.lower, 0.0) : 0;
}

/// For bodies that do not touch: each connected piece is either all inside or all outside, so one
/// vertex of each decides.
std::optional<Vec3> find_piece_inside(const MeshSide& solid, const MeshSide& body) {
  const auto is_in_solid = [&](const Vec3& p) {
    return winds_around(*solid.mesh, solid.pose, p, body.pose);
  };
  if (body.shape.kind() == ShapeKind::halfspace) return std::nullopt;
  if (!body.mesh) {
    const Vec3& p = polytope_of(body.shape).vertex(0);
    return is_in_solid(p) ? std::optional<Vec3>(body.pose.apply(p)) : std::nullopt;
  }
  for (const std::uint32_t v : body.mesh->piece_vertices()) {
    const Vec3& p = body.mesh->mesh().vertices[v];
    if (is_in_solid(p)) return body.pose.apply(p);
  }
  return std::nullopt;
}

/// For a convex body that touches the surface but does not overlap it: the surface does not reach
/// the interior of the body, so one interior point decides.
std::optional<Vec3> find_convex_inside(const MeshSide& solid, const MeshSide& body,
                                       Workspace& workspace) {
  const int dimension = body.shape.dimension();
  if (body.shape.kind() == ShapeKind::halfspace || dimension == 0) return std::nullopt;
  if (dimension < 3) return find_flat_inside(solid, body, workspace);
  const bool has_vertices = body.shape.has_flat_core() && body.shape.vertex_count() > 0;
  const SamplePoint middle = has_vertices ? SamplePoint(body.pose, body.shape.vertices())
                                          : SamplePoint(body.pose, body.shape.mass().centroid);
  if (!is_inside(*solid.mesh, solid.pose, middle)) return std::nullopt;
  return body.pose.apply(middle.rough);
}

double deepest_vertex(const MeshSide& solid, const MeshSide& body, Workspace& workspace) {
  if (!is_solid(solid)) return 0;
  const std::vector<Vec3> points = points_of(body);
  // Any subset of the vertices gives a valid lower bound on the depth.
  const std::size_t step = points.size() / kDepthVertices + 1;
  double deepest = 0;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const double depth = depth_of_point(solid, body, points[i], workspace);
    if (depth > deepest && winds_around(*solid.mesh, solid.pose, points[i], body.pose)) {
      deepest = depth;
    }
  }
  return deepest;
}

const Shape& hull_of(const MeshSide& side) { return side.mesh ? side.mesh->hull() : side.shape; }

}  // namespace

std::optional<Vec3> find_inside(const MeshQuestion& question, bool touching) {
  const MeshSide &a = question.a, &b = question.b;
  if (!is_solid(a) && !is_solid(b)) return std::nullopt;
  if (touching && question.are_triangles()) return find_beside_contact(a, b, question.workspace);
  const auto find = [&](const MeshSide& solid, const MeshSide& body) -> std::optional<Vec3> {
    if (!is_solid(solid)) return std::nullopt;
    return touching ? find_convex_inside(solid, body, question.workspace)
                    : find_piece_inside(solid, body);
  };
  const std::optional<Vec3> in_a = find(a, b);
  return in_a ? in_a : find(b, a);
}

DepthBounds solid_depth(const MeshQuestion& question) {
  const MeshSide &a = question.a, &b = question.b;
  Workspace& workspace = question.workspace;
  const Distance outer =
      distance({hull_of(a), a.pose}, {hull_of(b), b.pose}, {.workspace = &workspace});
  DepthBounds bounds;
  bounds.upper = -outer.lower;
  bounds.normal = outer.normal;
  bounds.lower = std::max(deepest_vertex(a, b, workspace), deepest_vertex(b, a, workspace));
  return bounds;
}

}  // namespace glance::rooms::mesh
