#include "glance/budget_clock.h"

#include <chrono>
#include <cmath>

namespace glance {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::int64_t ticks_now() { return SteadyClock::now().time_since_epoch().count(); }

}  // namespace

BudgetClock::BudgetClock(const Budget& budget) : budget_(budget), begun_(ticks_now()) {}

double BudgetClock::seconds() const {
  return std::chrono::duration<double>(SteadyClock::duration(ticks_now() - begun_)).count();
}

Budget BudgetClock::part(double share, double of_units) const {
  if (budget_.units() != Budget::kUnlimited) {
    return Budget::for_work(
        static_cast<std::uint64_t>(of_units * static_cast<double>(budget_.units())));
  }
  if (!std::isfinite(budget_.seconds())) return budget_;
  return Budget::for_seconds(share * budget_.seconds() - seconds());
}

}  // namespace glance
