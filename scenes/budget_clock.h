// A budget for several things, one after the other: what is left of it for the next.
#pragma once

#include <cmath>

#include "glance/budget.h"
#include "measure/stopwatch.h"

namespace glance::scenes {

/// Runs from here on.
class BudgetClock {
 public:
  explicit BudgetClock(const Budget& budget) : budget_(budget) {}

  double seconds() const { return watch_.seconds(); }
  /// Of a time.
  bool is_over() const { return seconds() >= budget_.seconds(); }

  /// The budget up to this share of it (0 to 1): of time, what is left of that now. Of units, which
  /// are not counted here, `of_units` of all.
  Budget part(double share, double of_units) const {
    if (budget_.units() != Budget::kUnlimited) {
      return Budget::work(
          static_cast<std::uint64_t>(of_units * static_cast<double>(budget_.units())));
    }
    if (!std::isfinite(budget_.seconds())) return budget_;
    return Budget::seconds(share * budget_.seconds() - seconds());
  }
  Budget part(double share) const { return part(share, share); }

 private:
  Budget budget_;
  measure::Stopwatch watch_;
};

}  // namespace glance::scenes
