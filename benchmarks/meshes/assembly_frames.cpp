#include "benchmarks/meshes/assembly_frames.h"

#include <fmt/format.h>

#include <iostream>

#include "glance/world.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "scenes/assembly.h"

namespace glance::bench {
namespace {

constexpr std::size_t kFrames = 60, kQuickFrames = 10;

AssemblyFrames run(const scenes::AssemblySettings& settings, std::size_t frames) {
  const measure::Stopwatch load;
  scenes::Assembly scene = scenes::Assembly::make(settings).value();
  AssemblyFrames result{.parts = scene.body_count(),
                        .shapes = scene.shapes().size(),
                        .triangles = scene.triangles(),
                        .moving = settings.moving,
                        .frames = frames,
                        .load_seconds = load.seconds()};
  World world;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    world.add({.shape = scene.shape_of(i), .pose = scene.poses()[i]}).value();
  }
  std::vector<double> times;
  const auto all = static_cast<double>(frames);
  for (std::size_t frame = 0; frame < frames; frame++, scene.step()) {
    const measure::ProcessorStopwatch watch;
    (void)world.set_poses(scene.poses());  // one a body: cannot fail
    const FrameCounters counters = world.detect().counters;
    const double ms = 1e3 * watch.seconds();
    (frame == 0 ? result.first : times.emplace_back()) = ms;
    result.candidates += static_cast<double>(counters.overlapping) / all;
    result.tested += static_cast<double>(counters.tested) / all;
    result.touching += static_cast<double>(counters.touching) / all;
  }
  result.median = measure::median(times);
  result.p99 = measure::quantile(times, 0.99);
  result.bytes = world.bytes();
  std::cerr << fmt::format("assembly, {} parts, {:.0f} % moving: {:.1f} ms a frame\n", result.parts,
                           result.moving, result.median);
  return result;
}

}  // namespace

std::vector<AssemblyFrames> run_assemblies(bool quick) {
  scenes::AssemblySettings settings;
  if (quick) settings = {.parts = 100, .triangles = 400'000};
  std::vector<AssemblyFrames> results;
  for (const double moving : {20.0, 100.0}) {
    settings.moving = moving;
    results.push_back(run(settings, quick ? kQuickFrames : kFrames));
  }
  return results;
}

}  // namespace glance::bench
