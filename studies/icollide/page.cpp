// The page of I-COLLIDE's experiments (plan.cpp), and what came out in short.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/icollide/study.h"
#include "studies/study.h"
#include "studies/study_page.h"

namespace glance::studies::icollide {
namespace {

/// A line of the given slope that begins above a series, for comparison.
PlotSeries guide(const PlotSeries& beside, double exponent, int style, std::string name) {
  constexpr double kApart = 2;
  PlotSeries result{std::move(name), {}, style, true};
  for (const PlotPoint& p : beside.points) {
    const PlotPoint& first = beside.points.front();
    result.points.push_back({p.x, kApart * first.y * std::pow(p.x / first.x, exponent)});
  }
  return result;
}

/// Logarithmic axes have no place for zeros, which a tiny scene can have.
void keep_positive(PlotSeries& series) {
  std::erase_if(series.points, [](const PlotPoint& p) { return !(p.x > 0 && p.y > 0); });
}

Plot swaps_plot(const MeasuredExperiment& bodies) {
  Plot plot{"Swaps per frame, both axes logarithmic",
            {bodies.x_label, Scale::log},
            {"swaps per frame", Scale::log},
            {}};
  plot.series.push_back(plot_series(bodies, {kTight, "swaps", "dynamic boxes", 0}, 1));
  plot.series.push_back(plot_series(bodies, {kFixed, "swaps", "fixed cubes", 1}, 1));
  for (PlotSeries& series : plot.series) keep_positive(series);
  const PlotSeries beside = plot.series.front();
  plot.series.push_back(guide(beside, kSwapExponent, 0, "slope n^(5/3)"));
  plot.series.push_back(guide(beside, 1, 1, "slope n"));
  return plot;
}

constexpr std::array<CurveLine, 3> split(std::string_view series) {
  return {CurveLine{series, "update", "update boxes", 3}, CurveLine{series, "sort", "sort", 5},
          CurveLine{series, "exact", "exact", 4}};
}

std::vector<Graph> graphs(const Measurements& m) {
  const MeasuredExperiment &bodies = m.find(kBodies), &faces = m.find(kFaces),
                           &density = m.find(kDensity), &rotation = m.find(kRotation);
  constexpr CurveLine kTightLine{kTight, "seconds", "dynamic boxes", 0};
  constexpr CurveLine kFixedLine{kFixed, "seconds", "fixed cubes", 1};
  constexpr CurveLine kDefaultsLine{kDefaults, "seconds", "our defaults", 2};
  constexpr std::array kThree{kTightLine, kFixedLine, kDefaultsLine};
  constexpr std::array kFive{kTightLine, kFixedLine, kDefaultsLine,
                             CurveLine{kTightNoCells, "seconds", "dynamic, no interior cells", 3},
                             CurveLine{kFixedNoCells, "seconds", "fixed, no interior cells", 4}};
  constexpr auto kSplitTight = split(kTight), kSplitFixed = split(kFixed);
  return {
      {time_plot(bodies, "Graph 1: number of bodies", kThree),
       "Detection time against the number of polytopes."},
      {time_plot(faces, "Graph 2: number of faces", kFive),
       "Against the faces of each polytope; also without interior cells, as the paper's "
       "implementation was."},
      {time_plot(density, "Graph 3: density", kThree),
       "Against the fraction of the volume that the polytopes fill."},
      {time_plot(rotation, "Graph 4: rotational velocity", kThree),
       "Against how far each polytope turns per frame."},
      {time_plot(rotation, "Graph 5: the split, dynamic boxes", kSplitTight),
       "Where the time goes in the frames of graph 4, for dynamic boxes."},
      {time_plot(rotation, "Graph 6: the split, fixed cubes", kSplitFixed),
       "The same for fixed cubes."},
  };
}

std::vector<Graph> more_graphs(const Measurements& m) {
  const MeasuredExperiment &bodies = m.find(kBodies), &faces = m.find(kFaces),
                           &density = m.find(kDensity);
  constexpr auto kSplit = split(kTight);
  constexpr std::array kExact{CurveLine{kFixed, "exact", "interior cells", 1},
                              CurveLine{kFixedNoCells, "exact", "no interior cells", 4}};
  constexpr std::array kTouching{CurveLine{kTight, "touching", "pairs that touch", 0}};
  return {
      {swaps_plot(bodies), "Exchanges in the three sorted lists, with the slope of the theory."},
      {time_plot(faces, "The split against faces, dynamic boxes", kSplit),
       "What the text says about graph 2: update, sort and exact part separately."},
      {time_plot(faces, "The exact part against faces, fixed cubes", kExact),
       "Closest-feature tracking with and without interior cells."},
      {count_plot(density, "Collisions against density", "pairs that touch", kTouching),
       "A mean over the frames; the same for both kinds of boxes."},
  };
}

/// What our own choices gain over the paper's.
void add_defaults(HtmlPage& page, const Measurements& m) {
  const MeasuredExperiment& bodies = m.find(kBodies);
  std::string text;
  for (const double n : {1000.0, 2000.0}) {
    const auto ours = value_at(bodies.find(kDefaults).curve("seconds"), n);
    const auto fixed = value_at(bodies.find(kFixed).curve("seconds"), n);
    if (!ours || !fixed) continue;
    text += fmt::format("{} {} with {} bodies, \xC3\x97{} the time of fixed cubes",
                        text.empty() ? "" : ";", show_seconds(*ours), show_number(n, 4),
                        show_number(*ours / *fixed));
  }
  if (!text.empty()) page.paragraph(fmt::format("A frame by our defaults takes{}.", text));
}

}  // namespace

std::string brief(const Measurements& m) { return count_claims(claims(m)) + "\n"; }

Result<std::string> page(const Measurements& m) {
  HtmlPage page("I-COLLIDE, measured again",
                "The experiments of Cohen, Lin, Manocha and Ponamgi, I-COLLIDE: An Interactive and "
                "Exact Collision Detection System for Large-Scale Environments (1995), section 6");
  add_quick_notice(page, m);
  page.paragraph(
      "Polytopes fly about in a box, turn, bounce off its walls and exchange velocities where "
      "they touch. Unless a graph varies it: 1000 polytopes of 36 faces, 10 degrees and 10 % of "
      "the radius per frame, 1 % of the volume filled. Only detection is measured: updating "
      "boxes, sorting them, and exact answers with the closest features of every pair whose boxes "
      "overlap.");
  page.paragraph(
      "Dynamic boxes and fixed cubes run the paper's algorithms: boxes found by walking from "
      "vertex "
      "to vertex, three lists sorted by insertion, closest-feature tracking (here with interior "
      "cells). Our defaults choose boxes by shape, and other methods to sort and to test vertices "
      "and pairs; the answers are the same.");
  add_claims(page, claims(m));
  add_defaults(page, m);
  page.heading("The graphs");
  if (auto ok = add_figures(page, graphs(m)); !ok) return fail(ok.error());
  add_scaling(page, m);
  page.heading("More of the same frames");
  if (auto ok = add_figures(page, more_graphs(m)); !ok) return fail(ok.error());
  page.heading("How it was measured");
  page.paragraph(
      "The number of frames of a sample depends on the number of bodies; the first ten do not "
      "count. Times are means over the middle half of the frames, so that interruptions do not "
      "show; counts are means over all frames, and the same on every machine. At each x all series "
      "take turns, and the order of x is shuffled, in several rounds of which the fastest "
      "counts. The paper's text gives the range of graph 1; those of "
      "the other graphs are ours.");
  add_facts(page, m);
  return std::move(page).finish();
}

}  // namespace glance::studies::icollide
