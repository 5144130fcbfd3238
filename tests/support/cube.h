// A cube that many tests use. It is made before the first test runs: a program whose tests are to
// see faults in hulls (tests/mutation) does without it, or it would end before them.
#pragma once

#include "glance/shape.h"

namespace glance::test {

/// Vertices 0 to 3 are below.
inline const Shape kCube = Shape::box({1, 1, 1}).value();

}  // namespace glance::test
