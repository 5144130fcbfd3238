#include "benchmarks/common/scaling.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "scenes/multibody.h"

namespace glance::bench {
namespace {

/// Twelve in even ratios from kFitFrom to kFitTo, then doubled until the exchanges rule.
constexpr std::uint32_t kBodies[] = {kFitFrom, 130,  170,  230,    300,  390,  510,  670,
                                     880,      1150, 1520, kFitTo, 4000, 8000, 16000};
/// Not counted: until lists are sorted and memory is there.
constexpr std::size_t kRunIn = 5;

/// Of one run: each frame's time and the broad phase's share of it, and sums over the frames.
struct Run {
  std::vector<double> ms, broad_shares;
  double swaps = 0, candidates = 0;
};

Run run(SortMethod sort, std::uint32_t bodies, double density, std::size_t frames) {
  auto scene = scenes::Multibody::make({.bodies = bodies, .density = density}).value();
  World world = World::make({.tuning = {.sort = sort}}).value();
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    world.add({.shape = scene.shape_of(i)}).value();
  }
  Run result;
  std::vector<scenes::Multibody::Contact> contacts;
  for (std::size_t frame = 0; frame < kRunIn + frames; frame++) {
    const measure::ProcessorStopwatch watch;
    (void)world.set_poses(scene.poses());  // one a body: cannot fail
    const FrameReport report = world.detect();
    const double ms = 1e3 * watch.seconds();
    if (frame >= kRunIn) {
      const auto& swaps = report.counters.swaps;
      result.ms.push_back(ms);
      result.swaps += static_cast<double>(std::accumulate(swaps.begin(), swaps.end(), 0ull));
      result.candidates += static_cast<double>(report.counters.overlapping);
      result.broad_shares.push_back(report.times.broad / report.times.total());
    }
    contacts.clear();
    for (const PairReport& pair : report.touching) {
      contacts.push_back({pair.a.index, pair.b.index});
    }
    scene.respond(contacts);
    scene.step();
  }
  return result;
}

ScalePoint summarize(std::uint32_t bodies, const std::vector<Run>& runs) {
  const std::size_t frames = runs[0].ms.size();
  std::vector<double> ms, broad_shares;
  for (std::size_t frame = 0; frame < frames; frame++) {
    std::vector<double> passes;
    for (const Run& run : runs) passes.push_back(run.ms[frame]);
    ms.push_back(measure::median(passes));
  }
  for (const Run& run : runs) {
    broad_shares.insert(broad_shares.end(), run.broad_shares.begin(), run.broad_shares.end());
  }
  const double per_frame = 1 / static_cast<double>(frames);
  return {bodies, measure::mean(ms), runs[0].swaps * per_frame, runs[0].candidates * per_frame,
          measure::median(broad_shares)};
}

}  // namespace

Scaling measure_scaling(SortMethod sort, double density, std::size_t frames, int passes) {
  std::vector<std::vector<Run>> runs(std::size(kBodies));
  for (int pass = 0; pass < passes; pass++) {
    for (std::size_t i = 0; i < runs.size(); i++) {
      runs[i].push_back(run(sort, kBodies[i], density, frames));
    }
  }
  Scaling scaling;
  scaling.sort = sort;
  measure::Curve ms, swaps;
  for (std::size_t i = 0; i < runs.size(); i++) {
    const ScalePoint& point = scaling.points.emplace_back(summarize(kBodies[i], runs[i]));
    ms.emplace_back(point.bodies, point.ms);
    swaps.emplace_back(point.bodies, point.swaps);
  }
  // (There is none where nothing was exchanged.)
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto fit = [](const measure::Curve& curve) {
    return measure::fit_power_law(curve, kFitFrom, kFitTo)
        .value_or(measure::PowerLaw{kNone, kNone, kNone});
  };
  scaling.time = fit(ms);
  scaling.swaps = fit(swaps);
  scaling.terms = measure::fit_two_terms(ms, kSwapTheory).value_or(measure::TwoTerms{});
  return scaling;
}

double local_exponent(const ScalePoint& before, const ScalePoint& at, double ScalePoint::*value) {
  return std::log(at.*value / before.*value) /
         std::log(static_cast<double>(at.bodies) / before.bodies);
}

}  // namespace glance::bench
