#include "studies/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace glance::studies {

Curve MeasuredSeries::curve(std::string_view value) const {
  Curve result;
  for (const MeasuredPoint& point : points) {
    for (const auto& [key, number] : point.values) {
      if (key == value) result.emplace_back(point.x, number);
    }
  }
  return result;
}

const MeasuredSeries& MeasuredExperiment::find(std::string_view wanted) const {
  static const MeasuredSeries kNone;
  const auto found = std::find_if(series.begin(), series.end(),
                                  [&](const MeasuredSeries& s) { return s.name == wanted; });
  return found == series.end() ? kNone : *found;
}

double sum_of(const MeasuredExperiment& e, std::string_view series, std::string_view value) {
  double sum = 0;
  for (const auto& point : e.find(series).curve(value)) sum += point.second;
  return sum;
}

const MeasuredExperiment& Measurements::find(std::string_view wanted) const {
  static const MeasuredExperiment kNone;
  const auto found = std::find_if(experiments.begin(), experiments.end(),
                                  [&](const MeasuredExperiment& e) { return e.name == wanted; });
  return found == experiments.end() ? kNone : *found;
}

std::string_view Measurements::fact(std::string_view name) const {
  for (const auto& [key, value] : facts) {
    if (key == name) return value;
  }
  return {};
}

std::vector<std::size_t> jumping_order(std::size_t count) {
  // Multiples of the golden ratio, modulo 1, are spread evenly however many are taken.
  constexpr double kGolden = 0.6180339887498949;
  std::vector<std::pair<double, std::size_t>> keys;
  keys.reserve(count);
  for (std::size_t i = 0; i < count; i++) {
    const double multiple = static_cast<double>(i) * kGolden;
    keys.emplace_back(multiple - std::floor(multiple), i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::size_t> order(count);
  // keys says where the i-th multiple falls; turned around, neighbours are far apart.
  for (std::size_t place = 0; place < count; place++) order[keys[place].second] = place;
  return order;
}

std::vector<double> evenly_spaced(double low, double high, std::size_t count) {
  std::vector<double> places(count, high);
  for (std::size_t i = 0; i + 1 < count; i++) {
    places[i] = low + (high - low) * static_cast<double>(i) / static_cast<double>(count - 1);
  }
  return places;
}

namespace {

bool is_faster(const Values& a, const Values& b) {
  return b.empty() || (!a.empty() && a.front().second < b.front().second);
}

/// One round of one experiment; keeps what is faster than before.
Result<void> run_round(const ExperimentPlan& plan, MeasuredExperiment& result,
                       const std::function<void()>& one_done) {
  for (const std::size_t place : jumping_order(plan.at.size())) {
    for (std::size_t i = 0; i < plan.series.size(); i++) {
      const double x = plan.at[place];
      Result<Values> values = plan.series[i].measure(x);
      if (!values) {
        return fail(fmt::format("{}, {}, {} {}: {}", plan.name, plan.series[i].name, plan.x_label,
                                x, values.error().message));
      }
      MeasuredPoint& point = result.series[i].points[place];
      if (is_faster(*values, point.values)) point = {x, std::move(*values)};
      if (one_done) one_done();
    }
  }
  return {};
}

}  // namespace

std::size_t count_measurements(std::span<const ExperimentPlan> plans, std::size_t rounds) {
  std::size_t count = 0;
  for (const ExperimentPlan& plan : plans) {
    count +=
        (plan.once ? 1 : std::max<std::size_t>(rounds, 1)) * plan.at.size() * plan.series.size();
  }
  return count;
}

Result<std::vector<MeasuredExperiment>> run_experiments(std::span<const ExperimentPlan> plans,
                                                        std::size_t rounds,
                                                        const std::function<void()>& one_done) {
  rounds = std::max<std::size_t>(rounds, 1);
  std::vector<MeasuredExperiment> results;
  for (const ExperimentPlan& plan : plans) {
    MeasuredExperiment& result =
        results.emplace_back(MeasuredExperiment{plan.name, plan.x_label, {}});
    for (const SeriesPlan& series : plan.series) {
      result.series.push_back({series.name, std::vector<MeasuredPoint>(plan.at.size())});
    }
  }
  for (std::size_t round = 0; round < rounds; round++) {
    for (std::size_t i = 0; i < plans.size(); i++) {
      if (plans[i].once && round > 0) continue;
      if (auto ok = run_round(plans[i], results[i], one_done); !ok) return fail(ok.error());
    }
  }
  return results;
}

}  // namespace glance::studies
