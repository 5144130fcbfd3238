#include "broad/box_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace glance::rooms::broad {
namespace {

/// Where this part of all bodies come or go at once, building from scratch is quicker. (A body that
/// is inserted goes down the tree, which takes as long as sorting it in some four times.)
constexpr std::size_t kMany = 4;

double finite(float x) {
  constexpr float kMost = std::numeric_limits<float>::max();
  return std::clamp(x, -kMost, kMost);
}

/// Half the surface: in doubles it is finite for all boxes.
double area(const FloatBox& box) {
  const double x = finite(box.upper[0]) - finite(box.lower[0]);
  const double y = finite(box.upper[1]) - finite(box.lower[1]);
  const double z = finite(box.upper[2]) - finite(box.lower[2]);
  return x * y + y * z + z * x;
}

FloatBox around(const FloatBox& a, const FloatBox& b) {
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    box.lower[k] = std::min(a.lower[k], b.lower[k]);
    box.upper[k] = std::max(a.upper[k], b.upper[k]);
  }
  return box;
}

double twice_center(const FloatBox& box, int axis) {
  return finite(box.lower[axis]) + finite(box.upper[axis]);
}

}  // namespace

void BoxTree::insert(std::span<const std::uint32_t> bodies, const BoxArrays& boxes) {
  if (bodies.empty()) return;
  place_.resize(std::max(place_.size(), boxes.size()), kNowhere);
  const std::size_t size = size_ + bodies.size();
  changes_ += bodies.size();
  if (bodies.size() * kMany > size || changes_ > size) {
    gather();
    for (const std::uint32_t body : bodies) leaves_.push_back({boxes.get(body), body});
    return build();
  }
  for (const std::uint32_t body : bodies) insert_one(body, boxes.get(body));
}

void BoxTree::remove(std::span<const std::uint32_t> bodies) {
  if (bodies.empty()) return;
  changes_ += bodies.size();
  if (bodies.size() * kMany > size_) {
    for (const std::uint32_t body : bodies) place_[body] = kNowhere;
    gather();
    return build();
  }
  for (const std::uint32_t body : bodies) remove_one(body);
}

void BoxTree::clear() {
  nodes_.assign(1, Node());
  free_ = kNowhere;
  place_.clear();
  size_ = changes_ = 0;
}

void BoxTree::hang(Slot slot, Link link, const FloatBox& box) {
  link_at(slot) = link;
  box_at(slot) = box;
  if (is_node(link)) {
    nodes_[link].parent = slot;
  } else if (link != kNothing) {
    place_[link & ~kBody] = slot;
  }
}

FloatBox BoxTree::box_around(std::uint32_t node) const {
  return around(nodes_[node].box[0], nodes_[node].box[1]);
}

std::uint32_t BoxTree::take_node() {
  if (free_ == kNowhere) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  return std::exchange(free_, nodes_[free_].parent);
}

void BoxTree::free_node(std::uint32_t node) { nodes_[node].parent = std::exchange(free_, node); }

void BoxTree::insert_one(std::uint32_t body, const FloatBox& box) {
  size_++;
  const Slot slot = best_slot(box);
  if (link_at(slot) == kNothing) return hang(slot, body | kBody, box);
  const std::uint32_t node = take_node();
  hang(2 * node, link_at(slot), box_at(slot));
  hang(2 * node + 1, body | kBody, box);
  hang(slot, node, box_around(node));
  refit(slot / 2);
}

/// The slot in which the body is to hang beside what is there now: where boxes, its own and those
/// on the way, grow least. One step ahead is looked at.
BoxTree::Slot BoxTree::best_slot(const FloatBox& box) const {
  for (const Slot side : {0u, 1u}) {
    if (link_at(side) == kNothing) return side;
  }
  const auto growth = [&](Slot slot) {
    const double with = area(around(box_at(slot), box));
    return is_node(link_at(slot)) ? with - area(box_at(slot)) : with;
  };
  Slot slot = growth(0) <= growth(1) ? 0 : 1;
  while (is_node(link_at(slot))) {
    const double with = area(around(box_at(slot), box));
    const Slot first = 2 * link_at(slot), second = first + 1;
    const double on_first = growth(first), on_second = growth(second);
    // Here, a new box as large as this one; farther down, this one grows, and what is below, too.
    if (with < with - area(box_at(slot)) + std::min(on_first, on_second)) break;
    slot = on_first <= on_second ? first : second;
  }
  return slot;
}

void BoxTree::remove_one(std::uint32_t body) {
  size_--;
  const Slot slot = std::exchange(place_[body], kNowhere);
  const std::uint32_t node = slot / 2;
  link_at(slot) = kNothing;
  if (node == 0) return;
  const Slot up = nodes_[node].parent;
  hang(up, link_at(slot ^ 1), box_at(slot ^ 1));
  free_node(node);
  refit(up / 2);
}

