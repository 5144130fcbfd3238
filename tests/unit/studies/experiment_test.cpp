// The harness: order, interleaving, errors, and measurements that survive as JSON.
#include "studies/experiment_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace glance::studies {
namespace {

TEST(Experiment, JumpingOrderHasEachOnceAndJumps) {
  for (const std::size_t count : {0u, 1u, 2u, 3u, 20u, 100u}) {
    const std::vector<std::size_t> order = jumping_order(count);
    EXPECT_EQ(order.size(), count);
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), count);
    if (count < 20) continue;
    double distance = 0;
    for (std::size_t i = 1; i < count; i++) {
      distance += std::fabs(static_cast<double>(order[i]) - static_cast<double>(order[i - 1]));
    }
    EXPECT_GT(distance / static_cast<double>(count), 0.3 * static_cast<double>(count));
    // Time and place have nothing to do with each other.
    const double half = static_cast<double>(count) / 2;
    const auto early_and_low =
        std::count_if(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count / 2),
                      [&](std::size_t place) { return static_cast<double>(place) < half; });
    EXPECT_NEAR(static_cast<double>(early_and_low), half / 2, half / 4);
  }
}

TEST(Experiment, EvenlySpaced) {
  EXPECT_EQ(evenly_spaced(20, 2000, 100).size(), 100u);
  EXPECT_EQ(evenly_spaced(20, 2000, 100)[49], 1000);
  EXPECT_EQ(evenly_spaced(1, 3, 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(evenly_spaced(1, 3, 1), (std::vector<double>{3}));
  EXPECT_TRUE(evenly_spaced(1, 3, 0).empty());
}

TEST(Experiment, SeriesTakeTurnsAndResultsAreInOrder) {
  std::vector<std::string> log;
  const auto measure = [&](const char* name) {
    return SeriesPlan{name, [&log, name](double x) -> Result<Values> {
                        log.push_back(name);
                        return Values{{"square", x * x}};
                      }};
  };
  const ExperimentPlan plan{"e", "x in m", {1, 2, 3, 4, 5}, {measure("a"), measure("b")}};
  std::size_t reported = 0;
  const std::vector<ExperimentPlan> plans{plan, plan};
  const auto results = run_experiments(plans, 1, [&] { reported++; });
  ASSERT_TRUE(results);
  for (std::size_t i = 0; i < log.size(); i++) EXPECT_EQ(log[i], i % 2 ? "b" : "a");
  EXPECT_EQ(reported, 20u);
  EXPECT_EQ(count_measurements(plans, 1), 20u);
  ASSERT_EQ(results->size(), 2u);
  const std::vector<std::pair<double, double>> curve{{1, 1}, {2, 4}, {3, 9}, {4, 16}, {5, 25}};
  EXPECT_EQ((*results)[1].find("b").curve("square"), curve);
  EXPECT_TRUE((*results)[1].find("b").curve("cube").empty());
  EXPECT_TRUE((*results)[1].find("c").points.empty());
}

TEST(Experiment, TheFastestRoundCounts) {
  int call = 0;
  const double seconds[] = {5, 9, 3, 8, 4, 9};  // x = 1 and x = 2 in turns
  const ExperimentPlan plan{"e", "x", {1, 2}, {{"a", [&](double) -> Result<Values> {
                                                  const double s = seconds[call++];
                                                  return Values{{"seconds", s}, {"twice", 2 * s}};
                                                }}}};
  std::size_t reported = 0;
  const auto results = run_experiments(std::span(&plan, 1), 3, [&] { reported++; });
  ASSERT_TRUE(results);
  EXPECT_EQ(reported, 6u);
  EXPECT_EQ(call, 6);
  const std::vector<std::pair<double, double>> best{{1, 6}, {2, 16}};
  EXPECT_EQ(results->front().find("a").curve("twice"), best);
}

TEST(Experiment, SomeAreMeasuredInTheFirstRoundOnly) {
  double calls[2] = {};
  const auto series = [&](double& count) {
    return std::vector<SeriesPlan>{{"a", [&count](double) -> Result<Values> {
                                      return Values{{"calls", ++count}};
                                    }}};
  };
  const ExperimentPlan plans[] = {{"counts", "x", {1, 2}, series(calls[0]), true},
                                  {"times", "x", {1, 2}, series(calls[1])}};
  std::size_t reported = 0;
  ASSERT_TRUE(run_experiments(plans, 3, [&] { reported++; }));
  EXPECT_EQ(reported, 8u);
  EXPECT_EQ(count_measurements(plans, 3), 8u);
  EXPECT_EQ(calls[0], 2);
  EXPECT_EQ(calls[1], 6);
}

TEST(Experiment, AnErrorSaysWhere) {
  const ExperimentPlan plan{"bodies", "polytopes", {7}, {{"tight", [](double) -> Result<Values> {
                                                            return fail("no room");
                                                          }}}};
  const auto results = run_experiments(std::span(&plan, 1));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message, "bodies, tight, polytopes 7: no room");
}

Measurements sample() {
  Measurements m{"study", {{"seed", "1"}, {"processor", "<&>"}}, {}};
  MeasuredExperiment e{"bodies", "n", {}};
  e.series.push_back({"tight", {{1, {{"seconds", 0.1}, {"swaps", 3}}}, {2, {{"seconds", 0.3}}}}});
  e.series.push_back({"fixed", {}});
  m.experiments.push_back(e);
  return m;
}

TEST(Experiment, MeasurementsSurviveAsJson) {
  const Json json = to_json(sample());
  const Result<Measurements> back = measurements_from_json(Json::parse(json.dump()));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(to_json(*back), json);
  EXPECT_EQ(back->study, "study");
  EXPECT_EQ(back->fact("processor"), "<&>");
  EXPECT_EQ(back->fact("nothing"), "");
  const MeasuredSeries& tight = back->find("bodies").find("tight");
  EXPECT_EQ(tight.curve("seconds"), (std::vector<std::pair<double, double>>{{1, 0.1}, {2, 0.3}}));
  EXPECT_EQ(tight.curve("swaps"), (std::vector<std::pair<double, double>>{{1, 3}}));
  EXPECT_TRUE(back->find("faces").series.empty());
}

TEST(Experiment, BadJsonIsRefusedWithItsPlace) {
  const auto error = [](const char* pointer, const Json& value) {
    Json json = to_json(sample());
    json[Json::json_pointer(pointer)] = value;
    const Result<Measurements> result = measurements_from_json(json);
    return result ? std::string() : result.error().message;
  };
  EXPECT_EQ(error("/study", 3), "study is not text");
  EXPECT_EQ(error("/facts", Json::array()), "facts is not an object");
  EXPECT_EQ(error("/facts/seed", 1), "facts.seed is not text");
  EXPECT_EQ(error("/experiments", nullptr), "experiments is not an array");
  EXPECT_EQ(error("/experiments/0", 1), "experiments[0] has no 'name'");
  EXPECT_EQ(error("/experiments/0/series/0/x/1", "2"),
            "experiments[0].series[0].x[1] is not a number");
  EXPECT_EQ(error("/experiments/0/series/0/values/swaps", Json::array({1})),
            "experiments[0].series[0].values.swaps is not an array as long as 'x'");
  EXPECT_NE(error("/experiments/0/series/0/values/swaps/0", "x"), "");
  EXPECT_EQ(measurements_from_json(nullptr).error().message, "the file has no 'study'");
  EXPECT_EQ(measurements_from_json(Json::object()).error().message, "the file has no 'study'");
}

}  // namespace
}  // namespace glance::studies
