// Detection that can stop at any time (O'Sullivan-Dingliana section 3.4): what to look at first,
// what to take the rest for, and how wrong that may be.
//
//   const FrameReport frame = world.detect(
//       {.budget = Budget::for_seconds(0.004), .schedule = Schedule::priority_queues, .view =
//       view});
//   frame.budget.undecided, frame.budget.inaccuracy
//
// Each pair whose boxes overlap is looked at through trees of spheres, one level of one tree at a
// time, and then exactly. When the budget ends, every pair is apart, touching (or overlapping) or
// undecided, and has bounds [lower, upper] that hold the true gap. Nothing that touches is ever
// called apart. Without an end of the budget all verdicts are the exact ones. Contact points
// (Question::contacts) come after verdicts: a pair that touches may have none yet.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "glance/body_id.h"
#include "glance/budget.h"
#include "glance/export.h"
#include "glance/research/perception.h"
#include "glance/sphere_tree.h"

namespace glance {

/// In which order pairs are looked at (section 3.4.3).
enum class Schedule : std::uint8_t {
  priority_queues,  ///< the most important first, by steps of two; in turns among equals
  round_robin,      ///< one step of each in turn: Hubbard's
  sequential,       ///< one after the other, each to its end
  sorted,           ///< the same, the most important first
};

/// What pairs are taken for that are still undecided when the budget ends.
enum class Undecided : std::uint8_t {
  touch,  ///< bodies may repel each other that are apart (the paper's choice)
  apart,  ///< bodies may pass into each other
};

/// "queues", "round-robin", "sequential", "sorted".
GLANCE_API std::string_view to_string(Schedule schedule);
/// "touch", "apart".
GLANCE_API std::string_view to_string(Undecided undecided);

/// Of one pair, in FrameReport::sphere_pairs.
inline constexpr std::size_t kMostSpherePairs = 8;

struct BudgetOptions {
  Budget budget = {};
  Schedule schedule = Schedule::priority_queues;
  /// Who looks on: what importance comes from, and perceived inaccuracy.
  Viewpoint view = {};
  /// In place of Viewpoint::importance, if set: larger goes first; not negative.
  std::function<double(BodyId a, BodyId b, const SeenCollision&)> importance = {};
  /// How much two bodies stand out, by their colours: SeenCollision::contrast. Not set: 1.
  std::function<double(BodyId a, BodyId b)> contrast = {};
  Undecided undecided = Undecided::touch;
  SphereTreeOptions trees = {};
};

/// What taking undecided pairs for touching may have done to a frame, summed over those pairs.
struct Inaccuracy {
  /// Lengths (unit of the shapes): the distance between the centres of the last two spheres that
  /// met, or the upper bound on the gap, which the paper's Hausdorff distances give.
  double by_centres = 0, by_bounds = 0;
  /// The same as seen: the sum of Viewpoint::importance.
  double perceived_by_centres = 0, perceived_by_bounds = 0;
};

/// What a frame with a budget adds to its report.
struct BudgetReport {
  std::size_t asked = 0;      ///< pairs that were looked at
  std::size_t undecided = 0;  ///< that had no answer when the budget ended
  /// What these count as (BudgetOptions::undecided).
  Undecided taken_for = Undecided::touch;
  bool interrupted = false;  ///< the budget ended first
  /// Of those that are undecided: that wait for what a mesh lacks (flat patches, whether a solid
  /// passes through itself, boxes, its hull for depths, volumes like another mesh's). A frame makes
  /// it when an estimate says that it fits into what is left; World::prepare makes it at once.
  std::size_t unprepared = 0;
  /// Of those that were looked at: that had but two spheres tested, since there was no time for
  /// more. (A viewer's inaccuracy is not summed up of these.)
  std::size_t glanced_at = 0;
  /// Pairs with a fast body that may have met since the last frame: there was no time to find out.
  /// They are among FrameReport::swept_contacts if they are taken to touch.
  std::size_t undecided_sweeps = 0;
  std::uint64_t units = 0;  ///< spent
  /// Steps by which sphere-trees of meshes and compounds that were not prepared grew in what was
  /// left of the budget (World::prepare). What they took is part of the above.
  std::uint32_t tree_steps = 0;
  double seconds = 0;  ///< spent, from the beginning of the frame
  /// Of these: for boxes and the broad phase, without which pairs would be lost. Nothing ends them.
  double broad_seconds = 0;
  /// What a frame with as many pairs takes at least, about: the above, the first step of each pair,
  /// and its report.
  double least_seconds = 0;
  /// Boxes and the broad phase alone were more than the budget. (Every pair still gets its first
  /// step: two spheres.)
  bool late = false;
  Inaccuracy inaccuracy = {};
};

}  // namespace glance
