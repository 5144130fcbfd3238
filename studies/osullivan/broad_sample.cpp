#include "studies/osullivan/broad_sample.h"

#include <vector>

#include "glance/recording.h"
#include "measure/statistics.h"
#include "scenes/simulation.h"

namespace glance::studies::osullivan {
namespace {

/// In the first frames everything is sorted, and space-time bounds learn how bodies move.
constexpr std::uint32_t kRunInFrames = 40;
/// If most are at rest: one of so many moves.
constexpr std::size_t kOneMoves = 10;

/// A scene of which some bodies take part in the motion, and the others stay.
struct FlyingBodies {
  scenes::Multibody scene;
  World world;
  std::vector<BodyId> moving;
  std::vector<Pose> poses = {};

  void set_poses() {
    poses.clear();
    for (const BodyId id : moving) poses.push_back(scene.poses()[id.index]);
    (void)world.set_poses(moving, poses);  // ids and poses are as many: nothing to refuse
  }
};

Result<FlyingBodies> let_fly(const scenes::MultibodySettings& settings, BroadMethod broad,
                             bool resting) {
  Result<scenes::Multibody> scene = scenes::Multibody::make(settings);
  if (!scene) return fail(scene.error());
  Result<World> world = World::make({.broad = broad});
  if (!world) return fail(world.error());
  FlyingBodies result{*std::move(scene), *std::move(world), {}};
  for (std::size_t i = 0; i < result.scene.body_count(); i++) {
    const Result<BodyId> id = result.world.add({.shape = result.scene.shape_of(i),
                                                .pose = result.scene.poses()[i],
                                                .boxes = BoxKind::fixed});
    if (!id) return fail(id.error());
    if (!resting || i % kOneMoves == 0) result.moving.push_back(*id);
  }
  return result;
}

}  // namespace

Result<Values> measure_broad(const scenes::MultibodySettings& settings, BroadMethod broad,
                             bool resting, std::uint32_t frames) {
  Result<FlyingBodies> bodies = let_fly(settings, broad, resting);
  if (!bodies) return fail(bodies.error());
  std::vector<NumberedPair> touching;
  std::vector<double> seconds;
  double woken = 0, new_bounds = 0, pairs = 0, touching_pairs = 0;
  PairHash hash;
  for (std::uint32_t i = 0; i < kRunInFrames + frames; i++) {
    if (!resting) bodies->scene.respond(touching);
    bodies->scene.step();
    bodies->set_poses();
    const FrameReport report = bodies->world.detect();
    scenes::list_touching(report, touching);
    hash.add_frame(touching);
    if (i < kRunInFrames) continue;
    const FrameCounters& counters = report.counters;
    seconds.push_back(report.times.broad);
    woken += static_cast<double>(counters.woken) / frames;
    new_bounds += static_cast<double>(counters.new_bounds) / frames;
    pairs += static_cast<double>(counters.overlapping) / frames;
    touching_pairs += static_cast<double>(counters.touching) / frames;
  }
  return Values{{"seconds", mean_of_middle_half(seconds)},
                {"woken", woken},
                {"new_bounds", new_bounds},
                {"pairs", pairs},
                {"touching", touching_pairs},
                {"verdicts", static_cast<double>(hash.value() >> 11)}};
}

}  // namespace glance::studies::osullivan
