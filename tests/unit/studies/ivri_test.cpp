// The table beside the paper follows the measurements, whatever they say; samples say the same
// however often they are taken.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scenes/ivri_objects.h"
#include "studies/ivri/flight_sample.h"
#include "studies/ivri/method_sample.h"
#include "studies/ivri/study.h"
#include "studies/study.h"

namespace glance::studies {
namespace {

using namespace ivri;

double get(const Values& values, std::string_view name) {
  const MeasuredSeries one{"", {{0, values}}};
  const auto curve = one.curve(name);
  return curve.empty() ? std::nan("") : curve[0].second;
}

/// Of one method: as the paper tells it of lp, or as it does not.
MeasuredSeries method_series(std::string_view method, const std::vector<double>& at, bool falling,
                             bool turned) {
  MeasuredSeries series{std::string(method), {}};
  for (const double x : at) {
    const double part = (x - at.front()) / (at.back() - at.front());
    // Even at one end, and far ahead at the other; or behind, and more so there.
    const double lead = falling ? 1 - part : part;
    const double lp = turned ? 3 + lead : falling || at.front() < 20 ? 1 - 0.8 * lead : 0.5;
    const double usual = turned ? 1 : 90;
    series.points.push_back({x,
                             {{"seconds", 1e-5},
                              {"pair_seconds", 1e-6 * (method == kLp ? lp : 1)},
                              {"tested", 3},
                              {"verdicts", 7},
                              {"apart", 1000},
                              {"apart_cached", turned ? 10 : 900},
                              {"apart_solved", 100},
                              {"apart_steps", 300},
                              {"apart_usual", usual},
                              {"touch_solved", 100},
                              {"touch_steps", 500},
                              {"touch_usual", usual}}});
  }
  return series;
}

Measurements ivri_measured(bool turned) {
  Measurements m{"ivri", {{"quick", "no"}}, {}};
  for (const std::string_view name : kMethodExperiments) {
    std::vector<double> at = evenly_spaced(4, 12, 9);
    if (name == kVertices) at = {4, 6, 8, 20, 100, 200, 264};
    MeasuredExperiment e{std::string(name), "x", {}};
    for (const std::string_view method : kMethods)
      e.series.push_back(method_series(method, at, name == kCube, turned));
    m.experiments.push_back(std::move(e));
  }
  for (const std::string_view name : kFlightExperiments) {
    MeasuredExperiment e{std::string(name), "x", {}};
    for (const std::string_view test : kFlightTests) {
      const bool misses = test == kFrames      ? !turned
                          : test == kPaperHull ? (name == kSpins) != turned
                                               : false;
      MeasuredSeries series{std::string(test), {}};
      for (const double x : {1.0, 10.0, 100.0}) {
        series.points.push_back({x,
                                 {{"seconds", 1e-6},
                                  {"flights", 100},
                                  {"contacts", 50},
                                  {"free", 50},
                                  {"missed", misses ? 10 : 0},
                                  {"false_alarms", 0}}});
      }
      e.series.push_back(std::move(series));
    }
    m.experiments.push_back(std::move(e));
  }
  return m;
}

TEST(IvriClaims, AsInThePaper) {
  for (const Claim& claim : ivri::claims(ivri_measured(false))) {
    EXPECT_EQ(claim.outcome, Outcome::as_in_paper) << claim.topic << "\n" << claim.ours;
    EXPECT_FALSE(claim.ours.empty());
  }
}

TEST(IvriClaims, Different) {
  for (const Claim& claim : ivri::claims(ivri_measured(true))) {
    EXPECT_EQ(claim.outcome, Outcome::differs) << claim.topic << "\n" << claim.ours;
  }
}

TEST(IvriClaims, SayNothingWithoutMeasurements) {
  const std::vector<Claim> table = ivri::claims({});
  EXPECT_EQ(table.size(), 12u);
  for (const Claim& claim : table) EXPECT_EQ(claim.outcome, Outcome::not_measured) << claim.topic;
}

TEST(IvriClaims, DifferentVerdictsAreReported) {
  Measurements m = ivri_measured(false);
  EXPECT_TRUE(ivri::compare_verdicts(m).differences.empty());
  EXPECT_EQ(ivri::compare_verdicts(m).places, 43u);
  EXPECT_NE(ivri::brief(m).find("same verdicts"), std::string::npos);
  for (auto& [name, value] : m.experiments[2].series[2].points[1].values) {
    if (name == "verdicts") value = 8;
  }
  EXPECT_EQ(ivri::compare_verdicts(m).differences, std::vector<std::string>{"cube, 5: gjk"});
  EXPECT_NE(ivri::brief(m).find("Verdicts differ"), std::string::npos);
  EXPECT_NE(ivri::page(m)->find("class=\"notice\">Verdicts differ"), std::string::npos);
}

TEST(IvriPage, HasTheFiguresWhateverWasMeasured) {
  for (const Measurements& m : {ivri_measured(false), ivri_measured(true), Measurements{}}) {
    const Result<std::string> page = ivri::page(m);
    ASSERT_TRUE(page) << page.error().message;
    for (int i = 8; i <= 12; i++) {
      EXPECT_NE(page->find(">Figure " + std::to_string(i) + ":"), std::string::npos);
    }
    EXPECT_EQ(page->find("<script"), std::string::npos);
  }
  EXPECT_NE(ivri::page({"ivri", {{"quick", "yes"}}, {}})->find("A quick run"), std::string::npos);
}

TEST(IvriPlan, HasThePapersPlaces) {
  const std::vector<ExperimentPlan> plans = ivri::plan({});
  ASSERT_EQ(plans.size(), 7u);
  EXPECT_EQ(plans[0].at.size(), 20u);
  EXPECT_EQ(plans[0].at.front(), 4);
  EXPECT_EQ(plans[0].at.back(), 264);
  EXPECT_EQ(plans[1].at.front(), 10);
  EXPECT_EQ(plans[2].at, (std::vector<double>{4, 5, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(plans[5].at.front(), 0.1);
  EXPECT_EQ(plans[5].at.back(), 100);
  EXPECT_EQ(plans[6].at.back(), 180);
  EXPECT_EQ(ivri::plan({.samples = 2})[2].at, (std::vector<double>{4, 12}));
  EXPECT_EQ(ivri::plan({.samples = 1})[2].at, (std::vector<double>{12}));
}

/// All but the times.
Values counts(Values values) {
  std::erase_if(values, [](const auto& v) { return v.first.ends_with("seconds"); });
  return values;
}

TEST(MethodSample, MethodsAgreeAndCountsRepeat) {
  const std::vector<scenes::LibraryObject> objects = scenes::ivri_objects(1).value();
  scenes::CubeSettings cube;
  for (std::size_t i = 0; i < 6; i++) cube.bodies.push_back(objects[3 * i].shape);
  cube.side = 3.5;
  const CubeRuns runs{2, 60};
  const ApproachSettings pair{.repeats = 3};
  const Values in_cube = measure_cube(cube, QueryMethod::lp, runs).value();
  const Values in_pair = measure_approach(objects[12].shape, pair, QueryMethod::lp).value();
  EXPECT_EQ(get(in_cube, "frames"), 120);
  EXPECT_GT(get(in_cube, "touching"), 0.5);
  EXPECT_GT(get(in_cube, "tested"), get(in_cube, "touching") + 0.5);
  EXPECT_EQ(get(in_pair, "touching"), 0.2);  // each of the approaches ends in contact
  EXPECT_EQ(get(in_pair, "frames"), 15);
  // Of one scene of the two, and without what bounding spheres answer.
  EXPECT_GT(get(in_cube, "touch"), 0);
  EXPECT_GT(get(in_cube, "apart"), 0);
  EXPECT_LT(get(in_cube, "apart") + get(in_cube, "touch"), 120 * get(in_cube, "tested"));
  for (const QueryMethod method : {QueryMethod::lp, QueryMethod::voronoi, QueryMethod::gjk}) {
    const Values other = measure_cube(cube, method, runs).value();
    const Values other_pair = measure_approach(objects[12].shape, pair, method).value();
    EXPECT_EQ(get(other, "verdicts"), get(in_cube, "verdicts"));
    EXPECT_EQ(get(other_pair, "verdicts"), get(in_pair, "verdicts"));
    EXPECT_GT(get(other, "pair_seconds"), 0);
    EXPECT_EQ(counts(other), counts(measure_cube(cube, method, runs).value()));
  }
}

TEST(FlightSample, TimeOfImpactAndSafeHullMissNothing) {
  for (const double spin : {0.0, 180.0}) {
    const FlightSet set = FlightSet::make({.speed = 2, .spin = spin}, 40).value();
    const Values frames = measure_flights(set, FlightTest::frames);
    EXPECT_GT(get(frames, "contacts"), 40 * 0.3);
    EXPECT_GT(get(frames, "free"), 40 * 0.3);
    EXPECT_GT(get(frames, "missed"), 4);
    EXPECT_EQ(get(frames, "false_alarms"), 0);
    const Values toi = measure_flights(set, FlightTest::toi);
    EXPECT_EQ(get(toi, "missed"), 0);
    EXPECT_EQ(get(toi, "false_alarms"), 0);
    EXPECT_EQ(get(measure_flights(set, FlightTest::safe_hull), "missed"), 0);
    EXPECT_EQ(counts(toi), counts(measure_flights(set, FlightTest::toi)));
  }
}

}  // namespace
}  // namespace glance::studies
