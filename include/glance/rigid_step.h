// The animation loop after its contacts are known, for arrays of rigid bodies:
//
//   contacts, found by whatever means  ->  back up, gravity, impulses, push apart  ->  move
//
// Dynamics (glance/dynamics.h) is this with a World. Whoever has a world of his own, or contacts
// from elsewhere, takes this.
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

namespace glance {

/// The state that impulses are computed in, of bodies that began to touch (O'Sullivan-Dingliana
/// section 3.5).
enum class ResponseStart : std::uint8_t {
  current,   ///< this frame's, in which bodies overlap a little
  previous,  ///< the one of the frame before, in which they did not
  impact,    ///< that of the moment of contact, by time of impact
};

/// "current", "previous", "impact".
GLANCE_API std::string_view to_string(ResponseStart start);

struct StepSettings {
  /// Length a unit of time squared.
  Vec3 gravity = Vec3(0, 0, -9.81);
  /// Of the impulses: see ResponseSettings. Few sweeps do: what they leave undone, the next frame
  /// goes on with.
  int sweeps = 30, cold_sweeps = 0, passes = 8;
  double tolerance = 1e-6;  ///< of a speed: no eye sees it
  bool warm_start = true;
  /// Overlap that is left as it is (length): so contacts last while bodies rest on each other.
  double slop = 1e-3;
  /// Overlap that bodies rest with (length): see ResponseSettings::rest_depth.
  double rest_depth = 0;
  /// Of what overlaps more than the slop, so much is made good in a frame: all at once would look
  /// like a jump.
  double push_share = 0.5;
  int push_sweeps = 20;
  ResponseStart start = ResponseStart::current;
};

/// Bodies by number.
struct GLANCE_API RigidArrays {
  std::vector<Shape> shapes;
  std::vector<RigidBody> bodies;
  std::vector<RigidState> states, previous;  ///< now, and in the frame before
  std::vector<Pose> poses;                   ///< of the shapes, now
  /// How far each was backed up: 0 to the previous frame, 1 not at all. The time that it lost.
  std::vector<double> fractions, time_lost;

  std::size_t size() const { return bodies.size(); }
  void add(const Shape& shape, const RigidBody& body, const RigidState& state, const Pose& pose);
  /// In place of one that is there.
  void set(std::size_t number, const Shape& shape, const RigidBody& body, const RigidState& state,
           const Pose& pose);
  /// The last one gets its number.
  void remove(std::size_t number);
};

/// What is known of a frame.
struct StepInput {
  double time = 0;                            ///< from this frame to the next, > 0
  std::span<const std::uint32_t> moving;      ///< the bodies that move, without fixed ones
  std::span<const ResponseContact> contacts;  ///< between any, one of which moves
  std::size_t exact = 0;                      ///< of so many, the first ones, depths are known
  /// Who touches for certain, and did not before.
  std::span<const std::array<std::uint32_t, 2>> begun;
  Budget budget = {};
};

/// Keeps its arrays, and the impulses of the last step: one for one set of bodies.
class GLANCE_API RigidStep {
 public:
  /// Velocities after the contacts. Refuses what ResponseSolver::solve refuses.
  Result<ResponseReport> respond(RigidArrays& rigid, const StepInput& input,
                                 const StepSettings& settings);

  // Its parts, for those who respond otherwise.

  /// Backs up, and lets gravity work for the time of the step.
  void begin(RigidArrays& rigid, const StepInput& input, const StepSettings& settings,
             const BudgetClock& clock);
  Result<ResponseReport> solve(RigidArrays& rigid, const StepInput& input,
                               const StepSettings& settings, const Budget& budget);
  /// Bodies that were backed up are no longer as deep in others as contacts say: without these.
  Result<double> push_apart(RigidArrays& rigid, const StepInput& input,
                            const StepSettings& settings, const Budget& budget);

  /// One frame further, and what a body lost when it was backed up. What would leave the range of
  /// poses stops where it is.
  static void move(RigidArrays& rigid, std::span<const std::uint32_t> moving, double time);

  /// Of the last step, contact by contact, on the second body.
  std::span<const Vec3> impulses() const { return solver_.impulses(); }
  ResponseSolver& solver() { return solver_; }
  std::size_t bytes() const;

  /// Share of a budget for impulses; the rest is for pushing bodies apart.
  static constexpr double kSolverShare = 0.75;

 private:
  ResponseSolver solver_;
  std::vector<ResponseContact> overlaps_;
};

}  // namespace glance
