// A rigid body that breaks in two along a plane.
#pragma once

#include <array>

#include "glance/glance.h"

namespace glance::scenes {

struct Fragment {
  Shape shape;
  RigidBody body;
  RigidState state;
};

/// The two parts of a convex polytope on either side of the plane through `point` with this normal
/// (world). Each keeps moving as it did as part of the whole: mass, momentum and angular momentum
/// stay, to rounding, and so does energy. Fails if the shape is no solid with flat sides, or if a
/// part is smaller than `least_share` of the whole.
Result<std::array<Fragment, 2>> break_in_two(const Fragment& whole, const Vec3& point,
                                             const Vec3& normal, double least_share = 0.1);

}  // namespace glance::scenes
