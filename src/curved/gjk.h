// The search of Gilbert, Johnson and Keerthi (1988) for the point of A - B nearest to the origin,
// for cores that are known by their support functions alone (convex/gjk does the same for pairs of
// vertices), in two forms that share their simplex:
//
//   gjk        ends by proved bounds: the gap along a direction from below, a point between support
//              points from above;
//   approach   goes on from a simplex that there is, towards any target, for a point near enough.
//
// They are two loops because each one's answers depend on its order of steps: gjk asks for a
// support point first and keeps the best of all gaps seen, approach looks at its simplex first and
// compares with the last gap only. As one they would stop at other points, right ones, but with
// other digits.
#pragma once

#include <array>

#include "convex/core_frame.h"
#include "convex/simplex.h"

namespace glance::rooms::curved {

/// Up to four points of A - B, and their weights in the point of their hull that is nearest to a
/// target.
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
  /// (Corners are in order: none is overwritten too early.)
  void keep(const Nearest& part) {
    count = part.count;
    for (int i = 0; i < count; i++) {
      point[i] = point[part.corner[i]];
      weight[i] = part.weight[i];
    }
  }
};

struct GjkEnd {
  /// Bounds on the distance of the cores; `lower` is negative while no gap has been found.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  Vec3 direction = Vec3::zero();  ///< unit, from A to B: the gap along it is `lower`
  /// The nearest points found, seen from A's centroid; if `inside`, a common point twice.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  /// Four points of A - B have the origin strictly inside, by at least CoreFrame::error.
  bool inside = false;
};

/// For those who want the distance and not a comparison: neither above nor below anything.
inline constexpr double kNoLimit = std::numeric_limits<double>::quiet_NaN();

/// Goes on until the bounds are within `tolerance` of each other, both are on one side of
/// `limit`, or no step comes nearer. Starts along `direction` (not zero).
GjkEnd gjk(const CoreFrame& frame, const Vec3& direction, double limit, double tolerance,
           QueryWork& work);

/// Goes on from the simplex (which has at least one point) until no point of A - B is nearer
/// than the nearest by more than `accuracy`, or nothing gets nearer, or the target is inside.
void approach(const CoreFrame& frame, const Vec3& target, double accuracy, int steps,
              NearestSimplex& simplex, QueryWork& work);

}  // namespace glance::rooms::curved
