// All contacts of a frame, island by island.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/work_meter.h"
#include "response/contact_choice.h"
#include "response/contact_order.h"
#include "response/impulse_memory.h"
#include "response/island_solver.h"
#include "response/response_check.h"
#include "response/rigid_motion.h"

namespace glance {
using namespace rooms::response;

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

/// Units of a budget that a contact takes in a sweep that pushes apart, about.
constexpr std::uint64_t kPushUnits = 2;

/// Of the two bodies at a contact; negative if they part there.
double approach_speed(const RigidState& a, const RigidState& b, const ResponseContact& c) {
  const Vec3 at_a = a.velocity + cross(a.spin, Vec3(c.point - a.position));
  const Vec3 at_b = b.velocity + cross(b.spin, Vec3(c.point - b.position));
  return dot(c.normal, Vec3(at_a - at_b));
}

/// See ResponseSettings::rest_depth.
double allowed_speed(const ResponseContact& c, const ResponseSettings& settings) {
  return c.id == 0 ? 0 : std::max(0.0, settings.rest_depth - c.depth) / settings.time;
}

}  // namespace

struct ResponseSolver::Arrays {
  ContactOrder order;
  ContactChoice choice;
  std::vector<std::uint32_t>
      slots;  ///< of each body: its place in `moving`, kNowhere between calls
  std::vector<PushedBody> moving;
  std::vector<std::uint32_t> numbers;  ///< of each moving body
  std::vector<ContactRow> rows;
  IslandSolver island;
  ImpulseMemory memory;
  std::vector<Vec3> remembered;  ///< of each row of an island
  std::vector<Vec3> impulses;
  std::vector<Vec3> shifts;     ///< push_apart: of each body
  std::vector<double> pressed;  ///< push_apart: of each contact

  std::uint32_t slot(std::uint32_t body, std::span<const RigidBody> bodies,
                     std::span<const RigidState> states);
};

std::uint32_t ResponseSolver::Arrays::slot(std::uint32_t body, std::span<const RigidBody> bodies,
                                           std::span<const RigidState> states) {
  if (slots[body] != kNowhere) return slots[body];
  const RigidState& state = states[body];
  PushedBody m;
  m.inverse_mass = bodies[body].inverse_mass();
  if (!bodies[body].is_fixed()) {
    m.inverse_inertia =
        turned_matrix(rotation_matrix(state.rotation), bodies[body].inverse_inertia());
  }
  m.motion = {state.velocity, state.spin};
  slots[body] = static_cast<std::uint32_t>(moving.size());
  moving.push_back(m);
  numbers.push_back(body);
  return slots[body];
}

ResponseSolver::ResponseSolver() : arrays_(std::make_unique<Arrays>()) {}
ResponseSolver::~ResponseSolver() = default;
ResponseSolver::ResponseSolver(ResponseSolver&&) noexcept = default;
ResponseSolver& ResponseSolver::operator=(ResponseSolver&&) noexcept = default;

void ResponseSolver::forget() { arrays_->memory.forget(); }
void ResponseSolver::forget(std::uint32_t body) { arrays_->memory.forget(body); }

std::size_t ResponseSolver::bytes() const {
  const Arrays& a = *arrays_;
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return sizeof(Arrays) + a.order.bytes() + a.choice.bytes() + of(a.slots) + of(a.moving) +
         of(a.numbers) + of(a.rows) + a.island.bytes() + a.memory.bytes() + of(a.remembered) +
         of(a.impulses) + of(a.shifts) + of(a.pressed);
}

std::span<const Vec3> ResponseSolver::impulses() const { return arrays_->impulses; }

