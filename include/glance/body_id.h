// Identifies a body in a world.
#pragma once

#include <compare>
#include <cstdint>

namespace glance {

/// Identifies a body of a world. The index is used again after the body is removed, with another
/// generation, so the id of a removed body stays invalid. A default id is invalid.
struct BodyId {
  std::uint32_t index = 0;       ///< place of the body in the world's arrays; used again
  std::uint32_t generation = 0;  ///< tells apart the bodies that have had this index
  /// The number of the world that issued the id; a world rejects ids of other worlds. It depends on
  /// what else the program has made, and is not part of comparisons, hashes or files. (A restored
  /// world cannot know which world it was, and accepts ids by index and generation alone.)
  std::uint32_t world = 0;

  /// Compares index and generation.
  friend bool operator==(const BodyId& x, const BodyId& y) {
    return x.index == y.index && x.generation == y.generation;
  }
  /// Orders by index, then by generation.
  friend std::strong_ordering operator<=>(const BodyId& x, const BodyId& y) {
    if (const auto by_index = x.index <=> y.index; by_index != 0) return by_index;
    return x.generation <=> y.generation;
  }
};

}  // namespace glance
