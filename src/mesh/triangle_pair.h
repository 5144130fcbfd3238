// Two triangles: do they touch, how far apart are they, where do they cross?
//
// Coordinates are rounded, each off by at most `error` (PairFrame). Only what follows from them
// with certainty is returned; the rest is left to exact arithmetic (exact_triangles).
#pragma once

#include <array>
#include <optional>

#include "glance/certificate.h"
#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::mesh {

using TriangleCorners = std::array<Vec3, 3>;

/// `undecided` if the error leaves it open; never `touching`, which rounded numbers cannot prove.
/// `gap`: a lower bound on the distance, where it is cheap to find; otherwise 0. A gap of more than
/// `enough` is as good as a larger one.
Verdict triangle_verdict(const TriangleCorners& a, const TriangleCorners& b, double error,
                         double enough, double& gap);

/// On which side of a triangle's plane a point is: +1 in front, -1 behind, kUnknownSign if the
/// error leaves it open.
int rough_side(const TriangleCorners& plane, const Vec3& point, double error);

/// A lower bound on the distance along the line between their middles; in rounded numbers, off by
/// no more than a few errors. Cheap, and nearly right for triangles that are far from each other.
double gap_between_middles(const TriangleCorners& a, const TriangleCorners& b);

struct TriangleDistance {
  double distance_sq = 0;
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  FeatureId feature_a, feature_b;  ///< numbers as Shape::triangle has them
};

/// The shortest segment between vertices, edges and faces: of triangles that do not cross.
TriangleDistance triangle_distance(const TriangleCorners& a, const TriangleCorners& b);

/// On which side of the other's plane each corner is: +1 in front, -1 behind, 0 in it.
struct CornerSides {
  std::array<int, 3> a{}, b{};
};

/// For two triangles that meet and are not coplanar: the ends of the segment that they share, each
/// off by at most kSegmentError errors. Nothing if that cannot be guaranteed: an edge crosses the
/// other plane at too small an angle, or a triangle is too thin or too small (exact_segment handles
/// these). `sides` may be null if triangle_verdict says that they overlap.
std::optional<std::array<Vec3, 2>> try_triangle_segment(const TriangleCorners& a,
                                                        const TriangleCorners& b,
                                                        const CornerSides* sides, double error);
inline constexpr double kSegmentError = 0x1p14;

}  // namespace glance::rooms::mesh
