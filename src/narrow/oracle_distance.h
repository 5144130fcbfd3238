// Brute force over features, in doubles: the closest points of two bodies that are
// apart, and the facet of A - B nearest to the origin for two that overlap.
//
// Everything here overestimates: a candidate distance is measured between points
// that are convex combinations of vertices, and a candidate depth is the overlap
// along a unit vector, so rounding in the choice of point or vector cannot make the
// answer too small. The minimum over all candidates is the answer.
#pragma once

#include <vector>

#include "geom/polytope.h"

namespace glance {

struct ClosestFeatures {
  double distance = 0;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  FeatureId feature_a, feature_b;
};

/// `a` and `b` are the vertices of the two bodies in a common frame.
ClosestFeatures closest_features(const Polytope& body_a, const std::vector<Vec3>& a,
                                 const Polytope& body_b, const std::vector<Vec3>& b);

struct ShallowestFacet {
  double depth = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  /// Face and vertex, vertex and face, or edge and edge. The vertex is the extreme
  /// one along the normal.
  FeatureId feature_a, feature_b;
};

/// Over the facets of A - B: those parallel to a face of A, to a face of B, and to
/// an edge of each (I-COLLIDE bodies are convex, so there are no others).
ShallowestFacet shallowest_facet(const Polytope& body_a, const std::vector<Vec3>& a,
                                 const Polytope& body_b, const std::vector<Vec3>& b);

}  // namespace glance