/// Makes the boxes above a node right again, and smaller where exchanging neighbours does that.
void BoxTree::refit(std::uint32_t node) {
  for (;;) {
    rotate(node);
    if (node == 0) return;
    const Slot up = nodes_[node].parent;
    box_at(up) = box_around(node);
    node = up / 2;
  }
}

/// A child may change places with a child of its neighbour, if the neighbour's box then shrinks.
void BoxTree::rotate(std::uint32_t node) {
  double most = 0;
  Slot best_child = 0, best_grandchild = 0;
  for (const Slot child : {2 * node, 2 * node + 1}) {
    const Slot neighbor = child ^ 1;
    if (link_at(child) == kNothing || !is_node(link_at(neighbor))) continue;
    const double now = area(box_at(neighbor));
    for (const Slot side : {0u, 1u}) {
      const Slot grandchild = 2 * link_at(neighbor) + side;
      const double gain = now - area(around(box_at(child), box_at(grandchild ^ 1)));
      if (gain <= most) continue;
      most = gain;
      best_child = child;
      best_grandchild = grandchild;
    }
  }
  if (most == 0) return;
  const Link link = link_at(best_child);
  const FloatBox box = box_at(best_child);
  hang(best_child, link_at(best_grandchild), box_at(best_grandchild));
  hang(best_grandchild, link, box);
  box_at(best_child ^ 1) = box_around(best_grandchild / 2);
}

/// Leaves in leaves_ all bodies that are in the tree.
void BoxTree::gather() {
  leaves_.clear();
  for (std::uint32_t body = 0; body < place_.size(); body++) {
    if (place_[body] != kNowhere) leaves_.push_back({box_at(place_[body]), body});
  }
}

/// A tree of leaves_.
void BoxTree::build() {
  rebuilds_++;
  changes_ = 0;
  size_ = leaves_.size();
  nodes_.clear();
  nodes_.emplace_back();
  free_ = kNowhere;
  // Half of them below each slot of the root.
  const std::span<Leaf> leaves(leaves_);
  const std::size_t half = divide(leaves);
  if (half > 0) build(0, leaves.first(half));
  if (half < leaves.size()) build(1, leaves.subspan(half));
}

/// Puts half of the leaves first: those on one side, along the axis on which centers are spread
/// most.
std::size_t BoxTree::divide(std::span<Leaf> leaves) {
  const std::size_t half = leaves.size() / 2;
  if (half == 0) return half;
  int axis = 0;
  double widest = -1;
  for (int k = 0; k < 3; k++) {
    double low = std::numeric_limits<double>::max(), high = -low;
    for (const Leaf& leaf : leaves) {
      const double center = twice_center(leaf.box, k);
      low = std::min(low, center);
      high = std::max(high, center);
    }
    if (high - low <= widest) continue;
    widest = high - low;
    axis = k;
  }
  std::ranges::nth_element(leaves, leaves.begin() + static_cast<std::ptrdiff_t>(half), {},
                           [axis](const Leaf& leaf) { return twice_center(leaf.box, axis); });
  return half;
}

void BoxTree::build(Slot slot, std::span<Leaf> leaves) {
  if (leaves.size() == 1) return hang(slot, leaves[0].body | kBody, leaves[0].box);
  const std::size_t half = divide(leaves);
  const std::uint32_t node = take_node();
  build(2 * node, leaves.first(half));
  build(2 * node + 1, leaves.subspan(half));
  hang(slot, node, box_around(node));
}

bool BoxTree::is_valid() const {
  std::size_t bodies = 0;
  std::vector<std::uint32_t> open = {0};
  bool valid = true;
  while (!open.empty() && valid) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const Slot slot : {2 * node, 2 * node + 1}) {
      const Link link = link_at(slot);
      if (link == kNothing) {
        valid &= node == 0;
      } else if (is_node(link)) {
        valid &= nodes_[link].parent == slot && box_at(slot) == box_around(link);
        open.push_back(link);
      } else {
        valid &= place_[link & ~kBody] == slot;
        bodies++;
      }
    }
  }
  return valid && bodies == size_;
}

double BoxTree::mean_depth() const {
  double sum = 0;
  for (Slot slot : place_) {
    if (slot == kNowhere) continue;
    for (sum++; slot >= 2; slot = nodes_[slot / 2].parent) sum++;
  }
  return size_ > 0 ? sum / static_cast<double>(size_) : 0;
}

void BoxTree::reserve(std::size_t bodies) {
  nodes_.reserve(bodies + 1);
  place_.reserve(bodies);
  leaves_.reserve(bodies);
}

std::size_t BoxTree::bytes() const {
  return nodes_.capacity() * sizeof(Node) + place_.capacity() * sizeof(Slot) +
         leaves_.capacity() * sizeof(Leaf);
}

}  // namespace glance::rooms::broad
