// Axis-aligned boxes of many bodies, as floats rounded outward: half the memory of doubles
// in the loops of the broad phase, and never smaller than the body. One array for each of
// the six sides, by body index.
//
// Beyond the range of floats a side goes to the largest float or to infinity, away from the
// body: such boxes overlap more than they need to, and miss nothing.
#pragma once

#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::bound {

/// A float not above x (which is not NaN), at most two steps below it. The cast rounds y by at
/// most 2^-24 |y| + 2^-150; y is below x by more than that.
inline float float_below(double x) {
  constexpr double kStep = 0x1.00001p-24, kSmallest = 0x1p-149;
  const double y = x - (std::fabs(x) * kStep + kSmallest);
  return static_cast<float>(y < FLT_MAX ? y : FLT_MAX);  // below -FLT_MAX: minus infinity
}

inline float float_above(double x) { return -float_below(-x); }

struct FloatBox {
  std::array<float, 3> lower, upper;

  bool operator==(const FloatBox&) const = default;
};

class BoxArrays {
 public:
  std::array<std::vector<float>, 3> lower, upper;

  std::size_t size() const { return lower[0].size(); }
  void resize(std::size_t bodies) {
    for (auto* side : {&lower, &upper}) {
      for (auto& values : *side) values.resize(bodies);
    }
  }
  void reserve(std::size_t bodies) {
    for (auto* side : {&lower, &upper}) {
      for (auto& values : *side) values.reserve(bodies);
    }
  }

  void set(std::uint32_t body, const FloatBox& box) {
    for (int k = 0; k < 3; k++) {
      lower[k][body] = box.lower[k];
      upper[k][body] = box.upper[k];
    }
  }
  FloatBox get(std::uint32_t body) const {
    return {{lower[0][body], lower[1][body], lower[2][body]},
            {upper[0][body], upper[1][body], upper[2][body]}};
  }

  /// Closed intervals: boxes that touch overlap.
  bool overlap(std::uint32_t i, std::uint32_t j) const {
    // & instead of &&: one branch, which is well predicted, in place of six that are not.
    return (overlap_along(0, i, j) & overlap_along(1, i, j) & overlap_along(2, i, j)) != 0;
  }

  int overlap_along(int axis, std::uint32_t i, std::uint32_t j) const {
    return int{lower[axis][i] <= upper[axis][j]} & int{lower[axis][j] <= upper[axis][i]};
  }

  std::size_t bytes() const { return 6 * lower[0].capacity() * sizeof(float); }
};

}  // namespace glance::rooms::bound
