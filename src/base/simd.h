// The one place with vector instructions. Each function has a scalar twin that gives the same bits
// and takes its place where there is no SSE2 (which every x86-64 has). Where AVX2 helps, the
// program checks for it at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#if defined(__SSE2__) && !defined(GLANCE_NO_SIMD)
#include <emmintrin.h>

#include "rooms.h"
#define GLANCE_SSE2 1
#endif

/// For lambdas that are called several times where every call would go through memory.
#if defined(__GNUC__)
#define GLANCE_INLINE __attribute__((always_inline))
#else
#define GLANCE_INLINE
#endif

namespace glance::rooms::base::simd {

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

/// Two doubles side by side; every operation is done on both, and is the plain one on each.
#ifdef GLANCE_SSE2
struct Two {
  __m128d v;

  static Two load(const double* p) { return {_mm_loadu_pd(p)}; }
  static Two both(double x) { return {_mm_set1_pd(x)}; }
  void store(double* p) const { _mm_storeu_pd(p, v); }
  Two operator+(Two o) const { return {_mm_add_pd(v, o.v)}; }
  Two operator-(Two o) const { return {_mm_sub_pd(v, o.v)}; }
  Two operator*(Two o) const { return {_mm_mul_pd(v, o.v)}; }
  Two operator/(Two o) const { return {_mm_div_pd(v, o.v)}; }
  Two smaller(Two o) const { return {_mm_min_pd(v, o.v)}; }
};
#else
struct Two {
  double v[2];

  static Two load(const double* p) { return {{p[0], p[1]}}; }
  static Two both(double x) { return {{x, x}}; }
  void store(double* p) const {
    p[0] = v[0];
    p[1] = v[1];
  }
  Two operator+(Two o) const { return {{v[0] + o.v[0], v[1] + o.v[1]}}; }
  Two operator-(Two o) const { return {{v[0] - o.v[0], v[1] - o.v[1]}}; }
  Two operator*(Two o) const { return {{v[0] * o.v[0], v[1] * o.v[1]}}; }
  Two operator/(Two o) const { return {{v[0] / o.v[0], v[1] / o.v[1]}}; }
  Two smaller(Two o) const {
    return {{v[0] < o.v[0] ? v[0] : o.v[0], v[1] < o.v[1] ? v[1] : o.v[1]}};
  }
};
#endif
inline double sum(Two x) {
  double lanes[2];
  x.store(lanes);
  return lanes[0] + lanes[1];
}
inline double smallest(Two x) {
  double lanes[2];
  x.store(lanes);
  return lanes[0] < lanes[1] ? lanes[0] : lanes[1];
}

/// Four floats side by side, likewise. Of a vector of three coordinates the last place is anything
/// finite.
#ifdef GLANCE_SSE2
struct Four {
  __m128 v;

