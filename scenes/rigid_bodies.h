// Rigid bodies under gravity, frame by frame: what scenes of falling things share. Who touches whom
// they are told (FrameResponse), as exactly as there was time for.
//
//   detect -> respond: back up, gravity, impulses, push apart -> step: move -> detect ..
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/budget_clock.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct RigidSettings {
  Vec3 gravity = Vec3(0, 0, -9.81);
  double step = 1.0 / 120;  ///< time of a frame
  /// Overlap that is left as it is (length): so contacts last while bodies rest on each other.
  double slop = 1e-3;
  /// Few sweeps do: what they leave undone, the next frame goes on with.
  int sweeps = 30, passes = 8;
};

class RigidBodies {
 public:
  explicit RigidBodies(const RigidSettings& settings) : settings_(settings) {}

  /// Refuses a state whose pose is out of range.
  Result<void> add(const Shape& shape, const RigidBody& body, const RigidState& state);
  /// The last one gets its number.
  void remove(std::size_t number);
  /// There at once, and of a body that moves as it likes: its course.
  Result<void> set_state(std::size_t number, const RigidState& state);

  std::size_t size() const { return bodies_.size(); }
  std::span<const Shape> shapes() const { return shapes_; }
  std::span<const Pose> poses() const { return poses_; }
  std::span<const RigidBody> bodies() const { return bodies_; }
  std::span<const RigidState> states() const { return states_; }
  double step_time() const { return settings_.step; }

  /// Velocities after the contacts of this frame.
  void respond(const FrameResponse& response);
  /// Of the last response, contact by contact (on the second body); none if it was no impulse.
  std::span<const Vec3> impulses() const { return impulses_; }
  /// What the solver had to say of it.
  const ResponseReport& report() const { return report_; }
  /// All bodies that are not fixed, one frame further.
  void step();

  /// How far each body was backed up by the last response: 0 to the previous frame, 1 not at all.
  std::span<const double> fractions() const { return fractions_; }

 private:
  void back_up_begun(const FrameResponse& response, const BudgetClock& clock);
  void exchange_all(std::span<const ResponseContact> contacts);

  RigidSettings settings_;
  std::vector<Shape> shapes_;
  std::vector<RigidBody> bodies_;
  std::vector<RigidState> states_, previous_;
  std::vector<Pose> poses_;
  std::vector<double> fractions_;
  std::vector<double> to_go_;  ///< time of the last frame that is left after a back-up
  std::vector<Vec3> impulses_;
  ResponseReport report_;
  std::vector<ResponseContact> overlaps_;
  ResponseSolver solver_;
};

}  // namespace glance::scenes
