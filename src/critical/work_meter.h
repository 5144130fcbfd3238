// What is left of a budget.
#pragma once

#include <chrono>

#include "glance/budget.h"

namespace glance {

/// Counts units, and looks at the clock every few of them.
class WorkMeter {
 public:
  explicit WorkMeter(const Budget& budget) : budget_(budget) {}

  void add(std::uint64_t units) { spent_ += units; }

  /// Whether something may still be begun that takes so many units or less. Once it says no, it
  /// keeps to it.
  bool has_left(std::uint64_t units);

  std::uint64_t spent() const { return spent_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  /// Units between two looks at the clock, which takes as long as some of them: a microsecond.
  static constexpr std::uint64_t kUnitsALook = 64;

  const Budget& budget_;
  Clock::time_point begun_ = Clock::now();
  std::uint64_t spent_ = 0, looked_at_ = 0;
  double rate_ = 0;  ///< seconds a unit, as seen so far in this frame
  bool ended_ = false, looked_ = false;
};

}  // namespace glance
