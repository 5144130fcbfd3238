// The frames of the multi-body scene, written down once, so that every contender gets the
// identical poses; and who touches whom in each.
//
// That is decided here, not by a world: by `collide` on every pair whose boxes overlap, boxes
// and pairs found in the simplest way. In some frames the oracle is asked about the same pairs.
#pragma once

#include "peers/world_peer.h"
#include "scenes/multibody.h"

namespace glance::bench {

struct SceneFrames {
  WorldScene scene;
  std::vector<Placement> placements;             ///< frame by frame, one for each body
  std::vector<std::vector<WorldPair>> touching;  ///< in each frame, sorted
  double tight_pairs = 0;                        ///< pairs whose smallest boxes overlap, a frame

  /// What the oracle said.
  std::size_t oracle_frames = 0, oracle_pairs = 0, oracle_disagrees = 0;

  std::size_t frames() const { return touching.size(); }
  std::span<const Placement> frames(std::size_t first, std::size_t count) const {
    return std::span(placements).subspan(first * scene.bodies(), count * scene.bodies());
  }
};

/// Throws std::runtime_error if there is no such scene.
SceneFrames record_frames(const scenes::MultibodySettings& settings, std::size_t frames);

}  // namespace glance::bench
