#include "scenes/rigid_bodies.h"

#include <algorithm>

namespace glance::scenes {

std::string_view to_string(ResponseMode mode) {
  switch (mode) {
    case ResponseMode::none: return "none";
    case ResponseMode::exchange: return "exchange";
    case ResponseMode::impulse: break;
  }
  return "impulse";
}

std::string_view to_string(ResponseStart start) {
  switch (start) {
    case ResponseStart::current: return "current";
    case ResponseStart::previous: return "previous";
    case ResponseStart::impact: break;
  }
  return "impact";
}

namespace {

/// Of what overlaps too much, so much is made good in a frame: all at once would look like a jump.
constexpr double kPushShare = 0.5;

/// Share of a budget for impulses; the rest is for pushing overlapping bodies apart.
constexpr double kSolverShare = 0.75;

template <class T>
void take_last(std::vector<T>& list, std::size_t number) {
  list[number] = list.back();
  list.pop_back();
}

}  // namespace

Result<void> RigidBodies::add(const Shape& shape, const RigidBody& body, const RigidState& state) {
  const Result<Pose> pose = pose_of(body, state);
  if (!pose) return fail(pose.error());
  shapes_.push_back(shape);
  bodies_.push_back(body);
  states_.push_back(state);
  previous_.push_back(state);
  poses_.push_back(*pose);
  to_go_.push_back(0);
  fractions_.push_back(1);
  return {};
}

void RigidBodies::remove(std::size_t number) {
  take_last(shapes_, number);
  take_last(bodies_, number);
  take_last(states_, number);
  take_last(previous_, number);
  take_last(poses_, number);
  take_last(to_go_, number);
  take_last(fractions_, number);
}

Result<void> RigidBodies::set_state(std::size_t number, const RigidState& state) {
  const Result<Pose> pose = pose_of(bodies_[number], state);
  if (!pose) return fail(pose.error());
  // (A fixed one came here on its course.)
  previous_[number] = bodies_[number].is_fixed() ? states_[number] : state;
  states_[number] = state;
  poses_[number] = *pose;
  return {};
}

void RigidBodies::back_up_begun(const FrameResponse& response, const BudgetClock& clock) {
  std::ranges::fill(fractions_, 1.0);
  if (response.start == ResponseStart::current) return;
  for (const NumberedPair& pair : response.begun) {
    const std::size_t a = pair.first, b = pair.second;
    double fraction = 0;
    if (response.start == ResponseStart::impact) {
      const Result<Pose> from_a = pose_of(bodies_[a], previous_[a]),
                         from_b = pose_of(bodies_[b], previous_[b]);
      if (!from_a || !from_b) continue;
      // (Where there is no time to find out: at the previous frame.)
      if (!clock.is_over()) {
        fraction = fraction_until_contact(
            {shapes_[a], shapes_[b], *from_a, poses_[a], *from_b, poses_[b]});
      }
    }
    for (const std::size_t body : {a, b}) {
      if (!bodies_[body].is_fixed()) fractions_[body] = std::min(fractions_[body], fraction);
    }
  }
  for (std::size_t i = 0; i < size(); i++) {
    if (fractions_[i] == 1) continue;
    const Result<RigidState> state = glance::back_up(previous_[i], states_[i], fractions_[i]);
    if (!state) continue;
    states_[i] = *state;
    to_go_[i] = (1 - fractions_[i]) * settings_.step;
  }
}

void RigidBodies::exchange_all(std::span<const ResponseContact> contacts) {
  for (const ResponseContact& c : contacts) {
    const bool fixed_a = bodies_[c.a].is_fixed(), fixed_b = bodies_[c.b].is_fixed();
    if (fixed_a && fixed_b) continue;
    if (!fixed_a && !fixed_b) {
      exchange_velocities(states_[c.a], states_[c.b], c.normal);
      continue;
    }
    // Off a wall.
    RigidState& state = states_[fixed_a ? c.b : c.a];
    const Vec3 away = fixed_a ? c.normal : Vec3(-c.normal);
    const double speed = dot(away, Vec3(state.velocity - states_[fixed_a ? c.a : c.b].velocity));
    const double bounce = 1 + bodies_[fixed_a ? c.b : c.a].material().restitution;
    if (speed < 0) state.velocity -= bounce * speed * away;
  }
}

void RigidBodies::respond(const FrameResponse& response) {
  impulses_.clear();
  report_ = {};
  const BudgetClock clock(response.budget);
  back_up_begun(response, clock);
  for (std::size_t i = 0; i < size(); i++) {
    accelerate(bodies_[i], states_[i], settings_.gravity, settings_.step);
  }
  if (response.mode == ResponseMode::none) return;
  if (response.mode == ResponseMode::exchange) {
    exchange_all(response.contacts);
  } else {
    const double rest_speed = 2 * norm(settings_.gravity) * settings_.step;
    const auto solved = solver_.solve(bodies_, states_, response.contacts,
                                      {.sweeps = settings_.sweeps,
                                       .passes = settings_.passes,
                                       .rest_speed = rest_speed,
                                       .tolerance = 1e-6,  // of a speed: no eye sees it
                                       .budget = clock.part(kSolverShare)});
    if (solved) {
      impulses_.assign(solver_.impulses().begin(), solver_.impulses().end());
      report_ = *solved;
    }
  }
  overlaps_.clear();
  for (const ResponseContact& c : response.contacts.first(response.exact)) {
    // Who was backed up is no longer as deep in the other as the contact says.
    if (fractions_[c.a] == 1 && fractions_[c.b] == 1) overlaps_.push_back(c);
  }
  constexpr int kPushSweeps = 20;
  (void)solver_.push_apart(bodies_, states_, overlaps_, kPushShare, settings_.slop, kPushSweeps,
                           clock.part(1, 1 - kSolverShare));
}

void RigidBodies::step() {
  for (std::size_t i = 0; i < size(); i++) {
    if (bodies_[i].is_fixed()) continue;
    RigidState next = states_[i];
    move_freely(bodies_[i], next, settings_.step + to_go_[i]);
    to_go_[i] = 0;
    previous_[i] = states_[i];
    const Result<Pose> pose = pose_of(bodies_[i], next);
    if (!pose) {  // out of range: it stays
      states_[i].velocity = states_[i].spin = Vec3::zero();
      continue;
    }
    states_[i] = next;
    poses_[i] = *pose;
  }
}

}  // namespace glance::scenes