  static Four load(const float* p) { return {_mm_loadu_ps(p)}; }
  void store(float* p) const { _mm_storeu_ps(p, v); }
  static Four all(float x) { return {_mm_set1_ps(x)}; }
  static Four of(float x, float y, float z) { return {_mm_setr_ps(x, y, z, 0)}; }
  Four operator+(Four o) const { return {_mm_add_ps(v, o.v)}; }
  Four operator-(Four o) const { return {_mm_sub_ps(v, o.v)}; }
  Four operator*(Four o) const { return {_mm_mul_ps(v, o.v)}; }
  Four operator/(Four o) const { return {_mm_div_ps(v, o.v)}; }
  /// Each place on its own; `this` where they are equal.
  Four larger(Four o) const { return {_mm_max_ps(o.v, v)}; }
  Four smaller(Four o) const { return {_mm_min_ps(o.v, v)}; }
  Four abs() const { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), v)}; }
  /// Zero in the places where this is below `limit`.
  Four unless_below(Four limit, Four value) const {
    return {_mm_andnot_ps(_mm_cmplt_ps(v, limit.v), value.v)};
  }
  template <int i>
  Four splat() const {
    return {_mm_shuffle_ps(v, v, _MM_SHUFFLE(i, i, i, i))};
  }
  /// (y, z, x) and (z, x, y) of (x, y, z).
  Four yzx() const { return {_mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1))}; }
  Four zxy() const { return {_mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 1, 0, 2))}; }
  float first() const { return _mm_cvtss_f32(v); }
  /// Bit i: place i is not above that of `limit`.
  unsigned places_within(Four limit) const {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(v, limit.v)));
  }
};
/// Rows become columns.
inline void transpose(std::array<Four, 4>& m) { _MM_TRANSPOSE4_PS(m[0].v, m[1].v, m[2].v, m[3].v); }
/// The sums of the first three places of each: ((x + y) + z).
inline Four sums(Four p, Four q, Four r) {
  const __m128 xy = _mm_unpacklo_ps(p.v, q.v);                        // px qx py qy
  const __m128 zw = _mm_unpackhi_ps(p.v, q.v);                        // pz qz .. ..
  const __m128 x = _mm_shuffle_ps(xy, r.v, _MM_SHUFFLE(3, 0, 1, 0));  // px qx rx ..
  const __m128 y = _mm_shuffle_ps(xy, r.v, _MM_SHUFFLE(3, 1, 3, 2));  // py qy ry ..
  const __m128 z = _mm_shuffle_ps(zw, r.v, _MM_SHUFFLE(3, 2, 1, 0));  // pz qz rz ..
  return {_mm_add_ps(_mm_add_ps(x, y), z)};
}
#else
struct Four {
  float v[4];

  template <class F>
  static Four make(F f) {
    return {{f(0), f(1), f(2), f(3)}};
  }
  static Four load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static Four all(float x) { return {{x, x, x, x}}; }
  static Four of(float x, float y, float z) { return {{x, y, z, 0}}; }
  Four operator+(Four o) const {
    return make([&](int i) { return v[i] + o.v[i]; });
  }
  Four operator-(Four o) const {
    return make([&](int i) { return v[i] - o.v[i]; });
  }
  Four operator*(Four o) const {
    return make([&](int i) { return v[i] * o.v[i]; });
  }
  Four operator/(Four o) const {
    return make([&](int i) { return v[i] / o.v[i]; });
  }
  void store(float* p) const {
    for (int i = 0; i < 4; i++) p[i] = v[i];
  }
  Four smaller(Four o) const {
    return make([&](int i) { return o.v[i] < v[i] ? o.v[i] : v[i]; });
  }
  Four larger(Four o) const {
    return make([&](int i) { return o.v[i] > v[i] ? o.v[i] : v[i]; });
  }
  Four abs() const {
    return make([&](int i) { return v[i] < 0 ? -v[i] : v[i]; });
  }
  Four unless_below(Four limit, Four value) const {
    return make([&](int i) { return v[i] < limit.v[i] ? 0.0f : value.v[i]; });
  }
  template <int i>
  Four splat() const {
    return all(v[i]);
  }
  Four yzx() const { return {{v[1], v[2], v[0], v[3]}}; }
  Four zxy() const { return {{v[2], v[0], v[1], v[3]}}; }
  float first() const { return v[0]; }
  unsigned places_within(Four limit) const {
    unsigned bits = 0;
    for (unsigned i = 0; i < 4; i++) bits |= static_cast<unsigned>(v[i] <= limit.v[i]) << i;
    return bits;
  }
};
inline void transpose(std::array<Four, 4>& m) {
  for (std::size_t i = 0; i < 4; i++) {
    for (std::size_t k = 0; k < i; k++) std::swap(m[i].v[k], m[k].v[i]);
  }
}
inline Four sums(Four p, Four q, Four r) {
  return {{(p.v[0] + p.v[1]) + p.v[2], (q.v[0] + q.v[1]) + q.v[2], (r.v[0] + r.v[1]) + r.v[2], 0}};
}
#endif

/// Coordinates in single precision; `count` is a multiple of four (pads are copies of a point).
struct FloatPoints {
  const float *x, *y, *z;
  std::size_t count;
};

/// Smallest and largest coordinate of turned points, along x, y, z.
struct Extents {
  std::array<float, 3> low, high;
};

