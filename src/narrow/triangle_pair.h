// Two triangles: do they touch, how far apart are they, where do they cross?
//
// Coordinates are rounded ones, each off by at most `error` (PairFrame). What follows from them for
// certain is said; the rest is left to exact arithmetic (narrow/mesh_query asks the oracle).
#pragma once

#include <array>

#include "glance/certificate.h"
#include "glance/shape.h"

namespace glance {

using TriangleCorners = std::array<Vec3, 3>;

/// `undecided` if the error leaves it open; never `touching`, which no rounded number can prove.
Verdict triangle_verdict(const TriangleCorners& a, const TriangleCorners& b, double error);

struct TriangleDistance {
  double distance_sq = 0;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  FeatureId feature_a, feature_b;  ///< numbers as Shape::triangle has them
};

/// The shortest segment between vertices, edges and faces: of triangles that do not cross. `limit_sq`:
/// a distance whose square is larger need not be right (but is as large).
TriangleDistance triangle_distance(const TriangleCorners& a, const TriangleCorners& b,
                                   double limit_sq);

/// Whether all corners of B lie in A's plane, as far as the error lets that be told.
bool are_coplanar(const TriangleCorners& a, const TriangleCorners& b, double error);

/// The ends of the segment that two crossing triangles share, up to rounding; a point twice if they
/// are too nearly coplanar to tell.
std::array<Vec3, 2> triangle_segment(const TriangleCorners& a, const TriangleCorners& b);

}  // namespace glance
