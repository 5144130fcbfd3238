// Shapes: immutable, cheap to copy, safe to share between threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glance/export.h"
#include "glance/math.h"
#include "glance/mesh.h"

namespace glance::rooms::geom {
class Polytope;
struct ShapeForm;
class ShapeBody;
struct ShapeAccess;
}  // namespace glance::rooms::geom

namespace glance {

struct CompoundPart;

/// What a shape was made as. The kinds up to `hull` have flat sides (unless rounded), and the kinds
/// from `sphere` to `halfspace` are curved (a half-space has one flat side). All of these are
/// convex; `mesh` and `compound` need not be.
enum class ShapeKind : std::uint8_t {
  point,
  segment,
  triangle,
  box,
  hull,
  sphere,
  capsule,
  cylinder,
  cone,
  ellipsoid,
  halfspace,
  mesh,
  compound,
};
/// The number of convex kinds.
inline constexpr int kConvexKinds = 11;
/// The number of all kinds.
inline constexpr int kShapeKinds = 13;

/// Returns "point", .., "compound".
GLANCE_API std::string_view to_string(ShapeKind kind);

/// What a feature is.
enum class FeatureKind : std::uint8_t { vertex, edge, face };

/// A vertex, edge or face of a shape, by its number in that shape. For rounded shapes, spheres and
/// capsules it is a feature of the core (the core of a capsule has edge 0, and vertices 0 below and
/// 1 above). The curved kinds have these features:
///
///   cylinder    face 0 is the side, 1 the top, 2 the bottom; edge 0 is the upper rim, 1 the lower
///   cone        face 0 is the side, 1 the base; edge 0 is the rim; vertex 0 is the tip
///   ellipsoid, half-space    face 0
struct FeatureId {
  /// The index of no feature.
  static constexpr std::uint32_t kNone = UINT32_MAX;

  FeatureKind kind = FeatureKind::vertex;  ///< vertex, edge or face
  std::uint32_t index = 0;                 ///< its number among those of its kind, from 0

  /// What stands where no feature was computed.
  static constexpr FeatureId none() { return {FeatureKind::vertex, kNone}; }
  /// Whether it is none().
  bool is_none() const { return index == kNone; }

  auto operator<=>(const FeatureId&) const = default;
};

/// Returns the feature in words: "edge 12"; "none".
GLANCE_API std::string to_string(FeatureId feature);

/// Mass properties at density 1, in the shape's own frame. A flat shape has no volume: its centroid
/// is that of its area (or length, or the point itself), and its inertia is zero. A solid whose
/// volume is below about 2^-1000, where doubles lose digits, has volume and inertia zero as well;
/// its centroid is the mean of its vertices.
struct MassProperties {
  double volume = 0;             ///< length^3
  Vec3 centroid = Vec3::zero();  ///< length
  Mat3 inertia = Mat3::zero();   ///< about the centroid, length^5
};

/// The bounding volumes of a compound's parts, on every level of its hierarchy (I-COLLIDE section
/// 3.4).
enum class PartVolume : std::uint8_t {
  obb,     ///< a box along the parts' own axes
  hull,    ///< the convex hull: tightest, but slow to rebuild when parts move
  sphere,  ///< the fastest to rebuild
};

/// Returns "obb", "hull", "sphere".
GLANCE_API std::string_view to_string(PartVolume volume);

/// Names a part or triangle of a body that is not convex. Both numbers are kNone if the body has no
/// such parts or the whole body is meant: a solid mesh that another body is inside of, or a body
/// about whose parts nothing is known.
struct SubShape {
  /// No part, or no triangle.
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t part = kNone;      ///< for compounds: the index in Shape::leaf_parts
  std::uint32_t triangle = kNone;  ///< for meshes: the index of the triangle in the input

  auto operator<=>(const SubShape&) const = default;
};

/// A body. Convex bodies consist of a core and a rounding radius: the body is the core and all
/// points within rounding() of it. The core is the convex hull of vertices (a solid, a planar
/// polygon, a segment or a point), a cylinder, a cone, an ellipsoid or a half-space. A pose (R, t)
/// moves the core to R * core + t; the rounding radius stays the same (see query.h).
///
/// Features. Faces are polygons; facets that are coplanar in exact arithmetic are merged into one.
/// The vertices of a face run counter-clockwise seen from outside. A planar polygon has two faces,
/// back to back; a segment has one edge and no face; a point has one vertex. Vertices are exactly
/// the extreme points, in the order in which they were given (for a polygon: in order around it).
/// Duplicates, interior points, and points in the middle of faces or edges are dropped.
///
/// Bodies that need not be convex are triangle meshes (mesh.h) and compounds of parts. They have no
/// features in the sense of FeatureId; answers name a SubShape.
class GLANCE_API Shape {
 public:
  /// Makes the convex hull of any number of points (at least one), in any position.
  static Result<Shape> hull(std::span<const Vec3> points);

