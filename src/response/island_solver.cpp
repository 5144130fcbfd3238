// Tested in tests/property/response_test.cpp (Response.RandomIslandsMakeNoEnergy).
#include "response/island_solver.h"

#include <algorithm>
#include <cmath>

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

/// What impulses P of a pass do to the energy, scaled by s: s `first` + s^2 `second` / 2, where
/// `first` is P.u with the speeds before and `second` P.(change of u).
struct EnergyChange {
  double first = 0, second = 0;

  bool grows() const { return first + second / 2 > 0; }
  bool is_finite() const { return std::isfinite(first) && std::isfinite(second); }
};

/// The rows that take part, for one set of targets.
class Pass {
 public:
  Pass(std::span<ContactRow> island, std::span<PushedBody> bodies, double enough, int sweeps,
       WorkMeter& meter, ResponseReport& report)
      : island_(island),
        bodies_(bodies),
        enough_(enough),
        sweeps_(sweeps),
        meter_(meter),
        report_(report) {
    for (PushedBody& body : bodies) {
      body.old_velocity = body.velocity;
      body.old_spin = body.spin;
    }
    rubs_ = std::ranges::any_of(island, &ContactRow::rubs);
  }

  /// Begins with these impulses instead of none: times the factor up to 1 that leaves the least
  /// energy. If that is none, with none.
  void begin_with(std::span<const Vec3> remembered) {
    if (remembered.empty()) return;
    for (std::size_t i = 0; i < island_.size(); i++) {
      island_[i].guess(remembered[i] - island_[i].total());
    }
    const EnergyChange change = energy_change();
    is_warm_ = change.first < 0 && change.is_finite();
    if (!is_warm_) return start_again();
    const double share = std::min(1.0, -change.first / change.second);
    for (ContactRow& row : island_) row.scale(share);
    go_back(share);
  }

  /// Solves, and takes back what would make energy.
  void solve() {
    report_.passes++;
    sweep_all();
    EnergyChange change = energy_change();
    if (is_warm_ && change.grows()) {
      is_warm_ = false;
      start_again();
      sweep_all();
      change = energy_change();
    }
    double share = 1;
    if (change.grows()) {
      const bool no_friction = !(change.first < 0);
      if (no_friction) {  // without it, plain steps lower the energy one by one
        start_again();
        sweep(island_, false, false, enough_, sweeps_, meter_, report_);
        change = energy_change();
      }
      if (change.grows()) share = change.first < 0 ? -2 * change.first / change.second : 0;
      if (no_friction || share < 1 - kCutReported) report_.cut_back++;
      go_back(share);
    }
    for (ContactRow& row : island_) {
      if (row.takes_part()) row.finish(share);
    }
  }

 private:
  void sweep_all() {
    // Impulses across are bounded by those along: good ones of these first save most of the sweeps.
    // A warm start has them.
    if (!is_warm_ || !rubs_) sweep(island_, false, true, enough_, sweeps_, meter_, report_);
    if (rubs_) sweep(island_, true, true, enough_, sweeps_, meter_, report_);
  }

  EnergyChange energy_change() const {
    EnergyChange sum;
    for (const ContactRow& row : island_) {
      if (!row.takes_part()) continue;
      const Vec3 impulse = row.impulse(), &old = row.old_relative_velocity();
      sum.first += dot(impulse, old);
      sum.second += dot(impulse, Vec3(row.relative_velocity() - old));
    }
    return sum;
  }

  void go_back(double share) {
    for (PushedBody& body : bodies_) {
      body.velocity = body.old_velocity + share * (body.velocity - body.old_velocity);
      body.spin = body.old_spin + share * (body.spin - body.old_spin);
    }
  }

  void start_again() {
    for (PushedBody& body : bodies_) {
      body.velocity = body.old_velocity;
      body.spin = body.old_spin;
    }
    for (ContactRow& row : island_) row.restart();
  }

  std::span<ContactRow> island_;
  std::span<PushedBody> bodies_;
  double enough_;
  int sweeps_;
  WorkMeter& meter_;
  ResponseReport& report_;
  bool rubs_ = false, is_warm_ = false;
};

}  // namespace

void solve_island(std::span<ContactRow> island, std::span<PushedBody> bodies,
                  std::span<const Vec3> remembered, int sweeps, const ResponseSettings& settings,
                  WorkMeter& meter, ResponseReport& report) {
  double scale = 0;
  for (const ContactRow& row : island) scale = std::max(scale, row.speed_scale());
  const double approach = settings.tolerance * scale, enough = kSweepAccuracy * approach;

  // Bounces: only what approaches takes part; the next pass hands on what that set in motion
  // (Smith et al. 2012, "Reflections on simultaneous impact").
  for (int i = 0; i < settings.passes; i++) {
    bool bounce = false;
    for (ContactRow& row : island) {
      const double speed = row.approach();
      const bool plastic = speed <= settings.rest_speed;
      row.start(speed > approach, plastic);
      bounce |= row.takes_part() && !plastic && row.bounces();
    }
    if (!bounce || !has_time(island, meter, report)) break;
    Pass(island, bodies, enough, sweeps, meter, report).solve();
  }
  // Rest: all contacts together. Impulses through a stack need those that do not approach yet.
  bool left = false;
  for (ContactRow& row : island) {
    row.start(true, true);
    left |= row.approach() > approach;
  }
  if (left) {
    Pass rest(island, bodies, enough, sweeps, meter, report);
    rest.begin_with(remembered);
    rest.solve();
  }
  for (const ContactRow& row : island) {
    report.residual = std::max(report.residual, row.approach());
  }
}

}  // namespace glance::response
