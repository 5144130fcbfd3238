// Two bodies in one frame of doubles: axes of the world, origin at A's centroid. Wherever
// the pair is in the world, coordinates here are as small as the pair is large, and their
// errors with them.
#pragma once

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/query.h"
#include "glance/tolerance.h"

namespace glance::rooms::convex {

/// Bounds PairFrame::error as a part of the size of the pair. The longest chain that it
/// covers is the gap along a direction (separation.h): two rotations of a vertex or of the
/// direction (error 4u each, with u = 2^-53), the offset (24u: centroids of up to four times
/// the radii, turned, and three sums), three products with the direction (4u), their sum
/// (2u); in all below 48u.
inline constexpr double kFrameError = 64 * 0x1p-53;

/// What may be lost to underflow, with much to spare: bodies of extent 2^-200, the smallest
/// that are not points, have errors of 2^-247.
inline constexpr double kSmallestError = 0x1p-450;

struct PosedBody {
  const Polytope& body;
  const Mat3& rotation;

  const Vec3& centroid() const { return body.mass().centroid; }

  /// A vertex seen from the centroid, along the axes of the world.
  Vec3 vertex(std::uint32_t v) const { return from_centroid(body.vertex(v)); }
  /// Any point of the body's own frame, likewise.
  Vec3 from_centroid(const Vec3& local) const { return multiply(rotation, local - centroid()); }
  /// The local direction along which local points lie as world points lie along n. The
  /// transpose is right for every matrix: n . (R v) = (R^T n) . v.
  Vec3 local_direction(const Vec3& n) const { return multiply_transposed(rotation, n); }
};

struct PairFrame {
  PosedBody a, b;
  const Pose &pose_a, &pose_b;
  Vec3 offset;                ///< B's centroid seen from A's
  double radius_a, radius_b;  ///< bounding radii, allowing for kMaxStretch
  double size;                ///< radii and offset: no coordinate is larger
  /// Bounds the rounding error of each coordinate here, and of its product with a unit
  /// vector.
  double error;

  PairFrame(const Shape& shape_a, const Pose& pose_a_, const Shape& shape_b, const Pose& pose_b_)
      : a{polytope_of(shape_a), pose_a_.rotation()},
        b{polytope_of(shape_b), pose_b_.rotation()},
        pose_a(pose_a_),
        pose_b(pose_b_),
        radius_a(a.body.bounding_radius() * kMaxStretch),
        radius_b(b.body.bounding_radius() * kMaxStretch) {
    // Plain arithmetic is off by some 2^-53 of the largest term; that is enough unless
    // centroids are far from the origins and cancel with the positions.
    double long_error = 0;
    if (one_norm(a.centroid()) + one_norm(b.centroid()) <= 4 * (radius_a + radius_b)) {
      offset = (pose_b.translation() - pose_a.translation()) +
               (multiply(b.rotation, b.centroid()) - multiply(a.rotation, a.centroid()));
    } else {
      long_error = set_long_offset();
    }
    size = radius_a + radius_b + one_norm(offset);
    error = kFrameError * size + long_error + kSmallestError;
  }

  Vec3 vertex_a(std::uint32_t v) const { return a.vertex(v); }
  Vec3 vertex_b(std::uint32_t v) const { return b.vertex(v) + offset; }
  /// The point of A - B that a pair of vertices stands for.
  Vec3 difference(VertexPair pair) const { return vertex_a(pair.a) - vertex_b(pair.b); }
  /// A's centroid in the world.
  Vec3 origin() const { return pose_a.apply(a.centroid()); }
  Vec3 to_world(const Vec3& p) const { return p + origin(); }

 private:
  /// Keeps the rounding errors of all terms; returns a bound on what is lost nevertheless.
  double set_long_offset();
};

}  // namespace glance::rooms::convex
