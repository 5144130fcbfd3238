#include "response/sweeps.h"

#include <algorithm>

namespace glance::rooms::response {
namespace {

/// Units of a budget that a contact takes in a sweep, about.
constexpr std::uint64_t kRowUnits = 5;

}  // namespace

bool has_time(std::size_t rows, WorkMeter& meter, ResponseReport& report) {
  if (meter.has_left(kRowUnits * rows)) return true;
  report.interrupted = true;
  return false;
}

void Sweeps::run(const SweptRows& island, bool friction, bool hasten, const SweepLimits& limits,
                 WorkMeter& meter, ResponseReport& report) {
  is_listed_.resize(island.rows.size());
  for (auto* list : {&is_touched_, &has_row_}) {
    list->resize(island.bodies.size() - island.first_body);
  }
  seen_.resize(is_touched_.size());
  directions_.resize(is_touched_.size());
  bool is_all = true;
  list_all(island);
  double before_sq = 0;
  for (int i = 1;; i++) {
    const Change change = step(island, friction, limits.enough);
    report.sweeps++;
    meter.add(kRowUnits * rows_.size());
    const bool is_quiet = change.most <= limits.enough;
    if ((is_quiet && is_all) || i == limits.sweeps) return;
    if (!has_time(is_quiet ? island.rows.size() : rows_.size(), meter, report)) return;
    if (is_quiet) {
      is_all = true;
      list_all(island);
      continue;
    }
    if (is_all) {
      list_none();
    } else if (hasten) {
      go_on(island, change.sum_sq < before_sq ? change.sum_sq / before_sq : 0);
    }
    before_sq = is_all ? 0 : change.sum_sq;
    is_all = false;
    list_touched(island);
  }
}

Sweeps::Change Sweeps::step(const SweptRows& island, bool friction, double enough) {
  Change sum;
  const auto touch = [&](std::uint32_t body) {
    if (body >= island.first_body) is_touched_[body - island.first_body] = 1;
  };
  for (const std::uint32_t k : rows_) {
    const ContactRow& row = island.rows[k];
    const double change = row.step(friction, island.bodies, island.impulses[k]);
    sum.sum_sq += row.squared(island.impulses[k].change);
    if (change <= enough) continue;
    sum.most = std::max(sum.most, change);
    touch(row.a());
    touch(row.b());
  }
  return sum;
}

void Sweeps::list_all(const SweptRows& island) {
  std::ranges::fill(is_touched_, std::uint8_t{0});
  rows_.clear();
  for (std::uint32_t k = 0; k < island.rows.size(); k++) {
    if (island.takes_part[k]) rows_.push_back(k);
  }
}

void Sweeps::list_none() {
  std::ranges::fill(is_listed_, std::uint8_t{0});
  std::ranges::fill(has_row_, std::uint8_t{0});
  bodies_.clear();
}

/// What is listed stays so. Where that is more than half, all are.
void Sweeps::list_touched(const SweptRows& island) {
  const auto is_touched = [&](std::uint32_t body) {
    return body >= island.first_body && is_touched_[body - island.first_body] &&
           island.bodies[body].inverse_mass > 0;
  };
  const auto list = [&](auto shall_be_listed) {
    rows_.clear();
    std::size_t all = 0;
    for (std::uint32_t k = 0; k < island.rows.size(); k++) {
      if (!island.takes_part[k]) continue;
      all++;
      const ContactRow& row = island.rows[k];
      if (!is_listed_[k]) {
        if (!shall_be_listed(row)) continue;
        is_listed_[k] = 1;
        island.impulses[k].change = island.impulses[k].direction = Vec3::zero();
        add_body(island, row.a());
        add_body(island, row.b());
      }
      rows_.push_back(k);
    }
    return all;
  };
  const std::size_t all =
      list([&](const ContactRow& row) { return is_touched(row.a()) || is_touched(row.b()); });
  if (2 * rows_.size() > all && rows_.size() < all) list([](const ContactRow&) { return true; });
}

void Sweeps::add_body(const SweptRows& island, std::uint32_t body) {
  if (body < island.first_body || !(island.bodies[body].inverse_mass > 0)) return;
  const std::size_t own = body - island.first_body;
  if (has_row_[own]) return;
  has_row_[own] = 1;
  bodies_.push_back(body);
  seen_[own] = island.bodies[body].motion;
  directions_[own] = {};
}

/// Goes on in the direction of sweeps before, times a factor; 0 forgets them. What this takes out
/// of the cones, the next sweep takes back. What it does to the bodies needs no look at contacts:
/// it is the same combination of what sweeps did to them.
void Sweeps::go_on(const SweptRows& island, double factor) {
  for (const std::uint32_t k : rows_) {
    RowImpulse& impulse = island.impulses[k];
    const Vec3 step = factor * impulse.direction;
    impulse.direction = step + impulse.change;
    impulse.value += step;
  }
  for (const std::uint32_t body : bodies_) {
    const std::size_t own = body - island.first_body;
    Twist& motion = island.bodies[body].motion;
    const Twist change = motion - seen_[own], step = factor * directions_[own];
    directions_[own] = step + change;
    seen_[own] = motion = motion + step;
  }
}

std::size_t Sweeps::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return of(rows_) + of(is_listed_) + of(is_touched_) + of(bodies_) + of(has_row_) + of(seen_) +
         of(directions_);
}

}  // namespace glance::rooms::response
