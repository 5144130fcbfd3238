#include "studies/icollide/multibody_sample.h"

#include <vector>

#include "measure/statistics.h"

namespace glance::studies::icollide {
namespace {

/// The first frames of a scene sort everything again, allocate, and have nothing remembered.
constexpr std::uint32_t kWarmUpFrames = 10;

struct Frame {
  FrameTimes times;
  FrameCounters counters;
  std::size_t begun = 0;
};

Result<std::vector<Frame>> run(const scenes::SimulationSettings& settings, std::uint32_t count) {
  Result<scenes::Simulation> simulation = scenes::Simulation::make(settings);
  if (!simulation) return fail(simulation.error());
  for (std::uint32_t i = 0; i < kWarmUpFrames; i++) simulation->advance();
  std::vector<Frame> frames;
  for (std::uint32_t i = 0; i < count; i++) {
    const FrameReport report = simulation->advance();
    frames.push_back({report.times, report.counters, report.begun.size()});
  }
  return frames;
}

}  // namespace

Result<Values> measure_multibody(const scenes::SimulationSettings& settings, std::uint32_t count) {
  const Result<std::vector<Frame>> frames = run(settings, count);
  if (!frames) return fail(frames.error());
  std::vector<double> totals;
  for (const Frame& frame : *frames) totals.push_back(frame.times.total());
  const std::vector<std::size_t> typical = middle_half(totals);

  const auto mean_time = [&](auto part) {
    double sum = 0;
    for (const std::size_t i : typical) sum += part((*frames)[i].times);
    return sum / static_cast<double>(typical.size());
  };
  const auto mean_count = [&](auto counter) {
    double sum = 0;
    for (const Frame& frame : *frames) sum += static_cast<double>(counter(frame));
    return sum / static_cast<double>(frames->size());
  };
  return Values{
      {"seconds", mean_time([](const FrameTimes& t) { return t.total(); })},
      {"update", mean_time([](const FrameTimes& t) { return t.bounds; })},
      {"sort", mean_time([](const FrameTimes& t) { return t.broad; })},
      {"exact", mean_time([](const FrameTimes& t) { return t.narrow; })},
      {"swaps", mean_count([](const Frame& f) {
         return f.counters.swaps[0] + f.counters.swaps[1] + f.counters.swaps[2];
       })},
      {"box_steps", mean_count([](const Frame& f) { return f.counters.box_steps; })},
      {"pairs", mean_count([](const Frame& f) { return f.counters.overlapping; })},
      {"touching", mean_count([](const Frame& f) { return f.counters.touching; })},
      {"begun", mean_count([](const Frame& f) { return f.begun; })},
      {"feature_steps", mean_count([](const Frame& f) { return f.counters.feature_steps; })},
      {"frames", static_cast<double>(frames->size())},
  };
}

}  // namespace glance::studies::icollide
