// What is measured for I-COLLIDE's section 6 (graphs 1 to 6).
//
// The text gives the range of graph 1 only. Those of the others are ours, and are named on
// the page. Graphs 4 to 6 show one sweep.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "studies/icollide/multibody_sample.h"
#include "studies/icollide/study.h"

namespace glance::studies::icollide {
namespace {

// How long a sample runs: about so many bodies times frames, within bounds.
constexpr double kBodyFrames = 400'000, kQuickBodyFrames = 100'000;
constexpr double kLeastFrames = 50, kMostFrames = 2000;

std::uint32_t frames_for(const StudyOptions& options, std::uint32_t bodies) {
  if (options.frames > 0)
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(options.frames, 1u << 30));
  const double budget = options.quick ? kQuickBodyFrames : kBodyFrames;
  return static_cast<std::uint32_t>(
      std::clamp(budget / std::max(1u, bodies), kLeastFrames, kMostFrames));
}

/// What a series changes, and what x stands for.
using Choose = void (*)(scenes::SimulationSettings& settings);
using Vary = void (*)(scenes::MultibodySettings& scene, double x);

SeriesPlan series(std::string_view name, const StudyOptions& options, Vary vary, Choose choose) {
  return {std::string(name), [options, vary, choose](double x) {
            scenes::MultibodySettings scene{.seed = options.seed};
            scenes::SimulationSettings settings;
            // The paper's exact part finds the closest features of every pair.
            settings.detect.question = Question::distance;
            vary(scene, x);
            settings.scene = scenes::scene_of<scenes::Multibody>(scene);
            choose(settings);
            return measure_multibody(settings, frames_for(options, scene.bodies));
          }};
}

void defaults(scenes::SimulationSettings&) {}

/// The paper's algorithms: sections 3, 4.1 (method 2) and 5.1.
void as_in_paper(scenes::SimulationSettings& s) {
  s.world.tuning.sort = SortMethod::insertion;
  s.world.tuning.box_method = BoxMethod::neighbors;
  s.detect.query.tuning.method = QueryMethod::voronoi;
}

void tight(scenes::SimulationSettings& s) {
  as_in_paper(s);
  s.boxes = BoxKind::tight;
}
void fixed(scenes::SimulationSettings& s) {
  as_in_paper(s);
  s.boxes = BoxKind::fixed;
}
void tight_no_cells(scenes::SimulationSettings& s) {
  tight(s);
  s.detect.query.tuning.interior_cells = false;
}
void fixed_no_cells(scenes::SimulationSettings& s) {
  fixed(s);
  s.detect.query.tuning.interior_cells = false;
}

std::vector<double> places(const StudyOptions& options, double low, double high, std::size_t full,
                           std::size_t quick) {
  const std::size_t count =
      options.samples > 0
          ? static_cast<std::size_t>(std::min<std::uint64_t>(options.samples, 10'000))
      : options.quick ? quick
                      : full;
  return evenly_spaced(low, high, count);
}

/// Whole numbers, each once.
std::vector<double> rounded(std::vector<double> places, double unit) {
  for (double& x : places) x = std::round(x / unit) * unit;
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace

std::vector<ExperimentPlan> plan(const StudyOptions& options) {
  const auto three = [&](Vary vary) {
    return std::vector<SeriesPlan>{series(kTight, options, vary, tight),
                                   series(kFixed, options, vary, fixed),
                                   series(kDefaults, options, vary, defaults)};
  };
  const Vary bodies = [](scenes::MultibodySettings& s, double x) {
    s.bodies = static_cast<std::uint32_t>(x);
  };
  const Vary faces = [](scenes::MultibodySettings& s, double x) {
    s.faces = static_cast<std::uint32_t>(x);
  };
  const Vary density = [](scenes::MultibodySettings& s, double x) { s.density = x; };
  const Vary rotation = [](scenes::MultibodySettings& s, double x) { s.rotation = x; };
  std::vector<SeriesPlan> faces_series = three(faces);
  faces_series.push_back(series(kTightNoCells, options, faces, tight_no_cells));
  faces_series.push_back(series(kFixedNoCells, options, faces, fixed_no_cells));
  return {
      {std::string(kBodies), "polytopes", rounded(places(options, 20, 2000, 100, 34), 1),
       three(bodies)},
      {std::string(kFaces), "faces of a polytope", rounded(places(options, 20, 400, 20, 12), 2),
       std::move(faces_series)},
      {std::string(kDensity), "density, % of the volume", places(options, 0.5, 10, 20, 12),
       three(density)},
      {std::string(kRotation), "rotational velocity, degrees per frame",
       places(options, 2.5, 50, 20, 12), three(rotation)},
  };
}

}  // namespace glance::studies::icollide
