// Wall-clock time, and the processor time of this thread.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>

namespace glance::measure {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Does not count what other programs take away from this thread: a busy machine would make the
/// long measurements of slow contenders look worse than the short ones of fast contenders. For
/// single queries too coarse: reading it is a system call.
class ProcessorStopwatch {
 public:
  double seconds() const { return now() - start_; }

 private:
  static double now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  double start_ = now();
};

/// An estimate that one interruption does not spoil. What takes long is not repeated.
template <class Work>
double least_seconds(int tries, Work work) {
  constexpr double kLong = 0.1;
  double least = 0;
  for (int i = 0; i < tries; i++) {
    const Stopwatch watch;
    work();
    const double seconds = watch.seconds();
    least = i == 0 ? seconds : std::min(least, seconds);
    if (least > kLong) break;
  }
  return least;
}

}  // namespace glance::measure
