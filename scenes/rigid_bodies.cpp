#include "scenes/rigid_bodies.h"

namespace glance::scenes {

std::string_view to_string(ResponseMode mode) {
  switch (mode) {
    case ResponseMode::none: return "none";
    case ResponseMode::exchange: return "exchange";
    case ResponseMode::impulse: break;
  }
  return "impulse";
}

Result<void> RigidBodies::add(const Shape& shape, const RigidBody& body, const RigidState& state) {
  const Result<Pose> pose = pose_of(body, state);
  if (!pose) return fail(pose.error());
  rigid_.add(shape, body, state, *pose);
  return {};
}

void RigidBodies::remove(std::size_t number) {
  for (const std::size_t renamed : {number, size() - 1}) {
    steps_.solver().forget(static_cast<std::uint32_t>(renamed));
  }
  rigid_.remove(number);
}

Result<void> RigidBodies::set_state(std::size_t number, const RigidState& state) {
  const RigidBody& body = rigid_.bodies[number];
  const Result<Pose> pose = pose_of(body, state);
  if (!pose) return fail(pose.error());
  // (A fixed one came here on its course.)
  rigid_.previous[number] = body.is_fixed() ? rigid_.states[number] : state;
  rigid_.states[number] = state;
  rigid_.poses[number] = *pose;
  return {};
}

void RigidBodies::exchange_all(std::span<const ResponseContact> contacts) {
  for (const ResponseContact& c : contacts) {
    const bool fixed_a = rigid_.bodies[c.a].is_fixed(), fixed_b = rigid_.bodies[c.b].is_fixed();
    if (fixed_a && fixed_b) continue;
    if (!fixed_a && !fixed_b) {
      exchange_velocities(rigid_.states[c.a], rigid_.states[c.b], c.normal);
      continue;
    }
    // Off a wall.
    RigidState& state = rigid_.states[fixed_a ? c.b : c.a];
    const Vec3 away = fixed_a ? c.normal : Vec3(-c.normal);
    const double speed =
        dot(away, Vec3(state.velocity - rigid_.states[fixed_a ? c.a : c.b].velocity));
    const double bounce = 1 + rigid_.bodies[fixed_a ? c.b : c.a].material().restitution;
    if (speed < 0) state.velocity -= bounce * speed * away;
  }
}

void RigidBodies::list_moving() {
  moving_.clear();
  for (std::size_t i = 0; i < size(); i++) {
    if (!rigid_.bodies[i].is_fixed()) moving_.push_back(static_cast<std::uint32_t>(i));
  }
}

void RigidBodies::respond(const FrameResponse& response) {
  impulses_.clear();
  report_ = {};
  list_moving();
  begun_.clear();
  for (const NumberedPair& pair : response.begun) begun_.push_back({pair.first, pair.second});
  StepSettings settings = settings_;
  settings.start = response.start;
  const StepInput input{.time = step_time_,
                        .moving = moving_,
                        .contacts = response.contacts,
                        .exact = response.exact,
                        .begun = begun_,
                        .budget = response.budget};
  if (response.mode == ResponseMode::impulse) {
    if (const auto report = steps_.respond(rigid_, input, settings)) {
      impulses_.assign(steps_.impulses().begin(), steps_.impulses().end());
      report_ = *report;
    }
    return;
  }
  const BudgetClock clock(response.budget);
  steps_.begin(rigid_, input, settings, clock);
  if (response.mode == ResponseMode::none) return;
  exchange_all(response.contacts);
  (void)steps_.push_apart(rigid_, input, settings, clock.part(1, 1 - RigidStep::kSolverShare));
}

void RigidBodies::step() {
  list_moving();
  RigidStep::move(rigid_, moving_, step_time_);
}

}  // namespace glance::scenes
