// A point that shows that two cores overlap (certificate.h): so deep in one of them that it, or a
// point of the other within that depth, is inside.
//
// Of two flat cores no point is deep in either. But if x is within both outlines by r, seen in
// their planes with normals m and n, then A - B holds a ball of radius r |m x n| about zero: its
// support function along a unit vector k is at least r (|k x m| + |k x n|). (Of a segment with the
// direction u: r |u . n|, from r (|k . u| + |k x n|).) Two segments never overlap.
#pragma once

#include <span>

#include "convex/core_frame.h"

namespace glance::rooms::curved {

/// How deep a point (seen from A's centroid) is in both cores together: what shows an overlap if
/// it is positive by more than rounding.
double depth_in_both(const CoreFrame& frame, const Vec3& point);

/// The first of `candidates` that is deeper than `enough`; else a point that a search finds; else
/// the deepest of all that were looked at. Cores that overlap by a ball of radius r, `enough` or
/// more, have such a point, and the search gets to it unless rounding errors are as large.
Vec3 common_point(const CoreFrame& frame, std::span<const Vec3> candidates, double enough);

}  // namespace glance::rooms::curved
