// The name of a body in a world.
#pragma once

#include <compare>
#include <cstdint>

namespace glance {

/// A body of a world. The index is used again after a removal, with another generation, so
/// the id of a body that is gone stays invalid for good. A default id is invalid.
struct BodyId {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;
  /// A number of the world that gave it, which refuses the ids of others. It depends on what else
  /// the program has made, and is part of no comparison, hash or file. (A restored world cannot
  /// know which world it was, and takes ids by index and generation alone.)
  std::uint32_t world = 0;

  friend bool operator==(const BodyId& x, const BodyId& y) {
    return x.index == y.index && x.generation == y.generation;
  }
  friend std::strong_ordering operator<=>(const BodyId& x, const BodyId& y) {
    if (const auto by_index = x.index <=> y.index; by_index != 0) return by_index;
    return x.generation <=> y.generation;
  }
};

}  // namespace glance
