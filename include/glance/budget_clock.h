// Divides one budget among several tasks that run one after the other.
#pragma once

#include <cstdint>

#include "glance/budget.h"
#include "glance/export.h"

namespace glance {

/// Measures the time from its construction, and hands out shares of a budget.
class GLANCE_API BudgetClock {
 public:
  /// Starts the clock.
  explicit BudgetClock(const Budget& budget);

  /// Seconds since the start.
  double seconds() const;
  /// Whether the time of the budget is over. (Never for a budget of units.)
  bool is_over() const { return seconds() >= budget_.seconds(); }

  /// Returns the budget for the tasks up to `share` (0 to 1) of the whole. For a budget of time:
  /// what is left of that share now. For a budget of units, which are not counted here: the
  /// fraction `of_units` of all units.
  Budget part(double share, double of_units) const;
  /// The same with one share for both kinds of budget.
  Budget part(double share) const { return part(share, share); }

 private:
  Budget budget_;
  std::int64_t begun_;  ///< ticks of the steady clock (<chrono> takes long to parse)
};

}  // namespace glance
