// For bodies that move: which bodies of a tree they might meet soon. A search with a wider box
// holds until the body leaves that box, or the tree gets new bodies; in most frames a handful of
// boxes is all there is to look at.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "broad/box_tree.h"

namespace glance::rooms::broad {

class NearLists {
 public:
  /// The tree has new bodies: no list holds any longer.
  void forget_all() { version_++; }

  /// Makes room for the lists of this many bodies.
  void make_room(std::size_t bodies);

  /// Calls found(other) for all bodies of the tree whose boxes overlap that of `body`.
  template <class Found>
  void find(std::uint32_t body, const BoxArrays& boxes, const BoxTree& tree, Found found) {
    const FloatBox box = boxes.get(body);
    List& list = lists_[body & (lists_.size() - 1)];
    if (list.body != body || list.version != version_ || !holds(list.wide, box)) {
      list.body = body;
      search(box, tree, list);
    }
    if (list.count > kRoom) return tree.find(box, found);
    for (std::uint32_t n = 0; n < list.count; n++) {
      // Those that left the tree are not in it.
      const std::uint32_t other = list.near[n];
      if (tree.contains(other) && boxes.overlap(body, other)) found(other);
    }
  }

  /// Searches in the tree since it was made.
  std::uint64_t searches() const { return searches_; }

  std::size_t bytes() const { return lists_.capacity() * sizeof(List); }

 private:
  static constexpr std::uint32_t kRoom = 7;

  struct List {
    FloatBox wide;
    std::uint32_t body = 0;     ///< whose list it is
    std::uint32_t version = 0;  ///< of the tree; 0: never searched
    std::uint32_t count = 0;    ///< more than kRoom: too many to be listed
    std::array<std::uint32_t, kRoom> near;
  };

  static bool holds(const FloatBox& outer, const FloatBox& inner) {
    int all = 1;
    for (int k = 0; k < 3; k++) {
      all &= int{outer.lower[k] <= inner.lower[k]} & int{inner.upper[k] <= outer.upper[k]};
    }
    return all != 0;
  }
  void search(const FloatBox& box, const BoxTree& tree, List& list);

  std::uint32_t version_ = 1;
  std::uint64_t searches_ = 0;
  /// A power of two of them, by the lower bits of the body: of two that share a place, the last one
  /// has it.
  std::vector<List> lists_;
};

}  // namespace glance::rooms::broad
