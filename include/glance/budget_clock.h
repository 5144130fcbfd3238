// Divides one budget among several tasks that run one after the other.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>

#include "glance/budget.h"

namespace glance {

/// Measures the time from its construction, and hands out shares of a budget.
class BudgetClock {
 public:
  /// Starts the clock.
  explicit BudgetClock(const Budget& budget) : budget_(budget) {}

  /// Seconds since the start.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }
  /// Whether the time of the budget is over. (Never for a budget of units.)
  bool is_over() const { return seconds() >= budget_.seconds(); }

  /// Returns the budget for the tasks up to `share` (0 to 1) of the whole. For a budget of time:
  /// what is left of that share now. For a budget of units, which are not counted here: the
  /// fraction `of_units` of all units.
  Budget part(double share, double of_units) const {
    if (budget_.units() != Budget::kUnlimited) {
      return Budget::for_work(
          static_cast<std::uint64_t>(of_units * static_cast<double>(budget_.units())));
    }
    if (!std::isfinite(budget_.seconds())) return budget_;
    return Budget::for_seconds(share * budget_.seconds() - seconds());
  }
  /// The same with one share for both kinds of budget.
  Budget part(double share) const { return part(share, share); }

 private:
  Budget budget_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace glance
