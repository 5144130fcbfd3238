// The referee for pairs with a curved core or a half-space.
#pragma once

#include "glance/certificate.h"
#include "rooms.h"

namespace glance::rooms::referee {

/// As `verify`, for such pairs.
Result<void> verify_curved(const Certificate& certificate, const Shape& a, const Pose& pose_a,
                           const Shape& b, const Pose& pose_b, double margin);

}  // namespace glance::rooms::referee
