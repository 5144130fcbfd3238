// The search through pairs of nodes of two trees (Li and Chen, figure 1), and the front of that
// tree of pairs at which it ends: the separation list.
//
// Of two nodes the larger one is split, so that every pair but that of the roots has exactly one
// parent. A pair is set aside once its volumes are farther apart than the visitor's limit: 0 for
// "do they touch?", the shortest distance so far for "how far apart are they?". A pair of leaves is
// shown to the visitor, which may lower the limit or stop the search.
#pragma once

#include <algorithm>
#include <array>

#include "base/work_limit.h"
#include "bound/boxes.h"
#include "bound/volume_pair.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::mesh {

struct WalkCounts {
  std::uint32_t volume_tests = 0, primitive_tests = 0;
};

/// Visitor (see LeafGoal): double limit() const, in A's unit; bool visit(item_a, item_b), true to
/// stop; bool rules_out(node_a, node_b), whether nothing below them is of interest, whatever their
/// volumes say; double bound() const, a lower bound on the distance of those that were last visited
/// or ruled out, in A's unit.
template <class Volume, class Visitor>
class TreeWalk {
 public:
  TreeWalk(const TreeView<Volume>& a, const TreeView<Volume>& b, const Placement& place,
           Visitor& visitor, std::vector<ListEntry>& cut)
      : a_(a.nodes),
        b_(b.nodes),
        volumes_a_(a.volumes),
        volumes_b_(b.volumes),
        test_(place),
        size_b_(place.scale),
        visitor_(visitor),
        cut_(cut) {}

  /// A lower bound on the distance of two nodes, exact enough to compare it with the limit.
  double bound(NodePair p) {
    counts.volume_tests++;
    spend_work(5);
    return test_.bound(volumes_a_[p.a], volumes_b_[p.b], visitor_.limit() + reserve);
  }

  /// Searches below the pairs in the heap (put there by add_waiting), nearest first: for the
  /// shortest distance. So no pair is split that is farther apart than this distance turns out to
  /// be. (Two bunnies near contact: 6,500 tests depth first, 1,000 nearest first.)
  bool search_nearest(std::vector<WaitingPair>& heap) {
    std::uint32_t divided = 0;
    while (!heap.empty() && !(heap.front().bound > visitor_.limit())) {
      std::pop_heap(heap.begin(), heap.end(), IsLater());
      // Pairs of volumes that overlap have to be split in any case: at once, on a stack, without
      // going through the heap.
      int top = 0;
      stack_[top++] = heap.back();
      heap.pop_back();
      while (top > 0) {
        const WaitingPair now = stack_[--top];
        const TreeNode &node_a = a_[now.pair.a], &node_b = b_[now.pair.b];
        const bool leaves = node_a.is_leaf() && node_b.is_leaf();
        if (ends_before(now) || (leaves && visit(now.pair, node_a, node_b))) {
          while (top > 0) keep(stack_[--top]);
          for (const WaitingPair& waiting : heap) keep(waiting);
          return true;
        }
        if (leaves || rules_out(now.pair)) continue;
        if (++divided == kDivideBeforeDive && visitor_.limit() == INFINITY && dive(now.pair)) {
          keep(now);
          while (top > 0) keep(stack_[--top]);
          for (const WaitingPair& waiting : heap) keep(waiting);
          return true;
        }
        for (const NodePair child : children(now.pair, node_a, node_b)) {
          const double child_bound = bound(child);
          if (child_bound <= 0) {
            stack_[top++] = {child, child_bound};
          } else if (child_bound > visitor_.limit()) {
            keep(child, child_bound);
          } else {
            add_waiting({child, child_bound}, heap);
          }
        }
      }
    }
    for (const WaitingPair& waiting : heap) keep(waiting);
    return false;
  }

  /// Searches below a pair that is not apart, depth first, and adds the pairs at which it ends to
  /// the front. If the visitor stops the search, the pairs that were not examined are added too.
  bool descend(NodePair from) {
    int top = 0;
    stack_[top++] = {from, 0};
    while (top > 0) {
      const WaitingPair now = stack_[--top];
      if (now.bound > visitor_.limit()) {  // the limit has been lowered meanwhile
        keep(now.pair, now.bound);
        continue;
      }
      const TreeNode &node_a = a_[now.pair.a], &node_b = b_[now.pair.b];
      const bool leaves = node_a.is_leaf() && node_b.is_leaf();
      if (ends_before(now) || (leaves && visit(now.pair, node_a, node_b))) {
        while (top > 0) keep(stack_[--top]);
        return true;
      }
      if (leaves || rules_out(now.pair)) continue;
      const auto [first, second] = children(now.pair, node_a, node_b);
      const double limit = visitor_.limit();
      const double first_bound = bound(first), second_bound = bound(second);
      const bool first_apart = first_bound > limit, second_apart = second_bound > limit;
      if (first_apart) keep(first, first_bound);
      if (second_apart) keep(second, second_bound);
      if (!first_apart && !second_apart) {  // the nearer one first
        const bool swap = is_nearer(second, second_bound, first, first_bound);
        stack_[top++] = swap ? WaitingPair{first, first_bound} : WaitingPair{second, second_bound};
        stack_[top++] = swap ? WaitingPair{second, second_bound} : WaitingPair{first, first_bound};
      } else if (!first_apart) {
        stack_[top++] = {first, first_bound};
      } else if (!second_apart) {
        stack_[top++] = {second, second_bound};
      }
    }
    return false;
  }

