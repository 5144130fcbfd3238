// Which feature of a core faces a direction, and how deep a point is in a core.
#pragma once

#include "narrow/core_frame.h"

namespace glance {

/// The feature (shape.h) that is farthest along a world direction; of a flat face or a straight
/// side if the direction is perpendicular to it up to rounding, else an edge, rim or corner.
FeatureId feature_towards(const CoreBody& body, const Vec3& direction);

/// How deep a point (seen from the centroid, axes of the world) is inside the core, or minus how
/// far outside: not more than it is, up to rounding (near corners of polytopes: from outside, no
/// less than to the planes).
double inside_by(const CoreBody& body, const Vec3& point);

}  // namespace glance
