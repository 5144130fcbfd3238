// How rounding, and matrices that are not quite rotations, affect bounds on gaps.
#pragma once

#include "glance/tolerance.h"

namespace glance::rooms::world {

/// More than rounding makes of a few sums: one part in a billion.
inline constexpr double kAbove = 1 + 1e-9;
/// By how much rotations may stretch a radius and a center within it, more than kRotationTolerance.
inline constexpr double kStretch = 8 * kRotationTolerance;
/// Bounds what rounding does to two placed points, as a part of their coordinates.
inline constexpr double kPlacingError = 0x1p-46;

}  // namespace glance::rooms::world
