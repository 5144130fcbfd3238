// The order in which contacts are solved: one order, whatever order they come in.
#pragma once

#include <span>
#include <vector>

#include "glance/response.h"
#include "response/islands.h"

namespace glance::rooms::response {

/// A contact with a < b, and where it came from.
struct OrderedContact {
  ResponseContact contact;
  std::uint32_t island = 0;  ///< the smallest number of its bodies that are not fixed
  std::uint32_t given = 0;   ///< its place in the list that was given
  bool flipped = false;
};

/// Keeps its arrays.
class ContactOrder {
 public:
  /// By islands, then by bodies, then by place. Contacts of two fixed bodies are left out.
  std::span<const OrderedContact> make(std::span<const RigidBody> bodies,
                                       std::span<const ResponseContact> contacts);

  std::size_t bytes() const {
    return islands_.bytes() +
           (unordered_.capacity() + ordered_.capacity()) * sizeof(OrderedContact) +
           keys_.capacity() * sizeof(Key);
  }

 private:
  /// What most contacts differ in.
  struct Key {
    std::uint32_t island, a, b, place;
  };

  Islands islands_;
  std::vector<OrderedContact> unordered_, ordered_;
  std::vector<Key> keys_;
};

}  // namespace glance::rooms::response
