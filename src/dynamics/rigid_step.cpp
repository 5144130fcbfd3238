// Tested in tests/unit/dynamics/dynamics_test.cpp (Dynamics.EveryStartingStateComesToRest).
#include "glance/rigid_step.h"

#include <algorithm>
#include <cmath>

#include "glance/frame_contacts.h"

namespace glance {
namespace {

/// In so many steps bodies settle into StepSettings::rest_depth: slowly, as impulses that stop all
/// but a little of gravity's speed are no good guess for the next step, which has to stop all.
constexpr double kRestSteps = 20;

template <class T>
void take_last(std::vector<T>& list, std::size_t number) {
  list[number] = list.back();
  list.pop_back();
}

/// Where two bodies met on their way to this frame.
double fraction_of(const RigidArrays& rigid, std::uint32_t a, std::uint32_t b, ResponseStart start,
                   const BudgetClock& clock) {
  // (Where there is no time to find out: at the previous frame.)
  if (start == ResponseStart::previous || clock.is_over()) return 0;
  const Result<Pose> from_a = pose_of(rigid.bodies[a], rigid.previous[a]),
                     from_b = pose_of(rigid.bodies[b], rigid.previous[b]);
  if (!from_a || !from_b) return 1;
  return fraction_until_contact(
      {rigid.shapes[a], rigid.shapes[b], *from_a, rigid.poses[a], *from_b, rigid.poses[b]});
}

}  // namespace

std::string_view to_string(ResponseStart start) {
  switch (start) {
    case ResponseStart::current: return "current";
    case ResponseStart::previous: return "previous";
    case ResponseStart::impact: break;
  }
  return "impact";
}

void RigidArrays::add(const Shape& shape, const RigidBody& body, const RigidState& state,
                      const Pose& pose) {
  shapes.push_back(shape);
  bodies.push_back(body);
  states.push_back(state);
  previous.push_back(state);
  poses.push_back(pose);
  fractions.push_back(1);
  time_lost.push_back(0);
}

void RigidArrays::set(std::size_t number, const Shape& shape, const RigidBody& body,
                      const RigidState& state, const Pose& pose) {
  shapes[number] = shape;
  bodies[number] = body;
  states[number] = previous[number] = state;
  poses[number] = pose;
  fractions[number] = 1;
  time_lost[number] = 0;
}

void RigidArrays::remove(std::size_t number) {
  take_last(shapes, number);
  take_last(bodies, number);
  take_last(states, number);
  take_last(previous, number);
  take_last(poses, number);
  take_last(fractions, number);
  take_last(time_lost, number);
}

void RigidStep::begin(RigidArrays& rigid, const StepInput& input, const StepSettings& settings,
                      const BudgetClock& clock) {
  for (const std::uint32_t i : input.moving) rigid.fractions[i] = 1;
  if (settings.start != ResponseStart::current) {
    for (const auto& [a, b] : input.begun) {
      const double fraction = fraction_of(rigid, a, b, settings.start, clock);
      for (const std::uint32_t body : {a, b}) {
        if (rigid.bodies[body].is_fixed()) continue;
        rigid.fractions[body] = std::min(rigid.fractions[body], fraction);
      }
    }
    for (const std::uint32_t i : input.moving) {
      if (rigid.fractions[i] == 1) continue;
      const Result<RigidState> state =
          back_up(rigid.previous[i], rigid.states[i], rigid.fractions[i]);
      if (!state) continue;
      rigid.states[i] = *state;
      rigid.time_lost[i] = (1 - rigid.fractions[i]) * input.time;
    }
  }
  for (const std::uint32_t i : input.moving) {
    accelerate(rigid.bodies[i], rigid.states[i], settings.gravity, input.time);
  }
}

Result<ResponseReport> RigidStep::solve(RigidArrays& rigid, const StepInput& input,
                                        const StepSettings& settings, const Budget& budget) {
  const double fallen = norm(settings.gravity) * input.time;  // speed that gravity added
  return solver_.solve(rigid.bodies, rigid.states, input.contacts,
                       {.sweeps = settings.sweeps,
                        .cold_sweeps = settings.cold_sweeps,
                        .passes = settings.passes,
                        .rest_speed = 2 * fallen,
                        .tolerance = settings.tolerance,
                        .least_change = settings.least_change * fallen,
                        .warm_start = settings.warm_start,
                        .rest_depth = settings.rest_depth,
                        .time = kRestSteps * input.time,
                        .budget = budget});
}

Result<double> RigidStep::push_apart(RigidArrays& rigid, const StepInput& input,
                                     const StepSettings& settings, const Budget& budget) {
  overlaps_.clear();
  for (const ResponseContact& c : input.contacts.first(input.exact)) {
    if (rigid.fractions[c.a] == 1 && rigid.fractions[c.b] == 1) overlaps_.push_back(c);
  }
  return solver_.push_apart(rigid.bodies, rigid.states, overlaps_, settings.push_share,
                            settings.slop, settings.push_sweeps, budget);
}

Result<ResponseReport> RigidStep::respond(RigidArrays& rigid, const StepInput& input,
                                          const StepSettings& settings) {
  const BudgetClock clock(input.budget);
  begin(rigid, input, settings, clock);
  Result<ResponseReport> report = solve(rigid, input, settings, clock.part(kSolverShare));
  const auto pushed = push_apart(rigid, input, settings, clock.part(1, 1 - kSolverShare));
  if (report && !pushed) return fail(pushed.error());
  return report;
}

void RigidStep::move(RigidArrays& rigid, std::span<const std::uint32_t> moving, double time) {
  for (const std::uint32_t i : moving) {
    RigidState next = rigid.states[i];
    move_freely(rigid.bodies[i], next, time + rigid.time_lost[i]);
    rigid.time_lost[i] = 0;
    rigid.previous[i] = rigid.states[i];
    const Result<Pose> pose = pose_of(rigid.bodies[i], next);
    if (!pose) {
      rigid.states[i].velocity = rigid.states[i].spin = Vec3::zero();
      continue;
    }
    rigid.states[i] = next;
    rigid.poses[i] = *pose;
  }
}

std::size_t RigidStep::bytes() const {
  return solver_.bytes() + overlaps_.capacity() * sizeof(ResponseContact);
}

}  // namespace glance
