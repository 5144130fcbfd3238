// The search of Gilbert, Johnson and Keerthi for the point of A - B nearest to a target, where
// a core may be curved: there it ends when it is near enough, never at the exact point.
#pragma once

#include "convex/core_frame.h"

namespace glance::curved {

/// Up to four points of A - B and the point nearest to the target in their hull.
struct NearestSimplex {
  int count = 0;
  std::array<CoreFrame::Point, 4> point;
  std::array<double, 4> weight = {};

  CoreFrame::Point nearest() const {
    CoreFrame::Point sum{Vec3::zero(), Vec3::zero()};
    for (int i = 0; i < count; i++) {
      sum.a += point[i].a * weight[i];
      sum.b += point[i].b * weight[i];
    }
    return sum;
  }
};

/// Goes on from the simplex (which has at least one point) until no point of A - B is nearer
/// than the nearest by more than `accuracy`, or nothing gets nearer, or the target is inside.
void approach(const CoreFrame& frame, const Vec3& target, double accuracy, int steps,
              NearestSimplex& simplex, Work& work);

}  // namespace glance::curved
