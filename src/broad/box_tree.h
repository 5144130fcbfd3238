// A tree of boxes for bodies that stay where they are: asks which of them a box, or anything else
// that can be tested against boxes, meets. Bodies come and go one by one, or all at once.
//
// A node holds the boxes of its two children, so one place in memory decides about both. A new body
// goes down to where it enlarges boxes least, and on the way back two neighbours at different
// heights change places where that makes a box smaller. After as many changes as there are bodies
// the tree is built from scratch, so its shape does not depend on what happened long ago.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bound/boxes.h"
#include "rooms.h"

namespace glance::rooms::broad {

class BoxTree {
 public:
  std::size_t size() const { return size_; }
  bool contains(std::uint32_t body) const {
    return body < place_.size() && place_[body] != kNowhere;
  }

  /// Adds bodies that are not in the tree yet.
  void insert(std::span<const std::uint32_t> bodies, const BoxArrays& boxes);
  /// Removes bodies that are in the tree.
  void remove(std::span<const std::uint32_t> bodies);
  void clear();

  /// Calls found(body) for all bodies whose boxes overlap the box (borders included).
  template <class Found>
  void find(const FloatBox& box, Found found) const {
    walk([&box](const FloatBox& other) { return meet(box, other); }, found);
  }

  /// Calls found(body) for all bodies of which all boxes on the way to them, and their own, pass
  /// the test: meets(FloatBox) must be true for boxes that hold a box for which it is true.
  template <class Meets, class Found>
  void walk(Meets meets, Found found) const;

  /// Whether boxes, links and counts are right.
  bool is_valid() const;
  /// What a search has to look at: the mean number of nodes above a body.
  double mean_depth() const;
  /// Since it was made.
  std::uint64_t rebuilds() const { return rebuilds_; }

  void reserve(std::size_t bodies);
  std::size_t bytes() const;

 private:
  /// What hangs in a slot: nothing, a node or a body.
  using Link = std::uint32_t;
  static constexpr Link kNothing = UINT32_MAX;  ///< only in the root
  static constexpr Link kBody = 0x80000000u;    ///< flag
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  /// One of the two places of a node: 2 * node + side.
  using Slot = std::uint32_t;

  struct Node {
    std::array<FloatBox, 2> box;
    std::array<Link, 2> child = {kNothing, kNothing};
    Slot parent = kNowhere;  ///< the slot that this node hangs in; of a free one, the next
  };

  struct Leaf {
    FloatBox box;
    std::uint32_t body;
  };

  static bool meet(const FloatBox& a, const FloatBox& b) {
    int all = 1;
    for (int k = 0; k < 3; k++) {
      all &= int{a.lower[k] <= b.upper[k]} & int{b.lower[k] <= a.upper[k]};
    }
    return all != 0;
  }

  FloatBox& box_at(Slot slot) { return nodes_[slot / 2].box[slot % 2]; }
  const FloatBox& box_at(Slot slot) const { return nodes_[slot / 2].box[slot % 2]; }
  Link& link_at(Slot slot) { return nodes_[slot / 2].child[slot % 2]; }
  Link link_at(Slot slot) const { return nodes_[slot / 2].child[slot % 2]; }
  static bool is_node(Link link) { return link != kNothing && (link & kBody) == 0; }
  void hang(Slot slot, Link link, const FloatBox& box);
  FloatBox box_around(std::uint32_t node) const;
  std::uint32_t take_node();
  void free_node(std::uint32_t node);

  void insert_one(std::uint32_t body, const FloatBox& box);
  void remove_one(std::uint32_t body);
  Slot best_slot(const FloatBox& box) const;
  void refit(std::uint32_t node);
  void rotate(std::uint32_t node);
  void gather();
  void build();
  static std::size_t divide(std::span<Leaf> leaves);
  void build(Slot slot, std::span<Leaf> leaves);

  std::size_t size_ = 0;
  std::size_t changes_ = 0;  ///< since the tree was built
  std::uint64_t rebuilds_ = 0;
  std::vector<Node> nodes_ = {Node()};  ///< the first one is the root
  std::uint32_t free_ = kNowhere;       ///< the first free node
  std::vector<Slot> place_;             ///< by body
  std::vector<Leaf> leaves_;            ///< room for build()
};

template <class Meets, class Found>
void BoxTree::walk(Meets meets, Found found) const {
  if (size_ == 0) return;
  std::array<std::uint32_t, 128> near;
  std::vector<std::uint32_t> far;  // where a tree is deeper than that
  std::size_t depth = 0;
  std::uint32_t node = 0;
  for (;;) {
    const Node& n = nodes_[node];
    std::uint32_t next = kNowhere;
    for (std::size_t side = 0; side < 2; side++) {
      const Link child = n.child[side];
      if (child == kNothing || !meets(n.box[side])) continue;
      if (child & kBody) {
        found(child & ~kBody);
      } else if (next == kNowhere) {
        next = child;
      } else if (depth < near.size()) {
        near[depth++] = child;
      } else {
        far.push_back(child);
      }
    }
    if (next == kNowhere) {
      if (!far.empty()) {
        next = far.back();
        far.pop_back();
      } else if (depth > 0) {
        next = near[--depth];
      } else {
        return;
      }
    }
    node = next;
  }
}

}  // namespace glance::rooms::broad
