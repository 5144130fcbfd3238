// The one place with vector instructions. Each function has a scalar twin that gives the
// same bits, and is it where there is no SSE2 (which every x86-64 has).
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) && !defined(GLANCE_NO_SIMD)
#include <emmintrin.h>
#define GLANCE_SSE2 1
#endif

namespace glance::simd {

/// Coordinates of `count` points, each array padded to an even number with a copy of the
/// first point.
struct PointArrays {
  const double *x, *y, *z;
  std::size_t count;
};

/// The first point with the largest (dx*x + dy*y) + dz*z; count > 0.
inline std::uint32_t highest_scalar(const PointArrays& p, double dx, double dy, double dz) {
  std::uint32_t best = 0;
  double best_height = (dx * p.x[0] + dy * p.y[0]) + dz * p.z[0];
  for (std::size_t i = 1; i < p.count; i++) {
    const double height = (dx * p.x[i] + dy * p.y[i]) + dz * p.z[i];
    if (height > best_height) {
      best_height = height;
      best = static_cast<std::uint32_t>(i);
    }
  }
  return best;
}

#ifdef GLANCE_SSE2
inline std::uint32_t highest(const PointArrays& p, double dx, double dy, double dz) {
  const __m128d vx = _mm_set1_pd(dx), vy = _mm_set1_pd(dy), vz = _mm_set1_pd(dz);
  const auto heights = [&](std::size_t i) {
    return _mm_add_pd(
        _mm_add_pd(_mm_mul_pd(vx, _mm_loadu_pd(p.x + i)), _mm_mul_pd(vy, _mm_loadu_pd(p.y + i))),
        _mm_mul_pd(vz, _mm_loadu_pd(p.z + i)));
  };
  // Each lane keeps its first maximum; numbers of points as doubles, so that they travel
  // with the heights.
  __m128d best = heights(0), best_at = _mm_set_pd(1, 0);
  __m128d at = best_at;
  const __m128d two = _mm_set1_pd(2);
  for (std::size_t i = 2; i < p.count; i += 2) {
    at = _mm_add_pd(at, two);
    const __m128d height = heights(i);
    const __m128d higher = _mm_cmpgt_pd(height, best);
    best = _mm_max_pd(height, best);
    best_at = _mm_or_pd(_mm_and_pd(higher, at), _mm_andnot_pd(higher, best_at));
  }
  double height[2], index[2];
  _mm_storeu_pd(height, best);
  _mm_storeu_pd(index, best_at);
  // A pad is a copy of point 0, which lane 0 has seen first: it never wins.
  const bool second = height[1] > height[0] || (height[1] == height[0] && index[1] < index[0]);
  return static_cast<std::uint32_t>(index[second]);
}
#else
inline std::uint32_t highest(const PointArrays& p, double dx, double dy, double dz) {
  return highest_scalar(p, dx, dy, dz);
}
#endif

}  // namespace glance::simd
