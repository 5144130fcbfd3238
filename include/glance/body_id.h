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

  auto operator<=>(const BodyId&) const = default;
};

}  // namespace glance
