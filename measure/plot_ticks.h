// Where an axis begins and ends, and the round numbers that are marked along it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace glance::measure {

enum class Scale : std::uint8_t { linear, log };

struct PlotAxis {
  std::string label;  ///< with its unit
  Scale scale = Scale::linear;
  /// Linear only: whether the axis begins at zero, or with the data.
  bool from_zero = true;
};

struct Tick {
  double at = 0;
  std::string label;  ///< empty: a line of the grid only
};

struct Ticks {
  double low = 0, high = 1;  ///< low < high, data and marks between them
  std::vector<Tick> ticks;   ///< ascending
};

/// Numbers up to this size can be plotted.
inline constexpr double kMostPlotted = 1e100;

/// At most `most` (>= 2) labels, at 1, 2 or 5 times a power of ten and their multiples; on a
/// logarithmic axis at powers of ten, and between them where there is room.
/// -kMostPlotted <= low <= high <= kMostPlotted; log: both at least 1 / kMostPlotted.
Ticks make_ticks(double low, double high, const PlotAxis& axis, int most);

}  // namespace glance::measure
