// Tested in tests/unit/base/work_limit_test.cpp (WorkLimit).
#include "base/work_limit.h"

namespace glance::rooms::base {

void WorkLimit::look() {
  if (spent_ > units_) throw OutOfWork();
  look_at_ = spent_ + kUnitsALook;
  if (Clock::now() >= until_) throw OutOfWork();
}

}  // namespace glance::rooms::base
