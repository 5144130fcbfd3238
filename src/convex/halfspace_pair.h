// A half-space and anything: a closed form. The signed distance is how high the lowest point of
// the other body is above the plane, and the normal of the plane is the shortest way out.
#pragma once

#include "convex/rounding.h"

namespace glance::convex {

/// One of the two is a half-space. Sets the whole answer, rounding and margin included. `measure`:
/// a value near zero is to have its digits, not only its sign (of flat-sided cores).
void halfspace_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Rounding& rounding, const QueryOptions& options, bool measure,
                        Distance& d);

/// Bodies that are interchanged: the answer from the other one's point of view.
void mirror(Distance& d);

}  // namespace glance::convex