Result<ResponseReport> ResponseSolver::solve(std::span<const RigidBody> bodies,
                                             std::span<RigidState> states,
                                             std::span<const ResponseContact> contacts,
                                             const ResponseSettings& settings) {
  if (auto good = check_response(bodies, states, contacts); !good) return fail(good.error());
  if (!(settings.sweeps > 0 && settings.cold_sweeps >= 0 && settings.passes >= 0 &&
        settings.rest_speed >= 0 && settings.tolerance > 0 && settings.tolerance < 1 &&
        settings.least_change >= 0 && settings.rest_depth >= 0 && settings.time > 0)) {
    return fail("a response needs sweeps, a rest speed >= 0, and a tolerance between 0 and 1");
  }
  Arrays& arrays = *arrays_;
  ResponseReport report;
  WorkMeter meter(settings.budget, WorkMeter::Clock::now());
  arrays.impulses.assign(contacts.size(), Vec3::zero());
  const auto taken = arrays.choice.make(contacts, meter, [&](const ResponseContact& c) {
    return approach_speed(states[c.a], states[c.b], c);
  });
  report.left_out = static_cast<std::uint32_t>(contacts.size() - taken.size());
  report.interrupted = report.left_out > 0;
  const auto ordered = arrays.order.make(bodies, taken);
  arrays.choice.measure(meter);
  arrays.slots.resize(bodies.size(), kNowhere);
  arrays.moving.clear();
  arrays.numbers.clear();
  arrays.memory.begin();
  for (std::size_t first = 0, last; first < ordered.size(); first = last) {
    const std::size_t first_body = arrays.moving.size();
    arrays.rows.clear();
    arrays.remembered.clear();
    std::uint32_t warm = 0;
    for (last = first; last < ordered.size() && ordered[last].island == ordered[first].island;
         last++) {
      const ResponseContact& contact = ordered[last].contact;
      const std::uint32_t a = arrays.slot(contact.a, bodies, states),
                          b = arrays.slot(contact.b, bodies, states);
      arrays.rows.emplace_back(contact, states[contact.a].position, states[contact.b].position, a,
                               b, arrays.moving, bodies[contact.a].material(),
                               bodies[contact.b].material(), allowed_speed(contact, settings));
      const Vec3* known = settings.warm_start ? arrays.memory.find(contact) : nullptr;
      arrays.remembered.push_back(known ? *known : Vec3::zero());
      warm += known ? 1 : 0;
    }
    report.warm += warm;
    const bool is_cold = settings.cold_sweeps > 0 && std::size_t{2} * warm < arrays.rows.size();
    report.islands++;
    const auto totals = arrays.island.solve(
        {arrays.rows, arrays.moving, first_body,
         warm > 0 ? std::span<const Vec3>(arrays.remembered) : std::span<const Vec3>()},
        is_cold ? settings.cold_sweeps : settings.sweeps, settings, meter, report);
    for (std::size_t i = first; i < last; i++) {
      const auto& [contact, island, given, flipped] = ordered[i];
      const Vec3& total = totals[i - first];
      arrays.impulses[arrays.choice.given(given)] = flipped ? Vec3(-total) : total;
      const double sign = bodies[contact.b].is_fixed() ? 1 : bodies[contact.a].is_fixed() ? -1 : 0;
      report.to_fixed += sign * total;
      report.to_fixed_angular += sign * cross(contact.point, total);
      if (settings.warm_start) arrays.memory.add(contact, total);
    }
  }
  arrays.memory.finish(bodies.size());
  for (std::size_t i = 0; i < arrays.moving.size(); i++) {
    states[arrays.numbers[i]].velocity = arrays.moving[i].motion.velocity;
    states[arrays.numbers[i]].spin = arrays.moving[i].motion.spin;
    arrays.slots[arrays.numbers[i]] = kNowhere;
  }
  return report;
}

Result<double> ResponseSolver::push_apart(std::span<const RigidBody> bodies,
                                          std::span<RigidState> states,
                                          std::span<const ResponseContact> contacts, double share,
                                          double slop, int sweeps, const Budget& budget) {
  if (auto good = check_response(bodies, states, contacts); !good) return fail(good.error());
  if (!(share >= 0 && share <= 1 && slop >= 0 && sweeps > 0)) {
    return fail(
        fmt::format("to push bodies apart takes a share from 0 to 1 and a slop >= 0, not {} and {}",
                    share, slop));
  }
  Arrays& arrays = *arrays_;
  WorkMeter meter(budget, WorkMeter::Clock::now());
  const auto taken =
      arrays.choice.make(contacts, meter, [](const ResponseContact& c) { return c.depth; });
  const auto ordered = arrays.order.make(bodies, taken);
  arrays.choice.measure(meter);
  arrays.shifts.resize(bodies.size(), Vec3::zero());  // between calls all are zero
  arrays.pressed.assign(ordered.size(), 0);
  double deepest = 0;
  bool changed = true;
  for (int i = 0; i < sweeps && changed && meter.has_left(kPushUnits * ordered.size()); i++) {
    changed = false;
    meter.add(kPushUnits * ordered.size());
    for (std::size_t k = 0; k < ordered.size(); k++) {
      const ResponseContact& c = ordered[k].contact;
      deepest = std::max(deepest, c.depth);
      const double mass_a = bodies[c.a].inverse_mass(), mass_b = bodies[c.b].inverse_mass();
      const double apart = dot(c.normal, Vec3(arrays.shifts[c.b] - arrays.shifts[c.a]));
      const double left = share * (c.depth - slop) - apart;
      const double wanted = std::max(0.0, arrays.pressed[k] + left / (mass_a + mass_b));
      if (wanted == arrays.pressed[k]) continue;
      changed = true;
      const Vec3 push = (wanted - arrays.pressed[k]) * c.normal;
      arrays.pressed[k] = wanted;
      arrays.shifts[c.a] -= mass_a * push;
      arrays.shifts[c.b] += mass_b * push;
    }
  }
  for (const OrderedContact& at : ordered) {
    for (const std::uint32_t body : {at.contact.a, at.contact.b}) {
      states[body].position += std::exchange(arrays.shifts[body], Vec3(Vec3::zero()));
    }
  }
  return deepest;
}

}  // namespace glance
