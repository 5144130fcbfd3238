// Which feature of a core faces a direction.
#pragma once

#include "convex/core_frame.h"

namespace glance::rooms::curved {

/// The feature (shape.h) that is farthest along a world direction; of a flat face or a straight
/// side if the direction is perpendicular to it up to rounding, else an edge, rim or corner.
FeatureId feature_towards(const CoreBody& body, const Vec3& direction);

}  // namespace glance::rooms::curved
