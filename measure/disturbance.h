// What the machine does to a thread that measures time: it takes the processor away, and memory
// that is new has to be found. Both make a measurement longer than the work that is measured.
#pragma once

#include <cstdint>
#include <vector>

namespace glance::measure {

/// Counts of the operating system, for the calling thread.
struct ThreadEvents {
  std::uint64_t page_faults = 0;    ///< pages touched for the first time
  std::uint64_t interruptions = 0;  ///< the processor went to another thread

  /// Since the thread began.
  static ThreadEvents now();

  ThreadEvents& operator+=(const ThreadEvents& other);
  ThreadEvents operator-(const ThreadEvents& other) const;
  bool operator==(const ThreadEvents&) const = default;
};

/// A control for measurements in thread time: reads the thread's clock again and again and notes
/// where it jumps. A thread that does nothing else causes no jumps, so they are the machine's:
/// interrupts, and on a virtual machine the host that takes the core away, which the thread's clock
/// counts as work.
class ClockJumps {
 public:
  /// Shorter jumps (seconds) are ignored: most interrupts.
  static constexpr double kLeast = 20e-6;

  /// Watches for this long (seconds of thread time).
  void watch(double seconds);

  /// Seconds, in the order in which they happened.
  const std::vector<double>& jumps() const { return jumps_; }
  double watched() const { return watched_; }
  std::size_t longer_than(double seconds) const;
  double longest() const;

 private:
  std::vector<double> jumps_;
  double watched_ = 0;
};

}  // namespace glance::measure
