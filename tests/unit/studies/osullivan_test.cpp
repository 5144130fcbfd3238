// O'Sullivan and Dingliana's experiments: one sample, and the table beside the paper, which follows
// the measurements, whatever they say.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "studies/osullivan/critical_sample.h"
#include "studies/osullivan/study.h"
#include "studies/study.h"

namespace glance::studies {

using namespace osullivan;

namespace {

double value_named(const Values& values, std::string_view name) {
  return MeasuredSeries{"", {{0, values}}}.curve(name).at(0).second;
}

TEST(PackedSample, TheSameWhateverWasAskedBefore) {
  PackedSample sample = PackedSample::make({.entities = 8, .shapes = 2}, 5).value();
  const double full = sample.full_units();
  const WatchedFrames watched{.units = static_cast<std::uint64_t>(full / 4)};
  const Values first = sample.measure(watched);
  EXPECT_GT(value_named(first, "undecided"), 0);
  EXPECT_LE(value_named(first, "perceived_by_bounds"), value_named(first, "undecided"));
  // Nothing is undecided without an end, and then what touches is exact.
  const Values exact = sample.measure({});
  EXPECT_EQ(value_named(exact, "undecided"), 0);
  EXPECT_EQ(value_named(exact, "by_bounds"), 0);
  EXPECT_GT(value_named(exact, "touching"), 1);
  EXPECT_GT(value_named(first, "touching"), value_named(exact, "touching"));
  const Values again = sample.measure(watched);
  for (const auto& [name, value] : first) {
    EXPECT_TRUE(name == "seconds" || value_named(again, name) == value) << name;
  }
  // Another model scores the same frames.
  WatchedFrames scored = watched;
  scored.scored_by = osullivan::kModels[1].model;
  const Values other = sample.measure(scored);
  EXPECT_EQ(value_named(other, "by_bounds"), value_named(first, "by_bounds"));
  EXPECT_NE(value_named(other, "perceived_by_bounds"), value_named(first, "perceived_by_bounds"));
}

TEST(CornerFrames, QuantilesAndShares) {
  CornerFrames frames;
  EXPECT_EQ(frames.quantile(50), 0);
  for (int i = 1; i <= 101; i++) frames.seconds.push_back(i);
  EXPECT_EQ(frames.quantile(0), 1);
  EXPECT_EQ(frames.quantile(50), 51);
  EXPECT_EQ(frames.quantile(100), 101);
  EXPECT_EQ(frames.within(0.5), 0);
  EXPECT_EQ(frames.within(101), 100);
  EXPECT_NEAR(frames.within(50), 5000 / 101.0, 1e-9);
}

/// As the papers tell it, or the other way round.
Measurements osullivan_measured(bool turned) {
  Measurements m{"osullivan", {{"quick", "no"}}, {}};
  const auto add =
      [&](std::string name, const std::vector<double>& at,
          const std::vector<std::pair<std::string, Values (*)(double, bool)>>& series) {
        MeasuredExperiment e{std::move(name), "x", {}};
        for (const auto& [label, values] : series) {
          MeasuredSeries s{label, {}};
          for (const double x : at) s.points.push_back({x, values(x, turned)});
          e.series.push_back(std::move(s));
        }
        m.experiments.push_back(std::move(e));
      };
  constexpr auto inaccuracy = [](double perceived, double seconds) {
    return Values{{"seconds", seconds},
                  {"by_bounds", perceived},
                  {"perceived_by_bounds", perceived},
                  {"perceived_by_centres", perceived}};
  };
  static constexpr auto make = inaccuracy;
  // Less and less with the budget x, unless turned.
  static constexpr auto left = [](double x, bool other) { return other ? 1 + x : 200 - x; };
  add(inaccuracy_of(500), {5, 10, 25, 50, 100},
      {{"queues", [](double x, bool t) { return make((t ? 1.2 : 0.5) * left(x, t), t ? 2 : 1); }},
       {"round-robin", [](double x, bool t) { return make(left(x, t), 1); }},
       {"sequential", [](double x, bool t) { return make((t ? 5 : 1) * left(x, t), 1); }},
       {"sorted",
        [](double x, bool t) { return make((t ? 2 : 1.1) * left(x, t), t ? 1.01 : 1.5); }}});
  add(std::string(kScores), {0, 1, 2},
      {{"round-robin", [](double, bool) { return make(10, 1); }},
       {"queues", [](double, bool t) { return make(t ? 7 : 5, 1); }},
       {std::string(kQueuesByItself), [](double, bool) { return make(5, 1); }}});
  add(std::string(kCorner), {0, 100},
      {{std::string(kNoBudget),
        [](double, bool t) {
          return Values{{"seconds", 1e-3},
                        {"median_seconds", 1e-3},
                        {"p99_seconds", t ? 2e-3 : 1e-2},
                        {"most_seconds", 2e-2},
                        {"within_percent", 70}};
        }},
       {std::string(kBudgeted), [](double, bool t) {
          return Values{
              {"seconds", 1e-3},      {"median_seconds", 1e-3},          {"p99_seconds", 4e-3},
              {"most_seconds", 5e-3}, {"within_percent", t ? 98.9 : 99}, {"asked", 10},
              {"undecided", 3}};
        }}});
  const auto broad = [](double seconds, double woken) {
    return Values{{"seconds", seconds}, {"woken", woken}, {"verdicts", 7}};
  };
  static constexpr auto make_broad = broad;
  add(std::string(kBroad), {0.05, 0.1, 0.2, 1, 5, 10, 20},
      {{std::string(kSweep), [](double, bool) { return make_broad(1, 0); }},
       {std::string(kSpaceTime),
        [](double x, bool t) { return make_broad((x < 1) == t ? 2 : 0.5, t ? 6000 : 50); }},
       {std::string(kSweepResting), [](double, bool) { return make_broad(1, 0); }},
       {std::string(kSpaceTimeResting),
        [](double, bool t) { return make_broad(t ? 2 : 0.5, 0); }}});
  return m;
}

TEST(OsullivanClaims, FollowTheMeasurements) {
  for (const Claim& claim : osullivan::claims(osullivan_measured(false))) {
    EXPECT_EQ(claim.outcome, Outcome::as_in_paper) << claim.topic << ": " << claim.ours;
  }
  for (const Claim& claim : osullivan::claims(osullivan_measured(true))) {
    EXPECT_EQ(claim.outcome, Outcome::differs) << claim.topic << ": " << claim.ours;
  }
  for (const Claim& claim : osullivan::claims(Measurements{})) {
    EXPECT_EQ(claim.outcome, Outcome::not_measured) << claim.topic;
  }
}

TEST(OsullivanClaims, DifferentBroadPhasesAreReported) {
  Measurements m = osullivan_measured(false);
  EXPECT_TRUE(osullivan::compare_verdicts(m).differences.empty());
  m.experiments.back().series[3].points[1].values[2].second = 8;
  const Agreement agreement = osullivan::compare_verdicts(m);
  ASSERT_EQ(agreement.differences.size(), 1u);
  EXPECT_EQ(agreement.differences[0], "broad, 0.100: spacetime, most at rest");
  EXPECT_NE(osullivan::brief(m).find("Verdicts differ"), std::string::npos);
  EXPECT_TRUE(osullivan::page(m));
  EXPECT_TRUE(osullivan::page(Measurements{"osullivan", {}, {}}));
}

}  // namespace
}  // namespace glance::studies