  /// Makes a convex body from the polygons of its surface (indices into `points`, counter-clockwise
  /// seen from outside). Fails unless the surface is closed, consistently oriented, and planar and
  /// convex to within kFacePlanarityTolerance of its extent. The body is the convex hull of the
  /// points that the faces use.
  static Result<Shape> from_faces(std::span<const Vec3> points,
                                  std::span<const std::vector<std::uint32_t>> faces);

  /// Makes a box centred at the origin. Half extents of zero are allowed (a flat box).
  static Result<Shape> box(const Vec3& half_extents);

  /// Makes a body that is a single point.
  static Result<Shape> point(const Vec3& p);
  /// Makes a segment. If both ends coincide, the result is a point.
  static Result<Shape> segment(const Vec3& p, const Vec3& q);
  /// Makes a triangle. If its corners lie on a line or coincide, the result is a segment or a
  /// point.
  static Result<Shape> triangle(const Vec3& p, const Vec3& q, const Vec3& r);

  // Curved shapes, centred at the origin, with axes along z. All sizes are lengths >= 0. Sizes of
  // zero give what is left of the shape, and kind() says what that is: a point, a segment, a sphere
  // (a capsule without length), a disc (a cylinder with half length 0, also made from a cone), or
  // an ellipsoid with one axis of zero. Discs and flat ellipsoids have no volume.

  /// Makes a sphere.
  static Result<Shape> sphere(double radius);
  /// Makes a capsule: a segment from z = -half_length to z = half_length, rounded by `radius`. Its
  /// total length is 2 (half_length + radius).
  static Result<Shape> capsule(double radius, double half_length);
  /// Makes a cylinder from z = -half_length to z = half_length.
  static Result<Shape> cylinder(double radius, double half_length);
  /// Makes a cone: its base with this radius is at z = -half_length, its tip at z = half_length.
  static Result<Shape> cone(double radius, double half_length);
  /// Makes an ellipsoid with these semi-axes along x, y and z.
  static Result<Shape> ellipsoid(const Vec3& semi_axes);
  /// Makes the half-space of all points x with normal . x <= offset, for the normal scaled to unit
  /// length (and rounded to doubles). It has no extent and no mass, and its box and bounding radius
  /// are infinite.
  static Result<Shape> halfspace(const Vec3& normal, double offset);

  // Bodies that need not be convex.

  /// Makes a mesh: a surface, or the solid that it encloses; see mesh.h. Fails for indices beyond
  /// the vertices, for coordinates out of range, if no triangle is left, and for a solid whose
  /// surface is not closed. `report`, if not null, receives what was found, even on failure.
  static Result<Shape> mesh(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                            const MeshOptions& options = {}, MeshReport* report = nullptr);
  /// The same from vertices and triangles together.
  static Result<Shape> mesh(const TriangleSoup& soup, const MeshOptions& options = {},
                            MeshReport* report = nullptr) {
    return mesh(soup.vertices, soup.triangles, options, report);
  }
  /// Returns the same mesh, deformed: with other positions for its vertices (as many as mesh_view()
  /// has). The tree keeps its structure and is refitted. Fails if a triangle becomes degenerate.
  Result<Shape> with_vertices(std::span<const Vec3> vertices) const;

  /// Makes the union of parts (at least one), each with its pose. Parts may be of any kind but
  /// half-spaces; nested compounds form a hierarchy of at most kMaxCompoundLevels levels. The poses
  /// of nested parts are multiplied in doubles (`compose`), and so are the compound's own pose and
  /// that of a leaf part: answers about a compound at a pose are exact for its leaf parts at the
  /// poses compose(pose, leaf.pose).
  static Result<Shape> compound(std::span<const CompoundPart> parts,
                                PartVolume volume = PartVolume::obb);
  /// Returns the same compound with other poses for some of its leaf parts (in the compound's
  /// frame). Only the volumes that enclose these parts are refitted.
  Result<Shape> with_part_poses(std::span<const std::uint32_t> leaves,
                                std::span<const Pose> poses) const;

  /// Returns this body and all points within `radius` (>= 0) of it. Radii add up if this is called
  /// again. Fails for meshes and compounds: use a margin in the questions instead, or round the
  /// parts.
  Result<Shape> rounded(double radius) const;

  /// Returns the same body, `factor` times as large about the local origin, with coordinates
  /// rounded to doubles. It shares its topology with this body, unless the rounding makes faces
  /// non-planar or the body non-convex; then the hull is computed again.
  Result<Shape> scaled(double factor) const;

  /// What this shape was made as.
  ShapeKind kind() const { return kind_; }
  /// The rounding radius. For spheres and capsules this is their radius, for other kinds what
  /// rounded() has added.
  double rounding() const { return rounding_; }
  /// Whether the core has flat sides: true for all kinds but cylinder, cone, ellipsoid, half-space,
  /// mesh and compound.
  bool has_flat_core() const { return kind_ < ShapeKind::cylinder; }
  /// Whether this kind is convex: true for all but meshes and compounds.
  bool is_convex() const { return kind_ < ShapeKind::mesh; }
  /// Returns the sizes. Sphere, capsule, cylinder, cone: (radius, radius, half_length; 0 for a
  /// sphere). Ellipsoid: the semi-axes. Box: the half extents. Half-space: its normal. Others:
  /// zero.
  Vec3 sizes() const;
  /// The offset of a half-space; 0 for other kinds.
  double plane_offset() const;

