// Li and Chen's experiment: the crowd, one sample of it, and the table beside the paper, which
// follows the measurements, whatever they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "glance/generate.h"
#include "studies/li_chen/crowd_sample.h"
#include "studies/li_chen/study.h"
#include "studies/study.h"

namespace glance::studies {
namespace {

using namespace li_chen;
using scenes::CrowdSettings;
using scenes::CrowdTrack;

Shape rock(VolumeKind volume = VolumeKind::automatic) {
  const TriangleSoup soup = bumpy_sphere(80, 3).value();
  return Shape::mesh(soup.vertices, soup.triangles, {.volume = volume}).value();
}

CrowdSettings few_motions() {
  CrowdSettings settings;
  settings.motions = 54;
  settings.step = 0.1;
  return settings;
}

TEST(Crowd, StaysTogetherAndNeverCollides) {
  const Shape shape = rock();
  const CrowdTrack track = scenes::crowd_track(shape, few_motions()).value();
  ASSERT_EQ(track.motions(), 54u);
  const Vec3 centroid = shape.mass().centroid;
  const double wall = track.side / 2 * few_motions().room;
  for (std::size_t i = 0; i < track.motions(); i++) {
    for (const Pose& pose : track.at(i)) {
      const Vec3 center = pose.apply(centroid);
      EXPECT_LE(center.abs().max_component(), wall * (1 + 1e-12));
    }
  }
  // Some motions are undone, some are not.
  EXPECT_GT(track.undone, 0u);
  EXPECT_LT(track.undone, 3 * track.motions() / 4);
  EXPECT_GT(track.colliding, 0u);
  // A motion that is undone starts again from where it was: a body is never farther than two steps
  // from where it was tried before.
  for (std::size_t i = 1; i < track.motions(); i++) {
    for (std::size_t k = 0; k < scenes::kCrowd; k++) {
      const Vec3 way = track.at(i)[k].apply(centroid) - track.at(i - 1)[k].apply(centroid);
      EXPECT_LE(norm(way), 2.001 * few_motions().step);
    }
  }
}

TEST(Crowd, TheSeedDecides) {
  const Shape shape = rock();
  CrowdSettings settings = few_motions();
  settings.motions = 3;
  const CrowdTrack one = scenes::crowd_track(shape, settings).value();
  EXPECT_EQ(one.poses, scenes::crowd_track(shape, settings).value().poses);
  settings.seed = 2;
  EXPECT_NE(one.poses, scenes::crowd_track(shape, settings).value().poses);
}

TEST(Crowd, RefusesWhatMakesNoSense) {
  const Shape shape = rock();
  for (const double bad : {-1.0, std::nan(""), 1e300}) {
    EXPECT_FALSE(scenes::crowd_track(shape, {.step = bad}));
    EXPECT_FALSE(scenes::crowd_track(shape, {.turn = bad}));
    EXPECT_FALSE(scenes::crowd_track(shape, {.room = bad}));
  }
  EXPECT_FALSE(scenes::crowd_track(shape, {.room = 0.5}));
}

TEST(Crowd, AllStrategiesAndVolumesGiveTheSameVerdicts) {
  const CrowdTrack track = scenes::crowd_track(rock(), few_motions()).value();
  std::vector<double> verdicts, tests;
  const auto get = [](const Values& values, std::string_view name) {
    return MeasuredSeries{"", {{0, values}}}.curve(name).at(0).second;
  };
  for (const VolumeKind volume : kVolumes) {
    const Shape shape = rock(volume);
    for (const ListPolicy policy :
         {ListPolicy::top_down, ListPolicy::both_ways, ListPolicy::predict, ListPolicy::deferred}) {
      const Values values = measure_crowd(shape, track, {.policy = policy});
      EXPECT_EQ(get(values, "colliding"), track.colliding);
      EXPECT_EQ(get(values, "checks"), 36 * 54);
      verdicts.push_back(get(values, "verdicts"));
      tests.push_back(get(values, "volume_tests"));
    }
    EXPECT_LT(tests.back(), tests[tests.size() - 4]) << "the list saves tests";
  }
  EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), verdicts[0]),
            static_cast<std::ptrdiff_t>(verdicts.size()));
}

