// Signs of the expressions on which the library's decisions rest. Each is tried
// in double precision with a proved error bound first; what that leaves open is
// computed exactly. The returned sign (-1, 0, +1) is always that of the real
// expression on the doubles as given.
//
// Inputs must be finite and at most kMaxCoordinate in magnitude.
#pragma once

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::math {

/// Sign of (b-a) . ((c-a) x (d-a)): +1 if d is on the side of the plane abc from
/// which a, b, c are seen counter-clockwise.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same in the plane, for points projected along a coordinate axis: sign of
/// the component `axis` of (b-a) x (c-a).
int orientation_along(int axis, const Vec3& a, const Vec3& b, const Vec3& c);

/// Whether three points lie on one line (or coincide).
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// Sign of direction . (p - q): +1 if p lies further along the direction.
int compare_along(const Vec3& direction, const Vec3& p, const Vec3& q);

/// (b-a) . ((c-a) x (d-a)), six times the signed volume of the tetrahedron, with a
/// relative error below 1e-12 however thin it is, as long as it does not underflow.
double sixfold_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The unit normal of the triangle abc, each component correct to 4e-15 even for
/// slivers; zero if the points are collinear.
Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace glance::rooms::math
