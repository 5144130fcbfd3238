// How the time of our frames grows with the number of bodies at constant density.
//
// Per frame each interval end passes those within its step, and at constant density the lists
// get denser as n^(2/3): so there are n^(5/3) exchanges (I-COLLIDE section 5), and as many
// comparisons where only one list is swept, against n boxes and n overlapping pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/world.h"
#include "measure/curve_fit.h"

namespace glance::bench {

/// The numbers that the exponents are fitted to.
inline constexpr std::uint32_t kFitFrom = 100, kFitTo = 2000;
inline constexpr double kSwapTheory = 5.0 / 3;

struct ScalePoint {
  std::uint32_t bodies = 0;
  double ms = 0;           ///< a frame, processor time
  double swaps = 0;        ///< a frame, all lists
  double candidates = 0;   ///< a frame
  double broad_share = 0;  ///< of the time, that of the broad phase
};

struct Scaling {
  SortMethod sort = SortMethod::automatic;
  std::vector<ScalePoint> points;  ///< by growing number; some beyond kFitTo
  measure::PowerLaw time, swaps;   ///< from kFitFrom to kFitTo
  measure::TwoTerms terms;         ///< of the time in ms, over all points, power kSwapTheory
};

/// Each frame's time is the median of a few passes.
Scaling measure_scaling(SortMethod sort, double density, std::size_t frames, int passes);

/// The exponent between a point and the one before it.
double local_exponent(const ScalePoint& before, const ScalePoint& at, double ScalePoint::*value);

}  // namespace glance::bench
