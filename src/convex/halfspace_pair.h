// A half-space and anything: a closed form. The signed distance is how high the lowest point of
// the other body is above the plane, and the normal of the plane is the shortest way out.
#pragma once

#include "convex/rounding.h"

namespace glance::rooms::convex {

/// The answer for a pair of which one is a half-space: sets everything, rounding and margin
/// included. `measure`: whether a value near zero needs its digits, not only its sign (for
/// flat-sided cores).
void halfspace_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Rounding& rounding, const QueryOptions& options, bool measure,
                        Distance& d);

/// Bodies that are interchanged: the answer from the other one's point of view.
void mirror(Distance& d);

}  // namespace glance::rooms::convex
