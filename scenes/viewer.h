// The viewer of a scene: a camera that has all of it in view, and a gaze that wanders over the
// picture.
#pragma once

#include <array>
#include <cstdint>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

/// From +z, so far away that a ball around the middles of all bodies that move (with the largest of
/// their radii) fills the picture from top to bottom.
ViewCamera camera_before(const Scene& scene);

/// The point of the picture that is looked at: the same for some frames, then another one, at
/// random.
class WanderingGaze {
 public:
  explicit WanderingGaze(std::uint64_t seed) : rng_(seed) {}

  /// Of the next frame, in pixels.
  std::array<double, 2> next(const ViewCamera& camera);

 private:
  Rng rng_;
  std::uint32_t frames_left_ = 0;
  std::array<double, 2> at_ = {};
};

}  // namespace glance::scenes
