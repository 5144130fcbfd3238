// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/gjk.h"

#include "convex/simplex.h"

namespace glance::curved {
namespace {

/// Never reached by searches that come nearer by what doubles can tell; a stop for the rest.
constexpr int kMaxIterations = 256;

struct CoreSimplex {
  int count = 0;
  CoreFrame::Point corner[4];
  Vec3 point[4];
  double weight[4];

  void add(const CoreFrame::Point& added) {
    corner[count] = added;
    point[count++] = added.difference();
  }
  void keep(const Nearest& nearest) {
    count = nearest.count;
    for (int i = 0; i < count; i++) {
      corner[i] = corner[nearest.corner[i]];
      point[i] = point[nearest.corner[i]];
      weight[i] = nearest.weight[i];
    }
  }
};

/// Whether four points have the origin strictly inside, each off by `error` at most; and their
/// weights there. A weight is twice the area of a face times how far that is from the origin, and
/// no area is more than 2 size^2: the origin is inside by 2 error, of which one is lost to
/// rounding.
bool surround(const Vec3* p, double error, double size, double* weight) {
  const Vec3 pq = cross(p[0], p[1]), rt = cross(p[2], p[3]);
  weight[0] = dot(p[1], rt);
  weight[1] = -dot(p[0], rt);
  weight[2] = dot(p[3], pq);
  weight[3] = -dot(p[2], pq);
  const double bound = 8 * error * (size * size);
  const auto [low, high] = std::minmax({weight[0], weight[1], weight[2], weight[3]});
  const bool strictly = low > bound || high < -bound;
  const double scale = 1 / ((weight[0] + weight[1]) + (weight[2] + weight[3]));
  for (int i = 0; i < 4; i++) weight[i] *= scale;
  return strictly;
}

}  // namespace

GjkEnd gjk(const CoreFrame& frame, const Vec3& start, double limit, double tolerance, Work& work) {
  GjkEnd end;
  CoreSimplex s;
  Vec3 direction = start;
  double nearest_sq = std::numeric_limits<double>::infinity();

  const auto set_points = [&] {
    end.point_a = end.point_b = Vec3::zero();
    for (int i = 0; i < s.count; i++) {
      end.point_a += s.corner[i].a * s.weight[i];
      end.point_b += s.corner[i].b * s.weight[i];
    }
  };
  for (int i = 0; i < kMaxIterations; i++) {
    work.simplex_steps++;
    const Vec3 unit = quick_unit(direction);
    const CoreFrame::Point added = frame.support(unit, work);
    const double lower = -dot(unit, added.difference()) - frame.error;
    if (lower > end.lower) {
      end.lower = lower;
      end.direction = unit;
    }
    if (end.lower > limit || end.upper < limit || end.upper - end.lower <= tolerance) break;
    s.add(added);
    const auto nearest = nearest_of(s.point, s.count);
    if (!nearest) {
      end.inside = surround(s.point, frame.error, frame.size, s.weight);
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
    Vec3 between = s.point[0] * s.weight[0];
    for (int k = 1; k < s.count; k++) between += s.point[k] * s.weight[k];
    end.upper = std::min(end.upper, std::sqrt(norm_sq(between)) + 2 * frame.error);
    direction = -nearest->point;
    // No direction worth the name.
    if (end.upper <= 4 * frame.error || !(nearest_sq > 0)) break;
  }
  set_points();
  return end;
}

}  // namespace glance::curved
