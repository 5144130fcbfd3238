// Two bodies of which a core may be curved, without their roundings, in the frame of PairFrame:
// axes of the world, origin at A's centroid. What the searches know of the bodies is their
// support function: the point farthest along a direction.
#pragma once

#include "convex/pair_frame.h"
#include "convex/separation.h"
#include "geom/curved_support.h"
#include "geom/shape_access.h"

namespace glance::rooms::convex {

/// Errors of a support point beyond those of PairFrame, as a part of the size of the pair: the
/// direction turned (4u, with u = 2^-53), scaled and normalised (6u), the point scaled (4u),
/// seen from the centroid (1u), turned (4u); twice, for both bodies, and its product with a unit
/// vector (4u); or of a flat-sided core what climbing misses (256u).
inline constexpr double kCoreError = 320 * 0x1p-53;

/// One core.
struct CoreBody {
  const Shape& shape;
  const Mat3& rotation;
  ShapeKind kind;
  Vec3 sizes;     ///< of a curved core
  Vec3 centroid;  ///< in the body's own frame
  double radius;  ///< of a sphere about the centroid that holds the core, with kMaxStretch
  mutable std::uint32_t vertex = 0;  ///< of a flat-sided core: where climbing starts

  CoreBody(const Shape& shape_, const Pose& pose)
      : shape(shape_),
        rotation(pose.rotation()),
        kind(shape_.kind()),
        sizes(shape_.sizes()),
        centroid(polytope_of(shape_).mass().centroid),
        radius(shape_.bounding_radius() * kMaxStretch) {}

  bool is_curved() const { return kind >= ShapeKind::cylinder; }

  /// The farthest point along a direction, seen from the centroid, along the axes of the
  /// world. Counts vertices passed.
  Vec3 support(const Vec3& direction, QueryWork& work) const {
    const Vec3 local = multiply_transposed(rotation, direction);
    if (is_curved()) {
      return multiply(rotation, Vec3(curved_support(kind, sizes, local) - centroid));
    }
    highest_vertex(polytope_of(shape), local, vertex, work);
    return multiply(rotation, Vec3(polytope_of(shape).vertex(vertex) - centroid));
  }
};

struct CoreFrame {
  CoreBody a, b;
  const Pose& pose_a;
  Vec3 offset;  ///< B's centroid seen from A's
  double size;  ///< radii and offset: no coordinate is larger
  /// A computed support point is within this of the core; and no point of A - B is farther
  /// along a unit vector than the computed one by more than this.
  double error;

  CoreFrame(const Shape& shape_a, const Pose& pose_a_, const Shape& shape_b, const Pose& pose_b)
      : a(shape_a, pose_a_), b(shape_b, pose_b), pose_a(pose_a_) {
    const PairFrame centroids(shape_a, pose_a, shape_b, pose_b);
    offset = centroids.offset;
    size = a.radius + b.radius + one_norm(offset);
    error = centroids.error + kCoreError * size;
  }

  struct Point {
    Vec3 a, b;  ///< seen from A's centroid
    Vec3 difference() const { return a - b; }
  };
  /// The point of A - B farthest along a direction (not zero; any length within 2^-300 ..
  /// 2^300).
  Point support(const Vec3& direction, QueryWork& work) const {
    return {a.support(direction, work), b.support(-direction, work) + offset};
  }

  Vec3 to_world(const Vec3& p) const { return p + pose_a.apply(a.centroid); }
};

}  // namespace glance::rooms::convex
