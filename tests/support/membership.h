// How far a point is from a body: formulas for each kind, apart from the library's.
#pragma once

#include "support/reference.h"

namespace glance::test {

/// Distance of a point of the world to a body, 0 inside. Right to some 1e-15 of the size; of
/// curved cores only if their pose is a rotation, else to its error.
Real distance_to(const Shape& shape, const Pose& pose, const Vec3& point);

}  // namespace glance::test
