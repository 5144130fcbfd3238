// The nearest points of a pair of features, in the frame of the pair.
#pragma once

#include "convex/pair_frame.h"

namespace glance::convex {

struct ClosestPoints {
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();  ///< in the frame of PairFrame
  /// Unit, from A to B, perpendicular to both features: for a face its normal, for two edges
  /// that of both, sharper than the difference of two points that nearly touch. Zero if the
  /// points coincide and nothing else tells.
  Vec3 normal = Vec3::zero();
  VertexPair corner;  ///< a vertex of each feature
  /// How far the points may be outside of their bodies (beyond PairFrame::error). Infinite
  /// if a vertex does not lie over the face.
  double astray = 0;
};

/// Two edges, or a vertex and anything: of an edge and a face or of two faces the closest
/// points are those of a part of them, so that the walk never ends there.
inline bool have_points(FeatureId a, FeatureId b) {
  return a.kind == FeatureKind::vertex || b.kind == FeatureKind::vertex ||
         (a.kind == FeatureKind::edge && b.kind == FeatureKind::edge);
}

/// For features that have_points. Points are kept within edges; on a face they are where the
/// vertex is projected to.
ClosestPoints closest_points(const PairFrame& frame, FeatureId feature_a, FeatureId feature_b);

}  // namespace glance::convex
