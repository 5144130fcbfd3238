// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/core_nearest.h"

#include "base/work_limit.h"
#include "convex/simplex.h"

namespace glance::curved {

void approach(const CoreFrame& frame, const Vec3& target, double accuracy, int steps,
              NearestSimplex& simplex, Work& work) {
  double nearest_sq = std::numeric_limits<double>::infinity();
  for (int step = 0;; step++) {
    spend_work(10);
    Vec3 p[4];
    for (int i = 0; i < simplex.count; i++) p[i] = simplex.point[i].difference() - target;
    const auto part = nearest_of(p, simplex.count);
    if (!part) {  // inside: the weights of all four at the target
      const Vec3 pq = cross(p[0], p[1]), rt = cross(p[2], p[3]);
      simplex.weight = {dot(p[1], rt), -dot(p[0], rt), dot(p[3], pq), -dot(p[2], pq)};
      const double sum =
          (simplex.weight[0] + simplex.weight[1]) + (simplex.weight[2] + simplex.weight[3]);
      for (double& w : simplex.weight) w /= sum;
      return;
    }
    if (!(part->distance_sq < nearest_sq)) {
      // No nearer: the point added last is of no use. (Never so in the first round.)
      if (step > 0) simplex.count--;
      return;
    }
    nearest_sq = part->distance_sq;
    NearestSimplex kept;
    kept.count = part->count;
    for (int i = 0; i < part->count; i++) {
      kept.point[i] = simplex.point[part->corner[i]];
      kept.weight[i] = part->weight[i];
    }
    simplex = kept;
    const double distance = std::sqrt(nearest_sq);
    if (!(distance > accuracy) || step == steps) return;
    work.simplex_steps++;
    const Vec3 away = quick_unit(part->point);
    const CoreFrame::Point next = frame.support(-away, work);
    if (distance - dot(away, next.difference() - target) <= accuracy) return;
    simplex.point[simplex.count] = next;
    simplex.weight[simplex.count++] = 0;
  }
}

}  // namespace glance::curved
