// The nearest points of a pair of features, in the frame of the pair.
#pragma once

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

struct ClosestPoints {
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();  ///< in the frame of PairFrame
  /// Unit vector from A to B, perpendicular to both features: for a face its normal, for two edges
  /// their cross product, which is more exact than the difference of two points that nearly touch.
  /// Zero if the points coincide and there is no other information.
  Vec3 normal = Vec3::zero();
  VertexPair corner;  ///< a vertex of each feature
  /// How far the points may lie outside their bodies (a length, in addition to PairFrame::error):
  /// the upper bound on the distance grows by this. Infinite if a vertex does not lie over the
  /// face.
  double overshoot = 0;
};

/// Whether closest_points knows this pair: two edges, or a vertex and anything. For an edge and a
/// face, or two faces, the closest points are those of smaller features, so the walk never ends
/// there.
inline bool have_points(FeatureId a, FeatureId b) {
  return a.kind == FeatureKind::vertex || b.kind == FeatureKind::vertex ||
         (a.kind == FeatureKind::edge && b.kind == FeatureKind::edge);
}

/// For features for which have_points is true. Points are kept within edges; on a face, the point
/// is the projection of the vertex.
ClosestPoints closest_points(const PairFrame& frame, FeatureId feature_a, FeatureId feature_b);

}  // namespace glance::rooms::convex
