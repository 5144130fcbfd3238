// Whether flat bodies that do not turn ever touch, without rounding.
#pragma once

#include "exact/oracle_verdict.h"
#include "support/impact_zoo.h"

namespace glance::test {
using exact::ExactPoint, exact::OraclePoints, exact::exact_world_points;

/// B moved by a vector, exactly. (Component by component: with_b_moved leaves out those that are
/// far below the largest.)
inline OraclePoints moved_exactly(OraclePoints points, const Vec3& by) {
  for (int k = 0; k < 3; k++) {
    Vec3 step = Vec3::zero();
    step[k] = by[k];
    points = with_b_moved(points, step);
  }
  return points;
}

/// Two flat, sharp bodies that do not turn: A and the hull of B at both ends of its way as seen
/// from A. Of the motion in real arithmetic: the end poses, which are rounded, may differ.
inline bool ever_touch(const ImpactCase& c) {
  const OraclePoints start = exact_world_points(c.a, c.motion_a.start(), c.b, c.motion_b.start());
  OraclePoints swept =
      moved_exactly(moved_exactly(start, c.motion_b.linear()), Vec3(-c.motion_a.linear()));
  // (Both lists on the exponent of the second one, and B as it was besides.)
  const int shift = start.exponent - swept.exponent;
  for (const ExactPoint& p : start.b) {
    swept.b.push_back({p.x << shift, p.y << shift, p.z << shift});
    swept.rounded_b.push_back(swept.rounded(swept.b.back()));
  }
  return oracle_verdict(swept).verdict != Verdict::apart;
}

}  // namespace glance::test
