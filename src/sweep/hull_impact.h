// The time of impact of meshes that are exactly the surface of their hull (bound/convex_form).
#pragma once

#include <optional>

#include "glance/impact.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// That of the hulls, with the triangles that meet. Nothing if one body is not convex, or if hulls
/// of surfaces overlap at the start: one may then be inside the other, and meet it later.
std::optional<Impact> hull_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                  const Motion& motion_b, const ImpactOptions& options);

}  // namespace glance::rooms::sweep
