// Brute force over features, in doubles: the closest points of two bodies that are
// apart, and the facet of A - B nearest to the origin for two that overlap.
//
// Everything here overestimates: a candidate distance is measured between points
// that are convex combinations of vertices, and a candidate depth is the overlap
// along a unit vector, so rounding in the choice of point or vector cannot make the
// answer too small. The minimum over all candidates is the answer.
#pragma once

#include <vector>

#include "exact/oracle_points.h"
#include "geom/polytope.h"

namespace glance::rooms::exact {

/// A body in the frame of OraclePoints: its features, and its vertices both ways. The
/// exact ones serve where edges are nearly parallel or faces are slivers: there the
/// rounded ones have lost the direction across them.
struct OracleBody {
  const Polytope& body;
  const std::vector<ExactPoint>& exact;
  const std::vector<Vec3>& rounded;
};

struct ClosestFeatures {
  double distance = 0;
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  FeatureId feature_a, feature_b;
};

ClosestFeatures closest_features(const OracleBody& a, const OracleBody& b);

struct ShallowestFacet {
  double depth = 0;
  Vec3 normal = Vec3::zero();  ///< unit, from A to B
  /// Face and vertex, vertex and face, or edge and edge. The vertex is the extreme
  /// one along the normal.
  FeatureId feature_a, feature_b;
};

/// Over the facets of A - B: those parallel to a face of A, to a face of B, and to
/// an edge of each (I-COLLIDE bodies are convex, so there are no others).
ShallowestFacet shallowest_facet(const OracleBody& a, const OracleBody& b);

}  // namespace glance::rooms::exact
