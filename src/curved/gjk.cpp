// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/gjk.h"

#include <algorithm>
#include <array>

#include "base/work_limit.h"

namespace glance::rooms::curved {
namespace {

/// Never reached by searches that come nearer by what doubles can tell; a stop for the rest.
constexpr int kMaxIterations = 256;

/// With the difference of each point.
struct CoreSimplex : NearestSimplex {
  Vec3 apart[4];

  void add(const CoreFrame::Point& added) {
    point[count] = added;
    apart[count++] = added.difference();
  }
  void keep(const Nearest& part) {
    NearestSimplex::keep(part);
    for (int i = 0; i < count; i++) apart[i] = apart[part.corner[i]];
  }
};

/// Whether four points have the origin strictly inside, each off by `error` at most; and their
/// weights there. A weight is twice the area of a face times how far that is from the origin, and
/// no area is more than 2 size^2: the origin is inside by 2 error, of which one is lost to
/// rounding.
bool surround(const Vec3* p, double error, double size, std::array<double, 4>& weight) {
  weight = tetrahedron_weights(p[0], p[1], p[2], p[3]);
  const double bound = 8 * error * (size * size);
  const auto [low, high] = std::minmax({weight[0], weight[1], weight[2], weight[3]});
  const bool strictly = low > bound || high < -bound;
  const double scale = 1 / ((weight[0] + weight[1]) + (weight[2] + weight[3]));
  for (int i = 0; i < 4; i++) weight[i] *= scale;
  return strictly;
}

}  // namespace

GjkEnd gjk(const CoreFrame& frame, const Vec3& start, double limit, double tolerance,
           QueryWork& work) {
  GjkEnd end;
  CoreSimplex s;
  Vec3 direction = start;
  double nearest_sq = std::numeric_limits<double>::infinity();

  const auto set_points = [&] {
    const CoreFrame::Point nearest = s.nearest();
    end.point_a = nearest.a;
    end.point_b = nearest.b;
  };
  for (int i = 0; i < kMaxIterations; i++) {
    work.simplex_steps++;
    const Vec3 unit = quick_unit(direction);
    const CoreFrame::Point added = frame.support(unit, work);
    const double lower = -dot(unit, added.difference()) - frame.error;
    // Gaps of later steps may be smaller: each is a proof, so the widest is kept.
    if (lower > end.lower) {
      end.lower = lower;
      end.direction = unit;
    }
    if (end.lower > limit || end.upper < limit || end.upper - end.lower <= tolerance) break;
    s.add(added);
    const auto nearest = nearest_of(s.apart, s.count);
    // The origin is inside the four points as rounded: only beyond the errors is that an overlap.
    if (!nearest) {
      end.inside = surround(s.apart, frame.error, frame.size, s.weight);
      set_points();
      const double between = std::sqrt(norm_sq(Vec3(end.point_a - end.point_b)));
      if (!end.inside) end.upper = std::min(end.upper, between + 2 * frame.error);
      return end;
    }
    if (!(nearest->distance_sq < nearest_sq)) {
      s.count--;
      break;
    }
    s.keep(*nearest);
    nearest_sq = nearest->distance_sq;
    // Between the corners for certain, as the foot on a thin triangle's plane may not be.
    Vec3 between = s.apart[0] * s.weight[0];
    for (int k = 1; k < s.count; k++) between += s.apart[k] * s.weight[k];
    end.upper = std::min(end.upper, std::sqrt(norm_sq(between)) + 2 * frame.error);
    direction = -nearest->point;
    // No direction worth the name.
    if (end.upper <= 4 * frame.error || !(nearest_sq > 0)) break;
  }
  set_points();
  return end;
}

void approach(const CoreFrame& frame, const Vec3& target, double accuracy, int steps,
              NearestSimplex& simplex, QueryWork& work) {
  double nearest_sq = std::numeric_limits<double>::infinity();
  for (int step = 0;; step++) {
    spend_work(10);
    Vec3 p[4];
    for (int i = 0; i < simplex.count; i++) p[i] = simplex.point[i].difference() - target;
    const auto part = nearest_of(p, simplex.count);
    if (!part) {  // inside: the weights of all four at the target
      simplex.weight = tetrahedron_weights(p[0], p[1], p[2], p[3]);
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
    simplex.keep(*part);
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

}  // namespace glance::rooms::curved
