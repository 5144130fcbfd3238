// How far points, segments and triangles are from each other, in long doubles. For
// mesh_reference.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "support/reference.h"

namespace glance::test::triangles {

inline RealVec nearest_on_segment(const RealVec& p, const RealVec& q, const RealVec& to) {
  const RealVec d = q - p;
  const Real length_sq = d.dot(d);
  const Real s = length_sq > 0 ? std::clamp<Real>((to - p).dot(d) / length_sq, 0, 1) : 0;
  return p + d * s;
}

using RealTriangle = std::array<RealVec, 3>;

/// From one body to the other, as short as was found.
struct Shortest {
  Real length = std::numeric_limits<Real>::infinity();
  RealVec way = RealVec::Zero();

  void add(const RealVec& from, const RealVec& to) {
    const Real found = (to - from).norm();
    if (found < length) length = found, way = to - from;
  }
  void add(const Shortest& other, bool turned) {
    if (other.length < length)
      length = other.length, way = turned ? -other.way : RealVec(other.way);
  }
};

/// From the point to the triangle.
inline Shortest shortest_to(const RealTriangle& t, const RealVec& point) {
  Shortest s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(point, nearest_on_segment(t[i], t[(i + 1) % 3], point));
  }
  const RealVec n = (t[1] - t[0]).cross(t[2] - t[0]);
  for (std::size_t i = 0; i < 3; i++) {
    if (n.dot((t[(i + 1) % 3] - t[i]).cross(point - t[i])) < 0) return s;
  }
  s.add(point, point - n * (n.dot(point - t[0]) / n.dot(n)));
  return s;
}

/// From segment r s to p q: both ends of each against the other, and where the lines are closest.
inline void add_segments(const RealVec& p, const RealVec& q, const RealVec& r, const RealVec& s,
                         Shortest& shortest) {
  const RealVec u = q - p, v = s - r, w = p - r;
  const Real a = u.dot(u), b = u.dot(v), c = v.dot(v), d = u.dot(w), e = v.dot(w);
  const Real det = a * c - b * b;
  for (const RealVec* end : {&p, &q}) shortest.add(nearest_on_segment(r, s, *end), *end);
  for (const RealVec* end : {&r, &s}) shortest.add(*end, nearest_on_segment(p, q, *end));
  if (!(det > 0)) return;
  Real t = std::clamp<Real>((b * e - c * d) / det, 0, 1);
  for (int i = 0; i < 2; i++) {  // nearly parallel: once more from the other side
    const RealVec on = nearest_on_segment(r, s, p + u * t);
    t = std::clamp<Real>((on - p).dot(u) / a, 0, 1);
    shortest.add(on, p + u * t);
  }
}

/// From b to a, which do not meet: of an edge from an edge, or a corner from a triangle.
inline Shortest shortest_between(const RealTriangle& a, const RealTriangle& b) {
  Shortest s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(shortest_to(a, b[i]), false);
    s.add(shortest_to(b, a[i]), true);
    for (std::size_t j = 0; j < 3; j++) {
      add_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], s);
    }
  }
  return s;
}

}  // namespace glance::test::triangles
