// Two points or segments: the cores of spheres and capsules. A closed form (Lumelsky 1985; the
// order of clamping as in Ericson 2005, section 5.1.9), with bounds.
#pragma once

#include "convex/pair_frame.h"

namespace glance::convex {

/// The distance of two thin cores; false if they are so near to each other that doubles cannot
/// tell what is between them, or, to `measure` it, cannot to kRelativeAccuracy.
bool thin_distance(const PairFrame& frame, bool measure, Distance& d);

/// Two spheres about the very same point: their cores touch, and any direction is as good as
/// another.
bool same_centre(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                 Distance& d);

}  // namespace glance::convex
