// What is left of a budget.
#pragma once

#include <algorithm>
#include <chrono>

#include "glance/budget.h"
#include "rooms.h"

namespace glance::rooms::base {

/// Counts units, and looks at the clock every few of them.
class WorkMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `begun`: when the frame began.
  WorkMeter(const Budget& budget, Clock::time_point begun)
      : budget_(budget),
        begun_(begun),
        most_units_(budget.units()),
        most_seconds_(budget.seconds()) {}

  /// From here on, time is spent on units and no longer on what a frame does once. Keeps this many
  /// seconds of the budget for what comes after the units.
  void start_units(double kept_seconds);

  void add(std::uint64_t units) { spent_ += units; }

  /// Whether a piece of work of at most this many units may still begin. Once the answer is no, it
  /// stays no. The first piece of a frame may be larger than the budget: otherwise a piece that
  /// cannot be divided would never be done.
  bool has_left(std::uint64_t units);

  /// Until end_part only this share (0 to 1) of what is left counts as left.
  void begin_part(double share);
  void end_part();
  /// Whether about this many units fit. Unlike has_left, it does not end the frame.
  bool fits(std::uint64_t units) const;
  /// When work that is under way has to end; never, if no time is set.
  Clock::time_point until() const;

  std::uint64_t spent() const { return spent_; }
  bool is_unlimited() const { return budget_.is_unlimited(); }
  bool is_timed() const { return most_seconds_ < std::numeric_limits<double>::infinity(); }
  /// Units that are not spent.
  std::uint64_t left() const { return most_units_ - std::min(most_units_, spent_); }
  /// Until it ends; infinite without a time.
  double seconds_left() const {
    return is_timed() ? std::max(most_seconds_ - seconds(), 0.0) : most_seconds_;
  }
  /// Since the frame began.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
  /// Units between two looks at the clock, which takes as long as some of them: a microsecond.
  static constexpr std::uint64_t kUnitsALook = 64;
  /// Seconds per unit before any were measured: more than on most machines.
  static constexpr double kFirstRate = 20e-9;
  /// Work that is not a question takes at least this long per unit, however quick the questions of
  /// this frame are.
  static constexpr double kUsualRate = 10e-9;

  const Budget& budget_;
  Clock::time_point begun_;
  std::uint64_t most_units_;  ///< of the budget, or of its part
  double most_seconds_;
  std::uint64_t spent_ = 0, looked_at_ = 0, units_from_ = 0;
  double seconds_from_ = 0, kept_ = 0;
  double rate_ = kFirstRate;  ///< seconds per unit, as measured so far in this frame
  bool ended_ = false, began_ = false;
  bool stopped_ = false;  ///< by the token or the criterion
};

}  // namespace glance::rooms::base
