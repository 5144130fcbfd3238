// How deep a point is in a core. Points are seen from the core's centroid, along the axes of the
// world. Rotations may be off by kRotationTolerance, so depths are reduced by what that can change.
#pragma once

#include <optional>

#include "convex/core_frame.h"

namespace glance::rooms::curved {

/// 0 point, 1 segment, 2 polygon, disc or flat ellipsoid, 3 solid.
int core_dimension(const CoreBody& body);

/// How deep a point is inside the core, or minus how far outside it is. A lower bound, up to
/// rounding.
double inside_by(const CoreBody& body, const Vec3& point);

/// A concave function of the point, and the direction in which it rises. It is positive exactly
/// inside (for flat cores: zero on the core, negative elsewhere) and does not change faster than
/// the point moves.
struct Rise {
  double value;
  Vec3 slope;
};
Rise rise_inside(const CoreBody& body, const Vec3& point);

/// For a flat core: the normal of its plane, or a segment's own direction (unit, or zero for a
/// point); the vector from the plane or line to the point; and how far the foot of that vector is
/// inside the outline (negative: roughly how far outside).
struct FlatPlace {
  Vec3 axis, above;
  double within;
};
FlatPlace place_on_flat(const CoreBody& body, const Vec3& point);

}  // namespace glance::rooms::curved
