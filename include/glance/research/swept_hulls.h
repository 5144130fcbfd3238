// Did two bodies meet between two frames? The quick tests of IVRI-CD section 5: each body is
// replaced by the convex hull of its vertices at both frames, and the hulls are separated by a
// linear program. They say whether, not when: impact.h says when.
#pragma once

#include "glance/export.h"
#include "glance/impact.h"

namespace glance {

enum class SweptHull : std::uint8_t {
  /// Holds the body at every time in between: vertices of both frames, and around them as much
  /// as the corner that a straight line cuts off a turn (w^2 rho / 8; see impact.h). "No" is
  /// proved; "maybe" may be a false alarm.
  safe,
  /// As printed (section 5.1): of a moving body the vertices at the box face towards which it
  /// moves at the new frame, the others at the old one. It can be smaller than the body on its way
  /// is (even without rotation: of the outline both copies would be needed), so that "no" may be
  /// wrong. For comparison.
  paper,
};

GLANCE_API std::string_view to_string(SweptHull hull);  ///< "safe", "paper"

struct SweptTest {
  /// Whether the hulls meet. Not: `normal` separates them.
  bool may_meet = true;
  Vec3 normal = Vec3::zero();  ///< unit, world frame, from A to B; zero if they meet
  bool by_boxes = false;       ///< the extended oriented boxes were enough to say no
  QueryWork work;
};

/// The motion that counts is that of B's centre seen from A's, so that bodies that fly side by side
/// stay as small as they are. Curved cores are taken as the corners of their oriented boxes; so are
/// meshes and compounds, whatever is hollow about them: "maybe" is a false alarm more often.
/// `margin` as QueryOptions::margin: bodies nearer than this meet.
GLANCE_API SweptTest swept_hulls_meet(MovingShape a, MovingShape b,
                                      SweptHull hull = SweptHull::safe, double margin = 0);

}  // namespace glance
