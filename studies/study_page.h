// What the pages of all studies are made of: curves out of measurements, figures, facts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "measure/html_page.h"
#include "measure/svg_plot.h"
#include "studies/experiment.h"

namespace glance::studies {

/// A value of a series, as a line of a plot.
struct CurveLine {
  std::string_view series, value, name;
  int style = 0;
};

/// With values `factor` times as large.
PlotSeries plot_series(const MeasuredExperiment& e, const CurveLine& line, double factor = 1);

/// Seconds, in the unit that suits the largest of them; `per` says for what ("per frame").
Plot time_plot(const MeasuredExperiment& e, std::string title, std::span<const CurveLine> lines,
               std::string_view per = "per frame");

/// Numbers as they are.
Plot count_plot(const MeasuredExperiment& e, std::string title, std::string y_label,
                std::span<const CurveLine> lines, double factor = 1);

struct Graph {
  Plot plot;
  std::string caption;
};

/// Side by side. Or the first plot's error.
Result<void> add_figures(HtmlPage& page, std::span<const Graph> graphs);

/// Says so of a quick run.
void add_quick_notice(HtmlPage& page, const Measurements& measurements);

/// Machine, seed, and so on, as a table.
void add_facts(HtmlPage& page, const Measurements& measurements);

}  // namespace glance::studies
