// The time of impact of two convex bodies, as the search over the parts of others needs it.
#pragma once

#include "glance/impact.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// What is known of a pair before it is asked about, and what is not worth knowing.
struct ImpactWindow {
  /// Until then the bodies are known to be apart, farther than half the tolerance: from there on it
  /// is asked. They must not have started within the tolerance, unless it is 0.
  double from = 0;
  /// A hit later than this may be reported as a miss.
  double until = 1;
  /// How far points of the bodies may be from where the motions say.
  double error = 0;
  /// Of parts of compounds, whose own motions are rounded: where they are in a body, and how that
  /// moves. Both bodies are known to be apart at the start.
  struct Part {
    const Pose* pose = nullptr;
    const Motion* whole = nullptr;
  };
  Part part_a = {}, part_b = {};
  /// They do not hit if, where they come within the tolerance, a direction keeps them apart from
  /// then on.
  bool may_pass = false;

  bool has_parts() const { return part_a.pose || part_b.pose; }
};

Impact convex_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                     const PairCache& cache, const ImpactOptions& options,
                     const ImpactWindow& window = {});

/// The tolerance that is taken for what was asked: never below what poses in doubles can tell.
/// `curved`: one of the bodies has a curved core, or a part that has; `error`: MovingPair::error.
double impact_tolerance(const Shape& a, const Shape& b, bool curved, const ImpactOptions& asked,
                        double error);

}  // namespace glance::rooms::sweep
