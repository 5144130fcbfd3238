// Time that passes within the library, for what it reports. (measure/stopwatch.h is for programs
// that use the library, which see no header of src.)
#pragma once

#include <chrono>
#include <utility>

#include "rooms.h"

namespace glance::rooms::base {

class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// Seconds since the last lap, or since it was made.
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }
  Clock::time_point begun() const { return begun_; }

 private:
  Clock::time_point begun_ = Clock::now(), last_ = begun_;
};

}  // namespace glance::rooms::base
