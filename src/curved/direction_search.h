// The signed distance of two cores of which at least one is curved, with proved bounds, in
// every position: a search over all directions.
//
// With h the support function of A - B, the smallest h(n) over unit vectors n is the depth of
// the overlap, or minus the distance. Every direction gives an upper bound. The lower bound
// comes from branch and bound: the sphere of directions is divided into cells
// (direction_cell.h), and each is divided further until a minorant shows that nothing in it
// is below the best direction by more than the tolerance. Minorants have the curvature of h, so
// that where h is smooth cells of 1e-3 prove 1e-10, and where it has kinks cells are cut along
// them.
#pragma once

#include "convex/core_frame.h"
#include "glance/workspace.h"

namespace glance::rooms::curved {

struct DirectionSearchEnd {
  /// On the smallest h(n), rounding included. Not wider apart than the tolerance, unless the
  /// search had to stop (kMaxCells).
  double lower = 0, upper = 0;
  Vec3 direction = Vec3::zero();  ///< unit, where h is `upper`
  /// Seen from A's centroid; point_a - point_b is that smallest h times the direction, up to the
  /// accuracy.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
};

/// `hint`: a direction to try first (zero: none). Counts cells into work.depth_steps. The
/// tolerance (a length) should be above some 1e-12 of frame.size, for rounding errors.
/// `workspace`: where cells are kept, so that memory is not asked for again; may be null.
DirectionSearchEnd direction_search(const CoreFrame& frame, double tolerance, const Vec3& hint,
                                    Workspace* workspace, QueryWork& work);

}  // namespace glance::rooms::curved
