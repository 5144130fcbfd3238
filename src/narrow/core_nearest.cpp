#include "narrow/core_nearest.h"

namespace glance {
namespace {

/// Corners that hold the nearest point, and their weights.
struct Part {
  int count = 0;
  std::array<int, 4> corner = {};
  std::array<double, 4> weight = {};
  Vec3 nearest = Vec3::Zero();
  double distance_sq = std::numeric_limits<double>::infinity();
};

void offer(Part& best, const Part& part) {
  if (part.distance_sq < best.distance_sq) best = part;
}

Part at_corner(const Vec3* p, int i) { return {1, {i}, {1}, p[i], norm_sq(p[i])}; }

Part on_segment(const Vec3* p, int i, int j) {
  const Vec3 u = p[j] - p[i];
  const double reach = -dot(p[i], u), length_sq = norm_sq(u);
  if (!(reach > 0)) return at_corner(p, i);
  if (!(reach < length_sq)) return at_corner(p, j);
  const double s = reach / length_sq;
  const Vec3 nearest = p[i] + u * s;
  return {2, {i, j}, {1 - s, s}, nearest, norm_sq(nearest)};
}

Part on_triangle(const Vec3* p, int i, int j, int k) {
  Part best = on_segment(p, i, j);
  offer(best, on_segment(p, j, k));
  offer(best, on_segment(p, i, k));
  const Vec3 n = cross(p[j] - p[i], p[k] - p[i]);
  const double n_sq = norm_sq(n);
  const double at_i = dot(n, cross(p[j], p[k])), at_j = dot(n, cross(p[k], p[i]));
  const double at_k = dot(n, cross(p[i], p[j])), sum = at_i + at_j + at_k;
  if (n_sq > 0 && at_i > 0 && at_j > 0 && at_k > 0) {
    // Along the normal the nearest point has all its digits, however small it is.
    const Vec3 nearest = n * (dot(n, p[i]) / n_sq);
    offer(best, {3, {i, j, k}, {at_i / sum, at_j / sum, at_k / sum}, nearest, norm_sq(nearest)});
  }
  return best;
}

/// All four corners if the origin is inside.
Part on_tetrahedron(const Vec3* p) {
  const Vec3 pq = cross(p[0], p[1]), rt = cross(p[2], p[3]);
  const double at[4] = {dot(p[1], rt), -dot(p[0], rt), dot(p[3], pq), -dot(p[2], pq)};
  const double volume = at[0] + at[1] + at[2] + at[3];
  if (std::fabs(volume) > 0 && at[0] / volume > 0 && at[1] / volume > 0 && at[2] / volume > 0 &&
      at[3] / volume > 0) {
    return {4,
            {0, 1, 2, 3},
            {at[0] / volume, at[1] / volume, at[2] / volume, at[3] / volume},
            Vec3::Zero(),
            0};
  }
  Part best = on_triangle(p, 0, 1, 2);
  offer(best, on_triangle(p, 0, 1, 3));
  offer(best, on_triangle(p, 0, 2, 3));
  offer(best, on_triangle(p, 1, 2, 3));
  return best;
}

Part nearest_part(const Vec3* p, int count) {
  switch (count) {
    case 1: return at_corner(p, 0);
    case 2: return on_segment(p, 0, 1);
    case 3: return on_triangle(p, 0, 1, 2);
    default: return on_tetrahedron(p);
  }
}

}  // namespace

void approach(const CoreFrame& frame, const Vec3& target, double accuracy, int steps,
              NearestSimplex& simplex, Work& work) {
  double nearest_sq = std::numeric_limits<double>::infinity();
  for (int step = 0;; step++) {
    Vec3 p[4];
    for (int i = 0; i < simplex.count; i++) p[i] = simplex.point[i].difference() - target;
    const Part part = nearest_part(p, simplex.count);
    if (!(part.distance_sq < nearest_sq)) {
      // No nearer: the point added last is of no use. (Never so in the first round.)
      if (step > 0) simplex.count--;
      return;
    }
    nearest_sq = part.distance_sq;
    NearestSimplex kept;
    kept.count = part.count;
    for (int i = 0; i < part.count; i++) {
      kept.point[i] = simplex.point[part.corner[i]];
      kept.weight[i] = part.weight[i];
    }
    simplex = kept;
    const double distance = std::sqrt(nearest_sq);
    if (part.count == 4 || !(distance > accuracy) || step == steps) return;
    work.simplex_steps++;
    const Vec3 away = quick_unit(part.nearest);
    const CoreFrame::Point next = frame.support(-away, work);
    if (distance - dot(away, next.difference() - target) <= accuracy) return;
    simplex.point[simplex.count] = next;
    simplex.weight[simplex.count++] = 0;
  }
}

}  // namespace glance
