// Work that is given up in the middle: a limit on what one question may take, however deep inside
// the question the long loop is.
//
//   WorkLimit limit(800, until);
//   try { answer = distance(..); } catch (const OutOfWork&) { .. }   // not decided
//
// Loops that may be long report their work in units of a Budget (some ten nanoseconds):
// spend_work(n). Without a limit on this thread that costs a load and a branch. At the limit an
// exception leads out, since such loops are many calls deep and have no answer before they end; it
// never leaves the library. What was being changed meanwhile (a PairCache) must be good for any
// state, or dropped.
#pragma once

#include <chrono>
#include <cstdint>

#include "rooms.h"

namespace glance::rooms::base {

struct OutOfWork {};

class WorkLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// For this thread, as long as it lives. An inner one takes the place of an outer one.
  explicit WorkLimit(std::uint64_t units, Clock::time_point until = Clock::time_point::max())
      : units_(units), until_(until), outer_(innermost_) {
    look_at_ = until == Clock::time_point::max() ? UINT64_MAX : kUnitsALook;
    innermost_ = this;
  }
  ~WorkLimit() { innermost_ = outer_; }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  std::uint64_t spent() const { return spent_; }

  static void spend(std::uint64_t units) {
    if (innermost_) innermost_->take(units);
  }

 private:
  /// Units between two looks at the clock: some microseconds.
  static constexpr std::uint64_t kUnitsALook = 256;

  void take(std::uint64_t units) {
    spent_ += units;
    if (spent_ > units_ || spent_ >= look_at_) [[unlikely]]
      look();
  }
  /// Throws if nothing is left.
  void look();

  static inline constinit thread_local WorkLimit* innermost_ = nullptr;

  std::uint64_t units_, spent_ = 0, look_at_ = 0;
  Clock::time_point until_;
  WorkLimit* outer_;
};

/// Work in its scope is not counted: for things that are made once and kept. Otherwise the cost of
/// a question, and so what a frame under a budget completes, would depend on earlier questions.
class UncountedWork {
  WorkLimit unlimited_{UINT64_MAX};
};

/// Reports that this many units are about to be done.
inline void spend_work(std::uint64_t units) { WorkLimit::spend(units); }

}  // namespace glance::rooms::base
