// Two bodies put at a given distance from each other.
#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "glance/query.h"

namespace glance::bench {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}

  std::uint64_t bits() { return bits_(); }
  /// In [-1, 1). Not std::uniform_real_distribution, which is not the same everywhere.
  double coordinate() { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1; }

  Vec3 direction() {
    for (;;) {
      const Vec3 v{coordinate(), coordinate(), coordinate()};  // in this order
      const double length = norm(v);
      if (length <= 1 && length > 0.01) return v / length;
    }
  }

  Quat rotation() {
    const Vec3 axis = direction();
    const double half = std::numbers::pi / 2 * coordinate();  // not even, but all of them
    const Vec3 v = axis * std::sin(half);
    return {std::cos(half), v.x(), v.y(), v.z()};
  }

 private:
  std::mt19937_64 bits_;
};

/// A line that a body is moved along.
struct Line {
  Vec3 from, direction;  // the direction is of unit length
};

/// B with this turn, its origin on a line that leads away from A, at this distance from A.
/// Negative: so much past contact (nearly), back along the line. A gap is right to within the
/// tolerance. Bodies have a radius of some 1 about their origins. Throws std::runtime_error if
/// no place was found.
Pose place(const Shape& a, const Pose& pose_a, const Shape& b, const Quat& turn, const Line& line,
           double gap, double tolerance);

}  // namespace glance::bench
