// What is measured for IVRI-CD's section 6 (figures 8 to 12), and for contacts between frames.
//
// The text gives no sizes of objects, no speeds but those of experiment 1, and no ranges of
// figures 9, 11 and 12: those are ours, and are named on the page.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenes/ivri_objects.h"
#include "studies/ivri/flight_sample.h"
#include "studies/ivri/method_sample.h"
#include "studies/ivri/study.h"
#include "studies/study.h"

namespace glance::studies::ivri {
namespace {

using Library = std::shared_ptr<const std::vector<scenes::LibraryObject>>;

constexpr std::uint32_t kFramesEach = 1500, kQuickFrames = 150;  // the paper: 1500
constexpr std::uint32_t kScenes = 3, kQuickScenes = 2;           // of each place
constexpr std::uint32_t kRepeats = 20, kQuickRepeats = 10;       // the paper: 20
constexpr std::uint32_t kFlightsEach = 500, kQuickFlights = 60;
/// The body that experiment 2 has many of: 66 vertices, in the middle of the library.
constexpr std::size_t kIdentical = 12;
/// Different bodies in experiments 3 and 4.
constexpr std::size_t kDifferent = 10;

QueryMethod method_of(std::string_view name) {
  return name == kLp ? QueryMethod::lp : name == kGjk ? QueryMethod::gjk : QueryMethod::voronoi;
}

using MeasureMethod = std::function<Result<Values>(double x, QueryMethod method)>;

ExperimentPlan plan_methods(std::string_view name, std::string x_label, std::vector<double> at,
                            const MeasureMethod& measure) {
  ExperimentPlan plan{std::string(name), std::move(x_label), std::move(at), {}};
  for (const std::string_view method : kMethods) {
    plan.series.push_back({std::string(method),
                           [measure, method](double x) { return measure(x, method_of(method)); }});
  }
  return plan;
}

FlightTest test_of(std::string_view name) {
  return name == kFrames      ? FlightTest::frames
         : name == kPaperHull ? FlightTest::paper_hull
         : name == kSafeHull  ? FlightTest::safe_hull
                              : FlightTest::toi;
}

using MakeFlights = std::function<Result<FlightSet>(double x)>;

/// All tests of a place have the same flights, and the truth about them is found out once.
ExperimentPlan plan_flights(std::string_view name, std::string x_label, std::vector<double> at,
                            const MakeFlights& make) {
  ExperimentPlan plan{std::string(name), std::move(x_label), std::move(at), {}};
  const auto known = std::make_shared<std::map<double, FlightSet>>();
  for (const std::string_view test : kFlightTests) {
    plan.series.push_back({std::string(test), [make, known, test](double x) -> Result<Values> {
                             if (!known->contains(x)) {
                               Result<FlightSet> set = make(x);
                               if (!set) return fail(set.error());
                               known->emplace(x, std::move(*set));
                             }
                             return measure_flights(known->at(x), test_of(test));
                           }});
  }
  return plan;
}

/// Ten of the library, each once, drawn with the seed.
std::vector<Shape> different_bodies(const Library& library, std::uint64_t seed) {
  std::vector<std::size_t> order(library->size());
  for (std::size_t i = 0; i < order.size(); i++) order[i] = i;
  Rng rng(seed);
  std::vector<Shape> bodies;
  for (std::size_t i = 0; i < std::min(kDifferent, order.size()); i++) {
    std::swap(order[i], order[i + rng.below(static_cast<std::uint32_t>(order.size() - i))]);
    bodies.push_back((*library)[order[i]].shape);
  }
  return bodies;
}

ExperimentPlan plan_vertices(const Library& library, const StudyOptions& options) {
  std::vector<double> at;
  for (const scenes::LibraryObject& object : *library)
    at.push_back(static_cast<double>(object.shape.vertex_count()));
  ApproachSettings settings;
  settings.repeats = chosen(options.frames, options.quick, kRepeats, kQuickRepeats);
  settings.seed = options.seed;
  return plan_methods(kVertices, "vertices of each object", some_of(at, options),
                      [library, settings](double x, QueryMethod method) -> Result<Values> {
                        const auto found = std::find_if(
                            library->begin(), library->end(),
                            [&](const scenes::LibraryObject& object) {
                              return static_cast<double>(object.shape.vertex_count()) == x;
                            });
                        if (found == library->end()) return fail("no object has so many vertices");
                        return measure_approach(found->shape, settings, method);
                      });
}

using Vary = void (*)(scenes::CubeSettings& settings, double x);

ExperimentPlan plan_cube(std::string_view name, std::string x_label, std::vector<double> at,
                         std::vector<Shape> bodies, const StudyOptions& options, Vary vary) {
  scenes::CubeSettings settings;
  settings.bodies = std::move(bodies);
  settings.seed = options.seed;
  const CubeRuns runs{options.quick ? kQuickScenes : kScenes,
                      chosen(options.frames, options.quick, kFramesEach, kQuickFrames)};
  return plan_methods(name, std::move(x_label), some_of(at, options),
                      [settings, runs, vary](double x, QueryMethod method) {
                        scenes::CubeSettings varied = settings;
                        vary(varied, x);
                        return measure_cube(varied, method, runs);
                      });
}

}  // namespace

std::vector<ExperimentPlan> plan(const StudyOptions& options) {
  // Of generators with valid numbers: there is nothing to refuse.
  const auto library = std::make_shared<const std::vector<scenes::LibraryObject>>(
      scenes::ivri_objects(options.seed).value());
  const std::vector<Shape> ten = different_bodies(library, options.seed);
  const std::uint32_t flights = chosen(options.frames, options.quick, kFlightsEach, kQuickFlights);
  const auto fly = [options, flights](double speed, double spin) {
    return FlightSet::make({.speed = speed, .spin = spin, .seed = options.seed}, flights);
  };
  return {
      plan_vertices(library, options),
      plan_cube(kObjects, "objects", {10, 15, 20, 25, 30, 35, 40, 45, 50},
                {(*library)[kIdentical].shape}, options,
                [](scenes::CubeSettings& s, double x) {
                  s.bodies.resize(static_cast<std::size_t>(x), s.bodies.front());
                }),
      plan_cube(kCube, "side of the cube", {4, 5, 6, 7, 8, 9, 10, 11, 12}, ten, options,
                [](scenes::CubeSettings& s, double x) { s.side = x; }),
      plan_cube(kSpeed, "speed, length per frame", {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1},
                ten, options, [](scenes::CubeSettings& s, double x) { s.speed = x; }),
      plan_cube(kTurn, "rotation about each axis, at most, degrees per frame",
                {1, 2, 5, 10, 15, 20, 30, 45, 60}, ten, options,
                [](scenes::CubeSettings& s, double x) { s.turn = x; }),
      plan_flights(kBullets, "body lengths per frame",
                   some_of({0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100}, options),
                   [fly](double x) { return fly(x, 0); }),
      plan_flights(kSpins, "spin, degrees per frame",
                   some_of({0, 15, 30, 45, 60, 90, 120, 150, 180}, options),
                   [fly](double x) { return fly(kSpinSpeed, x); }),
  };
}

}  // namespace glance::studies::ivri
