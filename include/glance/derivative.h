// How the signed distance changes when the bodies move: for planners and optimisers.
#pragma once

#include "glance/export.h"
#include "glance/query.h"

namespace glance {

/// Derivatives of the signed distance (distance - depth). Moving A by the small vector x and
/// turning it about its pose's translation by the small rotation vector w (radians, axes of
/// the world) changes it by translation_a . x + rotation_a . w; B likewise.
struct DistanceDerivative {
  Vec3 translation_a = Vec3::zero(), translation_b = Vec3::zero();  ///< no unit
  Vec3 rotation_a = Vec3::zero(), rotation_b = Vec3::zero();        ///< length per radian
  /// Features switch here, to within kSwitchTolerance: closest points are not unique (parallel
  /// faces or edges), or another direction is as short a way out. Then these are one of several
  /// one-sided derivatives.
  ///
  /// What is looked at: faces and edges that are parallel, flat ends and straight sides of
  /// cylinders and cones included; corners that just touch; and of cores that overlap the normals
  /// of faces (of a core with up to 256), of pairs of edges (up to 1,024), the axes of curved
  /// cores, the line between the centroids and the opposite normal. Another way out that is
  /// none of these is overlooked. Where only the features change, as from a vertex to the edge
  /// beside it, derivatives do not jump, and this is not set.
  ///
  /// Of bodies that are not convex: of their closest parts (Distance::sub_a, sub_b). Where other
  /// parts are as close, this is overlooked; where bodies overlap, it is always set.
  bool switches = false;
};

/// From the answer of `distance` (with depth, if they overlap) for the same pair. All zero and
/// `switches` set where it has no normal.
GLANCE_API DistanceDerivative derivative(const Distance& distance, PlacedShape a, PlacedShape b);

}  // namespace glance
