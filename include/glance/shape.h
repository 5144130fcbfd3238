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

namespace glance::geom {
class Polytope;
struct ShapeForm;
class ShapeBody;
struct ShapeAccess;
}  // namespace glance::geom

namespace glance {

struct CompoundPart;

/// What a shape was made as. Those up to `hull` have flat sides (unless rounded), those up to
/// `halfspace` are curved; all of these are convex, the last two need not be.
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
inline constexpr int kConvexKinds = 11;
inline constexpr int kShapeKinds = 13;

/// "point", .., "compound".
GLANCE_API std::string_view to_string(ShapeKind kind);

enum class FeatureKind : std::uint8_t { vertex, edge, face };

/// A vertex, edge or face of a shape, by its number in that shape. Of a rounded shape, a
/// sphere or a capsule those of its core (of a capsule: edge 0, vertices 0 below and 1 above).
///
///   cylinder    face 0 the side, 1 the top, 2 the bottom; edge 0 the rim above, 1 below
///   cone        face 0 the side, 1 the base; edge 0 the rim; vertex 0 the tip
///   ellipsoid, half-space    face 0
struct FeatureId {
  FeatureKind kind = FeatureKind::vertex;
  std::uint32_t index = 0;

  auto operator<=>(const FeatureId&) const = default;
};

/// "edge 12".
GLANCE_API std::string to_string(FeatureId feature);

/// Mass properties at density 1, in the shape's own frame. A flat shape has no
/// volume: its centroid is that of its area (or length, or the point itself)
/// and its inertia is zero. So has a solid whose volume is too near to the
/// smallest double (2^-1000) for its digits; its centroid is the mean of its vertices.
struct MassProperties {
  double volume = 0;             ///< length^3
  Vec3 centroid = Vec3::zero();  ///< length
  Mat3 inertia = Mat3::zero();   ///< about the centroid, length^5
};

/// What the parts of a compound are enclosed in, level by level (I-COLLIDE section 3.4).
enum class PartVolume : std::uint8_t {
  obb,     ///< a box along the parts' own axes
  hull,    ///< the convex hull: tightest, and slow to make anew when parts move
  sphere,  ///< fastest to make anew
};

/// "obb", "hull", "sphere".
GLANCE_API std::string_view to_string(PartVolume volume);

/// Which part of a body that is not convex. `none`: the body has no such parts, or the whole is
/// meant: a solid mesh that another body is inside of, or a body whose parts nothing is known of.
struct SubShape {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t part = kNone;      ///< of a compound: see Shape::leaf_parts
  std::uint32_t triangle = kNone;  ///< of a mesh: by the number that it was given by

  auto operator<=>(const SubShape&) const = default;
};

/// A convex body: a core, and a ball of radius rounding() around each point of it. The core
/// is the convex hull of vertices (which may be a solid, a planar polygon, a segment or a
/// point), a cylinder, a cone, an ellipsoid or a half-space. A pose (R, t) puts the body to
/// R * core + t, rounded by the same radius there; see query.h.
///
/// Features. Faces are polygons; facets that are coplanar in exact arithmetic
/// are merged. Face loops run counter-clockwise seen from outside. A planar
/// polygon has two faces, back to back; a segment has one edge and no face; a
/// point has one vertex. Vertices are exactly the extreme points, in the order given
/// (a polygon's in order around it): duplicates, interior points and points on faces
/// or edges have been dropped.
///
/// Or a body that need not be convex: a triangle mesh (mesh.h), or a compound of parts. These
/// have no vertices, edges and faces in the sense of FeatureId; answers name a SubShape.
class GLANCE_API Shape {
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

  static Result<Shape> point(const Vec3& p);
  /// Ends and corners may coincide: the body then is what is left.
  static Result<Shape> segment(const Vec3& p, const Vec3& q);
  static Result<Shape> triangle(const Vec3& p, const Vec3& q, const Vec3& r);

  // Curved shapes, centred at the origin, axes along z. All sizes are lengths >= 0. Of a body with
  // sizes of zero what is left is made, and kind() says what that is: a point, a segment, a sphere
  // (a capsule without length), a disc (a cylinder of half length 0, also for a cone), or an
  // ellipsoid with one axis of zero. Discs and such ellipsoids are flat: they have no volume.

  static Result<Shape> sphere(double radius);
  /// A segment from -half_length to half_length, rounded: 2 (half_length + radius) long.
  static Result<Shape> capsule(double radius, double half_length);
  static Result<Shape> cylinder(double radius, double half_length);
  /// The base of this radius at z = -half_length, the tip at z = half_length.
  static Result<Shape> cone(double radius, double half_length);
  static Result<Shape> ellipsoid(const Vec3& semi_axes);
  /// All points x with normal . x <= offset, for the normal scaled to unit length (rounded to
  /// doubles). It has no extent and no mass, and its box and bounding radius are infinite.
  static Result<Shape> halfspace(const Vec3& normal, double offset);

  // Bodies that need not be convex.

  /// A surface, or the solid within it; see mesh.h. Refuses indices beyond the vertices,
  /// coordinates out of range, a mesh of which no triangle is left, and a solid whose surface is
  /// not closed. `report`, if not null, says what was found, also if the mesh is refused.
  static Result<Shape> mesh(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                            const MeshOptions& options = {}, MeshReport* report = nullptr);
  static Result<Shape> mesh(const TriangleSoup& soup, const MeshOptions& options = {},
                            MeshReport* report = nullptr) {
    return mesh(soup.vertices, soup.triangles, options, report);
  }
  /// The same mesh with its vertices elsewhere (as many as mesh_view() has): the tree keeps its
  /// form, and is fitted anew. Refuses what makes a triangle degenerate.
  Result<Shape> with_vertices(std::span<const Vec3> vertices) const;

