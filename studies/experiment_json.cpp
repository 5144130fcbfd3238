#include "studies/experiment_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace glance::studies {
namespace {

Json series_to_json(const MeasuredSeries& series) {
  Json x = Json::array(), values = Json::object();
  for (std::size_t i = 0; i < series.points.size(); i++) {
    x.push_back(series.points[i].x);
    for (const auto& [name, value] : series.points[i].values) {
      Json& column = values[name];
      if (column.is_null()) column = Json::array();
      while (column.size() < i) column.push_back(nullptr);  // points without this one
      column.push_back(value);
    }
  }
  for (auto& [name, column] : values.items()) {
    while (column.size() < series.points.size()) column.push_back(nullptr);
  }
  return {{"name", series.name}, {"x", x}, {"values", values}};
}

/// Goes down into a value and remembers the way, for messages.
class Reader {
 public:
  Reader(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

  Result<Reader> member(std::string_view key) const {
    if (!json_.is_object() || !json_.contains(key)) return wrong(fmt::format("has no '{}'", key));
    return Reader(json_.at(std::string(key)), inside(key));
  }

  Result<std::string> text(std::string_view key) const {
    const Result<Reader> found = member(key);
    if (!found) return fail(found.error());
    if (!found->json_.is_string()) return found->wrong("is not text");
    return found->json_.get<std::string>();
  }

  Result<std::vector<Reader>> items(std::string_view key, bool named) const {
    const Result<Reader> found = member(key);
    if (!found) return fail(found.error());
    const Json& list = found->json_;
    if (named ? !list.is_object() : !list.is_array()) {
      return found->wrong(named ? "is not an object" : "is not an array");
    }
    std::vector<Reader> result;
    std::size_t index = 0;
    for (const auto& [label, item] : list.items()) {
      result.emplace_back(
          item, named ? found->inside(label) : fmt::format("{}[{}]", found->path_, index++));
      result.back().name = label;
    }
    return result;
  }

  Failure wrong(std::string_view what) const {
    return fail(fmt::format("{} {}", path_.empty() ? "the file" : path_, what));
  }

  const Json& json() const { return json_; }
  std::string name;  ///< of a member

 private:
  std::string inside(std::string_view key) const {
    return fmt::format("{}{}{}", path_, path_.empty() ? "" : ".", key);
  }

  const Json& json_;
  std::string path_;
};

Result<MeasuredSeries> read_series(const Reader& reader) {
  MeasuredSeries series;
  const Result<std::string> name = reader.text("name");
  if (!name) return fail(name.error());
  series.name = *name;
  const auto places = reader.items("x", false);
  if (!places) return fail(places.error());
  for (const Reader& place : *places) {
    if (!place.json().is_number()) return place.wrong("is not a number");
    series.points.push_back({place.json().get<double>(), {}});
  }
  const auto columns = reader.items("values", true);
  if (!columns) return fail(columns.error());
  for (const Reader& column : *columns) {
    const Json& numbers = column.json();
    if (!numbers.is_array() || numbers.size() != series.points.size()) {
      return column.wrong("is not an array as long as 'x'");
    }
    for (std::size_t i = 0; i < numbers.size(); i++) {
      if (numbers[i].is_null()) continue;
      if (!numbers[i].is_number()) return column.wrong("holds something that is not a number");
      series.points[i].values.emplace_back(column.name, numbers[i].get<double>());
    }
  }
  return series;
}

Result<MeasuredExperiment> read_experiment(const Reader& reader) {
  MeasuredExperiment experiment;
  const Result<std::string> name = reader.text("name"), x_label = reader.text("x_label");
  if (!name) return fail(name.error());
  if (!x_label) return fail(x_label.error());
  experiment.name = *name;
  experiment.x_label = *x_label;
  const auto list = reader.items("series", false);
  if (!list) return fail(list.error());
  for (const Reader& item : *list) {
    Result<MeasuredSeries> series = read_series(item);
    if (!series) return fail(series.error());
    experiment.series.push_back(std::move(*series));
  }
  return experiment;
}

}  // namespace

Json to_json(const Measurements& measurements) {
  Json facts = Json::object(), experiments = Json::array();
  for (const auto& [name, value] : measurements.facts) facts[name] = value;
  for (const MeasuredExperiment& e : measurements.experiments) {
    Json list = Json::array();
    for (const MeasuredSeries& series : e.series) list.push_back(series_to_json(series));
    experiments.push_back({{"name", e.name}, {"x_label", e.x_label}, {"series", list}});
  }
  return {{"study", measurements.study}, {"facts", facts}, {"experiments", experiments}};
}

Result<Measurements> measurements_from_json(const Json& json) {
  Measurements result;
  const Reader reader(json, "");
  const Result<std::string> study = reader.text("study");
  if (!study) return fail(study.error());
  result.study = *study;
  const auto facts = reader.items("facts", true);
  if (!facts) return fail(facts.error());
  for (const Reader& item : *facts) {
    if (!item.json().is_string()) return item.wrong("is not text");
    result.facts.emplace_back(item.name, item.json().get<std::string>());
  }
  const auto experiments = reader.items("experiments", false);
  if (!experiments) return fail(experiments.error());
  for (const Reader& item : *experiments) {
    Result<MeasuredExperiment> experiment = read_experiment(item);
    if (!experiment) return fail(experiment.error());
    result.experiments.push_back(std::move(*experiment));
  }
  return result;
}

}  // namespace glance::studies
