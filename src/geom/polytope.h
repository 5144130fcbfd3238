// A convex polytope of dimension 0 to 3 (I-COLLIDE section 3.2.1's modified
// boundary representation): vertices, edges and polygon faces with their
// adjacency. Immutable.
//
// The surface is convex in exact arithmetic, everywhere: faces are planar, and
// every edge bends strictly. So a vertex that no neighbour exceeds along some
// direction is the extreme vertex in that direction (geom/support).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/simd.h"
#include "geom/support_table.h"
#include "geom/topology.h"
#include "glance/shape.h"

namespace glance::rooms::geom {

/// The points p with normal . p = offset; in front where it is larger.
struct Plane {
  Vec3 normal = Vec3::zero();  ///< unit
  double offset = 0;

  double height(const Vec3& p) const { return dot(normal, p) - offset; }
};

class Polytope {
 public:
  /// The hull of the points; see Shape::hull.
  static Result<std::shared_ptr<const Polytope>> hull(std::span<const Vec3> points);
  /// See Shape::from_faces.
  static Result<std::shared_ptr<const Polytope>> from_faces(
      std::span<const Vec3> points, std::span<const std::vector<std::uint32_t>> faces);
  /// Of three points that are not on one line, and within range.
  static std::shared_ptr<Polytope> triangle(const Vec3& p, const Vec3& q, const Vec3& r);
  /// The only function that changes a polytope, for geom/triangle_buffer alone: another triangle
  /// takes the place of this one.
  void move_triangle(const Vec3& p, const Vec3& q, const Vec3& r);
  /// See Shape::scaled.
  Result<std::shared_ptr<const Polytope>> scaled(double factor) const;

  const Topology& topology() const { return *topology_; }
  int dimension() const { return topology_->dimension(); }

  std::span<const Vec3> vertices() const { return vertices_; }
  const Vec3& vertex(std::uint32_t v) const { return vertices_[v]; }
  const Plane& plane(std::uint32_t face) const { return planes_[face]; }

  const MassProperties& mass() const { return mass_; }
  double bounding_radius() const { return bounding_radius_; }
  /// Radius of a sphere about the centroid within the body, roughly (0 for a flat one).
  double inner_radius() const { return inner_radius_; }
  double extent() const { return extent_; }
  const Aabb& bounds() const { return bounds_; }

  /// Whether this body's topology is the same object as the other's.
  bool shares_topology_with(const Polytope& other) const { return topology_ == other.topology_; }

  /// Whether the body has so few vertices that looking at all of them beats climbing; then
  /// they are here, seen from the centroid, for looking at them quickly.
  bool is_small() const { return !small_x_.empty(); }
  simd::PointArrays small_vertices() const {
    return {small_x_.data(), small_y_.data(), small_z_.data(), vertices_.size()};
  }

  /// The vertices seen from the centroid, in single precision, for boxes; empty (count 0) if
  /// there are too many to look at all of them, or if floats cannot hold them.
  simd::FloatPoints float_points() const {
    const std::size_t count = float_points_.size() / 3;
    const float* x = float_points_.data();
    return {x, x + count, x + 2 * count, count};
  }

  /// Of a body that is not small: the neighbours of a vertex, in the order of the topology,
  /// next to each other in memory. (Coherent distances of many hulls of 1,000 vertices, far
  /// apart: 940 ns without, 670 with.)
  const Vec3* neighbor_positions(std::uint32_t v) const {
    return neighbor_positions_.data() + topology_->first_neighbor(v);
  }

  /// Of a body that is not small: the largest e such that all coordinates are multiples of 2^e.
  int coordinate_exponent() const { return coordinate_exponent_; }

  /// A vertex that lies far along a direction (not zero), from a small table: where to
  /// start climbing (Dworkin and Zeltzer 1993 start their walk so).
  std::uint32_t start_vertex(const Vec3& direction) const { return table_.find(direction); }

  /// How far rounding errors can lead a climb away from the extreme vertex (see climb in
  /// geom/support); and, at a face: a point that is within e of each side of the face, or
  /// inside of it, is within e * face_condition of the face. At least 1; infinite where
  /// thin corners leave no bound.
  double vertex_condition(std::uint32_t v) const { return vertex_condition_[v]; }
  double face_condition(std::uint32_t f) const { return face_condition_[f]; }

  std::size_t bytes() const;

  /// Topology, exact convexity, planes, Voronoi regions; see Shape::validate.
  Result<void> validate() const;

 private:
  Polytope(std::shared_ptr<const Topology> topology, std::vector<Vec3> vertices);
  /// Computes everything that follows from the vertices.
  void measure();
  static std::shared_ptr<const Polytope> make(std::shared_ptr<const Topology> topology,
                                              std::vector<Vec3> vertices);

  std::shared_ptr<const Topology> topology_;
  std::vector<Vec3> vertices_;
  std::vector<Plane> planes_;
  MassProperties mass_;
  Aabb bounds_;
  double bounding_radius_ = 0;
  double inner_radius_ = 0;
  double extent_ = 0;
  std::vector<float> vertex_condition_, face_condition_;
  SupportTable table_;
  std::vector<double> small_x_, small_y_, small_z_;
  std::vector<float> float_points_;  ///< all x, all y, all z
  std::vector<Vec3> neighbor_positions_;
  int coordinate_exponent_ = 0;
};

/// Whether vertices and topology form a convex body, in exact arithmetic: faces
/// planar with strictly convex corners, edges strictly convex, and one turn of
/// faces around each vertex. Local convexity everywhere on a closed connected
/// surface is convexity (Tietze, Nakajima). The error says where it fails.
Result<void> check_convex(const Topology& topology, std::span<const Vec3> vertices);

}  // namespace glance::rooms::geom
