// Detection that can stop at any time (O'Sullivan-Dingliana section 3.4): what to examine first,
// what to assume about the rest, and how wrong that may be.
//
//   const FrameReport frame = world.detect({.budget = Budget::for_seconds(0.004),
//                                           .schedule = Schedule::priority_queues,
//                                           .tuning = {.view = view}});
//   use(frame.budget.undecided, frame.budget.inaccuracy);
//
// Each pair whose boxes overlap is examined with trees of spheres, one level of one tree at a time,
// and then exactly. When the budget ends, every pair is apart, touching, overlapping or undecided,
// and has bounds [lower, upper] that contain the true gap. A pair that touches is never reported as
// apart. With an unlimited budget all verdicts are the exact ones. Contact points
// (Question::contacts) come after verdicts: a pair that touches may not have any yet.
#pragma once

#include <cstddef>
#include <string_view>

#include "glance/body_id.h"
#include "glance/budget.h"
#include "glance/callback.h"
#include "glance/export.h"
#include "glance/research/perception.h"
#include "glance/sphere_tree.h"

namespace glance {

/// The order in which pairs are examined (section 3.4.3).
enum class Schedule : std::uint8_t {
  priority_queues,  ///< the most important first, by powers of two; in turn among equals
  round_robin,      ///< one step of each pair in turn (Hubbard)
  sequential,       ///< one pair after the other, each to its end
  sorted,           ///< one pair after the other, the most important first
};

/// What is assumed about pairs that are still undecided when the budget ends.
enum class Undecided : std::uint8_t {
  touch,  ///< they touch: bodies that are apart may repel each other (the paper's choice)
  apart,  ///< they are apart: bodies may enter each other
};

/// Returns "queues", "round-robin", "sequential", "sorted".
GLANCE_API std::string_view to_string(Schedule schedule);
/// Returns "touch", "apart".
GLANCE_API std::string_view to_string(Undecided undecided);

/// The largest number of sphere pairs of one pair of bodies in FrameReport::sphere_pairs.
inline constexpr std::size_t kMostSpherePairs = 8;

/// Settings of a frame under a budget.
struct BudgetOptions {
  /// When to stop.
  Budget budget = {};
  /// The order in which pairs are examined.
  Schedule schedule = Schedule::priority_queues;
  /// The priority of a pair, in place of Viewpoint::importance, if set. Larger values go first;
  /// negative values and NaN count as 0.
  Callback<double(BodyId a, BodyId b, const SeenCollision&)> importance = {};
  /// What undecided pairs count as.
  Undecided undecided = Undecided::touch;
  /// How the sphere-trees are built; as in World::prepare.
  SphereTreeOptions trees = {};
  /// What a viewer would notice (glance/research/perception.h).
  BudgetTuning tuning = {};
};

/// How wrong a frame may be if its undecided pairs count as touching, summed over those pairs.
struct Inaccuracy {
  /// Lengths: by the distance between the centres of the last two spheres that met, and by the
  /// upper bound on the gap, which follows from the paper's Hausdorff distances.
  double by_centres = 0, by_bounds = 0;
  /// The same as perceived: the sums of Viewpoint::importance for such gaps.
  double perceived_by_centres = 0, perceived_by_bounds = 0;
};

/// What a frame under a budget adds to its report.
struct BudgetReport {
  std::size_t asked = 0;      ///< pairs that were examined
  std::size_t undecided = 0;  ///< of these, the pairs that had no answer when the budget ended
  /// What undecided pairs count as (BudgetOptions::undecided).
  Undecided taken_for = Undecided::touch;
  bool interrupted = false;  ///< the budget ended before all pairs were settled
  /// Undecided pairs that wait for something that a mesh lacks (flat patches, whether a solid
  /// passes through itself, boxes, its hull for depths, volumes of the same kind as another
  /// mesh's). A frame computes it when an estimate says that it fits into the time left;
  /// World::prepare computes it at once.
  std::size_t unprepared = 0;
  /// Of the pairs examined: those for which there was time to test only two spheres. (They do not
  /// count in the perceived inaccuracy.)
  std::size_t glanced_at = 0;
  /// Pairs with a fast body that may have met since the last frame, for which there was no time to
  /// find out. They are listed in FrameReport::swept_contacts if undecided pairs count as touching.
  std::size_t undecided_sweeps = 0;
  std::uint64_t units = 0;  ///< units of work spent
  /// Steps in which sphere-trees of meshes and compounds that were not prepared grew, in what was
  /// left of the budget (World::prepare). Their cost is included in `units` and `seconds`.
  std::uint32_t tree_steps = 0;
  double seconds = 0;  ///< seconds spent, from the beginning of the frame
  /// The part of `seconds` for boxes and the broad phase. Nothing ends these early, since pairs
  /// would be lost.
  double broad_seconds = 0;
  /// About the least time (seconds) that a frame with this many pairs takes: `broad_seconds`, the
  /// first step of each pair, and its report.
  double least_seconds = 0;
  /// Boxes and the broad phase alone took longer than the budget. (Every pair still gets its first
  /// step: the test of two spheres.)
  bool late = false;
  Inaccuracy inaccuracy = {};  ///< caused by undecided pairs
};

}  // namespace glance
