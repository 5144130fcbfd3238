// A budget for several things, one after the other: what is left of it for the next.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>

#include "glance/budget.h"

namespace glance {

/// Runs from here on.
class BudgetClock {
 public:
  explicit BudgetClock(const Budget& budget) : budget_(budget) {}

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }
  /// Of a time.
  bool is_over() const { return seconds() >= budget_.seconds(); }

  /// The budget up to this share of it (0 to 1): of time, what is left of that now. Of units, which
  /// are not counted here, `of_units` of all.
  Budget part(double share, double of_units) const {
    if (budget_.units() != Budget::kUnlimited) {
      return Budget::for_work(
          static_cast<std::uint64_t>(of_units * static_cast<double>(budget_.units())));
    }
    if (!std::isfinite(budget_.seconds())) return budget_;
    return Budget::for_seconds(share * budget_.seconds() - seconds());
  }
  Budget part(double share) const { return part(share, share); }

 private:
  Budget budget_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace glance
