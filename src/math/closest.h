// Nearest points of points and segments: the arithmetic that every question about two edges, or an
// edge and a vertex, comes down to.
//
// One rule for NaN: a place along a segment without length, or one too short for
// its own square, is 0/0, and counts as the segment's start.
//
// Lines that are nearly parallel: where on the first line the common perpendicular stands is a
// quotient by the square of the sine between them. As a difference of products of lengths
// (`TwoSegments::quick_s`) that has lost all digits at angles below some 1e-8; the cross product
// (`TwoSegments::s_across`) keeps them, and is what an answer needs that is not proved afterwards.
// Parallel lines have no such place: then any s will do, and what follows from it (`free_t`, and
// `free_s` once more where t had to be clamped) is a nearest pair all the same.
//
// (The nearest point of a triangle is not here, only the signed areas that it is found by: its four
// places, exact/oracle_distance, spheres/sphere_field, mesh/triangle_pair and convex/simplex, want
// four different things, features, squares, heights and weights, each with all its digits.)
#pragma once

#include <array>

#include "glance/vector.h"

namespace glance::rooms::math {

/// Within [0, 1]; NaN becomes 0.
inline double clamp_unit(double x) { return !(x > 0) ? 0 : x < 1 ? x : 1; }

/// The place t in [0, 1] of the segment start + t along that is nearest to start + `point`.
inline double nearest_on_segment(const Vec3& point, const Vec3& along) {
  return clamp_unit(dot(point, along) / norm_sq(along));
}

/// The weights of the corners a, b, c at the foot of a point on their plane, with n = (b - a) x
/// (c - a), not normalised: |n| times twice the signed areas that the foot forms with the side
/// across from each corner. All of one sign: it is inside. Their sum is |n|^2.
inline std::array<double, 3> triangle_weights(const Vec3& n, const Vec3& a, const Vec3& b,
                                              const Vec3& c, const Vec3& point) {
  return {dot(n, cross(c - b, point - b)), dot(n, cross(a - c, point - c)),
          dot(n, cross(b - a, point - a))};
}

/// The same at the origin, without a difference. (For vectors of doubles and of integers.)
template <class Vector>
auto triangle_weights(const Vector& n, const Vector& a, const Vector& b, const Vector& c) {
  return std::array{dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b))};
}

/// The weights of p, q, r and t at the origin, not normalised: six times the volumes of the
/// tetrahedra that the origin forms with the face across from each. All of one sign: it is
/// inside. (For vectors of doubles and of integers.)
template <class Vector>
auto tetrahedron_weights(const Vector& p, const Vector& q, const Vector& r, const Vector& t) {
  const Vector pq = cross(p, q), rt = cross(r, t);
  return std::array{dot(q, rt), -dot(p, rt), dot(t, pq), -dot(r, pq)};
}

/// Places on two segments.
struct SegmentPair {
  double s, t;
};

/// The segments p + s u and q + t w with s, t in [0, 1].
struct TwoSegments {
  Vec3 r;  ///< p - q
  double uu, ww, uw, ur, wr;

  TwoSegments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& w)
      : r(p - q), uu(norm_sq(u)), ww(norm_sq(w)), uw(dot(u, w)), ur(dot(u, r)), wr(dot(w, r)) {}

  /// The place on either line that is nearest to a place on the other; not clamped, and NaN where
  /// the line has no length.
  double free_s(double t) const { return (uw * t - ur) / uu; }
  double free_t(double s) const { return (uw * s + wr) / ww; }

  /// Where on the first line the common perpendicular stands, not clamped; 0 for lines that are
  /// parallel, or whose sine squared is below `noise`. Quick; see above.
  double quick_s(double noise) const {
    const double area_sq = uu * ww - uw * uw;
    return area_sq > noise * uu * ww ? (uw * wr - ur * ww) / area_sq : 0;
  }
  /// The same by the cross product.
  double s_across(const Vec3& u, const Vec3& w) const {
    const Vec3 across = cross(u, w);
    const double across_sq = norm_sq(across);
    return across_sq > 0 ? triple(w, r, across) / across_sq : 0;
  }

  /// The nearest places, if this is where the common perpendicular stands on the first line.
  SegmentPair nearest_from(double line_s) const {
    const double s = clamp_unit(line_s), free = free_t(s), t = clamp_unit(free);
    return {t == free ? s : clamp_unit(free_s(t)), t};
  }
};

/// The nearest places of two segments, with all their digits. Either may have no length.
inline SegmentPair nearest_on_segments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& w) {
  const TwoSegments both(p, u, q, w);
  if (!(both.ww > 0)) return {clamp_unit(both.free_s(0)), 0};
  return both.nearest_from(both.s_across(u, w));
}

}  // namespace glance::rooms::math
