// The point of a simplex nearest to the origin, by signed lengths, areas and volumes: those that
// the origin forms with the parts of the simplex tell beyond which of them it is (as Montanari,
// Petrinic and Barbieri 2017 propose for this search, in place of Johnson's determinants).
#pragma once

#include <array>
#include <optional>

#include "glance/math.h"
#include "math/closest.h"
#include "rooms.h"

namespace glance::rooms::convex {

/// The part of a simplex that holds its point nearest to the origin: up to three corners, in
/// order, and their weights.
struct Nearest {
  int count = 0;
  int corner[3] = {};
  double weight[3] = {};
  Vec3 point = Vec3::zero();
  double distance_sq = std::numeric_limits<double>::infinity();
};

inline Nearest at_corner(const Vec3* point, int i) {
  return {1, {i}, {1}, point[i], norm_sq(point[i])};
}

inline Nearest on_segment(const Vec3* point, int i, int j) {
  const Vec3 u = point[j] - point[i];
  const double reach = -dot(point[i], u), length_sq = norm_sq(u);
  if (!(reach > 0)) return at_corner(point, i);
  if (reach >= length_sq) return at_corner(point, j);
  const double t = reach / length_sq;
  const Vec3 nearest = point[i] + u * t;
  return {2, {i, j}, {1 - t, t}, nearest, norm_sq(nearest)};
}

inline void offer(Nearest& best, const Nearest& candidate) {
  if (candidate.distance_sq < best.distance_sq) best = candidate;
}

inline Nearest on_triangle(const Vec3* point, int i, int j, int k) {
  const Vec3 &p = point[i], &q = point[j], &r = point[k];
  const Vec3 n = cross(q - p, r - p);
  const auto [at_p, at_q, at_r] = triangle_weights(n, p, q, r);
  const double n_sq = norm_sq(n);
  if (at_p > 0 && at_q > 0 && at_r > 0 && n_sq > 0) {
    const double scale = 1 / (at_p + at_q + at_r);
    // Along the normal the nearest point has all its digits, however small it is.
    const Vec3 nearest = n * (dot(n, p) / n_sq);
    return {3, {i, j, k}, {at_p * scale, at_q * scale, at_r * scale}, nearest, norm_sq(nearest)};
  }
  // Beyond one side or two; of a degenerate triangle all sides are tried.
  const bool all = !(n_sq > 0) || !(at_p <= 0 || at_q <= 0 || at_r <= 0);
  Nearest best;
  if (all || at_p <= 0) offer(best, on_segment(point, j, k));
  if (all || at_q <= 0) offer(best, on_segment(point, i, k));
  if (all || at_r <= 0) offer(best, on_segment(point, i, j));
  return best;
}

/// None if the origin is inside all four.
inline std::optional<Nearest> on_tetrahedron(const Vec3* point) {
  const Vec3 &p = point[0], &q = point[1], &r = point[2], &t = point[3];
  const double volume = triple(q - p, r - p, t - p);
  // Volumes of the tetrahedra that the origin forms with each face.
  const std::array<double, 4> at = tetrahedron_weights(p, q, r, t);
  static constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  Nearest best;
  for (int f = 0; f < 4; f++) {
    if (volume > 0 ? at[f] > 0 : at[f] < 0) continue;
    offer(best, on_triangle(point, kFaces[f][0], kFaces[f][1], kFaces[f][2]));
  }
  if (best.count == 0) return std::nullopt;
  return best;
}

/// The point of one to four corners nearest to the origin; none if that is inside four.
inline std::optional<Nearest> nearest_of(const Vec3* point, int count) {
  switch (count) {
    case 1: return at_corner(point, 0);
    case 2: return on_segment(point, 0, 1);
    case 3: return on_triangle(point, 0, 1, 2);
    default: return on_tetrahedron(point);
  }
}

}  // namespace glance::rooms::convex
