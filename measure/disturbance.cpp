#include "measure/disturbance.h"

#include <sys/resource.h>

#include <algorithm>

#include "measure/stopwatch.h"

namespace glance::measure {

ThreadEvents ThreadEvents::now() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return {static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt),
          static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

ThreadEvents& ThreadEvents::operator+=(const ThreadEvents& other) {
  page_faults += other.page_faults;
  interruptions += other.interruptions;
  return *this;
}

ThreadEvents ThreadEvents::operator-(const ThreadEvents& other) const {
  return {page_faults - other.page_faults, interruptions - other.interruptions};
}

void ClockJumps::watch(double seconds) {
  const ProcessorStopwatch watch;
  double last = watch.seconds();
  while (last < seconds) {
    const double now = watch.seconds();
    if (now - last >= kLeast) jumps_.push_back(now - last);
    last = now;
  }
  watched_ += last;
}

std::size_t ClockJumps::longer_than(double seconds) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(jumps_, [&](double jump) { return jump > seconds; }));
}

double ClockJumps::longest() const { return jumps_.empty() ? 0 : std::ranges::max(jumps_); }

}  // namespace glance::measure
