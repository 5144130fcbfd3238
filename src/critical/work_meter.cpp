#include "critical/work_meter.h"

namespace glance {

bool WorkMeter::has_left(std::uint64_t units) {
  if (ended_) return false;
  if (budget_.units() != Budget::kUnlimited && spent_ + units > budget_.units()) {
    ended_ = true;
    return false;
  }
  if (looked_ && spent_ + units < looked_at_ + kUnitsALook) return true;
  looked_ = true;
  looked_at_ = spent_;
  if (budget_.wants_stop()) {
    ended_ = true;
  } else if (budget_.seconds() < std::numeric_limits<double>::infinity()) {
    const double now = seconds();
    // The cost model: what is to come takes as long a unit as what has been.
    if (spent_ > 0) rate_ = now / static_cast<double>(spent_);
    ended_ = now + rate_ * static_cast<double>(units) >= budget_.seconds();
  }
  return !ended_;
}

}  // namespace glance
