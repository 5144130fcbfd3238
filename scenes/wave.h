// Smooth ways back and forth, of products and sums only: the same bits on every machine, which
// sines are not.
#pragma once

#include <cmath>

namespace glance::scenes {

/// Like sin(2 pi turns): from -1 to 1, without kinks.
inline double wave(double turns) {
  const double t = turns - std::floor(turns);
  return t < 0.5 ? 16 * t * (0.5 - t) : -16 * (t - 0.5) * (1 - t);
}

/// From 0 at whole numbers to 1 halfway between them, and back; at rest in both.
inline double there_and_back(double turns) {
  const double t = turns - std::floor(turns), way = t < 0.5 ? 2 * t : 2 - 2 * t;
  return way * way * (3 - 2 * way);
}

}  // namespace glance::scenes
