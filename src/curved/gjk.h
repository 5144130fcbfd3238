// The search of Gilbert, Johnson and Keerthi (1988) for the point of A - B nearest to the origin,
// for cores that are known by their support functions alone (simplex_search does the same for pairs
// of vertices). It ends by proved bounds: the gap along a direction from below, a point between
// support points from above.
#pragma once

#include "convex/core_frame.h"

namespace glance::curved {

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
           Work& work);

}  // namespace glance::curved
