// Seeded random numbers that are the same on every machine and standard library
// (std::normal_distribution and friends are not).
//
// The generator is SplitMix64 (Steele, Lea, Flood 2014): a counter through a
// mixing function. It needs no warm-up, and any seed is a good one.
#pragma once

#include <cmath>
#include <cstdint>

#include "glance/math.h"

namespace glance {

/// A generator of random numbers.
class Rng {
 public:
  /// The same seed gives the same numbers on every machine.
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  /// 64 random bits.
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Uniform in [0, count); count > 0. (The bias of a 64-bit remainder is below 2^-32 for every
  /// count that fits into 32 bits.)
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(bits() % count); }

  /// True with the given probability.
  bool chance(double probability) { return uniform() < probability; }

  /// Uniform in the cube from -half to half.
  Vec3 in_box(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half), z = uniform(-half, half);
    return {x, y, z};
  }

  /// Uniform on the unit sphere (by rejection from the cube).
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_box(1);
      const double length_sq = norm_sq(v);
      if (length_sq <= 1 && length_sq >= 1e-4) return v / std::sqrt(length_sq);
    }
  }

  /// Uniform over all rotations (by rejection from the 4-cube).
  Quat rotation() {
    for (;;) {
      const double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const double length_sq = w * w + x * x + y * y + z * z;
      if (length_sq <= 1 && length_sq >= 1e-4) {
        const double s = 1 / std::sqrt(length_sq);
        return {w * s, x * s, y * s, z * s};
      }
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace glance
