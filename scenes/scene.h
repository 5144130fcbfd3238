// What a simulation wants to know of a scene: its bodies, and where they are in the next frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "glance/glance.h"

namespace glance::scenes {

class Scene {
 public:
  virtual ~Scene() = default;

  virtual std::span<const Shape> shapes() const = 0;
  virtual std::span<const Pose> poses() const = 0;
  /// The number of a body's shape among shapes().
  virtual std::size_t shape_number(std::size_t body) const = 0;
  virtual bool is_static(std::size_t body) const = 0;
  /// Whether it may pass others between two frames (Body::fast).
  virtual bool is_fast(std::size_t body) const = 0;

  std::size_t body_count() const { return poses().size(); }
  const Shape& shape_of(std::size_t body) const { return shapes()[shape_number(body)]; }

  /// Who touches whom in this frame, in ascending order: for scenes in which that matters.
  virtual void respond(std::span<const NumberedPair> contacts) { (void)contacts; }
  /// One frame further.
  virtual void step() = 0;
  /// Bodies, ascending, that the last step put somewhere else at once (World::place).
  virtual std::span<const std::uint32_t> placed() const { return {}; }

 protected:
  Scene() = default;
  Scene(const Scene&) = default;
  Scene(Scene&&) = default;
  Scene& operator=(const Scene&) = default;
  Scene& operator=(Scene&&) = default;
};

}  // namespace glance::scenes
