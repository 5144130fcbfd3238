// Tested in tests/property/response_test.cpp (Response.RandomIslandsMakeNoEnergy).
#include "response/island_solver.h"

#include <algorithm>
#include <cmath>

namespace glance::rooms::response {
namespace {

/// Sweeps go on until speeds change by less than this part of what counts as an approach: errors
/// that are left are larger than the last change.
constexpr double kSweepAccuracy = 1e-2;

/// Impulses that are scaled down by less than this part are not reported: rounding does that, and
/// sweeps that end.
constexpr double kCutReported = 1e-9;

/// What impulses P of a pass do to the energy, scaled by s: s `first` + s^2 `second` / 2, where
/// `first` is P.u with the speeds before and `second` P.(change of u).
struct EnergyChange {
  double first = 0, second = 0;

  bool grows() const { return first + second / 2 > 0; }
  bool is_finite() const { return std::isfinite(first) && std::isfinite(second); }
};

}  // namespace

/// The rows that take part, for one set of targets.
class IslandSolver::Pass {
 public:
  Pass(IslandSolver& arrays, const Island& island, const SweepLimits& limits, WorkMeter& meter,
       ResponseReport& report)
      : arrays_(arrays),
        rows_(island.rows),
        bodies_(island.bodies),
        own_(island.bodies.subspan(island.first_body)),
        first_body_(island.first_body),
        limits_(limits),
        meter_(meter),
        report_(report) {
    for (std::size_t i = 0; i < own_.size(); i++) arrays.old_[i] = own_[i].motion;
    std::ranges::fill(arrays.impulses_, RowImpulse{});
    for (std::size_t i = 0; i < rows_.size(); i++) {
      rubs_ = rubs_ || (arrays.takes_part_[i] && rows_[i].rubs());
    }
  }

  /// Begins with these impulses instead of none: times the factor up to 1 that leaves the least
  /// energy; none at all if only a factor of 0 does. All rows must take part.
  void begin_with(std::span<const Vec3> remembered) {
    if (remembered.empty()) return;
    for (std::size_t i = 0; i < rows_.size(); i++) {
      Vec3& impulse = arrays_.impulses_[i].value;
      impulse = rows_[i].within_cone(remembered[i] - arrays_.totals_[i]);
      rows_[i].push(rows_[i].in_world(impulse), bodies_);
    }
    const EnergyChange change = energy_change();
    is_warm_ = change.first < 0 && change.is_finite();
    if (!is_warm_) return start_again();
    const double share = std::min(1.0, -change.first / change.second);
    for (RowImpulse& impulse : arrays_.impulses_) impulse.value *= share;
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
        sweep(false, false);
        change = energy_change();
      }
      if (change.grows()) share = change.first < 0 ? -2 * change.first / change.second : 0;
      if (no_friction || share < 1 - kCutReported) report_.cut_back++;
      go_back(share);
    }
    for (std::size_t i = 0; i < rows_.size(); i++) {
      if (arrays_.takes_part_[i]) {
        arrays_.totals_[i] += share * rows_[i].in_world(arrays_.impulses_[i].value);
      }
    }
  }

 private:
  void sweep_all() {
    // Impulses across are bounded by those along: good ones of these first save most of the sweeps.
    // A warm start has them.
    if (!is_warm_ || !rubs_) sweep(false, true);
    if (rubs_) sweep(true, true);
  }

  void sweep(bool friction, bool hasten) {
    arrays_.sweeps_.run({rows_, arrays_.takes_part_, arrays_.impulses_, bodies_, first_body_},
                        friction, hasten, limits_, meter_, report_);
  }

  EnergyChange energy_change() const {
    EnergyChange sum;
    for (std::size_t i = 0; i < rows_.size(); i++) {
      if (!arrays_.takes_part_[i]) continue;
      const Vec3 impulse = rows_[i].in_world(arrays_.impulses_[i].value);
      const Vec3& before = arrays_.before_[i];
      sum.first += dot(impulse, before);
      sum.second += dot(impulse, Vec3(rows_[i].relative_velocity(bodies_) - before));
    }
    return sum;
  }

  void go_back(double share) {
    for (std::size_t i = 0; i < own_.size(); i++) {
      own_[i].motion = arrays_.old_[i] + share * (own_[i].motion - arrays_.old_[i]);
    }
  }

  void start_again() {
    for (std::size_t i = 0; i < own_.size(); i++) own_[i].motion = arrays_.old_[i];
    std::ranges::fill(arrays_.impulses_, RowImpulse{});
  }

  IslandSolver& arrays_;
  std::span<const ContactRow> rows_;
  std::span<PushedBody> bodies_, own_;
  std::size_t first_body_;
  SweepLimits limits_;
  WorkMeter& meter_;
  ResponseReport& report_;
  bool rubs_ = false, is_warm_ = false;
};

std::span<const Vec3> IslandSolver::solve(const Island& island, int sweeps,
                                          const ResponseSettings& settings, WorkMeter& meter,
                                          ResponseReport& report) {
  const std::size_t size = island.rows.size();
  impulses_.resize(size);
  takes_part_.resize(size);
  before_.resize(size);
  totals_.assign(size, Vec3::zero());
  old_.resize(island.bodies.size() - island.first_body);
  double scale = 0;
  for (const ContactRow& row : island.rows) {
    scale = std::max(scale, row.speed_scale(island.bodies));
  }
  const double approach = settings.tolerance * scale;
  const SweepLimits limits{sweeps, std::max(kSweepAccuracy * approach, settings.least_change)};

  // Bounces: only what approaches takes part; the next pass hands on what that set in motion
  // (Smith et al. 2012, "Reflections on simultaneous impact").
  for (int i = 0; i < settings.passes; i++) {
    bool bounce = false;
    for (std::size_t k = 0; k < size; k++) {
      ContactRow& row = island.rows[k];
      const double speed = row.approach(island.bodies);
      const bool plastic = speed <= settings.rest_speed;
      before_[k] = row.relative_velocity(island.bodies);
      row.aim(plastic, before_[k]);
      takes_part_[k] = speed > approach;
      bounce |= takes_part_[k] && !plastic && row.bounces();
    }
    if (!bounce || !has_time(size, meter, report)) break;
    Pass(*this, island, limits, meter, report).solve();
  }
  // Rest: all contacts together. Impulses through a stack need those that do not approach yet.
  bool left = false;
  for (std::size_t k = 0; k < size; k++) {
    ContactRow& row = island.rows[k];
    left |= row.approach(island.bodies) > approach;
    before_[k] = row.relative_velocity(island.bodies);
    row.aim(true, before_[k]);
    takes_part_[k] = true;
  }
  if (left) {
    Pass rest(*this, island, limits, meter, report);
    rest.begin_with(island.remembered);
    rest.solve();
  }
  for (const ContactRow& row : island.rows) {
    report.residual = std::max(report.residual, row.approach(island.bodies));
  }
  return totals_;
}

std::size_t IslandSolver::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return of(impulses_) + of(takes_part_) + of(before_) + of(totals_) + of(old_) + sweeps_.bytes();
}

}  // namespace glance::rooms::response
