// One step of an animation loop, from its contacts to the motion of the bodies, for arrays of rigid
// bodies:
//
//   contacts, found by any means  ->  back up, gravity, impulses, push apart  ->  move
//
// Dynamics (glance/dynamics.h) combines this with a World. Use it directly if you have a world of
// your own, or contacts from elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "glance/budget_clock.h"
#include "glance/export.h"
#include "glance/response.h"
#include "glance/shape.h"
#include "glance/tolerance.h"

namespace glance {

/// The state in which impulses are computed for bodies that began to touch (O'Sullivan-Dingliana
/// section 3.5).
enum class ResponseStart : std::uint8_t {
  current,   ///< that of this frame, in which bodies overlap a little
  previous,  ///< that of the frame before, in which they did not overlap
  impact,    ///< that at the moment of contact, found by time of impact
};

/// Returns "current", "previous", "impact".
GLANCE_API std::string_view to_string(ResponseStart start);

/// Settings of a step.
struct StepSettings {
  /// Acceleration by gravity (length per unit of time squared), world frame.
  Vec3 gravity = Vec3(0, 0, -9.81);
  /// Settings for the impulses; see ResponseSettings. Few sweeps are enough: the next frame
  /// continues what they leave undone.
  int sweeps = 30, cold_sweeps = 0, passes = 8;
  double tolerance = 1e-6;  ///< see ResponseSettings::tolerance; a difference in speed that nobody
                            ///< sees
  /// A sweep that changes no speed by more than this fraction of what gravity adds in a step is the
  /// last one (see ResponseSettings::least_change): what is left goes on in the next step.
  double least_change = kLeastChange;
  /// See ResponseSettings::warm_start.
  bool warm_start = true;
  /// Overlap that is not corrected (length), so that contacts persist while bodies rest on each
  /// other.
  double slop = 1e-3;
  /// Overlap with which bodies rest on each other (length); see ResponseSettings::rest_depth.
  double rest_depth = 0;
  /// The fraction of the overlap beyond `slop` that is corrected per frame. Correcting all of it at
  /// once would look like a jump.
  double push_share = 0.5;
  int push_sweeps = 20;                          ///< sweeps of ResponseSolver::push_apart
  ResponseStart start = ResponseStart::current;  ///< for bodies that began to touch
};

/// Rigid bodies as parallel arrays, by index.
struct GLANCE_API RigidArrays {
  /// What each looks like.
  std::vector<Shape> shapes;
  /// Masses, inertias and materials.
  std::vector<RigidBody> bodies;
  std::vector<RigidState> states, previous;  ///< now, and in the frame before
  std::vector<Pose> poses;                   ///< of the shapes, now
  /// For each body: how far it was backed up (0: to the previous frame, 1: not at all), and the
  /// time that it lost by that.
  std::vector<double> fractions, time_lost;

  /// The number of bodies.
  std::size_t size() const { return bodies.size(); }
  /// Adds a body at the end.
  void add(const Shape& shape, const RigidBody& body, const RigidState& state, const Pose& pose);
  /// Replaces the body with this index.
  void set(std::size_t number, const Shape& shape, const RigidBody& body, const RigidState& state,
           const Pose& pose);
  /// Removes a body. The last body gets its index.
  void remove(std::size_t number);
};

/// The input of a step: what is known about a frame.
struct StepInput {
  double time = 0;                            ///< time from this frame to the next, > 0
  std::span<const std::uint32_t> moving;      ///< indices of the bodies that move (no fixed ones)
  std::span<const ResponseContact> contacts;  ///< contacts; at least one body of each moves
  std::size_t exact = 0;  ///< depths are known for this many contacts, the first ones
  /// Pairs that touch for certain and did not touch in the frame before.
  std::span<const std::array<std::uint32_t, 2>> begun;
  Budget budget = {};  ///< for the whole step
};

/// Computes steps. It keeps its arrays and the impulses of the last step: use one for one set of
/// bodies.
class GLANCE_API RigidStep {
 public:
  /// Computes the velocities after the contacts: backs up, applies gravity and impulses, and pushes
  /// apart. Fails for the same input as ResponseSolver::solve, and if a number is no longer finite;
  /// states may have changed by then.
  Result<ResponseReport> respond(RigidArrays& rigid, const StepInput& input,
                                 const StepSettings& settings);

  // The parts of respond(), for other kinds of response.

  /// Backs up bodies that began to touch (see StepSettings::start), and applies gravity for the
  /// time of the step.
  void begin(RigidArrays& rigid, const StepInput& input, const StepSettings& settings,
             const BudgetClock& clock);
  /// Applies impulses at the contacts (ResponseSolver::solve).
  Result<ResponseReport> solve(RigidArrays& rigid, const StepInput& input,
                               const StepSettings& settings, const Budget& budget);
  /// Pushes apart bodies that overlap by more than the slop, except those that were backed up,
  /// which no longer overlap as much as their contacts say.
  Result<double> push_apart(RigidArrays& rigid, const StepInput& input,
                            const StepSettings& settings, const Budget& budget);

  /// Moves bodies by one frame, and by the time that they lost when they were backed up. A body
  /// that would leave the range of poses stops where it is.
  static void move(RigidArrays& rigid, std::span<const std::uint32_t> moving, double time);

  /// The impulses of the last step, contact by contact, on the second body of each.
  std::span<const Vec3> impulses() const { return solver_.impulses(); }
  /// The solver, with the impulses that it remembers.
  ResponseSolver& solver() { return solver_; }
  /// The bytes of memory held.
  std::size_t bytes() const;

  /// The share of a budget that is for impulses; the rest is for pushing bodies apart.
  static constexpr double kSolverShare = 0.75;

 private:
  ResponseSolver solver_;
  std::vector<ResponseContact> overlaps_;
};

}  // namespace glance
