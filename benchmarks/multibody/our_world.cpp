#include "benchmarks/multibody/our_world.h"

#include "benchmarks/common/ours.h"
#include "peers/world_peer_of.h"

namespace glance::bench {
namespace {

class OurWorld {
 public:
  using Kind = OurKind;
  using Pose = glance::Pose;

  static bool offers(Question) { return true; }

  OurWorld(const OurKind& kind, const WorldScene& scene, Question question)
      : world_(World::make({.tuning = {.sort = kind.sort}}).value()) {
    std::vector<Shape> shapes;
    for (const Hull& hull : scene.hulls) shapes.push_back(to_shape(hull));
    for (const std::uint32_t hull : scene.hull_of) {
      world_.add({.shape = shapes[hull], .boxes = kind.boxes}).value();
    }
    if (question == Question::distance) {
      options_.question = glance::Question::distance;
      options_.report_all = true;
    }
  }

  static Pose pose(const Placement& placement) { return to_pose(placement); }

  void detect(std::span<const Pose> poses, Findings& findings) {
    (void)world_.set_poses(poses);  // one a body: cannot fail
    const FrameReport report = world_.detect(options_);
    findings.candidates = report.counters.overlapping;
    for (const PairReport& pair : report.touching) {
      findings.add_touching(pair.a.index, pair.b.index);
    }
  }

 private:
  World world_;
  DetectOptions options_;
};

}  // namespace

std::unique_ptr<WorldPeer> make_our_world(const char* name, const OurKind& kind) {
  return std::make_unique<WorldPeerOf<OurWorld>>(name, kind);
}

}  // namespace glance::bench