  /// The dimension: 0 for a point, 1 for a segment, 2 for a planar polygon, disc or flat ellipsoid,
  /// 3 for a solid and for everything that is rounded.
  int dimension() const;

  // Features of the core. Cylinders, cones, ellipsoids, half-spaces, meshes and compounds have none
  // here.

  /// The vertices, in the shape's frame.
  std::span<const Vec3> vertices() const;
  /// How many vertices there are.
  std::size_t vertex_count() const;
  /// How many edges there are.
  std::size_t edge_count() const;
  /// How many faces there are.
  std::size_t face_count() const;

  /// The two end vertices of an edge, the smaller number first.
  std::array<std::uint32_t, 2> edge_vertices(std::uint32_t edge) const;
  /// The vertices of a face, counter-clockwise seen from outside.
  std::span<const std::uint32_t> face_vertices(std::uint32_t face) const;
  /// The unit outward normal of a face.
  Vec3 face_normal(std::uint32_t face) const;

  /// The vertices and triangles of a mesh; empty for other kinds.
  MeshView mesh_view() const;
  /// The leaf parts of a compound (the parts that are not compounds themselves), depth first, with
  /// their poses in this compound's frame; empty for other kinds.
  std::span<const CompoundPart> leaf_parts() const;
  /// Returns the part or triangle that a SubShape names, with its pose in this shape's frame. It is
  /// convex, unless the whole of a mesh or compound is meant; an empty SubShape names this shape
  /// itself. Fails if this shape has no such part.
  Result<CompoundPart> sub_shape(const SubShape& sub) const;

  /// The mass properties. For rounded polytopes they are those of the core (but for spheres and
  /// capsules they are exact); for meshes that are not solid, those of the area; for compounds, the
  /// sums over the parts, as if these did not overlap.
  const MassProperties& mass() const;
  /// The radius of a sphere about mass().centroid that holds the whole shape.
  double bounding_radius() const;
  /// The longest side of the local bounding box: the length scale of the shape.
  double extent() const;
  /// The bounding box in the shape's frame, rounding included.
  const Aabb& bounds() const;

  /// The bytes of memory held by this shape, including topology and parts that it shares with
  /// others.
  std::size_t bytes() const;

  /// Checks Euler's formula, adjacency, planarity, convexity (in exact arithmetic) and the Voronoi
  /// regions. An error here is a bug in the library.
  Result<void> validate() const;

  /// A key for maps: equal for copies of a shape, different for all other shapes that are alive.
  const void* identity() const;

  // No move operations: a moved-from shape would hold no body, and a Shape always holds one.
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;

 private:
  friend struct rooms::geom::ShapeAccess;

  static Result<Shape> wrap(Result<std::shared_ptr<const rooms::geom::Polytope>> polytope,
                            ShapeKind kind = ShapeKind::hull);
  explicit Shape(std::shared_ptr<const rooms::geom::Polytope> polytope,
                 ShapeKind kind = ShapeKind::hull, double rounding = 0,
                 std::shared_ptr<const rooms::geom::ShapeForm> form = nullptr)
      : polytope_(std::move(polytope)), form_(std::move(form)), rounding_(rounding), kind_(kind) {}
  static Result<Shape> make_curved(ShapeKind kind, const Vec3& sizes, double offset,
                                   double rounding);
  static Result<Shape> make_rounded(std::shared_ptr<const rooms::geom::Polytope> core,
                                    ShapeKind kind, double rounding);

  std::shared_ptr<const rooms::geom::Polytope> polytope_;
  std::shared_ptr<const rooms::geom::ShapeForm> form_;  ///< of shapes that are curved, rounded or
                                                        ///< not convex
  std::shared_ptr<const rooms::geom::ShapeBody> body_;  ///< of shapes that are not convex
  double rounding_ = 0;
  ShapeKind kind_ = ShapeKind::hull;
};

/// A part of a compound: a shape and its pose in the compound's frame.
struct CompoundPart {
  /// What it looks like.
  Shape shape;
  /// Where it is, in the compound's frame.
  Pose pose = {};
};

/// A shape and its pose, as an argument of a question: `distance({rock, pose_a}, {bunny, pose_b})`.
/// It only refers to both, so do not store it.
struct GLANCE_API PlacedShape {
  /// What is placed.
  const Shape& shape;
  /// Where it is, in the frame of the question.
  const Pose& pose;

  /// A shape at a pose.
  PlacedShape(const Shape& shape_, const Pose& pose_) : shape(shape_), pose(pose_) {}
  /// A shape at the identity pose.
  PlacedShape(const Shape& shape_) : shape(shape_), pose(origin()) {}
  /// A part of a compound at its pose.
  PlacedShape(const CompoundPart& part) : shape(part.shape), pose(part.pose) {}

 private:
  static const Pose& origin();
};

}  // namespace glance
