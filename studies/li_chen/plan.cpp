// What is measured for Li and Chen's section 5.2 (table 1), and what the paper says in words.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "glance/generate.h"
#include "glance/mesh_file.h"
#include "glance/volume_tree.h"
#include "studies/li_chen/crowd_sample.h"
#include "studies/li_chen/study.h"
#include "studies/study.h"

namespace glance::studies::li_chen {
namespace {

constexpr std::uint32_t kMotions = 9000, kQuickMotions = 450;  // the paper: 1000 of each body
constexpr std::uint32_t kSeeds = 10, kQuickSeeds = 3;          // the paper: ten
constexpr int kPolygons = 500;                                 // of a model, as in the paper
constexpr double kTurn = 5;                                    // degrees a motion, as in the paper
/// 3,747 spheres around 500 polygons (Quinlan's tiling). Other volumes fit a whole triangle.
constexpr double kSpheresAPolygon = 7.5;

/// The model with each kind of volume, and tracks of motions: made when they are first needed.
class Models {
 public:
  explicit Models(const StudyOptions& options) : options_(options) {}

  Result<Shape> shape(VolumeKind volume) {
    if (const auto known = shapes_.find(volume); known != shapes_.end()) return known->second;
    MeshOptions mesh;
    mesh.volume = volume;
    if (volume == VolumeKind::sphere) mesh.tiles = kSpheresAPolygon;
    Result<Shape> made = make(mesh);
    if (made) shapes_.emplace(volume, *made);
    return made;
  }

  /// `factor` times the paper's motions.
  Result<const scenes::CrowdTrack*> track(std::uint64_t seed, double factor) {
    const auto key = std::pair(seed, factor);
    if (const auto known = tracks_.find(key); known != tracks_.end()) return &known->second;
    const Result<Shape> spheres = shape(VolumeKind::sphere);
    if (!spheres) return fail(spheres.error());
    const Result<TreeStatistics> tree = tree_statistics(*spheres);
    if (!tree) return fail(tree.error());
    scenes::CrowdSettings settings;
    settings.motions = chosen(options_.frames, options_.quick, kMotions, kQuickMotions);
    settings.step = tree->smallest_leaf * factor;
    settings.turn = kTurn * factor;
    settings.seed = seed;
    Result<scenes::CrowdTrack> made = scenes::crowd_track(*spheres, settings);
    if (!made) return fail(made.error());
    return &tracks_.emplace(key, std::move(*made)).first->second;
  }

 private:
  Result<Shape> make(const MeshOptions& mesh) const {
    if (!options_.model.empty()) return load_mesh(options_.model, mesh);
    const Result<TriangleSoup> soup = bumpy_sphere(kPolygons, options_.seed);
    if (!soup) return fail(soup.error());
    return Shape::mesh(soup->vertices, soup->triangles, mesh);
  }

  StudyOptions options_;
  std::map<VolumeKind, Shape> shapes_;
  std::map<std::pair<std::uint64_t, double>, scenes::CrowdTrack> tracks_;
};

ListOptions list_of(std::string_view strategy, std::uint32_t deferrals = kPaperDeferrals) {
  ListOptions list = {};
  for (const ListPolicy policy :
       {ListPolicy::top_down, ListPolicy::both_ways, ListPolicy::predict, ListPolicy::deferred}) {
    if (to_string(policy) == strategy) list.policy = policy;
  }
  list.deferrals = deferrals;
  return list;
}

/// One way to ask about one track.
struct Sample {
  VolumeKind volume = VolumeKind::sphere;
  std::uint64_t seed = 1;
  double factor = 1;
  ListOptions list = {};
};

Result<Values> measure(const std::shared_ptr<Models>& models, const Sample& sample) {
  const Result<Shape> shape = models->shape(sample.volume);
  if (!shape) return fail(shape.error());
  const auto track = models->track(sample.seed, sample.factor);
  if (!track) return fail(track.error());
  Values values = measure_crowd(*shape, **track, sample.list);
  values.emplace_back("undone", (*track)->undone);
  return values;
}

using SampleAt = std::function<Sample(double x)>;

ExperimentPlan plan_strategies(std::string_view name, std::string x_label, std::vector<double> at,
                               const std::shared_ptr<Models>& models, const SampleAt& sample_at) {
  ExperimentPlan plan{std::string(name), std::move(x_label), std::move(at), {}};
  for (const std::string_view strategy : kStrategies) {
    plan.series.push_back({std::string(strategy), [models, sample_at, strategy](double x) {
                             Sample sample = sample_at(x);
                             sample.list = list_of(strategy);
                             return measure(models, sample);
                           }});
  }
  return plan;
}

ExperimentPlan plan_deferrals(const std::shared_ptr<Models>& models, const StudyOptions& options) {
  ExperimentPlan plan{std::string(kDeferrals),
                      "queries by which a rebuild is deferred",
                      some_of({0, 1, 2, 3, 4}, options),
                      {}};
  for (const VolumeKind volume : kVolumes) {
    plan.series.push_back(
        {std::string(to_string(volume)), [models, volume, seed = options.seed](double x) {
           const auto deferrals = static_cast<std::uint32_t>(x);
           return measure(models,
                          {.volume = volume, .seed = seed, .list = list_of(kDeferred, deferrals)});
         }});
  }
  return plan;
}

std::vector<double> counted(double from, std::size_t count) {
  std::vector<double> places;
  for (std::size_t i = 0; i < count; i++) places.push_back(from + static_cast<double>(i));
  return places;
}

}  // namespace

std::vector<ExperimentPlan> plan(const StudyOptions& options) {
  const auto models = std::make_shared<Models>(options);
  const std::uint64_t first = options.seed;
  const std::uint32_t runs = chosen(options.samples, options.quick, kSeeds, kQuickSeeds);
  return {
      plan_strategies(
          kRuns, "run", counted(1, runs), models,
          [first](double x) { return Sample{.seed = first + static_cast<std::uint64_t>(x) - 1}; }),
      plan_strategies(kVolumeKinds, "volume", counted(0, kVolumes.size()), models,
                      [first](double x) {
                        return Sample{.volume = kVolumes[static_cast<std::size_t>(x)],
                                      .seed = first};
                      }),
      plan_deferrals(models, options),
      plan_strategies(kSteps, "steps of the paper's at once",
                      some_of({0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32}, options), models,
                      [first](double x) { return Sample{.seed = first, .factor = x}; }),
  };
}

}  // namespace glance::studies::li_chen
