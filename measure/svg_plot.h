// Line plots as SVG: no script, readable in light and dark and at the width of a telephone.
//
// Series differ in colour (Okabe and Ito's palette, which colour-blind people can tell apart),
// dash and marker. One that others are drawn upon is wider, and shows on both sides of them. Fewer
// than three points are not joined. Each point has a tooltip. Colours come from `plot_style()`,
// which a page carries once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "glance/base.h"
#include "measure/plot_ticks.h"

namespace glance::measure {

struct PlotPoint {
  double x = 0, y = 0;
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;  ///< in the order in which they are joined
  /// Which colour, dash and marker, so that the same thing looks the same in all plots.
  int style = 0;
  /// A thin grey line that something is compared with, without markers.
  bool guide = false;
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotSeries> series;
};

/// Refuses points that are not finite, or not positive along a logarithmic axis.
Result<std::string> svg_plot(const Plot& plot);

/// What the plots need of a page's style sheet.
std::string_view plot_style();

/// How many styles there are before they repeat.
inline constexpr int kPlotStyles = 6;

}  // namespace glance::measure
