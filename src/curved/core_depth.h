// How deep a point is in a core. Points are seen from the core's centroid, along the axes of the
// world. Rotations are taken for what they are to kRotationTolerance: depths count less for it.
#pragma once

#include <optional>

#include "convex/core_frame.h"

namespace glance::curved {

/// 0 point, 1 segment, 2 polygon, disc or flat ellipsoid, 3 solid.
int core_dimension(const CoreBody& body);

/// How deep a point is inside the core, or minus how far outside: not more than it is, up to
/// rounding.
double inside_by(const CoreBody& body, const Vec3& point);

/// A concave function of the point that is positive inside and nowhere else (of what is flat: zero
/// on it, negative elsewhere) and does not change faster than the point moves, and which way it
/// rises.
struct Rise {
  double value;
  Vec3 slope;
};
Rise rise_inside(const CoreBody& body, const Vec3& point);

/// Of a flat core: its plane's normal, or a segment's own direction (unit, or zero for a point);
/// how high the point is above that plane, as a vector from the plane or line to the point; and how
/// far inside of the outline the foot of that is (minus how far outside, or so).
struct FlatPlace {
  Vec3 axis, above;
  double within;
};
FlatPlace place_on_flat(const CoreBody& body, const Vec3& point);

}  // namespace glance::curved
