#include "studies/osullivan/critical_sample.h"

#include <algorithm>
#include <utility>

#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "scenes/viewer.h"

namespace glance::studies::osullivan {
namespace {

Result<World> world_of(const scenes::Scene& scene) {
  World world;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    const Result<BodyId> id = world.add(
        {.shape = scene.shape_of(i), .pose = scene.poses()[i], .is_static = scene.is_static(i)});
    if (!id) return fail(id.error());
  }
  return world;
}

/// Puts all bodies out of each other's reach for a frame (with a budget, as those remember their
/// last one), so that nothing is known of any pair.
void forget_pairs(World& world, const scenes::Scene& scene) {
  double radius = 0;
  for (const Shape& shape : scene.shapes()) radius = std::max(radius, shape.bounding_radius());
  std::vector<Pose> far;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    far.push_back(Pose::make(Vec3(4 * radius * static_cast<double>(i), 0, 0)).value());
  }
  (void)world.set_poses(far);  // one pose a body: nothing to refuse
  world.detect(Budget());
}

}  // namespace

PackedSample::PackedSample(const scenes::Packed& start, World world, std::uint32_t frames)
    : start_(start),
      camera_(scenes::camera_before(start)),
      world_(std::move(world)),
      gaze_seed_(start.settings().seed),
      frames_(frames) {}

Result<PackedSample> PackedSample::make(const scenes::PackedSettings& settings,
                                        std::uint32_t frames) {
  const Result<scenes::Packed> scene = scenes::Packed::make(settings);
  if (!scene) return fail(scene.error());
  Result<World> world = world_of(*scene);
  if (!world) return fail(world.error());
  world->prepare();
  return PackedSample(*scene, *std::move(world), frames);
}

Values PackedSample::measure(const WatchedFrames& watched) {
  BudgetOptions options{
      .budget = watched.units == Budget::kUnlimited ? Budget() : Budget::for_work(watched.units),
      .schedule = watched.schedule,
      .tuning = {.view = {.camera = camera_, .model = watched.scored_by}}};
  if (watched.scheduled_by != watched.scored_by) {
    const Viewpoint other{.camera = camera_, .model = watched.scheduled_by};
    options.importance = [other](BodyId, BodyId, const SeenCollision& seen) {
      return other.importance(seen);
    };
  }
  scenes::Packed scene = start_;
  scenes::WanderingGaze gaze(gaze_seed_);
  forget_pairs(world_, scene);
  std::vector<double> seconds;
  double units = 0, asked = 0, undecided = 0, touching = 0;
  Inaccuracy sum;
  for (std::uint32_t i = 0; i < frames_; i++) {
    if (i > 0) scene.step();
    (void)world_.set_poses(scene.poses());
    options.tuning.view.gaze = gaze.next(camera_);
    const ProcessorStopwatch watch;
    const FrameReport report = world_.detect(options);
    seconds.push_back(watch.seconds());
    const BudgetReport& critical = report.budget;
    units += static_cast<double>(critical.units);
    asked += static_cast<double>(critical.asked);
    undecided += static_cast<double>(critical.undecided);
    touching += static_cast<double>(report.counters.touching);
    sum.by_centres += critical.inaccuracy.by_centres;
    sum.by_bounds += critical.inaccuracy.by_bounds;
    sum.perceived_by_centres += critical.inaccuracy.perceived_by_centres;
    sum.perceived_by_bounds += critical.inaccuracy.perceived_by_bounds;
  }
  const double frames = frames_;
  return {{"seconds", mean_of_middle_half(seconds)},
          {"units", units / frames},
          {"asked", asked / frames},
          {"undecided", undecided / frames},
          {"touching", touching / frames},
          {"by_centres", sum.by_centres / frames},
          {"by_bounds", sum.by_bounds / frames},
          {"perceived_by_centres", sum.perceived_by_centres / frames},
          {"perceived_by_bounds", sum.perceived_by_bounds / frames}};
}

double PackedSample::full_units() {
  if (!full_units_) full_units_ = measure({})[1].second;
  return *full_units_;
}

double CornerFrames::quantile(double percent) const {
  return measure::quantile(seconds, percent / 100);
}

double CornerFrames::within(double limit) const {
  if (seconds.empty()) return 0;
  const auto end = std::upper_bound(seconds.begin(), seconds.end(), limit);
  return 100 * static_cast<double>(end - seconds.begin()) / static_cast<double>(seconds.size());
}

Result<CornerFrames> measure_corner(const scenes::CornerSettings& settings, std::uint32_t frames,
                                    const std::optional<Budget>& budget) {
  Result<scenes::Corner> scene = scenes::Corner::make(settings);
  if (!scene) return fail(scene.error());
  Result<World> world = world_of(*scene);
  if (!world) return fail(world.error());
  BudgetOptions options;
  options.tuning.view.camera = scenes::camera_before(*scene);
  if (budget) {
    options.budget = *budget;
    world->prepare();
  }
  CornerFrames result;
  for (std::uint32_t i = 0; i < frames; i++) {
    if (i > 0) scene->step();
    (void)world->set_poses(scene->poses());
    const ProcessorStopwatch watch;
    const FrameReport report = budget ? world->detect(options) : world->detect();
    result.seconds.push_back(watch.seconds());
    result.units += static_cast<double>(report.budget.units) / frames;
    result.asked += static_cast<double>(report.budget.asked) / frames;
    result.undecided += static_cast<double>(report.budget.undecided) / frames;
  }
  std::sort(result.seconds.begin(), result.seconds.end());
  return result;
}

}  // namespace glance::studies::osullivan
