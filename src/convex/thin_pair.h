// Two points or segments: the cores of spheres and capsules. A closed form (Lumelsky 1985; the
// order of clamping as in Ericson 2005, section 5.1.9), with bounds.
#pragma once

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

/// Finds the distance of two thin cores. False if they are so near to each other that doubles
/// cannot show a gap, or, with `measure`, cannot measure it to kRelativeAccuracy.
bool try_thin_distance(const PairFrame& frame, bool measure, Distance& d);

/// Answers for two spheres with exactly the same centre: their cores touch, and any direction will
/// do.
bool try_same_centre(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     Distance& d);

}  // namespace glance::rooms::convex
