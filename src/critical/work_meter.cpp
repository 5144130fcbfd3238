#include "critical/work_meter.h"

namespace glance {

void WorkMeter::start_units(double kept_seconds) {
  units_from_ = spent_;
  kept_ = kept_seconds;
  if (budget_.seconds() < std::numeric_limits<double>::infinity()) seconds_from_ = seconds();
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
    ended_ = true;
  } else if (budget_.seconds() < std::numeric_limits<double>::infinity()) {
    const double now = seconds();
    // The cost model: what is to come takes as long a unit as what has been.
    if (spent_ >= units_from_ + kUnitsALook) {
      rate_ = (now - seconds_from_) / static_cast<double>(spent_ - units_from_);
    }
    ended_ = now + kept_ + rate_ * static_cast<double>(units) >= budget_.seconds();
  }
  return !ended_;
}

}  // namespace glance
