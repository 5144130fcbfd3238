// How much a detection may cost before it has to return what it has found so far.
//
//   world.detect(Budget::for_seconds(0.004));   // as much as fits into four milliseconds
//   world.detect(Budget::for_work(20000));      // this many units, the same bits each time
//
// A unit of work is about one test of two spheres: some ten nanoseconds. Other steps count as a
// number of units that is the same on every machine (world/critical_pair.cpp).
#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "glance/callback.h"
#include "glance/export.h"

namespace glance {

/// A limit on work, on time, or by a criterion of the caller. If several are set, the first one
/// counts.
class GLANCE_API Budget {
 public:
  /// Unlimited: everything is computed.
  Budget() = default;
  /// A number of units of work. The result depends on nothing else, so it is the same on every
  /// machine.
  static Budget for_work(std::uint64_t units);
  /// Seconds of the steady clock, from the beginning of the frame; so time in which other programs
  /// run counts as well. Negative values and NaN count as 0. How much fits into it depends on the
  /// machine.
  static Budget for_seconds(double seconds);

  /// Adds a stop token: the frame also ends once a stop is requested. Takes a std::stop_token, or
  /// any type with the same two functions (so that this header need not include `stop_token`).
  template <class Token>
  requires requires(const Token token) { token.stop_possible(), token.stop_requested(); }
  Budget& stop_with(Token token) {
    requested_ = {};
    if (token.stop_possible()) {
      requested_ = [token = std::move(token)] { return token.stop_requested(); };
    }
    return *this;
  }
  /// Adds a criterion: the frame also ends once it returns true. It is called every few units, from
  /// the calling thread.
  Budget& stop_when(Callback<bool()> criterion);

  std::uint64_t units() const { return units_; }  ///< kUnlimited: no limit
  double seconds() const { return seconds_; }     ///< infinity: no limit
  /// Whether nothing can end the frame early.
  bool is_unlimited() const;
  /// Whether the token or the criterion asks for an end.
  bool wants_stop() const;

  /// The number of units that stands for no limit.
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

 private:
  std::uint64_t units_ = kUnlimited;
  double seconds_ = std::numeric_limits<double>::infinity();
  Callback<bool()> requested_, criterion_;  ///< from the token; empty: never
};

}  // namespace glance
