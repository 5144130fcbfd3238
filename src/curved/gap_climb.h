// The direction along which the gap between two cores is widest, by Newton's method: a few steps
// where the bodies face each other with corners or smooth curved parts, for which GJK takes some
// twenty; useless for faces and straight sides, which are left to GJK.
//
// Along a unit direction n the gap is g(n) = -h(n) for the support function h of A - B, whose
// gradient is the support point p. It is widest where p has no part across n. Turning n by a small
// vector x changes that part by (Q + g I) x, with the curvature Q of h; so x = -(Q + g I)^-1 p_t.
// While there is a gap the matrix is positive definite.
#pragma once

#include "curved/gjk.h"

namespace glance::rooms::curved {

/// Climbs from a unit direction for as long as the gap gets wider. True if the bounds end up
/// within the tolerance of each other; in any case `end` holds the best direction found, and
/// bounds.
bool try_climb_gap(const CoreFrame& frame, const Vec3& start, double tolerance, GjkEnd& end,
                   QueryWork& work);

}  // namespace glance::rooms::curved
