// Shapes: immutable, cheap to copy, safe to share between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glance/math.h"

namespace glance {

class Polytope;

enum class FeatureKind : std::uint8_t { vertex, edge, face };

/// A vertex, edge or face of a shape, by its number in that shape.
struct FeatureId {
  FeatureKind kind = FeatureKind::vertex;
  std::uint32_t index = 0;

  auto operator<=>(const FeatureId&) const = default;
};

/// "edge 12".
std::string to_string(FeatureId feature);

/// Mass properties at density 1, in the shape's own frame. A flat shape has no
/// volume: its centroid is that of its area (or length, or the point itself)
/// and its inertia is zero. So has a solid whose volume is too near to the
/// smallest double (2^-1000) for its digits; its centroid is the mean of its vertices.
struct MassProperties {
  double volume = 0;             ///< length^3
  Vec3 centroid = Vec3::Zero();  ///< length
  Mat3 inertia = Mat3::Zero();   ///< about the centroid, length^5
};

/// A convex body: the convex hull of its vertices, which may be a solid, a
/// planar polygon, a segment or a point.
///
/// Features. Faces are polygons; facets that are coplanar in exact arithmetic
/// are merged. Face loops run counter-clockwise seen from outside. A planar
/// polygon has two faces, back to back; a segment has one edge and no face; a
/// point has one vertex. Vertices are exactly the extreme points, in the order given
/// (a polygon's in order around it): duplicates, interior points and points on faces
/// or edges have been dropped.
class Shape {
 public:
  /// The convex hull of any number of points (at least one), in any position.
  static Result<Shape> hull(std::span<const Vec3> points);

  /// A closed convex surface given by polygons (indices into `points`,
  /// counter-clockwise from outside). Refused unless it is closed, consistently
  /// oriented, and planar and convex to within kFacePlanarityTolerance of its
  /// extent; the body is the convex hull of the points that the faces use.
  static Result<Shape> from_faces(std::span<const Vec3> points,
                                  std::span<const std::vector<std::uint32_t>> faces);

  /// A box centred at the origin. Zero half extents are allowed (a flat box).
  static Result<Shape> box(const Vec3& half_extents);

  /// The same body, `factor` times as large about the local origin, its
  /// coordinates rounded to doubles. Shares topology with this one unless that
  /// rounding bends it (then the hull is taken anew).
  Result<Shape> scaled(double factor) const;

  /// 0 point, 1 segment, 2 planar polygon, 3 solid.
  int dimension() const;

  std::span<const Vec3> vertices() const;
  std::size_t vertex_count() const;
  std::size_t edge_count() const;
  std::size_t face_count() const;

  /// Both end vertices of an edge, the smaller number first.
  std::array<std::uint32_t, 2> edge_vertices(std::uint32_t edge) const;
  /// The vertices of a face, counter-clockwise from outside.
  std::span<const std::uint32_t> face_vertices(std::uint32_t face) const;
  /// Unit outward normal of a face.
  Vec3 face_normal(std::uint32_t face) const;

  const MassProperties& mass() const;
  /// Radius of a sphere about mass().centroid that holds the whole shape.
  double bounding_radius() const;
  /// Longest side of the local bounding box: the length scale of the shape.
  double extent() const;
  const Aabb& bounds() const;

  /// Memory held by this shape, topology shared with others included.
  std::size_t bytes() const;

  /// Checks Euler's formula, adjacency, planarity, convexity (in exact
  /// arithmetic) and the Voronoi regions. An error here is a bug of the library.
  Result<void> validate() const;

  /// For the library's own use.
  const Polytope& polytope() const { return *polytope_; }

  // Copies only: a shape that was moved from would be the one kind that holds no body.
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;

 private:
  static Result<Shape> wrap(Result<std::shared_ptr<const Polytope>> polytope);
  explicit Shape(std::shared_ptr<const Polytope> polytope) : polytope_(std::move(polytope)) {}

  std::shared_ptr<const Polytope> polytope_;
};

}  // namespace glance
