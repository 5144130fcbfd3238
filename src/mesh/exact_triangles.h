// Triangles of two meshes in the world, R*v + t, without any rounding: on which side of one's plane
// a point is, and whether and where two of them meet.
#pragma once

#include <array>

#include "mesh/triangle_pair.h"

namespace glance::rooms::mesh {

/// +1 if the point of a body is in front of the triangle of another (both in their own frames), -1
/// behind, 0 in its plane.
int exact_side(const Pose& pose, const TriangleCorners& plane, const Pose& pose_of_point,
               const Vec3& point);

struct TriangleMeeting {
  Verdict verdict = Verdict::undecided;
  bool coplanar = false;
  std::optional<CornerSides> sides;  ///< exact, if they meet and are not coplanar
};

/// The exact verdict; corners are in the frames of their bodies. No triangle is degenerate.
TriangleMeeting exact_meeting(const Pose& pose_a, const TriangleCorners& a, const Pose& pose_b,
                              const TriangleCorners& b);

/// The ends of the segment that two triangles share, in the world, rounded once. They meet, and are
/// not coplanar.
std::array<Vec3, 2> exact_segment(const Pose& pose_a, const TriangleCorners& a, const Pose& pose_b,
                                  const TriangleCorners& b);

}  // namespace glance::rooms::mesh