  /// The pair whose split produced this one (the roots are their own parent). Of the parents of
  /// both nodes, the smaller one was split last (at equal sizes B's).
  NodePair parent(NodePair p) const {
    if (p.a == 0) return {p.a, b_[p.b].parent};
    if (p.b == 0) return {a_[p.a].parent, p.b};
    const std::uint32_t up_a = a_[p.a].parent, up_b = b_[p.b].parent;
    return is_larger(a_[up_a], b_[up_b]) ? NodePair{p.a, up_b} : NodePair{up_a, p.b};
  }

  static void add_waiting(const WaitingPair& waiting, std::vector<WaitingPair>& heap) {
    heap.push_back(waiting);
    std::push_heap(heap.begin(), heap.end(), IsLater());
  }

  void keep(NodePair p, double apart) const {
    if (keeps_cut) cut_.push_back({p, float_below(apart + travel)});
  }
  void keep(const WaitingPair& waiting) const { keep(waiting.pair, waiting.bound); }

  /// Whether the allowed number of tests is used up.
  bool is_spent() const { return counts.volume_tests >= max_tests; }

  /// From here on nothing is examined: what is added to the front now is still open.
  void end_early() {
    interrupted = true;
    settled = cut_.size();
  }

  WalkCounts counts;
  std::uint32_t max_tests = UINT32_MAX;  ///< of volumes; two triangles count as several tests
  bool interrupted = false;              ///< max_tests has ended the search
  std::size_t settled = 0;  ///< in that case: how many pairs of the front were examined
  bool keeps_cut = true;    ///< false: no list is wanted
  double travel = 0;        ///< SeparationList::travel
  /// How far bounds should exceed the limit where that costs little, so that they stay valid for
  /// longer when the bodies move.
  double reserve = 0;

 private:
  /// The cost of a test of two triangles, in tests of volumes: 0.3 to 1 us against 0.05.
  static constexpr std::uint32_t kVolumesAPrimitive = 8;

  /// Parallel surfaces have very many pairs of nodes that are equally near, and "nearest first"
  /// does not get to triangles for long. After this many splits without any triangles, it dives
  /// down to two of them.
  static constexpr std::uint32_t kDivideBeforeDive = 1024;

  /// Goes down to two leaves, always to the nearer child, for a first limit. True if that stops the
  /// search.
  bool dive(NodePair p) {
    while (!(a_[p.a].is_leaf() && b_[p.b].is_leaf())) {
      const auto [first, second] = children(p, a_[p.a], b_[p.b]);
      p = is_nearer(second, bound(second), first, bound(first)) ? second : first;
    }
    counts.primitive_tests++;
    return visitor_.visit(a_[p.a].child, b_[p.b].child);
  }

  /// Orders pairs nearest first; equally near ones by their numbers, so that the order is
  /// deterministic.
  struct IsLater {
    bool operator()(const WaitingPair& p, const WaitingPair& q) const {
      if (p.bound != q.bound) return p.bound > q.bound;
      return p.pair.a != q.pair.a ? p.pair.a > q.pair.a : p.pair.b > q.pair.b;
    }
  };

  /// Whether the tests are used up, so that the search ends with this pair still open.
  bool ends_before(const WaitingPair& now) {
    if (!is_spent()) return false;
    end_early();
    keep(now);
    return true;
  }

  /// Shows a pair of leaves to the visitor; true if that stops the search.
  bool visit(NodePair p, const TreeNode& leaf_a, const TreeNode& leaf_b) {
    counts.primitive_tests++;
    if (max_tests != UINT32_MAX) max_tests -= std::min(max_tests, kVolumesAPrimitive);
    const bool stops = visitor_.visit(leaf_a.child, leaf_b.child);
    keep(p, visitor_.bound());
    return stops;
  }

  bool rules_out(NodePair p) {
    if (!visitor_.rules_out(p.a, p.b)) return false;
    keep(p, visitor_.bound());
    return true;
  }

  /// Compares by bounds; volumes that overlap, by their centres.
  bool is_nearer(NodePair p, double p_bound, NodePair q, double q_bound) const {
    if (p_bound != q_bound) return p_bound < q_bound;
    return test_.center_distance_sq(volumes_a_[p.a], volumes_b_[p.b]) <
           test_.center_distance_sq(volumes_a_[q.a], volumes_b_[q.b]);
  }

  bool is_larger(const TreeNode& a, const TreeNode& b) const {
    return static_cast<double>(a.size) >= static_cast<double>(b.size) * size_b_;
  }

  std::array<NodePair, 2> children(NodePair p, const TreeNode& a, const TreeNode& b) const {
    const bool divide_a = b.is_leaf() || (!a.is_leaf() && is_larger(a, b));
    if (divide_a) return {NodePair{a.child, p.b}, NodePair{a.second(), p.b}};
    return {NodePair{p.a, b.child}, NodePair{p.a, b.second()}};
  }

  /// Each split leaves at most one pair waiting: at most as many as both trees have levels
  /// (tree_build makes no more than 77).
  static constexpr int kMaxWaiting = 160;

  const TreeNode *a_, *b_;
  const Volume *volumes_a_, *volumes_b_;
  VolumePair<Volume> test_;
  double size_b_;
  Visitor& visitor_;
  std::vector<ListEntry>& cut_;
  std::array<WaitingPair, kMaxWaiting> stack_;
};

}  // namespace glance::rooms::mesh
