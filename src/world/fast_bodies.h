// The bodies marked `fast`: where each was in the last frame, and its way from there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/motion.h"
#include "glance/shape.h"
#include "rooms.h"

namespace glance::world {

class FastBodies {
 public:
  bool contains(std::uint32_t body) const { return body < slot_.size() && slot_[body] != kNone; }
  bool empty() const { return ways_.empty(); }
  void add(std::uint32_t body, const Pose& pose);
  void remove(std::uint32_t body);

  /// The pose in the last frame; of one that came since, or was put somewhere else, its present
  /// one.
  const Pose& before(std::uint32_t body) const { return ways_[slot_[body]].before; }
  void set_before(std::uint32_t body, const Pose& pose) { ways_[slot_[body]].before = pose; }

  /// Its way to the present pose, turning about the shape's centroid, from here to the end of the
  /// frame; null if it rests.
  const Motion* set_off(std::uint32_t body, const Shape& shape, const Pose& pose);
  /// The same once more; null also of a body that is not fast.
  const Motion* way(std::uint32_t body) const {
    return contains(body) && ways_[slot_[body]].moving ? &ways_[slot_[body]].motion : nullptr;
  }
  /// All ways end. Gives the bodies that had one, in order.
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

}  // namespace glance::world
