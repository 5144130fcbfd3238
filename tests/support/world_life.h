// A random life for one world or many at once: bodies come, go, fly, jump, rest, grow, change
// shape, mobility and filters, and pairs are switched off and on. Beside the worlds runs a
// model that knows what was done, and tells by itself who must touch.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "glance/rng.h"
#include "glance/world.h"

namespace glance::test {

enum class Life : std::uint8_t {
  tumbling,  ///< all kinds of bodies that turn and drift
  kinds,     ///< the same with bodies of every kind, half-spaces among them
  parts,     ///< and meshes, solids and compounds too
  blocks,    ///< boxes on a lattice, by quarter turns: they touch exactly, and boxes tie
};

class WorldLife {
 public:
  WorldLife(Life life, std::uint64_t seed, std::uint32_t bodies);

  /// A world that does as the others do, from now on. With `boxes` all its bodies have those.
  void follow(World& world, std::optional<BoxKind> boxes = {}) {
    worlds_.push_back({&world, boxes, {}});
  }
  void forget_followers() { worlds_.clear(); }

  /// The first bodies, for all that follow.
  void begin();
  /// What happens in one frame. Calls in which the worlds differ are failures.
  void step();
  /// How much happens: the part of bodies that move, and of frames with other changes.
  double motion = 0.7, change = 0.3;
  /// Whether bodies share their shapes. A restored world shares none with the caller, so that
  /// it stores more of them than the original once bodies with the caller's shapes are added.
  bool share_shapes = true;
  /// Of the worlds that follow: pairs nearer than this touch.
  double margin = 0;

  struct Member {
    BodyOptions body;
    Shape scaled;
  };
  const std::map<BodyId, Member>& bodies() const { return bodies_; }
  bool allowed(BodyId a, BodyId b) const;
  /// The pairs that touch now, asked one by one and without a cache.
  std::set<BodyPair> touching(QueryMethod method = QueryMethod::automatic) const;

 private:
  struct Follower {
    World* world;
    std::optional<BoxKind> boxes;
    std::vector<BodyId> ids = {};  ///< by index, of bodies that have come since
  };

  /// act(world, boxes) for each; in it, own(id) is what that world calls the body.
  template <class Do>
  void all(Do act);
  BodyId own(BodyId id) const;
  BodyId any();
  Shape any_shape();
  Pose anywhere();
  Pose near(const Pose& pose);
  void come();
  void go(BodyId id);
  void move_some();
  void change_something();
  void set_active(BodyId a, BodyId b, bool active);

  Life life_;
  Rng rng_;
  std::uint32_t count_;
  double room_;
  std::vector<Shape> shapes_;
  std::vector<Follower> worlds_;
  Follower* acting_ = nullptr;
  std::map<BodyId, Member> bodies_;
  std::set<BodyPair> exceptions_;
  bool active_ = true;
};

/// Everything that a frame says, as bytes: equal exactly if two frames are. But its times, and what
/// BroadMethod::space_time counts, which a restored world does not go on with.
std::vector<std::byte> digest(const FrameReport& report);

}  // namespace glance::test
