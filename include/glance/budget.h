// How much a detection may cost before it has to hand over what it has.
//
//   world.detect(Budget::for_seconds(0.004));   // as much as fits into four milliseconds
//   world.detect(Budget::for_work(20000));      // so many units, the same bits each time
//
// A unit of work is about the test of two spheres: some ten nanoseconds. What else is done counts
// as so many of them (world/critical_pair.cpp), the same on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "glance/export.h"

namespace glance {

class GLANCE_API Budget {
 public:
  /// Without an end: everything is found out.
  Budget() = default;
  /// So many units. What is found depends on nothing else.
  static Budget for_work(std::uint64_t units);
  /// Seconds of the steady clock, from the beginning of the frame (the thread's processor time is
  /// never more); negative or NaN counts as 0. What fits depends on the machine.
  static Budget for_seconds(double seconds);

  /// Stops as well once a stop is requested. A std::stop_token, or what has its two questions (so
  /// that this header need not include <stop_token>).
  template <class Token>
  requires requires(const Token token) { token.stop_possible(), token.stop_requested(); }
  Budget& stop_with(Token token) {
    requested_ = {};
    if (token.stop_possible()) {
      requested_ = [token = std::move(token)] { return token.stop_requested(); };
    }
    return *this;
  }
  /// Stops as well once this returns true. It is asked every few units, from the calling thread.
  Budget& stop_when(std::function<bool()> criterion);

  std::uint64_t units() const { return units_; }  ///< kUnlimited: no such limit
  double seconds() const { return seconds_; }     ///< infinity: no such limit
  bool is_unlimited() const;
  /// Whether the token or the criterion ask for an end.
  bool wants_stop() const;

  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

 private:
  std::uint64_t units_ = kUnlimited;
  double seconds_ = std::numeric_limits<double>::infinity();
  std::function<bool()> requested_, criterion_;  ///< by the token; empty: never
};

}  // namespace glance
