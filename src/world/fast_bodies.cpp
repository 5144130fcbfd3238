// Tested in tests/unit/world/interframe_test.cpp (Bullet).
#include "world/fast_bodies.h"

#include <algorithm>

namespace glance::rooms::world {

void FastBodies::add(std::uint32_t body, const Pose& pose) {
  if (body >= slot_.size()) slot_.resize(body + 1, kNone);
  slot_[body] = static_cast<std::uint32_t>(ways_.size());
  ways_.push_back({body, false, pose, Motion::resting(pose)});
}

void FastBodies::remove(std::uint32_t body) {
  const std::uint32_t slot = slot_[body];
  slot_[body] = kNone;
  if (slot + 1 != ways_.size()) {
    // The last one takes its place: the list stays without gaps, and its order does not matter (see
    // arrive).
    ways_[slot] = ways_.back();
    slot_[ways_[slot].body] = slot;
  }
  ways_.pop_back();
}

const Motion* FastBodies::set_off(std::uint32_t body, const Shape& shape, const Pose& pose) {
  Way& way = ways_[slot_[body]];
  way.moving = !(way.before == pose);
  if (!way.moving) return nullptr;
  // Fails only if the centroid leaves the range of coordinates on its way; the origin does not.
  Result<Motion> motion = Motion::between(way.before, pose, shape.mass().centroid);
  if (!motion) motion = Motion::between(way.before, pose);
  way.motion = *motion;
  return &way.motion;
}

std::span<const std::uint32_t> FastBodies::arrive() {
  arrived_.clear();
  for (Way& way : ways_) {
    if (!way.moving) continue;
    way.moving = false;
    way.before = way.motion.end();
    arrived_.push_back(way.body);
  }
  // Slots are in the order of past changes, which a restored world does not know.
  std::ranges::sort(arrived_);
  return arrived_;
}

}  // namespace glance::rooms::world
