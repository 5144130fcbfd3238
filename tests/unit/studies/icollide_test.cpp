// The table beside the paper follows the measurements, whatever they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "glance/rng.h"
#include "studies/icollide/study.h"
#include "studies/study.h"

namespace glance::studies {
namespace {

using icollide::claims;

using Make = std::function<Values(double x)>;

MeasuredExperiment experiment(std::string_view name, const std::vector<double>& at,
                              const std::vector<std::pair<std::string_view, Make>>& series) {
  MeasuredExperiment e{std::string(name), "x", {}};
  for (const auto& [label, make] : series) {
    MeasuredSeries s{std::string(label), {}};
    for (const double x : at) s.points.push_back({x, make(x)});
    e.series.push_back(std::move(s));
  }
  return e;
}

/// A frame of given parts, in microseconds.
Values frame(double update, double sort, double exact, double swaps, double touching,
             double steps) {
  return {{"seconds", (update + sort + exact) * 1e-6},
          {"update", update * 1e-6},
          {"sort", sort * 1e-6},
          {"exact", exact * 1e-6},
          {"swaps", swaps},
          {"touching", touching},
          {"pairs", 100},
          {"box_steps", steps}};
}

/// As the paper tells it; `turned` makes it the opposite.
Measurements icollide_measured(bool turned) {
  using namespace icollide;
  const double s = turned ? -1 : 1;
  // Slower than 20 frames a second, and steep, if turned.
  const double slow = turned ? 1e3 : 1;
  Measurements m{"icollide", {{"quick", "no"}}, {}};
  const auto bodies = [&](double rest, double factor) {
    return [=](double n) {
      const double swaps = std::pow(n, 5.0 / 3) * factor * 0.1;
      return frame(slow * rest * n, slow * (0.1 * n + swaps * (turned ? 1 : 0.01)), 0.05 * n, swaps,
                   1, 1);
    };
  };
  const double tight = turned ? 0.8 : 1.25;
  m.experiments.push_back(experiment(kBodies, evenly_spaced(20, 2000, 100),
                                     {{kTight, bodies(tight, tight)}, {kFixed, bodies(1, 1)}}));
  // What grows with x by so much of itself.
  const auto trend = [&](double update, double sort, double exact) {
    return [=](double x) {
      const auto grow = [&](double by) { return 100 * std::pow(x, s * by); };
      return frame(grow(update), grow(sort), grow(exact), grow(sort), std::pow(x, 1 + (1 - s) / 2),
                   grow(update));
    };
  };
  const auto fixed = trend(turned ? 1 : 0, turned ? 1 : 0, 0);
  const std::vector<double> at = evenly_spaced(1, 20, 20);
  m.experiments.push_back(experiment(
      kFaces, at,
      {{kTight, trend(0.3, -0.1, 0)}, {kFixed, fixed}, {kFixedNoCells, trend(0, 0, 0.5)}}));
  m.experiments.push_back(
      experiment(kDensity, at, {{kTight, trend(0.4, 0.4, 0.4)}, {kFixed, trend(0.3, 0.3, 0.3)}}));
  m.experiments.push_back(
      experiment(kRotation, at,
                 {{kTight, trend(0.3, 0.3, 0.1)}, {kFixed, turned ? trend(-1, -1, 0) : fixed}}));
  return m;
}

TEST(IcollideClaims, AsInThePaper) {
  for (const Claim& claim : icollide::claims(icollide_measured(false))) {
    EXPECT_EQ(claim.outcome, Outcome::as_in_paper) << claim.paper << "\n" << claim.ours;
    EXPECT_FALSE(claim.ours.empty());
  }
}

TEST(IcollideClaims, Different) {
  for (const Claim& claim : icollide::claims(icollide_measured(true))) {
    EXPECT_EQ(claim.outcome, Outcome::differs) << claim.paper << "\n" << claim.ours;
    EXPECT_FALSE(claim.ours.empty());
  }
}

TEST(IcollideClaims, OutcomesRespectTheError) {
  EXPECT_EQ(above(1.5, 0.2, 1), Outcome::as_in_paper);
  EXPECT_EQ(above(1.5, 0.3, 1), Outcome::unclear);
  EXPECT_EQ(above(0.5, 0.3, 1), Outcome::unclear);
  EXPECT_EQ(above(0.5, 0.2, 1), Outcome::differs);
  EXPECT_EQ(below(0.5, 0.2, 1), Outcome::as_in_paper);
  EXPECT_EQ(above(Ratio{2, 0.3}, 1), Outcome::as_in_paper);
  EXPECT_EQ(below(Ratio{2, 0.4}, 1), Outcome::unclear);
  for (const Outcome other : {Outcome::as_in_paper, Outcome::unclear, Outcome::differs}) {
    EXPECT_EQ(both(Outcome::as_in_paper, other), other);
    EXPECT_EQ(both(other, Outcome::differs), Outcome::differs);
  }
}

TEST(IcollideClaims, NoiseDecidesNothing) {
  Measurements m = icollide_measured(false);
  Rng rng(3);
  for (MeasuredExperiment& e : m.experiments) {
    for (MeasuredSeries& series : e.series) {
      for (MeasuredPoint& point : series.points) {
        for (auto& [name, value] : point.values) {
          if (name != "seconds") value *= std::exp(4 * (rng.uniform() - 0.5));
        }
      }
    }
  }
  const std::vector<Claim> table = icollide::claims(m);
  EXPECT_GE(std::count_if(table.begin(), table.end(),
                          [](const Claim& c) { return c.outcome == Outcome::unclear; }),
            4);
}

TEST(IcollideClaims, SayNothingWithoutMeasurements) {
  const std::vector<Claim> table = icollide::claims({});
  EXPECT_GE(table.size(), 12u);
  for (const Claim& claim : table) EXPECT_EQ(claim.outcome, Outcome::not_measured) << claim.paper;
  EXPECT_EQ(count_claims(table), "0 of 15 claims as in the paper, 15 not measured");
}

TEST(IcollidePage, HasSixGraphsWhateverWasMeasured) {
  for (const Measurements& m :
       {icollide_measured(false), icollide_measured(true), Measurements{}}) {
    const Result<std::string> page = icollide::page(m);
    ASSERT_TRUE(page) << page.error().message;
    for (int i = 1; i <= 6; i++) {
      EXPECT_NE(page->find(">Graph " + std::to_string(i) + ":"), std::string::npos);
    }
    EXPECT_EQ(page->find("<script"), std::string::npos);
  }
  const Measurements quick{"icollide", {{"quick", "yes"}}, {}};
  EXPECT_NE(icollide::page(quick)->find("A quick run"), std::string::npos);
}

TEST(IcollidePlan, HasThePapersSamples) {
  const std::vector<ExperimentPlan> plans = icollide::plan({});
  ASSERT_EQ(plans.size(), 4u);
  EXPECT_EQ(plans[0].at.size(), 100u);
  EXPECT_EQ(plans[0].at.front(), 20);
  EXPECT_EQ(plans[0].at.back(), 2000);
  for (std::size_t i = 1; i < plans.size(); i++) EXPECT_EQ(plans[i].at.size(), 20u);
  for (const double faces : plans[1].at) EXPECT_EQ(std::fmod(faces, 2), 0);
}

TEST(IcollidePlan, MeasuresASample) {
  const std::vector<ExperimentPlan> plans = icollide::plan({.frames = 3, .samples = 2});
  for (const SeriesPlan& series : plans[0].series) {
    const Result<Values> values = series.measure(20);
    ASSERT_TRUE(values) << values.error().message;
    const MeasuredSeries one{"", {{20, *values}}};
    const auto get = [&](std::string_view name) { return one.curve(name).at(0).second; };
    EXPECT_EQ(get("frames"), 3);
    EXPECT_GT(get("seconds"), 0);
    EXPECT_NEAR(get("seconds"), get("update") + get("sort") + get("exact"), 1e-12);
    EXPECT_GT(get("swaps"), 0);
  }
}

}  // namespace
}  // namespace glance::studies
