// How the signed distance changes when the bodies move: for planners and optimisers.
#pragma once

#include "glance/export.h"
#include "glance/query.h"

namespace glance {

/// Derivatives of the signed distance (distance - depth). Moving A by a small vector x and turning
/// it about its pose's translation by a small rotation vector w (radians, world axes) changes the
/// signed distance by translation_a . x + rotation_a . w; the same holds for B.
struct DistanceDerivative {
  /// By moving A and B.
  Vec3 translation_a = Vec3::zero(), translation_b = Vec3::zero();  ///< dimensionless
  /// By turning A and B.
  Vec3 rotation_a = Vec3::zero(), rotation_b = Vec3::zero();  ///< length per radian
  /// Whether the closest features switch here, to within kSwitchTolerance: the closest points are
  /// not unique (parallel faces or edges), or another direction is an equally short way out. Then
  /// these are one of several one-sided derivatives.
  ///
  /// What is examined: parallel faces and edges, flat ends and straight sides of cylinders and
  /// cones included; corners that just touch; and, for cores that overlap, the normals of faces
  /// (for a core with up to 256) and of pairs of edges (up to 1,024), the axes of curved cores, the
  /// line between the centroids, and the opposite normal. Another way out that is none of these is
  /// overlooked. Where only the features change, as from a vertex to the adjacent edge, derivatives
  /// do not jump, and this is not set.
  ///
  /// For bodies that are not convex, the derivatives are those of their closest parts
  /// (Distance::sub_a, sub_b). Other parts that are equally close are overlooked; if the bodies
  /// overlap, `switches` is always set.
  bool switches = false;
};

/// Computes the derivatives from the answer of `distance` for the same pair (with depth, if they
/// overlap). If the answer has no normal, they are zero and `switches` is set.
GLANCE_API DistanceDerivative derivative(const Distance& distance, PlacedShape a, PlacedShape b);

}  // namespace glance
