// The harness of the papers' experiments: what is to be measured, where, and what came out.
//
// An experiment varies one parameter x and has several series, which are measured one after
// the other at each x, so that what disturbs the machine disturbs all of them alike. The
// order of x is shuffled, so that a machine that slows down with time shows as noise and not as a
// trend. All of it is done in several rounds, of which the fastest counts: other work of the
// machine can only add time. Results are plain data, kept as JSON.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glance/base.h"
#include "measure/curve_fit.h"

namespace glance::studies {

/// Studies are written in the words of measure/: curves, ratios, plots, pages.
using namespace measure;

/// Measured numbers with their names ("seconds", "swaps", ..), each name once; first the one
/// that tells a fast measurement from a slow one.
using Values = std::vector<std::pair<std::string, double>>;

struct SeriesPlan {
  std::string name;
  std::function<Result<Values>(double x)> measure;
};

struct ExperimentPlan {
  std::string name;
  std::string x_label;     ///< with its unit
  std::vector<double> at;  ///< ascending
  std::vector<SeriesPlan> series;
  /// In the first round only: counts, which are the same in all, and whole distributions, which are
  /// not to be put together of several.
  bool once = false;
};

struct MeasuredPoint {
  double x = 0;
  Values values;
};

struct MeasuredSeries {
  std::string name;
  std::vector<MeasuredPoint> points;  ///< ascending in x

  /// x and the value of that name, of all points that have one.
  Curve curve(std::string_view value) const;
};

struct MeasuredExperiment {
  std::string name, x_label;
  std::vector<MeasuredSeries> series;

  /// The series of that name, or an empty one.
  const MeasuredSeries& find(std::string_view series) const;
};

/// Sums of a value over all places of an experiment's series.
double sum_of(const MeasuredExperiment& e, std::string_view series, std::string_view value);

/// Everything that a page is made from.
struct Measurements {
  std::string study;                                       ///< which paper's experiments
  std::vector<std::pair<std::string, std::string>> facts;  ///< machine, seed, .. by name
  std::vector<MeasuredExperiment> experiments;

  /// The experiment of that name, or an empty one.
  const MeasuredExperiment& find(std::string_view experiment) const;
  /// The fact of that name, or nothing.
  std::string_view fact(std::string_view name) const;
};

/// How many measurements run_experiments makes.
std::size_t count_measurements(std::span<const ExperimentPlan> plans, std::size_t rounds);

/// All experiments, `rounds` times (at least once), `one_done` after each measurement: of each
/// point the values of the round in which the first of them was least. Or the first error.
Result<std::vector<MeasuredExperiment>> run_experiments(std::span<const ExperimentPlan> plans,
                                                        std::size_t rounds = 1,
                                                        const std::function<void()>& one_done = {});

/// The numbers 0 .. count-1, each once, neighbours far apart.
std::vector<std::size_t> jumping_order(std::size_t count);

/// `count` places from `low` to `high` at equal distances (one: `high`).
std::vector<double> evenly_spaced(double low, double high, std::size_t count);

}  // namespace glance::studies
