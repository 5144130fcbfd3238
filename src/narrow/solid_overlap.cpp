#include "narrow/solid_overlap.h"

#include <algorithm>

#include "narrow/solid_winding.h"

namespace glance {
namespace {

/// Of each body so many vertices are looked at for a depth: each takes a search through a tree.
constexpr std::size_t kDepthVertices = 256;

bool is_solid(const MeshSide& side) { return side.mesh && side.mesh->mesh().solid; }

/// The points of a body that are asked about: vertices in its own frame. Of a convex one with flat sides
/// also its middle, of a curved one that alone; of a half-space none.
std::vector<Vec3> points_of(const MeshSide& side) {
  if (side.mesh) return side.mesh->mesh().vertices;
  if (side.shape.kind() == ShapeKind::halfspace) return {};
  std::vector<Vec3> points{side.shape.mass().centroid};
  points.insert(points.end(), side.shape.vertices().begin(), side.shape.vertices().end());
  return points;
}

/// A point of `body` and the surface of a mesh, as a question of its own.
struct PointQuestion {
  Shape point;
  PairCache cache;
  QueryOptions options{.certify = false, .list = {.policy = ListPolicy::top_down}};
  PairQuestion question;

  PointQuestion(const MeshSide& mesh, const MeshSide& body, const Vec3& local)
      : point(*Shape::point(local)),
        question{mesh.shape, mesh.pose, point, body.pose, cache, options} {}
};

bool is_on_surface(const MeshSide& mesh, const MeshSide& body, const Vec3& local) {
  PointQuestion asked(mesh, body, local);
  MeshPair pair(asked.question, MeshPair::Goal::touch);
  pair.search();
  return pair.verdict != Verdict::apart;
}

double depth_of_point(const MeshSide& mesh, const MeshSide& body, const Vec3& local) {
  PointQuestion asked(mesh, body, local);
  MeshPair pair(asked.question, MeshPair::Goal::distance);
  pair.search();
  return pair.verdict == Verdict::apart ? std::max(pair.nearest_parts.lower, 0.0) : 0;
}

/// For bodies of which nothing touches: all of a piece is inside, or nothing.
bool is_piece_inside(const MeshSide& solid, const MeshSide& body) {
  const auto winds = [&](const Vec3& p) { return winds_around(*solid.mesh, solid.pose, p, body.pose); };
  if (body.mesh) {
    return std::ranges::any_of(body.mesh->piece_vertices(), [&](std::uint32_t v) {
      return winds(body.mesh->mesh().vertices[v]);
    });
  }
  return body.shape.kind() != ShapeKind::halfspace && winds(body.shape.polytope().vertex(0));
}

bool is_vertex_inside(const MeshSide& solid, const MeshSide& body) {
  return std::ranges::any_of(points_of(body), [&](const Vec3& p) {
    return !is_on_surface(solid, body, p) &&
           winds_around(*solid.mesh, solid.pose, p, body.pose);
  });
}

double deepest_vertex(const MeshSide& solid, const MeshSide& body) {
  if (!is_solid(solid)) return 0;
  const std::vector<Vec3> points = points_of(body);
  const std::size_t step = points.size() / kDepthVertices + 1;
  double deepest = 0;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const double depth = depth_of_point(solid, body, points[i]);
    if (depth > deepest && winds_around(*solid.mesh, solid.pose, points[i], body.pose)) {
      deepest = depth;
    }
  }
  return deepest;
}

/// A convex body that holds this one: a solid's convex hull, a surface's box.
Shape outer_body(const MeshSide& side) {
  if (!side.mesh) return side.shape;
  return *Shape::hull(is_solid(side) ? std::span<const Vec3>(side.mesh->mesh().vertices)
                                     : side.shape.polytope().vertices());
}

}  // namespace

bool is_inside(const MeshPair& pair, bool touching) {
  const auto holds = [&](const MeshSide& solid, const MeshSide& body) {
    if (!is_solid(solid)) return false;
    return touching ? is_vertex_inside(solid, body) : is_piece_inside(solid, body);
  };
  return holds(pair.a, pair.b) || holds(pair.b, pair.a);
}

DepthBounds solid_depth(const MeshPair& pair) {
  const Distance outer =
      distance(outer_body(pair.a), pair.a.pose, outer_body(pair.b), pair.b.pose);
  DepthBounds bounds;
  bounds.upper = -outer.lower;
  bounds.normal = outer.normal;
  bounds.lower = std::max(deepest_vertex(pair.a, pair.b), deepest_vertex(pair.b, pair.a));
  return bounds;
}

}  // namespace glance
