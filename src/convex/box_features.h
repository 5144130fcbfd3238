// The numbers of a box's features. They follow from the numbers of its vertices, which are the
// same for all solid boxes: bit i is set where coordinate i is positive.
#pragma once

#include <array>

#include "exact/feature_of.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"

namespace glance::rooms::convex {

struct BoxFeatures {
  /// The feature on which the coordinates in `free` (bits) vary and the others are at the side
  /// given by the bits of `side`.
  std::array<std::array<FeatureId, 8>, 8> at = {};

  BoxFeatures() {
    const Shape box = *Shape::box({1, 1, 1});
    for (std::uint32_t free = 0; free < 7; free++) {
      for (std::uint32_t side = 0; side < 8; side++) {
        std::array<std::uint32_t, 4> used = {};
        std::size_t count = 0;
        for (std::uint32_t v = 0; v < 8 && count < 4; v++) {
          if ((v & ~free) == (side & ~free)) used[count++] = v;
        }
        at[free][side] = *feature_of(polytope_of(box).topology(), {used.data(), count});
      }
    }
  }

  static FeatureId find(std::uint32_t free, std::uint32_t side) {
    static const BoxFeatures kFeatures;
    return kFeatures.at[free][side];
  }
};

/// Whether a shape is a box that is not flat.
inline bool is_solid_box(const Shape& shape) {
  return shape.kind() == ShapeKind::box && polytope_of(shape).dimension() == 3;
}

}  // namespace glance::rooms::convex