/// The extents of R p for all the points (count > 0); R by columns, rounded to floats first.
/// Coordinate k is (R(k,0) x + R(k,1) y) + R(k,2) z.
inline void extents_scalar(const FloatPoints& p, const double* rotation, Extents& result) {
  for (int k = 0; k < 3; k++) {
    const float rx = static_cast<float>(rotation[k]), ry = static_cast<float>(rotation[3 + k]),
                rz = static_cast<float>(rotation[6 + k]);
    float low = (rx * p.x[0] + ry * p.y[0]) + rz * p.z[0], high = low;
    for (std::size_t i = 1; i < p.count; i++) {
      const float height = (rx * p.x[i] + ry * p.y[i]) + rz * p.z[i];
      low = height < low ? height : low;
      high = height > high ? height : high;
    }
    result.low[k] = low;
    result.high[k] = high;
  }
}

#ifdef GLANCE_SSE2
inline void extents(const FloatPoints& p, const double* rotation, Extents& result) {
  __m128 r[3][3], low[3], high[3];
  for (int k = 0; k < 3; k++) {
    for (int j = 0; j < 3; j++) r[k][j] = _mm_set1_ps(static_cast<float>(rotation[3 * j + k]));
  }
  const auto height = [&](int k, __m128 x, __m128 y, __m128 z) {
    return _mm_add_ps(_mm_add_ps(_mm_mul_ps(r[k][0], x), _mm_mul_ps(r[k][1], y)),
                      _mm_mul_ps(r[k][2], z));
  };
  const __m128 x0 = _mm_loadu_ps(p.x), y0 = _mm_loadu_ps(p.y), z0 = _mm_loadu_ps(p.z);
  for (int k = 0; k < 3; k++) low[k] = high[k] = height(k, x0, y0, z0);
  for (std::size_t i = 4; i < p.count; i += 4) {
    const __m128 x = _mm_loadu_ps(p.x + i), y = _mm_loadu_ps(p.y + i), z = _mm_loadu_ps(p.z + i);
    for (int k = 0; k < 3; k++) {
      const __m128 h = height(k, x, y, z);
      low[k] = _mm_min_ps(low[k], h);
      high[k] = _mm_max_ps(high[k], h);
    }
  }
  for (int k = 0; k < 3; k++) {
    __m128 l = _mm_min_ps(low[k], _mm_movehl_ps(low[k], low[k]));
    __m128 h = _mm_max_ps(high[k], _mm_movehl_ps(high[k], high[k]));
    l = _mm_min_ss(l, _mm_shuffle_ps(l, l, 1));
    h = _mm_max_ss(h, _mm_shuffle_ps(h, h, 1));
    // (Either of -0 and 0 may be the result: they are equal.)
    result.low[k] = _mm_cvtss_f32(l);
    result.high[k] = _mm_cvtss_f32(h);
  }
}
#else
inline void extents(const FloatPoints& p, const double* rotation, Extents& result) {
  extents_scalar(p, rotation, result);
}
#endif

/// Rectangles [low_u, high_u] x [low_v, high_v] in the order of `first`, their coordinate along
/// a third axis. Behind the last there are kRectanglePads whose `first` is NaN.
struct Rectangles {
  const float *first, *low_u, *high_u, *low_v, *high_v;
};
inline constexpr std::size_t kRectanglePads = 8;

struct Rectangle {
  float low_u, high_u, low_v, high_v;
};

/// Of the rectangles from `at` on whose first coordinate is at most `last`: writes the places
/// of those that overlap `r` (borders included), in order, and gives the place after those
/// written. `stop` is the first place beyond `last`.
std::uint32_t* find_overlaps(const Rectangles& all, std::size_t at, float last, const Rectangle& r,
                             std::uint32_t* found, std::size_t& stop);
std::uint32_t* find_overlaps_scalar(const Rectangles& all, std::size_t at, float last,
                                    const Rectangle& r, std::uint32_t* found, std::size_t& stop);
/// What find_overlaps does where there is no AVX2. It has a name so that it is tested everywhere.
std::uint32_t* find_overlaps_narrow(const Rectangles& all, std::size_t at, float last,
                                    const Rectangle& r, std::uint32_t* found, std::size_t& stop);

}  // namespace glance::rooms::base::simd
