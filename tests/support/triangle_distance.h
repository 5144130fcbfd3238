// How far points, segments and triangles are from each other, in numbers of type R: long doubles,
// or more digits. For mesh_reference.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "support/reference.h"

namespace glance::test::triangles {

template <class R>
using VecOf = Eigen::Matrix<R, 3, 1>;
template <class R>
using TriangleOf = std::array<VecOf<R>, 3>;

template <class R>
VecOf<R> nearest_on_segment(const VecOf<R>& p, const VecOf<R>& q, const VecOf<R>& to) {
  const VecOf<R> d = q - p;
  const R length_sq = d.dot(d);
  const R s = length_sq > 0 ? std::clamp<R>((to - p).dot(d) / length_sq, 0, 1) : R(0);
  return p + d * s;
}

/// From one body to the other, as short as was found.
template <class R>
struct Shortest {
  R length = std::numeric_limits<R>::infinity();
  VecOf<R> way = VecOf<R>::Zero();

  void add(const VecOf<R>& from, const VecOf<R>& to) {
    const R found = (to - from).norm();
    if (found < length) length = found, way = to - from;
  }
  void add(const Shortest& other, bool turned) {
    if (other.length < length)
      length = other.length, way = turned ? VecOf<R>(-other.way) : other.way;
  }
};

/// From the point to the triangle.
template <class R>
Shortest<R> shortest_to(const TriangleOf<R>& t, const VecOf<R>& point) {
  Shortest<R> s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(point, nearest_on_segment<R>(t[i], t[(i + 1) % 3], point));
  }
  const VecOf<R> n = (t[1] - t[0]).cross(t[2] - t[0]);
  for (std::size_t i = 0; i < 3; i++) {
    if (n.dot((t[(i + 1) % 3] - t[i]).cross(point - t[i])) < 0) return s;
  }
  s.add(point, point - n * (n.dot(point - t[0]) / n.dot(n)));
  return s;
}

/// From segment r s to p q: both ends of each against the other, and where the lines are closest.
template <class R>
void add_segments(const VecOf<R>& p, const VecOf<R>& q, const VecOf<R>& r, const VecOf<R>& s,
                  Shortest<R>& shortest) {
  const VecOf<R> u = q - p, v = s - r, w = p - r;
  const R a = u.dot(u), b = u.dot(v), c = v.dot(v), d = u.dot(w), e = v.dot(w);
  const R det = a * c - b * b;
  for (const VecOf<R>* end : {&p, &q}) shortest.add(nearest_on_segment<R>(r, s, *end), *end);
  for (const VecOf<R>* end : {&r, &s}) shortest.add(*end, nearest_on_segment<R>(p, q, *end));
  if (!(det > 0)) return;
  R t = std::clamp<R>((b * e - c * d) / det, 0, 1);
  for (int i = 0; i < 2; i++) {  // nearly parallel: once more from the other side
    const VecOf<R> on = nearest_on_segment<R>(r, s, p + u * t);
    t = std::clamp<R>((on - p).dot(u) / a, 0, 1);
    shortest.add(on, p + u * t);
  }
}

/// From b to a, which do not meet: of an edge from an edge, or a corner from a triangle.
template <class R>
Shortest<R> shortest_between(const TriangleOf<R>& a, const TriangleOf<R>& b) {
  Shortest<R> s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(shortest_to<R>(a, b[i]), false);
    s.add(shortest_to<R>(b, a[i]), true);
    for (std::size_t j = 0; j < 3; j++) {
      add_segments<R>(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], s);
    }
  }
  return s;
}

}  // namespace glance::test::triangles