/// As the paper tells it, or the other way round.
Measurements li_chen_measured(bool turned) {
  Measurements m{"li-chen", {{"quick", "no"}}, {}};
  const auto add = [&](std::string_view name, const std::vector<double>& at, auto seconds) {
    MeasuredExperiment e{std::string(name), "x", {}};
    for (const std::string_view strategy : kStrategies) {
      MeasuredSeries series{std::string(strategy), {}};
      for (const double x : at) {
        const double s = seconds(strategy, x);
        const double tests = turned && strategy == kTopDown ? 5 : s;
        series.points.push_back({x, {{"seconds", s}, {"volume_tests", tests}, {"verdicts", 7}}});
      }
      e.series.push_back(std::move(series));
    }
    m.experiments.push_back(std::move(e));
  };
  const auto time = [&](std::string_view strategy, double x) {
    const double noise = 1 + 0.001 * std::sin(100 * x);
    if (strategy == kTopDown) return (turned ? 0.2 : 1.0) * noise;
    if (strategy == kPredict) return (turned ? 0.9 : 0.71) * noise;
    return (strategy == kBothWays ? 0.8 : turned ? 1.1 : 0.54) * noise;
  };
  add(kRuns, evenly_spaced(1, 10, 10), time);
  add(kVolumeKinds, evenly_spaced(0, 5, 6), time);
  MeasuredExperiment deferrals{std::string(kDeferrals), "x", {}};
  for (const VolumeKind volume : kVolumes) {
    MeasuredSeries series{std::string(to_string(volume)), {}};
    for (const double x : {0.0, 1.0, 2.0, 3.0, 4.0}) {
      const double s = 1 + (turned ? -0.1 : 0.1) * x;
      series.points.push_back({x, {{"seconds", s}, {"volume_tests", s}, {"verdicts", 7}}});
    }
    deferrals.series.push_back(std::move(series));
  }
  m.experiments.push_back(std::move(deferrals));
  // Half as long at the least step, even at 4, twice as long at 8 (unless turned).
  add(kSteps, {1, 2, 4, 8, 16}, [&](std::string_view strategy, double x) {
    if (strategy != kDeferred) return 1.0;
    return turned ? 0.5 : x == 4 ? 1.0 : x < 4 ? 0.5 : 2.0;
  });
  return m;
}

TEST(LiChenClaims, FollowTheMeasurements) {
  for (const Claim& claim : li_chen::claims(li_chen_measured(false))) {
    EXPECT_EQ(claim.outcome, Outcome::as_in_paper) << claim.topic << ": " << claim.ours;
  }
  for (const Claim& claim : li_chen::claims(li_chen_measured(true))) {
    EXPECT_EQ(claim.outcome, Outcome::differs) << claim.topic << ": " << claim.ours;
  }
  for (const Claim& claim : li_chen::claims(Measurements{})) {
    EXPECT_EQ(claim.outcome, Outcome::not_measured) << claim.topic;
  }
}

TEST(LiChenClaims, TheVerdictOnDeferralsIsAboutWhatTheTextShows) {
  // Slower with four deferrals, but faster with two: once, only four were shown, and the verdict
  // was "differs" all the same.
  Measurements m = li_chen_measured(false);
  const auto claim_with = [&](double twice) {
    for (MeasuredExperiment& e : m.experiments) {
      if (e.name != kDeferrals) continue;
      for (MeasuredSeries& series : e.series) series.points[2].values[0].second = twice * 1.1;
    }
    const std::vector<Claim> all = li_chen::claims(m);
    return *std::ranges::find(all, "Deferring more than once (5.2)", &Claim::topic);
  };
  const Claim faster = claim_with(0.9);
  EXPECT_EQ(faster.outcome, Outcome::differs);
  EXPECT_NE(faster.ours.find("deferring 2 times takes \xC3\x97"
                             "0.900 the time"),
            std::string::npos)
      << faster.ours;
  EXPECT_NE(faster.ours.find("deferring 4 times takes \xC3\x97"
                             "1.27 the time"),
            std::string::npos)
      << faster.ours;
  EXPECT_EQ(claim_with(1.01).outcome, Outcome::unclear) << "within the noise of single runs";
  EXPECT_EQ(claim_with(1.1).outcome, Outcome::as_in_paper);
}

TEST(LiChenClaims, BreakEven) {
  EXPECT_NEAR(break_even(li_chen_measured(false), "seconds").value(), 4, 1e-12);
  EXPECT_FALSE(break_even(li_chen_measured(true), "seconds"));
}

TEST(LiChenClaims, DifferentVerdictsAreReported) {
  Measurements m = li_chen_measured(false);
  EXPECT_TRUE(li_chen::compare_verdicts(m).differences.empty());
  m.experiments[0].series[2].points[3].values[2].second = 8;
  m.experiments[2].series[1].points[0].values[2].second = 8;
  const Agreement agreement = li_chen::compare_verdicts(m);
  ASSERT_EQ(agreement.differences.size(), 2u);
  EXPECT_EQ(agreement.differences[0], "runs, 4: predict");
  EXPECT_EQ(agreement.differences[1], "deferrals, 0: aabb");
  EXPECT_NE(li_chen::brief(m).find("Verdicts differ"), std::string::npos);
  const Result<std::string> page = li_chen::page(m);
  ASSERT_TRUE(page);
  EXPECT_NE(page->find("Ours and not the paper"), std::string::npos);
}

}  // namespace
}  // namespace glance::studies
