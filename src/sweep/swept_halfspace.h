// BetweenFrames tests with a half-space.
#pragma once

#include "glance/research/swept_hulls.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// At least one of the two is a half-space. (Two of them always may meet.)
SweptTest swept_halfspace(const Shape& a, const Motion& motion_a, const Shape& b,
                          const Motion& motion_b, SweptHull hull, double margin);

}  // namespace glance::rooms::sweep
