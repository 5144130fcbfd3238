// Iterates over the bodies of a world.
#pragma once

#include <cstddef>
#include <iterator>

#include "glance/body_id.h"
#include "glance/export.h"

namespace glance {
class World;
}
namespace glance::rooms::world {
class Bodies;
}

namespace glance {

/// The ids of a world's bodies in the order of their indices. Does not allocate:
///
///     for (const BodyId id : world.bodies()) ..
///
/// Valid until a body is added or removed.
class GLANCE_API BodyRange {
 public:
  /// A forward iterator over BodyId.
  class Iterator {
   public:
    /// @{
    /// What the standard library asks of an iterator.
    using iterator_category = std::forward_iterator_tag;
    using value_type = BodyId;
    using difference_type = std::ptrdiff_t;
    using pointer = const BodyId*;
    using reference = const BodyId&;
    /// @}

    Iterator() = default;
    /// @{
    /// The body that the iterator is at.
    const BodyId& operator*() const;
    const BodyId* operator->() const { return &**this; }
    /// @}
    /// @{
    /// Goes on to the next body.
    Iterator& operator++();
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    /// @}
    bool operator==(const Iterator&) const = default;

   private:
    friend class BodyRange;
    Iterator(const rooms::world::Bodies* bodies, std::uint32_t index)
        : bodies_(bodies), index_(index) {}

    const rooms::world::Bodies* bodies_ = nullptr;
    std::uint32_t index_ = 0;
  };

  /// @{
  /// The bodies, for range-based for.
  Iterator begin() const;
  Iterator end() const;
  /// @}
  /// The number of bodies.
  std::size_t size() const;
  /// Whether there are none.
  bool empty() const { return size() == 0; }
  /// The first body. The range must not be empty.
  BodyId front() const { return *begin(); }

 private:
  friend class World;  // makes it
  explicit BodyRange(const rooms::world::Bodies& bodies) : bodies_(&bodies) {}

  const rooms::world::Bodies* bodies_;
};

}  // namespace glance
