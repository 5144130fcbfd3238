#include "studies/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace glance::studies {
namespace {

struct TimeUnit {
  double factor = 1e3;
  std::string_view name = "ms";
};

TimeUnit time_unit(const MeasuredExperiment& e, std::span<const CurveLine> lines) {
  double most = 0;
  for (const CurveLine& line : lines) {
    for (const auto& point : e.find(line.series).curve(line.value))
      most = std::max(most, point.second);
  }
  constexpr double kFewMilliseconds = 0.5e-3;
  return most < kFewMilliseconds ? TimeUnit{1e6, "\xC2\xB5s"} : TimeUnit{};
}

constexpr const char* kTwoPlaces = " Only two points were measured, so no line joins them.";

/// Whether there are three points or more to a line (or none at all).
bool is_curve(const Plot& plot) {
  std::size_t most = 0;
  for (const PlotSeries& series : plot.series) {
    if (!series.guide) most = std::max(most, series.points.size());
  }
  return most != 2;
}

}  // namespace

PlotSeries plot_series(const MeasuredExperiment& e, const CurveLine& line, double factor) {
  PlotSeries result{std::string(line.name), {}, line.style};
  for (const auto& [x, y] : e.find(line.series).curve(line.value)) {
    result.points.push_back({x, y * factor});
  }
  return result;
}

Plot time_plot(const MeasuredExperiment& e, std::string title, std::span<const CurveLine> lines,
               std::string_view per) {
  const TimeUnit unit = time_unit(e, lines);
  return count_plot(e, std::move(title), fmt::format("{} {}", unit.name, per), lines, unit.factor);
}

Plot count_plot(const MeasuredExperiment& e, std::string title, std::string y_label,
                std::span<const CurveLine> lines, double factor) {
  Plot plot{std::move(title), {e.x_label}, {std::move(y_label)}, {}};
  for (const CurveLine& line : lines) plot.series.push_back(plot_series(e, line, factor));
  return plot;
}

Result<void> add_figures(HtmlPage& page, std::span<const Graph> graphs) {
  page.begin_figures();
  for (const Graph& graph : graphs) {
    const Result<std::string> svg = svg_plot(graph.plot);
    if (!svg) return fail(svg.error());
    page.figure(*svg, graph.caption + (is_curve(graph.plot) ? "" : kTwoPlaces));
  }
  page.end_figures();
  return {};
}

void add_quick_notice(HtmlPage& page, const Measurements& m) {
  if (m.fact("quick") == "yes") {
    page.notice(
        "A quick run: fewer samples and frames than the paper's experiments have. Expect "
        "noise; leave out --quick for all of it.");
  }
}

/// As people read it: the names in files stay what they were.
std::string label_of(std::string_view fact) {
  if (fact == "frames a sample") return "frames per sample";
  if (fact == "samples a curve") return "samples per curve";
  return std::string(fact);
}

void add_facts(HtmlPage& page, const Measurements& measurements) {
  std::vector<std::vector<Cell>> facts;
  for (const auto& [name, value] : measurements.facts) facts.push_back({{label_of(name)}, {value}});
  if (!facts.empty()) page.table({}, facts);
}

}  // namespace glance::studies
