#include "narrow/solid_overlap.h"

#include <algorithm>
#include <array>

#include "narrow/solid_winding.h"

namespace glance {
namespace {

/// Of each body so many vertices are looked at for a depth: each takes a search through a tree.
constexpr std::size_t kDepthVertices = 256;

/// How far behind a triangle points are looked at, as a part of its size: far enough from its plane
/// for doubles, and near enough to be behind it and not beyond something else.
constexpr std::array kDepthsBehind{0x1p-3, 0x1p-8, 0x1p-14, 0x1p-20};

bool is_solid(const MeshSide& side) { return side.mesh && side.mesh->mesh().solid; }

/// Vertices in the body's own frame. Of a convex one with flat sides also its middle, of a curved
/// one that alone; of a half-space none.
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
      : point(*Shape::point(local)), question{mesh.shape, mesh.pose, point,
                                              body.pose,  cache,     options} {}
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
  const auto winds = [&](const Vec3& p) {
    return winds_around(*solid.mesh, solid.pose, p, body.pose);
  };
  if (body.mesh) {
    return std::ranges::any_of(body.mesh->piece_vertices(), [&](std::uint32_t v) {
      return winds(body.mesh->mesh().vertices[v]);
    });
  }
  return body.shape.kind() != ShapeKind::halfspace && winds(body.shape.polytope().vertex(0));
}

/// Strictly inside the solid.
bool is_point_inside(const MeshSide& solid, const MeshSide& body, const Vec3& local) {
  return winds_around(*solid.mesh, solid.pose, local, body.pose) &&
         !is_on_surface(solid, body, local);
}

/// Pieces where something else touches.
bool is_any_piece_inside(const MeshSide& solid, const MeshSide& body) {
  if (!body.mesh) return false;
  return std::ranges::any_of(body.mesh->piece_vertices(), [&](std::uint32_t v) {
    const Vec3& p = body.mesh->mesh().vertices[v];
    return is_point_inside(solid, body, p);
  });
}

/// Which triangles of the mesh touch the other body, or have a corner in common with one that does.
std::vector<std::uint32_t> triangles_around_contact(const MeshSide& mesh, const MeshSide& other) {
  PairCache cache;
  const QueryOptions options{.certify = false, .list = {.policy = ListPolicy::top_down}};
  const PairQuestion question{mesh.shape, mesh.pose, other.shape, other.pose, cache, options};
  std::vector<TouchingParts> touching;
  MeshPair pair(question, MeshPair::Goal::list);
  pair.list = &touching;
  pair.search();
  const TriMesh& m = mesh.mesh->mesh();
  std::vector<bool> marked(m.vertices.size());
  for (const TouchingParts& parts : touching) {
    const auto at = std::ranges::lower_bound(m.given, parts.a.triangle) - m.given.begin();
    for (const std::uint32_t v : m.triangles[static_cast<std::size_t>(at)]) marked[v] = true;
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t t = 0; t < m.triangles.size(); t++) {
    if (std::ranges::any_of(m.triangles[t], [&](std::uint32_t v) { return marked[v]; })) {
      found.push_back(t);
    }
  }
  return found;
}

/// For bodies that touch: wherever the surface of one leads into the other it does so beside a
/// triangle that touches. The middle of each such triangle is looked at, and if the body is solid
/// points behind it, at several depths.
bool leads_inside(const MeshSide& solid, const MeshSide& body) {
  if (!body.mesh) {
    return std::ranges::any_of(points_of(body),
                               [&](const Vec3& p) { return is_point_inside(solid, body, p); });
  }
  const TriMesh& m = body.mesh->mesh();
  const auto is_in_both = [&](const Vec3& p) {
    return winds_around(*body.mesh, body.pose, p, body.pose) && is_point_inside(solid, body, p) &&
           !is_on_surface(body, body, p);
  };
  for (const std::uint32_t t : triangles_around_contact(body, solid)) {
    const Vec3 &p = m.corner(t, 0), &q = m.corner(t, 1), &r = m.corner(t, 2);
    const Vec3 middle = (p + q + r) / 3;
    if (!is_solid(body)) {
      if (is_point_inside(solid, body, middle)) return true;
      continue;
    }
    const Vec3 normal = normalized(cross(q - p, r - p));
    const double size = norm(q - p) + norm(r - p);
    for (const double depth : kDepthsBehind) {
      // (A surface may be inside out.)
      if (is_in_both(middle - depth * size * normal)) return true;
      if (is_in_both(middle + depth * size * normal)) return true;
    }
  }
  return false;
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

const Shape& hull_of(const MeshSide& side) { return side.mesh ? side.mesh->hull() : side.shape; }

}  // namespace

bool is_inside(const MeshPair& pair, bool touching) {
  const auto holds = [&](const MeshSide& solid, const MeshSide& body) {
    if (!is_solid(solid)) return false;
    // Pieces that do not touch are inside as a whole, or not at all; of others a vertex may be on
    // the surface, where the winding number is of no use.
    if (!touching) return is_piece_inside(solid, body);
    return leads_inside(solid, body) || is_any_piece_inside(solid, body);
  };
  return holds(pair.a, pair.b) || holds(pair.b, pair.a);
}

DepthBounds solid_depth(const MeshPair& pair) {
  const Distance outer = distance(hull_of(pair.a), pair.a.pose, hull_of(pair.b), pair.b.pose);
  DepthBounds bounds;
  bounds.upper = -outer.lower;
  bounds.normal = outer.normal;
  bounds.lower = std::max(deepest_vertex(pair.a, pair.b), deepest_vertex(pair.b, pair.a));
  return bounds;
}

}  // namespace glance
