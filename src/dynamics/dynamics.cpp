// Tested in tests/unit/dynamics/dynamics_test.cpp (Dynamics.AReplayHasTheSameBits).
#include "glance/dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error_code.h"
#include "dynamics/sleep.h"
#include "glance/frame_contacts.h"

namespace glance {
using namespace rooms::dynamics;

namespace {

/// Of the budget of a step: what detection may take, contacts included.
constexpr double kDetectionShare = 0.8;

Result<void> check_options(const DynamicsOptions& o) {
  const StepSettings& s = o.step;
  if (!is_finite(s.gravity)) return fail(ErrorCode::not_finite, "gravity is not finite");
  if (!(s.sweeps > 0 && s.passes >= 0 && s.push_sweeps > 0 && s.tolerance > 0 && s.tolerance < 1)) {
    return fail("a step needs sweeps, and a tolerance between 0 and 1");
  }
  if (!(s.least_change >= 0 && std::isfinite(s.least_change))) {
    return fail(code_of(s.least_change),
                fmt::format("the least change of a sweep must be >= 0, not {}", s.least_change));
  }
  if (!(s.slop >= 0 && s.rest_depth >= 0 && s.push_share >= 0 && s.push_share <= 1)) {
    return fail(
        code_of(s.slop + s.rest_depth + s.push_share),
        fmt::format(
            "slop and rest depth must be >= 0 and the share pushed from 0 to 1, not {}, {} and {}",
            s.slop, s.rest_depth, s.push_share));
  }
  if (!(o.sleep_speed >= 0 && std::isfinite(o.sleep_speed) && o.sleep_after >= 0)) {
    return fail(code_of(o.sleep_speed + o.sleep_after),
                fmt::format("the speed and the time of sleep must not be negative: {} and {}",
                            o.sleep_speed, o.sleep_after));
  }
  return {};
}

Result<RigidBody> rigid_body(const DynamicBody& body) {
  const MassProperties& mass = body.shape.mass();
  if (body.mobility != Mobility::free) {
    const bool turns = body.mobility == Mobility::kinematic && is_finite(mass.centroid);
    return RigidBody::fixed(body.material, turns ? mass.centroid : Vec3(Vec3::zero()));
  }
  if (body.shape.kind() == ShapeKind::halfspace || !std::isfinite(mass.volume)) {
    return fail(ErrorCode::unsupported,
                "a body without a finite volume has no mass: it may be fixed or kinematic");
  }
  return RigidBody::make(mass, body.mass != 0 ? body.mass / mass.volume : body.density,
                         body.material);
}

Result<void> check_motion(const Vec3& velocity, const Vec3& spin) {
  if (is_finite(velocity) && is_finite(spin)) return {};
  return fail(ErrorCode::not_finite,
              fmt::format("velocity ({}, {}, {}) or spin ({}, {}, {}) is not finite", velocity.x(),
                          velocity.y(), velocity.z(), spin.x(), spin.y(), spin.z()));
}

}  // namespace

struct Dynamics::State {
  State(const DynamicsOptions& given, World made)
      : options(given), world(std::move(made)), sleep(given.sleep_speed, given.sleep_after) {}

  DynamicsOptions options;
  World world;
  Sleep sleep;
  RigidArrays rigid;  ///< by BodyId::index
  RigidStep loop;
  std::vector<BodyId> kinematic;
  std::vector<std::uint8_t> was_placed;  ///< by index: a kinematic body that was set elsewhere
  FrameContacts found;
  std::vector<std::array<std::uint32_t, 2>> begun_numbers;
  std::vector<BodyPair> begun, ended;  ///< events of this step
  /// Events for the next step: of bodies that are removed between steps, and of a step that failed.
  std::vector<BodyPair> begun_before, ended_before;
  std::vector<RigidState> states_before;  ///< of those that are awake
  std::vector<BodyId> moved_ids;
  std::vector<Pose> moved_poses;

