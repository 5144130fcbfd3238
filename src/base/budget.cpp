// Tested in tests/unit/base/budget_test.cpp (Budget).
#include "glance/budget.h"

#include <utility>

namespace glance {
Budget Budget::for_work(std::uint64_t units) {
  Budget budget;
  budget.units_ = units;
  return budget;
}

Budget Budget::for_seconds(double seconds) {
  Budget budget;
  budget.seconds_ = seconds > 0 ? seconds : 0;
  return budget;
}

Budget& Budget::stop_when(Callback<bool()> criterion) {
  criterion_ = std::move(criterion);
  return *this;
}

bool Budget::is_unlimited() const {
  return units_ == kUnlimited && seconds_ == std::numeric_limits<double>::infinity() &&
         !requested_ && !criterion_;
}

bool Budget::wants_stop() const {
  return (requested_ && requested_()) || (criterion_ && criterion_());
}

}  // namespace glance
