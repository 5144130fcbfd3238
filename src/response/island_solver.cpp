// Tested in tests/property/response_test.cpp (Response.RandomIslandsMakeNoEnergy).
#include "response/island_solver.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace glance::response {
namespace {

/// Sweeps go on until speeds change by less than this part of what counts as an approach: errors
/// that are left are larger than the last change.
constexpr double kSweepAccuracy = 1e-2;

/// Impulses that are scaled down by less than this part are not reported: rounding does that, and
/// sweeps that end.
constexpr double kCutReported = 1e-9;

/// Units of a budget that a contact takes in a sweep, about.
constexpr std::uint64_t kRowUnits = 5;

/// Whether there is time for another sweep.
bool has_time(std::span<const ContactRow> island, WorkMeter& meter, ResponseReport& report) {
  if (meter.has_left(kRowUnits * island.size())) return true;
  report.interrupted = true;
  return false;
}

/// Each step lowers the energy (but for friction whose bound shrinks). `hasten`: goes on in the
/// direction of the sweeps before, as conjugate gradients do (Silcowitz, Niebe, Erleben 2010): a
/// stack needs some hundred sweeps with it, and thousands without. The last sweep is always one of
/// steps, so that impulses are in their cones.
void sweep(std::span<ContactRow> island, bool friction, bool hasten, double enough, int sweeps,
           WorkMeter& meter, ResponseReport& report) {
  double before_sq = 0;
  for (int i = 0; i < sweeps; i++) {
    double change = 0, sum_sq = 0;
    for (ContactRow& row : island) {
      if (!row.takes_part()) continue;
      change = std::max(change, row.step(friction));
      sum_sq += row.changed_sq();
    }
    report.sweeps++;
    meter.add(kRowUnits * island.size());
    if (change <= enough || i + 1 == sweeps || !has_time(island, meter, report)) return;
    if (!hasten || island.size() == 1) continue;
    const double factor = i > 0 && sum_sq < before_sq ? sum_sq / before_sq : 0;
    for (ContactRow& row : island) {
      if (row.takes_part()) row.go_on(factor);
    }
    before_sq = sum_sq;
  }
}

/// Solves for the rows that take part, and takes back what would make energy. With impulses P and
/// speeds u before, the energy changes by P.u + P.(change of u) / 2: a parabola in a common factor,
/// which is negative up to the factor below.
void pass(std::span<ContactRow> island, std::span<PushedBody> bodies, double enough, int sweeps,
          WorkMeter& meter, ResponseReport& report) {
  for (PushedBody& body : bodies) {
    body.old_velocity = body.velocity;
    body.old_spin = body.spin;
  }
  const auto work = [&] {
    double first = 0, second = 0;
    for (const ContactRow& row : island) {
      if (!row.takes_part()) continue;
      const Vec3 impulse = row.impulse(), &old = row.old_relative_velocity();
      first += dot(impulse, old);
      second += dot(impulse, Vec3(row.relative_velocity() - old));
    }
    return std::pair(first, second);
  };
  const auto go_back = [&](double share) {
    for (PushedBody& body : bodies) {
      body.velocity = body.old_velocity + share * (body.velocity - body.old_velocity);
      body.spin = body.old_spin + share * (body.spin - body.old_spin);
    }
  };
  report.passes++;
  sweep(island, false, true, enough, sweeps, meter, report);
  // Impulses across are bounded by those along: good ones of these first save most of the sweeps.
  if (std::ranges::any_of(island, &ContactRow::rubs)) {
    sweep(island, true, true, enough, sweeps, meter, report);
  }
  auto [first, second] = work();
  double share = 1;
  if (first + second / 2 > 0) {
    const bool no_friction = !(first < 0);
    if (no_friction) {  // without it, plain steps lower the energy one by one
      go_back(0);
      for (ContactRow& row : island) row.restart();
      sweep(island, false, false, enough, sweeps, meter, report);
      std::tie(first, second) = work();
    }
    if (first + second / 2 > 0) share = first < 0 ? -2 * first / second : 0;
    if (no_friction || share < 1 - kCutReported) report.cut_back++;
    go_back(share);
  }
  for (ContactRow& row : island) {
    if (row.takes_part()) row.finish(share);
  }
}

}  // namespace

void solve_island(std::span<ContactRow> island, std::span<PushedBody> bodies,
                  const ResponseSettings& settings, WorkMeter& meter, ResponseReport& report) {
  double scale = 0;
  for (const ContactRow& row : island) scale = std::max(scale, row.speed_scale());
  const double approach = settings.tolerance * scale, enough = kSweepAccuracy * approach;

  // Bounces: only what approaches takes part; the next pass hands on what that set in motion
  // (Smith et al. 2012, "Reflections on simultaneous impact").
  for (int i = 0; i < settings.passes; i++) {
    bool bounce = false;
    for (ContactRow& row : island) {
      const double speed = -row.normal_speed();
      const bool plastic = speed <= settings.rest_speed;
      row.start(speed > approach, plastic);
      bounce |= row.takes_part() && !plastic && row.bounces();
    }
    if (!bounce || !has_time(island, meter, report)) break;
    pass(island, bodies, enough, settings.sweeps, meter, report);
  }
  // Rest: all contacts together. Impulses through a stack need those that do not approach yet.
  bool left = false;
  for (ContactRow& row : island) {
    row.start(true, true);
    left |= -row.normal_speed() > approach;
  }
  if (left) pass(island, bodies, enough, settings.sweeps, meter, report);
  for (const ContactRow& row : island) {
    report.residual = std::max(report.residual, -row.normal_speed());
  }
}

}  // namespace glance::response