  Result<void> refuse_unknown(BodyId id) const;
  bool is_restless(std::uint32_t body) const;
  bool is_moving(std::uint32_t body) const;
  FrameReport detect(const BudgetClock& clock, std::size_t& woken);
  void note_events(const FrameReport& frame);
  void mark_touched(std::span<const PairReport> pairs);
  void find(const FrameReport& frame);
  Result<ResponseReport> respond(double time, const Budget& budget);
  void take_back();
  void move(double time);
};

Result<void> Dynamics::State::refuse_unknown(BodyId id) const {
  if (world.contains(id)) return {};
  return fail(ErrorCode::unknown_body,
              fmt::format("there is no body {} of generation {}", id.index, id.generation));
}

/// Of a kinematic body.
bool Dynamics::State::is_restless(std::uint32_t body) const {
  const RigidState& state = rigid.states[body];
  return was_placed[body] || norm_sq(state.velocity) > 0 || norm_sq(state.spin) > 0;
}

/// Of any.
bool Dynamics::State::is_moving(std::uint32_t body) const {
  return rigid.bodies[body].is_fixed() ? is_restless(body) : !sleep.is_asleep(body);
}

void Dynamics::State::note_events(const FrameReport& frame) {
  for (const BodyPair& pair : frame.begun) {
    if (!sleep.is_parked(pair)) begun.push_back(pair);
  }
  for (const BodyPair& pair : frame.ended) {
    if (sleep.is_parked(pair)) continue;
    ended.push_back(pair);
    if (sleep.is_sensor(pair.a.index) || sleep.is_sensor(pair.b.index)) continue;
    // A kinematic body left from below, or is gone.
    sleep.mark(pair.a.index);
    sleep.mark(pair.b.index);
  }
}

void Dynamics::State::mark_touched(std::span<const PairReport> pairs) {
  for (const PairReport& pair : pairs) {
    if (pair.sensor) continue;
    const std::uint32_t a = pair.a.index, b = pair.b.index;
    if (sleep.is_asleep(a) && is_moving(b)) sleep.mark(a);
    if (sleep.is_asleep(b) && is_moving(a)) sleep.mark(b);
  }
}

/// Until nobody wakes any more. (Whoever wakes has contacts that no frame has looked at while it
/// slept. What is known already costs little.)
FrameReport Dynamics::State::detect(const BudgetClock& clock, std::size_t& woken) {
  const bool unlimited = options.budget.is_unlimited();
  const DetectOptions asked{.question = Question::contacts};
  FrameReport frame;
  do {
    if (sleep.any_marked()) woken += sleep.wake_marked(world);
    frame = unlimited ? world.detect(asked) : world.detect(clock.part(kDetectionShare), asked);
    note_events(frame);
    mark_touched(frame.touching);
    mark_touched(frame.undecided);
  } while (sleep.any_marked());
  if (woken > 0) sleep.release(frame.touching, ended);
  for (std::vector<BodyPair>* events : {&begun, &ended}) {
    std::ranges::sort(*events);
    events->erase(std::unique(events->begin(), events->end()), events->end());
  }
  return frame;
}

/// Contacts of pairs one of which moves freely and is awake.
void Dynamics::State::find(const FrameReport& frame) {
  response_contacts(world, frame, found);
  const auto concerns_nobody = [&](const ResponseContact& c) {
    const auto is_pushed = [&](std::uint32_t i) {
      return !rigid.bodies[i].is_fixed() && !sleep.is_asleep(i);
    };
    return !is_pushed(c.a) && !is_pushed(c.b);
  };
  const auto exact_end = found.contacts.begin() + static_cast<std::ptrdiff_t>(found.exact_contacts);
  found.exact_contacts -=
      static_cast<std::size_t>(std::count_if(found.contacts.begin(), exact_end, concerns_nobody));
  std::erase_if(found.contacts, concerns_nobody);
}

Result<ResponseReport> Dynamics::State::respond(double time, const Budget& budget) {
  begun_numbers.clear();
  for (const BodyPair& pair : begun) {
    const bool known = world.contains(pair.a) && world.contains(pair.b);
    if (!known || sleep.is_sensor(pair.a.index) || sleep.is_sensor(pair.b.index)) continue;
    begun_numbers.push_back({pair.a.index, pair.b.index});
  }
  states_before.clear();
  for (const std::uint32_t body : sleep.awake()) states_before.push_back(rigid.states[body]);
  return loop.respond(rigid,
                      {.time = time,
                       .moving = sleep.awake(),
                       .contacts = found.contacts,
                       .exact = found.exact_contacts,
                       .begun = begun_numbers,
                       .budget = budget},
                      options.step);
}

/// After a response that failed: states are as before it, and the next step tells what happened.
void Dynamics::State::take_back() {
  std::size_t n = 0;
  for (const std::uint32_t body : sleep.awake()) {
    rigid.states[body] = states_before[n++];
    rigid.fractions[body] = 1;
    rigid.time_lost[body] = 0;
  }
  begun_before.swap(begun);
  ended_before.swap(ended);
}

void Dynamics::State::move(double time) {
  RigidStep::move(rigid, sleep.awake(), time);
  moved_ids.clear();
  moved_poses.clear();
  const auto note = [&](BodyId id) {
    moved_ids.push_back(id);
    moved_poses.push_back(rigid.poses[id.index]);
  };
  for (const std::uint32_t body : sleep.awake()) note(sleep.id(body));
  for (const BodyId id : kinematic) {
    was_placed[id.index] = 0;
    if (!is_restless(id.index)) {
      rigid.previous[id.index] = rigid.states[id.index];
      continue;
    }
    const std::uint32_t number[] = {id.index};
    RigidStep::move(rigid, number, time);
    note(id);
  }
  (void)world.set_poses(moved_ids, moved_poses);  // all are there, none twice
}

Dynamics::Dynamics() : state_(std::make_unique<State>(DynamicsOptions(), World())) {}
Dynamics::Dynamics(std::unique_ptr<State> state) : state_(std::move(state)) {}
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;
Dynamics::~Dynamics() = default;

Result<Dynamics> Dynamics::make(const DynamicsOptions& options) {
  if (auto good = check_options(options); !good) return fail(good.error());
  Result<World> world = World::make(options.world);
  if (!world) return fail(world.error());
  return Dynamics(std::make_unique<State>(options, *std::move(world)));
}

const DynamicsOptions& Dynamics::options() const { return state_->options; }
const World& Dynamics::world() const { return state_->world; }
bool Dynamics::contains(BodyId id) const { return state_->world.contains(id); }
std::size_t Dynamics::body_count() const { return state_->world.body_count(); }

Result<BodyId> Dynamics::add(const DynamicBody& body) {
  State& s = *state_;
  if (auto good = check_motion(body.velocity, body.spin); !good) return fail(good.error());
  if (!(body.mass >= 0)) {
    return fail(code_of(body.mass), fmt::format("mass must not be negative, not {}", body.mass));
  }
  const Result<RigidBody> rigid = rigid_body(body);
  if (!rigid) return fail(rigid.error());
  const bool fixed = body.mobility == Mobility::fixed;
  Result<BodyId> id = s.world.add({.shape = body.shape,
                                   .pose = body.pose,
                                   .is_static = fixed,
                                   .group = body.group,
                                   .mask = body.mask,
                                   .user_data = body.user_data,
                                   .is_sensor = body.is_sensor});
  if (!id) return id;
  const RigidState state =
      fixed ? state_at(*rigid, body.pose) : state_at(*rigid, body.pose, body.velocity, body.spin);
  if (id->index < s.rigid.size()) {
    s.rigid.set(id->index, body.shape, *rigid, state, body.pose);
  } else {
    s.rigid.add(body.shape, *rigid, state, body.pose);
  }
  s.was_placed.resize(s.rigid.size());
  s.was_placed[id->index] = 0;
  s.sleep.add(*id, body.mobility, body.is_sensor, body.shape.bounding_radius());
  if (body.mobility == Mobility::kinematic) s.kinematic.push_back(*id);
  return id;
}

Result<void> Dynamics::remove(BodyId id) {
  State& s = *state_;
  if (auto known = s.refuse_unknown(id); !known) return known;
  s.sleep.remove(id, s.ended_before);
  std::erase(s.kinematic, id);
  s.loop.solver().forget(id.index);
  return s.world.remove(id);
}

Result<RigidState> Dynamics::state(BodyId id) const {
  if (auto known = state_->refuse_unknown(id); !known) return fail(known.error());
  return state_->rigid.states[id.index];
}

Result<void> Dynamics::set_state(BodyId id, const RigidState& state) {
  State& s = *state_;
  if (auto known = s.refuse_unknown(id); !known) return known;
  if (auto good = check_motion(state.velocity, state.spin); !good) return good;
  const RigidBody& body = s.rigid.bodies[id.index];
  const Result<Pose> pose = pose_of(body, state);
  if (!pose) return fail(pose.error());
  const bool is_kinematic = s.sleep.mobility(id.index) == Mobility::kinematic;
  s.sleep.mark(id.index);
  s.sleep.mark_neighbors(id);
  s.was_placed[id.index] = is_kinematic;
  s.rigid.states[id.index] = state;
  if (body.is_fixed() && !is_kinematic) {
    s.rigid.states[id.index].velocity = s.rigid.states[id.index].spin = Vec3::zero();
  }
  s.rigid.previous[id.index] = s.rigid.states[id.index];
  s.rigid.poses[id.index] = *pose;
  s.rigid.time_lost[id.index] = 0;
  return s.world.place(id, *pose);
}

Result<void> Dynamics::set_velocity(BodyId id, const Vec3& velocity, const Vec3& spin) {
  if (auto known = state_->refuse_unknown(id); !known) return known;
  RigidState state = state_->rigid.states[id.index];
  state.velocity = velocity;
  state.spin = spin;
  return set_state(id, state);
}

Result<void> Dynamics::wake(BodyId id) {
  if (auto known = state_->refuse_unknown(id); !known) return known;
  state_->sleep.mark(id.index);
  return {};
}

Result<void> Dynamics::set_user_data(BodyId id, std::uint64_t data) {
  return state_->world.set_user_data(id, data);
}

void Dynamics::set_pair_filter(PairFilter filter) {
  state_->world.set_pair_filter(std::move(filter));
}

bool Dynamics::is_asleep(BodyId id) const {
  return contains(id) && state_->sleep.is_asleep(id.index);
}

Result<StepReport> Dynamics::step(double time) {
  if (!(time > 0 && std::isfinite(time))) {
    return fail(code_of(time),
                fmt::format("the time of a step must be positive and finite, not {}", time));
  }
  State& s = *state_;
  const BudgetClock clock(s.options.budget);
  StepReport report;
  s.begun.clear();
  s.begun.swap(s.begun_before);
  s.ended.clear();
  s.ended.swap(s.ended_before);
  report.frame = s.detect(clock, report.woken);
  s.find(report.frame);
  report.contacts = s.found.contacts.size();
  report.begun = s.begun;
  report.ended = s.ended;
  report.times.detection = clock.seconds();
  Result<ResponseReport> response = s.respond(time, clock.part(1, 1 - kDetectionShare));
  if (!response) {
    s.take_back();
    return fail(response.error());
  }
  report.response = *response;
  report.fallen_asleep =
      s.sleep.fall_asleep(s.world, s.rigid, report.frame.touching, time,
                          [&](std::uint32_t body) { return s.is_restless(body); });
  s.move(time);
  report.awake = s.sleep.awake().size();
  report.asleep = s.sleep.asleep();
  report.times.total = clock.seconds();
  report.times.response = report.times.total - report.times.detection;
  return report;
}

std::size_t Dynamics::bytes() const {
  const State& s = *state_;
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return sizeof(State) + s.world.bytes() + s.sleep.bytes() + s.loop.bytes() + of(s.rigid.shapes) +
         of(s.rigid.bodies) + of(s.rigid.states) + of(s.rigid.previous) + of(s.rigid.poses) +
         of(s.rigid.fractions) + of(s.rigid.time_lost) + of(s.kinematic) + of(s.was_placed) +
         of(s.found.contacts) + of(s.begun_numbers) + of(s.begun) + of(s.ended) +
         of(s.begun_before) + of(s.ended_before) + of(s.states_before) + of(s.moved_ids) +
         of(s.moved_poses);
}

}  // namespace glance
