// A whole sweep over sorted rectangles, with the same vector instructions as simd.h: a call for
// each rectangle would cost as much as its comparisons where there are few of them.
#pragma once

#include "base/simd.h"

namespace glance::rooms::base::simd {

/// Two rectangles by their places in the order of `first`; early < late.
struct Places {
  std::uint32_t early, late;

  bool operator==(const Places&) const = default;
};

/// What a sweep is about, and how far it has come.
struct Sweep {
  Rectangles all;
  const float* last;  ///< the other end along the third axis
  std::size_t count;

  std::size_t next = 0;     ///< the first rectangle that was not yet compared with later ones
  std::uint64_t tests = 0;  ///< comparisons so far
};

/// Compares rectangles from `next` on, in order, with those behind them that begin before they end,
/// and writes the pairs that overlap (borders included). It stops where there might not be room for
/// the pairs of the next rectangle; `room` must be at least count + kRectanglePads. Returns the
/// number of pairs written.
std::size_t find_pairs(Sweep& sweep, Places* found, std::size_t room);
std::size_t find_pairs_scalar(Sweep& sweep, Places* found, std::size_t room);
/// What find_pairs does where there is no AVX2.
std::size_t find_pairs_narrow(Sweep& sweep, Places* found, std::size_t room);

}  // namespace glance::rooms::base::simd
