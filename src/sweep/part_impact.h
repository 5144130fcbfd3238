// The time of impact of bodies that are not convex. See docs/design/impact.md.
#pragma once

#include "glance/impact.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// At least one of the two is a mesh or a compound.
Impact part_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                   const ImpactOptions& options);

}  // namespace glance::rooms::sweep
