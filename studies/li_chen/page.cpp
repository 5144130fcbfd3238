// The page of Li and Chen's experiment (plan.cpp), and what came out in short.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "measure/markup.h"
#include "studies/li_chen/study.h"
#include "studies/study.h"
#include "studies/study_page.h"

namespace glance::studies::li_chen {
namespace {

constexpr std::string_view kWho = "strategies and volumes", kWhat = "runs";

/// The series that are compared with top-down.
struct Column {
  std::string_view series, name;
  int style;
};
constexpr std::array kColumns{Column{kPredict, "list", 1}, Column{kBothWays, "both ways", 2},
                              Column{kDeferred, "deferred", 0}};

std::string show_speedup(double top_down, double other) {
  return fmt::format("{:.0f} %", 100 * speedup(top_down, other));
}

double value_of(const MeasuredExperiment& e, std::string_view series, std::string_view value,
                std::size_t i) {
  const auto curve = e.find(series).curve(value);
  return i < curve.size() ? curve[i].second : 0;
}

using RowName = std::string (*)(double x);

/// As table 1: top-down, then each strategy with its speed-up; one row a place.
void add_speedup_table(HtmlPage& page, const MeasuredExperiment& e, std::string_view first_column,
                       std::string_view value, RowName name, bool with_mean) {
  const bool seconds = value == "seconds";
  const auto show = [&](double x) { return seconds ? show_seconds(x) : show_number(x); };
  std::vector<std::string> columns{std::string(first_column), "top-down"};
  for (const Column& c : kColumns) {
    columns.emplace_back(c.name);
    columns.emplace_back("speed-up");
  }
  const auto places = e.find(kTopDown).curve(value);
  std::vector<std::vector<Cell>> rows;
  std::vector<double> sums(1 + kColumns.size());
  const auto add_row = [&](std::string label, double top, const std::vector<double>& others) {
    std::vector<Cell> row{{std::move(label)}, {show(top)}};
    for (const double other : others) {
      row.push_back({show(other)});
      row.push_back({show_speedup(top, other)});
    }
    rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < places.size(); i++) {
    std::vector<double> others;
    sums[0] += places[i].second;
    for (std::size_t k = 0; k < kColumns.size(); k++) {
      others.push_back(value_of(e, kColumns[k].series, value, i));
      sums[k + 1] += others.back();
    }
    add_row(name(places[i].first), places[i].second, others);
  }
  if (with_mean && !places.empty()) {
    for (double& sum : sums) sum /= static_cast<double>(places.size());
    add_row("average", sums[0], {sums.begin() + 1, sums.end()});
  }
  page.table(columns, rows, true);
}

std::string plain_name(double x) { return fmt::format("{:g}", x); }

std::string volume_name(double x) {
  const auto i = static_cast<std::size_t>(x);
  return i < kVolumes.size() ? std::string(to_string(kVolumes[i])) : plain_name(x);
}

/// Speed-ups in percent against x.
Plot speedup_plot(const MeasuredExperiment& e, std::string title, std::string_view value) {
  Plot plot{std::move(title), {e.x_label}, {"speed-up, %"}, {}};
  const auto top = e.find(kTopDown).curve(value);
  for (const Column& c : kColumns) {
    PlotSeries line{std::string(c.name), {}, c.style};
    for (std::size_t i = 0; i < top.size(); i++) {
      const double other = value_of(e, c.series, value, i);
      if (other > 0) line.points.push_back({top[i].first, 100 * speedup(top[i].second, other)});
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

/// Of each volume at each number of deferrals, against its own top-down search.
Plot deferral_plot(const Measurements& m, std::string title, std::string_view value) {
  const MeasuredExperiment& e = m.find(kDeferrals);
  Plot plot{std::move(title), {e.x_label}, {"speed-up, %"}, {}};
  for (std::size_t k = 0; k < kVolumes.size(); k++) {
    const double top = value_of(m.find(kVolumeKinds), kTopDown, value, k);
    PlotSeries line{std::string(to_string(kVolumes[k])), {}, static_cast<int>(k)};
    for (const auto& [x, y] : e.find(to_string(kVolumes[k])).curve(value)) {
      line.points.push_back({x, 100 * speedup(top, y)});
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

Plot logarithmic_steps(Plot plot) {
  plot.x.scale = Scale::log;
  return plot;
}

std::string describe_break_even(const Measurements& m) {
  const auto even = break_even(m, "seconds"), tests = break_even(m, "volume_tests");
  const auto show = [](const std::optional<double>& x) {
    return x ? fmt::format("{} of the paper's steps", show_number(*x))
             : std::string("none of the steps tried");
  };
  return fmt::format("Break-even of the deferred list: {} (time), {} (pairs of volumes).",
                     show(even), show(tests));
}

void add_setup(HtmlPage& page, const Measurements& m) {
  const MeasuredExperiment& runs = m.find(kRuns);
  page.heading("How it was measured");
  page.paragraph(
      "Nine copies of one model. The default is a generated closed surface with bumps, 500 "
      "triangles; --model takes a file as it is. The tree of spheres covers each triangle with "
      "about 7.5 of them (small triangles with fewer), the other volumes enclose whole triangles. "
      "Bodies move one after the other: each motion moves one of them by the radius of the "
      "smallest leaf sphere in a random direction and turns it by 5 degrees about a random axis; "
      "then all 36 pairs are tested, each with a list of its own. A body that collides goes back.");
  page.paragraph(
      "The paper does not say where its models were. Here one is in the middle, eight are drawn "
      "towards it from the corners of a cube until little is left between them, and their "
      "centroids stay in a box a tenth larger than that: every model is close to some others all "
      "the time. "
      "Motions are made once for each seed; all strategies are asked about the same poses.");
  const double checks = sum_of(runs, kTopDown, "checks");
  if (checks > 0) {
    page.paragraph(fmt::format(
        "Of {} checks of table 1, {} found a collision; {} motions of bodies were undone.",
        show_number(checks, 7), show_number(sum_of(runs, kTopDown, "colliding"), 7),
        show_number(sum_of(runs, kTopDown, "undone"), 7)));
  }
  add_facts(page, m);
}

Result<void> add_measurements(HtmlPage& page, const Measurements& m) {
  page.heading("Table 1: time of a run");
  page.paragraph(
      "Spheres. Speed-up is the time of top-down divided by that of the other, minus 1. The paper: "
      "40 % "
      "for the list, 84 % for the deferred list.");
  add_speedup_table(page, m.find(kRuns), "run", "seconds", plain_name, true);
  page.heading("Table 1 in pairs of volumes tested (N_v)");
  add_speedup_table(page, m.find(kRuns), "run", "volume_tests", plain_name, true);
  page.heading("Every kind of volume");
  page.paragraph("The first of the runs, in time and in pairs of volumes tested.");
  add_speedup_table(page, m.find(kVolumeKinds), "volume", "seconds", volume_name, false);
  add_speedup_table(page, m.find(kVolumeKinds), "volume", "volume_tests", volume_name, false);
  page.heading("Deferrals and steps");
  page.paragraph(describe_break_even(m));
  const MeasuredExperiment& steps = m.find(kSteps);
  const std::array<Graph, 4> graphs{
      Graph{deferral_plot(m, "Deferrals, in time", "seconds"),
            "Deferred by that many queries, compared with top-down with the same volumes."},
      Graph{deferral_plot(m, "Deferrals, in N_v", "volume_tests"), "The same in volumes tested."},
      Graph{logarithmic_steps(speedup_plot(steps, "Step size, in time", "seconds")),
            "Spheres. Steps and turns that many times as large as the paper's; below 0 top-down is "
            "faster."},
      Graph{logarithmic_steps(speedup_plot(steps, "Step size, in N_v", "volume_tests")),
            "The same in volumes tested."}};
  return add_figures(page, graphs);
}

}  // namespace

std::string brief(const Measurements& m) {
  std::string text =
      fmt::format("{}\n{}\n{}\n", count_claims(claims(m)),
                  describe(compare_verdicts(m), kWho, kWhat), describe_break_even(m));
  const MeasuredExperiment& e = m.find(kRuns);
  for (const Column& c : kColumns) {
    text += fmt::format(
        "{}: {} in time, {} in pairs of volumes tested, over all runs\n", c.name,
        show_speedup(sum_of(e, kTopDown, "seconds"), sum_of(e, c.series, "seconds")),
        show_speedup(sum_of(e, kTopDown, "volume_tests"), sum_of(e, c.series, "volume_tests")));
  }
  return text;
}

Result<std::string> page(const Measurements& m) {
  HtmlPage page("Separation lists, measured again",
                "The experiment of Li and Chen, Incremental 3D Collision Detection with "
                "Hierarchical Data Structures (1998), section 5.2");
  add_quick_notice(page, m);
  page.paragraph(
      "Whether two models collide is found by going down both trees of volumes at once. Where such "
      "a search ends, the separation list, is where the next one may begin, since bodies move "
      "little from one question to the next. Strategies differ in when the list is rebuilt.");
  page.paragraph(
      "Ours and not the paper's: an entry of the list remembers how far apart its volumes were, "
      "and is not tested again before the bodies have gone that far. All strategies but top-down "
      "do so. What they gain is the paper's idea and ours together; what the paper's alone would "
      "gain is not measured here.");
  add_agreement(page, compare_verdicts(m), kWho, kWhat);
  add_claims(page, claims(m));
  if (auto ok = add_measurements(page, m); !ok) return fail(ok.error());
  add_setup(page, m);
  return std::move(page).finish();
}

}  // namespace glance::studies::li_chen