  /// The union of parts (at least one), each with its pose. Parts may be of any kind but
  /// half-spaces, compounds included: their levels are those of the hierarchy (kMaxCompoundLevels
  /// at most). The pose of a part of a part is the product of both in doubles (`compose`); and so
  /// is that of a leaf part in the world: what is said of a compound with a pose is exact for its
  /// leaf parts with the poses compose(pose, leaf.pose).
  static Result<Shape> compound(std::span<const CompoundPart> parts,
                                PartVolume volume = PartVolume::obb);
  /// The same compound with some of its leaf parts elsewhere (poses in the compound's frame):
  /// only what encloses them is fitted anew.
  Result<Shape> with_part_poses(std::span<const std::uint32_t> leaves,
                                std::span<const Pose> poses) const;

  /// This body and all points within `radius` (>= 0) of it. Roundings add up. Refused for
  /// meshes and compounds: give the questions a margin, or round the parts.
  Result<Shape> rounded(double radius) const;

  /// The same body, `factor` times as large about the local origin, its
  /// coordinates rounded to doubles. Shares topology with this one unless that
  /// rounding bends it (then the hull is taken anew).
  Result<Shape> scaled(double factor) const;

  ShapeKind kind() const { return kind_; }
  /// Radius of the ball around each point of the core: of a sphere and a capsule their radius,
  /// of other kinds what rounded() has added.
  double rounding() const { return rounding_; }
  /// Whether the core has flat sides: everything but cylinder, cone, ellipsoid, half-space.
  bool has_flat_core() const { return kind_ < ShapeKind::cylinder; }
  /// Everything but meshes and compounds.
  bool is_convex() const { return kind_ < ShapeKind::mesh; }
  /// Sphere, capsule, cylinder, cone: (radius, radius, half_length; 0 for a sphere).
  /// Ellipsoid: the semi-axes. Box: half extents. Half-space: its normal. Others: zero.
  Vec3 sizes() const;
  /// Of a half-space; 0 of other kinds.
  double plane_offset() const;

  /// 0 point, 1 segment, 2 planar polygon, disc or flat ellipsoid, 3 solid (whatever is rounded).
  int dimension() const;

  // Of the core; a curved core has none of these.

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

  /// Of a mesh; empty for other kinds.
  MeshView mesh_view() const;
  /// Of a compound: those that are no compounds themselves, depth first, with their poses in this
  /// compound's frame; empty for other kinds.
  std::span<const CompoundPart> leaf_parts() const;
  /// What a SubShape names, in this shape's frame (a part's pose included). Convex, unless the
  /// whole of a mesh or compound is meant; an empty one names this shape itself. Refuses one that
  /// it has not.
  Result<CompoundPart> sub_shape(const SubShape& sub) const;

  /// Of a rounded polytope: those of its core (a sphere's and a capsule's are right). Of a mesh
  /// that is no solid: those of its area. Of a compound: the sums over its parts, as if they did
  /// not overlap.
  const MassProperties& mass() const;
  /// Radius of a sphere about mass().centroid that holds the whole shape.
  double bounding_radius() const;
  /// Longest side of the local bounding box: the length scale of the shape.
  double extent() const;
  const Aabb& bounds() const;

  /// Memory held by this shape, topology and parts shared with others included.
  std::size_t bytes() const;

  /// Checks Euler's formula, adjacency, planarity, convexity (in exact
  /// arithmetic) and the Voronoi regions. An error here is a bug of the library.
  Result<void> validate() const;

  /// The same for copies of a shape, and different for all others that are alive: a key for maps.
  const void* identity() const;

  // Copies only: a shape that was moved from would be the one kind that holds no body.
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;

 private:
  friend struct geom::ShapeAccess;

  static Result<Shape> wrap(Result<std::shared_ptr<const geom::Polytope>> polytope,
                            ShapeKind kind = ShapeKind::hull);
  explicit Shape(std::shared_ptr<const geom::Polytope> polytope, ShapeKind kind = ShapeKind::hull,
                 double rounding = 0, std::shared_ptr<const geom::ShapeForm> form = nullptr)
      : polytope_(std::move(polytope)), form_(std::move(form)), rounding_(rounding), kind_(kind) {}
  static Result<Shape> make_curved(ShapeKind kind, const Vec3& sizes, double offset,
                                   double rounding);
  static Result<Shape> make_rounded(std::shared_ptr<const geom::Polytope> core, ShapeKind kind,
                                    double rounding);

  std::shared_ptr<const geom::Polytope> polytope_;
  std::shared_ptr<const geom::ShapeForm> form_;  ///< of what is curved, rounded or not convex
  std::shared_ptr<const geom::ShapeBody> body_;  ///< of what is not convex
  double rounding_ = 0;
  ShapeKind kind_ = ShapeKind::hull;
};

/// A part of a compound, and where it is in the compound's frame.
struct CompoundPart {
  Shape shape;
  Pose pose = {};
};

/// A shape and where it is, as an argument of a question: `distance({rock, pose_a}, {bunny,
/// pose_b})`. Refers to both, so it is not for keeping.
struct GLANCE_API PlacedShape {
  const Shape& shape;
  const Pose& pose;

  PlacedShape(const Shape& shape_, const Pose& pose_) : shape(shape_), pose(pose_) {}
  /// Where its own coordinates say.
  PlacedShape(const Shape& shape_) : shape(shape_), pose(origin()) {}
  PlacedShape(const CompoundPart& part) : shape(part.shape), pose(part.pose) {}

 private:
  static const Pose& origin();
};

}  // namespace glance
