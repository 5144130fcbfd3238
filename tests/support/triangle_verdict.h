// The verdict on two triangles, and whether a point is within a surface: in numbers that are exact,
// or that know how far off they may be. For mesh_reference.cpp.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "glance/certificate.h"
#include "math/exact.h"

namespace glance::test::triangles {
using math::BigInt;

/// The sign of a number whose error is too large.
inline constexpr int kUnknown = 2;

/// A number known up to an error: |truth - value| <= error. With rounding errors found exactly
/// (two-sum, and the fused product), so that the error of a result that needs no rounding is 0.
struct Rough {
  double value = 0, error = 0;
};

inline Rough with_error(double value, double error) {
  return {value, error > 0 ? error * (1 + 0x1p-48) : error};
}

inline Rough operator+(const Rough& x, const Rough& y) {
  const double sum = x.value + y.value, part = sum - x.value;
  const double lost = (x.value - (sum - part)) + (y.value - part);
  return with_error(sum, x.error + y.error + std::fabs(lost));
}
inline Rough operator-(const Rough& x, const Rough& y) { return x + Rough{-y.value, y.error}; }
inline Rough operator*(const Rough& x, const Rough& y) {
  if ((x.value == 0 && x.error == 0) || (y.value == 0 && y.error == 0)) return {};
  const double product = x.value * y.value;
  double lost = std::fabs(std::fma(x.value, y.value, -product));
  if (std::fabs(product) < 1e-280) lost += 1e-290;  // what was lost may be too small for a double
  return with_error(product, std::fabs(x.value) * y.error + std::fabs(y.value) * x.error +
                                 x.error * y.error + lost);
}

inline int sign(const Rough& x) {
  if (x.value > x.error) return 1;
  if (x.value < -x.error) return -1;
  return x.value == 0 && x.error == 0 ? 0 : kUnknown;
}
inline int sign(const BigInt& x) { return x.sign(); }

/// Small numbers, and one that is compared by size only.
template <class N>
N number(int i);
template <>
inline Rough number<Rough>(int i) {
  return {static_cast<double>(i), 0};
}
template <>
inline BigInt number<BigInt>(int i) {
  return i;
}

template <class N>
using Point = std::array<N, 3>;
template <class N>
using Corners = std::array<Point<N>, 3>;

template <class N>
Point<N> operator-(const Point<N>& p, const Point<N>& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
template <class N>
N product(const Point<N>& p, const Point<N>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
template <class N>
Point<N> normal(const Point<N>& p, const Point<N>& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
template <class N>
N volume(const Point<N>& p, const Point<N>& q, const Point<N>& r) {
  return product(p, normal(q, r));
}

inline bool any_unknown(const std::array<int, 3>& s) {
  return s[0] == kUnknown || s[1] == kUnknown || s[2] == kUnknown;
}
inline bool all(const std::array<int, 3>& s, int sign) {
  return s[0] == sign && s[1] == sign && s[2] == sign;
}
inline bool has(const std::array<int, 3>& s, int sign) {
  return s[0] == sign || s[1] == sign || s[2] == sign;
}

/// An axis along which v is not zero; 3 if it is zero; kUnknownAxis if that is not known.
inline constexpr int kUnknownAxis = 4;
template <class N>
int axis_of(const Point<N>& v) {
  bool known = true;
  for (int k = 0; k < 3; k++) {
    const int s = sign(v[static_cast<std::size_t>(k)]);
    if (s == 1 || s == -1) return k;
    known = known && s == 0;
  }
  return known ? 3 : kUnknownAxis;
}

template <class N>
struct Fraction {
  N top, bottom;  ///< bottom > 0
};

/// x <=> y.
template <class N>
int compare(const Fraction<N>& x, const Fraction<N>& y) {
  return sign(x.top * y.bottom - y.top * x.bottom);
}

/// The part of a triangle in a plane, as an interval of the coordinate k of its points.
/// `height` are those of the corners above the plane, up to a common factor.
template <class N>
struct Span {
  Fraction<N> low, high;
  bool known = false;

  Span(const Corners<N>& t, const std::array<N, 3>& height, const std::array<int, 3>& signs,
       std::size_t k) {
    int count = 0;
    for (std::size_t i = 0; i < 3; i++) {
      const std::size_t j = (i + 1) % 3;
      std::optional<Fraction<N>> at;
      if (signs[i] == 0) {
        at = Fraction<N>{t[i][k], number<N>(1)};
      } else if (signs[i] * signs[j] < 0) {
        at = Fraction<N>{t[i][k] * height[j] - t[j][k] * height[i], height[j] - height[i]};
        if (signs[j] < 0) {
          at->top = number<N>(0) - at->top;
          at->bottom = number<N>(0) - at->bottom;
        }
      }
      if (!at) continue;
      if (count++ == 0) {
        low = high = *at;
        continue;
      }
      const int below = compare(*at, low), above = compare(*at, high);
      if (below == kUnknown || above == kUnknown) return;
      if (below < 0) low = *at;
      if (above > 0) high = *at;
    }
    known = count > 0;
  }
};

/// Two triangles in one plane, seen along the axis k: they meet unless an edge of one separates.
template <class N>
Verdict verdict_in_plane(const Corners<N>& a, const Corners<N>& b, std::size_t k) {
  const std::size_t x = (k + 1) % 3, y = (k + 2) % 3;
  const auto turn = [&](const Point<N>& p, const Point<N>& q, const Point<N>& r) {
    return sign((q[x] - p[x]) * (r[y] - p[y]) - (q[y] - p[y]) * (r[x] - p[x]));
  };
  bool unknown = false;
  for (const auto& [t, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const int own = turn((*t)[0], (*t)[1], (*t)[2]);
    if (own == kUnknown) return Verdict::undecided;
    for (std::size_t i = 0; i < 3; i++) {
      std::array<int, 3> s;
      for (std::size_t j = 0; j < 3; j++) s[j] = turn((*t)[i], (*t)[(i + 1) % 3], (*other)[j]);
      if (all(s, -own)) return Verdict::apart;
      unknown = unknown || any_unknown(s);
    }
  }
  return unknown ? Verdict::undecided : Verdict::touching;
}

/// The relative interior of A - B is the difference of those of A and B. So two triangles in planes
/// that cross overlap if their relative interiors meet, and triangles in parallel planes, whose
/// difference is flat, never do.
template <class N>
Verdict verdict_of(const Corners<N>& a, const Corners<N>& b, bool* in_one_plane = nullptr) {
  const Point<N> normal_a = normal(a[1] - a[0], a[2] - a[0]);
  std::array<N, 3> height_a, height_b;  // of the corners of each above the plane of the other
  std::array<int, 3> side_a, side_b;
  for (std::size_t i = 0; i < 3; i++) {
    height_b[i] = product(normal_a, b[i] - a[0]);
    side_b[i] = sign(height_b[i]);
  }
  if (all(side_b, 1) || all(side_b, -1)) return Verdict::apart;
  const Point<N> normal_b = normal(b[1] - b[0], b[2] - b[0]);
  for (std::size_t i = 0; i < 3; i++) {
    height_a[i] = product(normal_b, a[i] - b[0]);
    side_a[i] = sign(height_a[i]);
  }
  if (all(side_a, 1) || all(side_a, -1)) return Verdict::apart;
  if (any_unknown(side_a) || any_unknown(side_b)) return Verdict::undecided;

  const int along = axis_of(normal(normal_a, normal_b));
  if (along == kUnknownAxis) return Verdict::undecided;
  if (along == 3) {
    const int across = axis_of(normal_a);
    if (across >= 3) return Verdict::undecided;
    if (in_one_plane) *in_one_plane = true;
    return verdict_in_plane(a, b, static_cast<std::size_t>(across));
  }
  const Span<N> span_a(a, height_a, side_a, static_cast<std::size_t>(along));
  const Span<N> span_b(b, height_b, side_b, static_cast<std::size_t>(along));
  if (!span_a.known || !span_b.known) return Verdict::undecided;
  const int before = compare(span_a.high, span_b.low), after = compare(span_b.high, span_a.low);
  if (before == -1 || after == -1) return Verdict::apart;
  if (before == kUnknown || after == kUnknown) return Verdict::undecided;
  const bool through = has(side_a, 1) && has(side_a, -1) && has(side_b, 1) && has(side_b, -1);
  return through && before > 0 && after > 0 ? Verdict::overlapping : Verdict::touching;
}

/// How often the surface winds around the origin, so far: what one triangle adds, seen along a ray.
struct Winding {
  int count = 0;
  bool on_surface = false;  ///< the origin is
  bool degenerate = false;  ///< the ray meets an edge, or nobody knows
};

/// Corners seen from the point. With s_i the volumes that the ray spans with each edge, it meets
/// the plane inside the triangle if all have one sign, which is that of ray . normal; and ahead, if
/// the volume of the three corners has it too.
template <class N>
void add_crossing(const Corners<N>& t, const Point<N>& ray, Winding& winding) {
  const std::array<int, 3> s = {sign(volume(ray, t[0], t[1])), sign(volume(ray, t[1], t[2])),
                                sign(volume(ray, t[2], t[0]))};
  if (has(s, 1) && has(s, -1)) return;
  const int ahead = sign(volume(t[0], t[1], t[2]));
  if (any_unknown(s) || ahead == kUnknown || has(s, 0)) {
    winding.degenerate = true;
  } else if (ahead == s[0]) {
    winding.count += s[0];
  }
}

/// Whether the origin is on the triangle; kUnknown if nobody knows.
template <class N>
int holds_origin(const Corners<N>& t) {
  const int height = sign(volume(t[0], t[1], t[2]));
  if (height != 0) return height == kUnknown ? kUnknown : 0;
  const Point<N> across = normal(t[1] - t[0], t[2] - t[0]);
  std::array<int, 3> s;
  for (std::size_t i = 0; i < 3; i++) s[i] = sign(product(across, normal(t[i], t[(i + 1) % 3])));
  if (has(s, -1)) return 0;
  return any_unknown(s) ? kUnknown : 1;
}

}  // namespace glance::test::triangles
