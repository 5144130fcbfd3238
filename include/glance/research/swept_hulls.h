// Did two bodies meet between two frames? These are the quick tests of IVRI-CD section 5: each body
// is replaced by the convex hull of its vertices at both frames, and a linear program tries to
// separate the hulls. They tell whether the bodies may have met; impact.h tells when.
#pragma once

#include "glance/export.h"
#include "glance/impact.h"

namespace glance {

/// Which hull stands for a moving body.
enum class SweptHull : std::uint8_t {
  /// Contains the body at every time in between: the hull of its vertices at both frames, extended
  /// by the most that the straight way between them cuts off a turn (w^2 rho / 8; see impact.h).
  /// "No" is proved; "maybe" may be a false alarm.
  safe,
  /// As printed in section 5.1: the hull of those vertices at the new frame that are on the side of
  /// the box towards which the body moves, and of the others at the old frame. It may be smaller
  /// than the space that the body passes through (even without rotation: vertices of the outline
  /// are needed at both frames), so "no" may be wrong. For comparison.
  paper,
};

GLANCE_API std::string_view to_string(SweptHull hull);  ///< "safe", "paper"

/// The answer of `swept_hulls_meet`.
struct SweptTest {
  /// Whether the hulls meet. If not, `normal` separates them.
  bool may_meet = true;
  Vec3 normal = Vec3::zero();  ///< unit vector from A to B, world frame; zero if they meet
  bool by_boxes = false;       ///< the extended oriented boxes were enough to rule out contact
  QueryWork work;              ///< what the answer cost
};

/// Tests whether the hulls of two moving bodies meet. The hulls use the motion of B's centre
/// relative to A's, so that bodies that fly side by side do not get large hulls. Curved cores are
/// replaced by the corners of their oriented boxes; so are meshes and compounds, however hollow, so
/// "maybe" is a false alarm more often. `margin` is that of QueryOptions::margin: bodies nearer
/// than this meet.
GLANCE_API SweptTest swept_hulls_meet(MovingShape a, MovingShape b,
                                      SweptHull hull = SweptHull::safe, double margin = 0);

}  // namespace glance
