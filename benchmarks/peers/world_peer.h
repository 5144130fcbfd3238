// What the benchmarks know of a library that finds out, frame after frame, which bodies of a
// scene touch: the same for ours and for its peers. They live apart, as peer.h says.
#pragma once

#include <cstdint>

#include "peers/peer.h"

namespace glance::bench {

/// Bodies that move about in a cube.
struct WorldScene {
  std::vector<Hull> hulls;             ///< each has its local origin inside
  std::vector<std::uint32_t> hull_of;  ///< of each body
  double reach = 0;                    ///< no coordinate of any body is ever beyond +-reach

  std::size_t bodies() const { return hull_of.size(); }
};

/// Two bodies by number.
struct WorldPair {
  std::uint32_t first, second;  ///< first < second

  auto operator<=>(const WorldPair&) const = default;
};

class WorldPeer {
 public:
  virtual ~WorldPeer() = default;

  virtual const char* name() const = 0;
  virtual bool offers(Question question) const = 0;

  /// A new world of these bodies, which will be asked this question. Not timed.
  virtual void load(const WorldScene& scene, Question question) = 0;

  /// Makes the poses of the next frames in the library's own type: frame by frame, one for each
  /// body. Not timed.
  virtual void prepare(std::span<const Placement> placements) = 0;

  /// A whole frame, by its number among those prepared: hands all poses over and finds all
  /// pairs that touch. This is what is timed.
  virtual void detect(std::size_t frame) = 0;

  /// What the last frame found, in any order ..
  virtual std::span<const WorldPair> touching() const = 0;
  /// .. and how many pairs it asked about.
  virtual std::size_t candidates() const = 0;

  /// Gives the memory back until the next load.
  virtual void unload() = 0;
};

}  // namespace glance::bench
