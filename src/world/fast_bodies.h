// The bodies marked `fast`: where each was in the last frame, and its way from there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/motion.h"
#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::world {

class FastBodies {
 public:
  bool contains(std::uint32_t body) const { return body < slot_.size() && slot_[body] != kNone; }
  bool empty() const { return ways_.empty(); }
  void add(std::uint32_t body, const Pose& pose);
  void remove(std::uint32_t body);

  /// The pose in the last frame. For a body that was added since, or placed somewhere else, its
  /// current pose.
  const Pose& before(std::uint32_t body) const { return ways_[slot_[body]].before; }
  void set_before(std::uint32_t body, const Pose& pose) { ways_[slot_[body]].before = pose; }

  /// Starts its way to the current pose, turning about the shape's centroid; it lasts until the end
  /// of the frame. Null if the body is at rest.
  const Motion* set_off(std::uint32_t body, const Shape& shape, const Pose& pose);
  /// The way that set_off() started; null also for a body that is not fast.
  const Motion* way(std::uint32_t body) const {
    return contains(body) && ways_[slot_[body]].moving ? &ways_[slot_[body]].motion : nullptr;
  }
  /// Ends all ways. Returns the bodies that had one, in order.
  std::span<const std::uint32_t> arrive();

  void reserve(std::size_t bodies) { slot_.reserve(bodies); }
  std::size_t bytes() const {
    return (slot_.capacity() + arrived_.capacity()) * sizeof(std::uint32_t) +
           ways_.capacity() * sizeof(Way);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Way {
    std::uint32_t body;
    bool moving;
    Pose before;
    Motion motion;
  };

  std::vector<std::uint32_t> slot_;  ///< by body
  std::vector<Way> ways_;
  std::vector<std::uint32_t> arrived_;
};

}  // namespace glance::rooms::world
