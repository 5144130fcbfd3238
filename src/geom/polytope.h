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

#include "geom/topology.h"
#include "glance/shape.h"

namespace glance {

/// The points p with normal . p = offset; in front where it is larger.
struct Plane {
  Vec3 normal = Vec3::Zero();  ///< unit
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
  /// See Shape::scaled.
  Result<std::shared_ptr<const Polytope>> scaled(double factor) const;

  const Topology& topology() const { return *topology_; }
  int dimension() const { return topology_->dimension(); }

  std::span<const Vec3> vertices() const { return vertices_; }
  const Vec3& vertex(std::uint32_t v) const { return vertices_[v]; }
  const Plane& plane(std::uint32_t face) const { return planes_[face]; }

  const MassProperties& mass() const { return mass_; }
  double bounding_radius() const { return bounding_radius_; }
  double extent() const { return extent_; }
  const Aabb& bounds() const { return bounds_; }

  /// Whether this body's topology is the same object as the other's.
  bool shares_topology_with(const Polytope& other) const { return topology_ == other.topology_; }

  /// Whether a vertex has so many neighbours that they are searched rather than
  /// scanned, along the direction into the body (see geom/support).
  bool has_many_neighbors(std::uint32_t v) const;

  std::size_t bytes() const;

  /// Topology, exact convexity, planes, Voronoi regions; see Shape::validate.
  Result<void> validate() const;

 private:
  Polytope(std::shared_ptr<const Topology> topology, std::vector<Vec3> vertices);
  static std::shared_ptr<const Polytope> make(std::shared_ptr<const Topology> topology,
                                              std::vector<Vec3> vertices);

  std::shared_ptr<const Topology> topology_;
  std::vector<Vec3> vertices_;
  std::vector<Plane> planes_;
  std::vector<std::uint32_t> crowded_;  ///< sorted; see has_many_neighbors
  MassProperties mass_;
  Aabb bounds_;
  double bounding_radius_ = 0;
  double extent_ = 0;
};

/// Whether vertices and topology form a convex body, in exact arithmetic: faces
/// planar with strictly convex corners, edges strictly convex, and one turn of
/// faces around each vertex. Local convexity everywhere on a closed connected
/// surface is convexity (Tietze, Nakajima). The error says where it fails.
Result<void> check_convex(const Topology& topology, std::span<const Vec3> vertices);

}  // namespace glance
