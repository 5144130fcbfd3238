// Rigid bodies under gravity, frame by frame: what scenes of falling things share. They are
// told which bodies touch (FrameResponse), as exactly as there was time for. The loop is the
// library's (glance/rigid_step.h).
//
//   detect -> respond: back up, gravity, impulses, push apart -> step: move -> detect ..
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct RigidSettings {
  Vec3 gravity = StepSettings().gravity;
  double step = 1.0 / 120;  ///< time of a frame
  double slop = 1e-3;       ///< see StepSettings
};

class RigidBodies {
 public:
  explicit RigidBodies(const RigidSettings& settings)
      : settings_({.gravity = settings.gravity, .slop = settings.slop}),
        step_time_(settings.step) {}

  /// Fails for a state whose pose is out of range.
  Result<void> add(const Shape& shape, const RigidBody& body, const RigidState& state);
  /// The last one gets its number.
  void remove(std::size_t number);
  /// There at once, and of a body that moves as it likes: its course.
  Result<void> set_state(std::size_t number, const RigidState& state);

  std::size_t size() const { return rigid_.size(); }
  std::span<const Shape> shapes() const { return rigid_.shapes; }
  std::span<const Pose> poses() const { return rigid_.poses; }
  std::span<const RigidBody> bodies() const { return rigid_.bodies; }
  std::span<const RigidState> states() const { return rigid_.states; }
  double step_time() const { return step_time_; }

  /// Velocities after the contacts of this frame.
  void respond(const FrameResponse& response);
  /// Impulses of the last response, contact by contact (on the second body); none if it was no
  /// impulse.
  std::span<const Vec3> impulses() const { return impulses_; }
  /// The report of the solver.
  const ResponseReport& report() const { return report_; }
  /// Advances all bodies that are not fixed by one frame.
  void step();

  /// How far each body was backed up by the last response: 0 to the previous frame, 1 not at all.
  std::span<const double> fractions() const { return rigid_.fractions; }

 private:
  void list_moving();
  void exchange_all(std::span<const ResponseContact> contacts);

  StepSettings settings_;
  double step_time_;
  RigidArrays rigid_;
  RigidStep steps_;
  std::vector<std::uint32_t> moving_;
  std::vector<std::array<std::uint32_t, 2>> begun_;
  std::vector<Vec3> impulses_;
  ResponseReport report_;
};

}  // namespace glance::scenes
