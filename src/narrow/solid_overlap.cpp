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

/// The first of these points of the body that the test takes, in the world.
template <class Points, class Test>
std::optional<Vec3> find_point(const MeshSide& body, const Points& points, const Test& test) {
  for (const Vec3& p : points) {
    if (test(p)) return body.pose.apply(p);
  }
  return std::nullopt;
}

/// Among a vertex of each piece; of a convex body any point of it.
template <class Test>
std::optional<Vec3> find_piece(const MeshSide& body, const Test& test) {
  if (body.shape.kind() == ShapeKind::halfspace) return std::nullopt;
  if (!body.mesh) return find_point(body, std::array{body.shape.polytope().vertex(0)}, test);
  for (const std::uint32_t v : body.mesh->piece_vertices()) {
    const Vec3& p = body.mesh->mesh().vertices[v];
    if (test(p)) return body.pose.apply(p);
  }
  return std::nullopt;
}

/// For bodies of which nothing touches: all of a piece is inside, or nothing.
std::optional<Vec3> find_piece_inside(const MeshSide& solid, const MeshSide& body) {
  return find_piece(
      body, [&](const Vec3& p) { return winds_around(*solid.mesh, solid.pose, p, body.pose); });
}

/// Strictly inside the solid.
bool is_point_inside(const MeshSide& solid, const MeshSide& body, const Vec3& local) {
  return winds_around(*solid.mesh, solid.pose, local, body.pose) &&
         !is_on_surface(solid, body, local);
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
/// points behind it, at several depths; and a vertex of each piece, which need not touch.
std::optional<Vec3> find_beside_contact(const MeshSide& solid, const MeshSide& body) {
  const auto is_in_solid = [&](const Vec3& p) { return is_point_inside(solid, body, p); };
  if (!body.mesh) return find_point(body, points_of(body), is_in_solid);
  const auto is_in_both = [&](const Vec3& p) {
    return is_in_solid(p) && is_point_inside(body, body, p);
  };
  const TriMesh& m = body.mesh->mesh();
  for (const std::uint32_t t : triangles_around_contact(body, solid)) {
    const Vec3 &p = m.corner(t, 0), &q = m.corner(t, 1), &r = m.corner(t, 2);
    const Vec3 middle = (p + q + r) / 3;
    if (!is_solid(body)) {
      if (is_in_solid(middle)) return body.pose.apply(middle);
      continue;
    }
    const Vec3 normal = normalized(cross(q - p, r - p)) * (norm(q - p) + norm(r - p));
    for (const double depth : kDepthsBehind) {
      for (const double side : {-depth, depth}) {  // a surface may be inside out
        const Vec3 behind = middle + side * normal;
        if (is_in_both(behind)) return body.pose.apply(behind);
      }
    }
  }
  return find_piece(body, is_in_solid);
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

std::optional<Vec3> find_inside(const MeshPair& pair, bool touching) {
  const auto find = [&](const MeshSide& solid, const MeshSide& body) -> std::optional<Vec3> {
    if (!is_solid(solid)) return std::nullopt;
    return touching ? find_beside_contact(solid, body) : find_piece_inside(solid, body);
  };
  const std::optional<Vec3> in_a = find(pair.a, pair.b);
  return in_a ? in_a : find(pair.b, pair.a);
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
