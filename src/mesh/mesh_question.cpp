// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/mesh_question.h"

#include <algorithm>

#include "exact/cache_access.h"
#include "glance/tolerance.h"

namespace glance::rooms::mesh {
namespace {

/// Bounds the error of a distance between triangles as computed, in units of PairFrame::error:
/// that of six coordinates, and of some twenty operations on them.
constexpr double kTriangleDistanceError = 16;

bool is_halfspace(const Shape& shape) { return shape.kind() == ShapeKind::halfspace; }

/// The unit in which searches measure is that of A's tree, whose volumes are floats in a frame of
/// about the size of the mesh. A convex body gets such a frame around its box; a half-space has
/// none, so any unit will do.
double tree_unit(const MeshSide& side) {
  if (side.mesh) return side.mesh->tree().frame().unit;
  if (is_halfspace(side.shape)) return TreeFrame{}.unit;
  return TreeFrame::around(side.shape.bounds()).unit;
}

}  // namespace

const Shape& MeshSide::part(std::uint32_t item) const {
  if (!mesh) return shape;
  const std::uint32_t t = triangle(item);
  const TriMesh& m = mesh->mesh();
  return buffer.set(m.corner(t, 0), m.corner(t, 1), m.corner(t, 2));
}

MeshQuestion::MeshQuestion(const PairQuestion& question)
    : asked(question),
      workspace(workspace_of(question)),
      a(question.a, question.pose_a, trees_of(question.cache).make().triangle_a,
        is_halfspace(question.b)),
      b(question.b, question.pose_b, trees_of(question.cache).make().triangle_b,
        is_halfspace(question.a)),
      frame(question.a, question.pose_a, question.b, question.pose_b),
      margin(question.options.margin > 0 ? std::min(question.options.margin, kMaxCoordinate) : 0),
      unit(tree_unit(a)) {}

bool MeshQuestion::has_halfspace() const { return is_halfspace(a.shape) || is_halfspace(b.shape); }

QueryOptions MeshQuestion::part_options() const {
  QueryOptions options = asked.options;
  // Parts answer for the whole: their bounds must be proved, and their depth says nothing about
  // that of the bodies.
  options.depth = false;
  options.tuning.certify = true;
  options.workspace = &workspace;
  return options;
}

double MeshQuestion::distance_error() const { return kTriangleDistanceError * frame.error; }

/// In the frame of the pair (axes of the world, origin at A's centroid), where coordinates are no
/// larger than the pair, and rounding errors with them.
TriangleCorners MeshQuestion::corners_a(std::uint32_t item) const {
  const TriMesh& m = a.mesh->mesh();
  const Triangle& t = m.triangles[a.triangle(item)];
  return {frame.a.from_centroid(m.vertices[t[0]]), frame.a.from_centroid(m.vertices[t[1]]),
          frame.a.from_centroid(m.vertices[t[2]])};
}

TriangleCorners MeshQuestion::corners_b(std::uint32_t item) const {
  const TriMesh& m = b.mesh->mesh();
  const Triangle& t = m.triangles[b.triangle(item)];
  return {frame.b.from_centroid(m.vertices[t[0]]) + frame.offset,
          frame.b.from_centroid(m.vertices[t[1]]) + frame.offset,
          frame.b.from_centroid(m.vertices[t[2]]) + frame.offset};
}

}  // namespace glance::rooms::mesh
