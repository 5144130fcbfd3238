// The experiments of I-COLLIDE's section 6 (graphs 1 to 6), and the page made of them.
//
// The text gives the range of graph 1 only. Those of the others are ours, and are named on
// the page. Graphs 4 to 6 show one sweep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "curve_fit.h"
#include "icollide_study.h"
#include "markup.h"
#include "multibody_sample.h"
#include "study.h"
#include "study_page.h"

namespace glance::app {
namespace icollide {
namespace {

// How long a sample runs: about so many bodies times frames, within bounds.
constexpr double kBodyFrames = 400'000, kQuickBodyFrames = 100'000;
constexpr double kLeastFrames = 50, kMostFrames = 2000;

std::uint32_t frames_for(const StudyOptions& options, std::uint32_t bodies) {
  if (options.frames > 0)
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(options.frames, 1u << 30));
  const double budget = options.quick ? kQuickBodyFrames : kBodyFrames;
  return static_cast<std::uint32_t>(
      std::clamp(budget / std::max(1u, bodies), kLeastFrames, kMostFrames));
}

/// What a series changes, and what x stands for.
using Choose = void (*)(scenes::SimulationSettings& settings);
using Vary = void (*)(scenes::MultibodySettings& scene, double x);

SeriesPlan series(std::string_view name, const StudyOptions& options, Vary vary, Choose choose) {
  return {std::string(name), [options, vary, choose](double x) {
            scenes::SimulationSettings settings;
            settings.scene.seed = options.seed;
            // The paper's exact part finds the closest features of every pair.
            settings.detect.question = Question::distance;
            vary(settings.scene, x);
            choose(settings);
            return measure_multibody(settings, frames_for(options, settings.scene.bodies));
          }};
}

void defaults(scenes::SimulationSettings&) {}

/// The paper's algorithms: sections 3, 4.1 (method 2) and 5.1.
void as_in_paper(scenes::SimulationSettings& s) {
  s.world.sort = Sort::insertion;
  s.world.box_method = BoxMethod::neighbors;
  s.detect.query.method = Method::voronoi;
}

void tight(scenes::SimulationSettings& s) {
  as_in_paper(s);
  s.boxes = Boxes::tight;
}
void fixed(scenes::SimulationSettings& s) {
  as_in_paper(s);
  s.boxes = Boxes::fixed;
}
void tight_no_cells(scenes::SimulationSettings& s) {
  tight(s);
  s.detect.query.interior_cells = false;
}
void fixed_no_cells(scenes::SimulationSettings& s) {
  fixed(s);
  s.detect.query.interior_cells = false;
}

std::vector<double> places(const StudyOptions& options, double low, double high, std::size_t full,
                           std::size_t quick) {
  const std::size_t count =
      options.samples > 0
          ? static_cast<std::size_t>(std::min<std::uint64_t>(options.samples, 10'000))
      : options.quick ? quick
                      : full;
  return evenly_spaced(low, high, count);
}

/// Whole numbers, each once.
std::vector<double> rounded(std::vector<double> places, double unit) {
  for (double& x : places) x = std::round(x / unit) * unit;
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

// Pictures.

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
  Plot plot{"Swaps a frame, both axes logarithmic",
            {bodies.x_label, Scale::log},
            {"swaps a frame", Scale::log},
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
       "Against the part of the volume that the polytopes fill."},
      {time_plot(rotation, "Graph 4: rotational velocity", kThree),
       "Against how far each polytope turns in a frame."},
      {time_plot(rotation, "Graph 5: the split, dynamic boxes", kSplitTight),
       "The frames of graph 4 by what the time goes into, for dynamic boxes."},
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
       "What the text says about graph 2: update, sort and exact part, each by itself."},
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
}  // namespace icollide

std::vector<ExperimentPlan> icollide_plan(const StudyOptions& options) {
  using namespace icollide;
  const auto three = [&](Vary vary) {
    return std::vector<SeriesPlan>{series(kTight, options, vary, tight),
                                   series(kFixed, options, vary, fixed),
                                   series(kDefaults, options, vary, defaults)};
  };
  const Vary bodies = [](scenes::MultibodySettings& s, double x) {
    s.bodies = static_cast<std::uint32_t>(x);
  };
  const Vary faces = [](scenes::MultibodySettings& s, double x) {
    s.faces = static_cast<std::uint32_t>(x);
  };
  const Vary density = [](scenes::MultibodySettings& s, double x) { s.density = x; };
  const Vary rotation = [](scenes::MultibodySettings& s, double x) { s.rotation = x; };
  std::vector<SeriesPlan> faces_series = three(faces);
  faces_series.push_back(series(kTightNoCells, options, faces, tight_no_cells));
  faces_series.push_back(series(kFixedNoCells, options, faces, fixed_no_cells));
  return {
      {std::string(kBodies), "polytopes", rounded(places(options, 20, 2000, 100, 34), 1),
       three(bodies)},
      {std::string(kFaces), "faces of a polytope", rounded(places(options, 20, 400, 20, 12), 2),
       std::move(faces_series)},
      {std::string(kDensity), "density, % of the volume", places(options, 0.5, 10, 20, 12),
       three(density)},
      {std::string(kRotation), "rotational velocity, degrees a frame",
       places(options, 2.5, 50, 20, 12), three(rotation)},
  };
}

std::string icollide_brief(const Measurements& m) {
  return count_claims(icollide::claims(m)) + "\n";
}

Result<std::string> icollide_page(const Measurements& m) {
  using namespace icollide;
  HtmlPage page("I-COLLIDE, measured again",
                "The experiments of Cohen, Lin, Manocha and Ponamgi, I-COLLIDE: An Interactive and "
                "Exact Collision Detection System for Large-Scale Environments (1995), section 6");
  add_quick_notice(page, m);
  page.paragraph(
      "Polytopes fly about in a box, turn, bounce off its walls and exchange velocities where "
      "they touch. Unless a graph varies it: 1000 polytopes of 36 faces, 10 degrees and 10 % of "
      "the "
      "radius a frame, 1 % of the volume filled. Measured is detection alone: updating boxes, "
      "sorting them, and exact answers with the closest features of every pair whose boxes "
      "overlap.");
  page.paragraph(
      "Dynamic boxes and fixed cubes run the paper's algorithms: boxes found by walking from "
      "vertex "
      "to vertex, three lists sorted by insertion, closest-feature tracking (here with interior "
      "cells). Our defaults choose boxes by shape and other ways to sort and to look at vertices "
      "and pairs; the answers are the same.");
  add_claims(page, claims(m));
  add_defaults(page, m);
  page.heading("The graphs");
  if (auto ok = add_figures(page, graphs(m)); !ok) return fail(ok.error().message);
  add_scaling(page, m);
  page.heading("More of the same frames");
  if (auto ok = add_figures(page, more_graphs(m)); !ok) return fail(ok.error().message);
  page.heading("How it was measured");
  page.paragraph(
      "A sample runs its scene for as many frames as the number of bodies allows; the first ten do "
      "not count. Times are means over the middle half of the frames, so that interruptions do "
      "not show; counts are means over all frames, and the same on every machine. Series take "
      "turns at each place, and the places are visited in an order that jumps about, in several "
      "rounds of which the fastest counts. The paper's text gives the range of graph 1; those of "
      "the other graphs are ours.");
  add_facts(page, m);
  return std::move(page).finish();
}

}  // namespace glance::app
