// Tested in tests/unit/base/work_limit_test.cpp (WorkMeter).
#include "base/work_meter.h"

#include <algorithm>

namespace glance::rooms::base {

void WorkMeter::start_units(double kept_seconds) {
  units_from_ = spent_;
  kept_ = kept_seconds;
  if (is_timed()) seconds_from_ = seconds();
}

void WorkMeter::begin_part(double share) {
  if (budget_.units() != Budget::kUnlimited) {
    most_units_ = spent_ + static_cast<std::uint64_t>(share * static_cast<double>(left()));
  }
  if (!is_timed()) return;
  const double now = seconds();
  most_seconds_ = std::min(most_seconds_, now + share * (most_seconds_ - kept_ - now) + kept_);
}

void WorkMeter::end_part() {
  most_units_ = budget_.units();
  most_seconds_ = budget_.seconds();
  ended_ = stopped_;
}

bool WorkMeter::fits(std::uint64_t units) const {
  if (ended_ || units > left()) return false;
  const double rate = std::max(rate_, kUsualRate);
  return !is_timed() || seconds() + kept_ + rate * static_cast<double>(units) < most_seconds_;
}

WorkMeter::Clock::time_point WorkMeter::until() const {
  constexpr double kForever = 1e9;  // thirty years
  if (!(most_seconds_ < kForever)) return Clock::time_point::max();
  const std::chrono::duration<double> time(most_seconds_ - kept_);
  return begun_ + std::chrono::duration_cast<Clock::duration>(time);
}

bool WorkMeter::has_left(std::uint64_t units) {
  if (ended_) return false;
  const bool first = !began_;
  began_ = true;
  if (!first && units > left()) {
    ended_ = true;
    return false;
  }
  if (!first && spent_ + units < looked_at_ + kUnitsALook) return true;
  looked_at_ = spent_;
  if (budget_.wants_stop()) {
    ended_ = stopped_ = true;
  } else if (is_timed()) {
    const double now = seconds();
    // The cost model: the units to come take as long as those before them.
    if (spent_ >= units_from_ + kUnitsALook) {
      rate_ = (now - seconds_from_) / static_cast<double>(spent_ - units_from_);
    }
    ended_ = now + kept_ + rate_ * static_cast<double>(units) >= most_seconds_;
  }
  return !ended_;
}

}  // namespace glance::rooms::base
