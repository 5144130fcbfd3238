// A sphere (or a rounded point) and a box: the nearest point of the box is the centre with its
// coordinates clamped, in the box's own frame.
#pragma once

#include "convex/rounding.h"

namespace glance::rooms::convex {

/// Answers for a point core and a box, in either order, one of them rounded or with a margin. False
/// if doubles cannot prove the answer, or if there is neither rounding nor margin.
bool try_sphere_box(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    const Rounding& rounding, Distance& d);

}  // namespace glance::rooms::convex
