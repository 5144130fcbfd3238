// Boxes, a floor and a loop: what tests of dynamics begin with.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "glance/dynamics.h"

namespace glance::test {

inline constexpr double kStepTime = 1.0 / 120;

inline Shape unit_box() { return Shape::box({0.5, 0.5, 0.5}).value(); }
inline Pose at(const Vec3& place) { return Pose::make(Quat{}, place).value(); }

/// A world of bodies on a floor.
struct DynamicScene {
  explicit DynamicScene(const DynamicsOptions& options = {})
      : dynamics(Dynamics::make(options).value()) {
    floor = dynamics
                .add({.shape = Shape::halfspace(Vec3::unit_z(), 0).value(),
                      .mobility = Mobility::fixed})
                .value();
  }

  BodyId add_box(const Vec3& place) {
    boxes.push_back(dynamics.add({.shape = unit_box(), .pose = at(place)}).value());
    return boxes.back();
  }
  /// One on the other.
  void add_stack(int count, const Vec3& lowest) {
    for (int i = 0; i < count; i++) add_box(lowest + Vec3(0, 0, i));
  }

  /// The last step's report.
  StepReport run(int steps) {
    StepReport last;
    for (int i = 0; i < steps; i++) {
      Result<StepReport> report = dynamics.step(kStepTime);
      if (!report) {
        ADD_FAILURE() << report.error().message;
        return last;
      }
      begun += report->begun.size();
      ended += report->ended.size();
      woken += report->woken;
      last = *report;
    }
    return last;
  }

  Vec3 place(BodyId id) const { return dynamics.state(id)->position; }

  Dynamics dynamics;
  BodyId floor;
  std::vector<BodyId> boxes;
  std::size_t begun = 0, ended = 0, woken = 0;  ///< in all steps
};

}  // namespace glance::test
