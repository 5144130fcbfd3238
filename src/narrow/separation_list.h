// Searches that start where the last one ended (Li and Chen 1998, section 4).
//
// The cut may be any set of pairs of nodes such that every pair of leaves is below one of them: so
// it is right for every pose and every question, and only its cost depends on how it was left. What
// the paper leaves open:
//
//   - a search that stops at a hit keeps the pairs that it has not looked at;
//   - the roots are tested first, and a jump (kJump) starts from them;
//   - a list that gets too long is dropped.
#pragma once

#include "glance/query.h"
#include "narrow/tree_walk.h"

namespace glance {

/// A body has jumped if it moved by more than this part of the size of the smaller body: then few
/// pairs are where they were. (Random jumps of bunnies: the list costs 1.0 times as much as
/// starting from the roots; without this 1.6.)
inline constexpr double kJump = 0.1;

/// Runs one search. `reach`: how far B's points are from its tree's origin, in A's unit. Returns
/// whether the visitor stopped it.
template <class Volume, class Visitor>
class ListSearch {
 public:
  ListSearch(const TreeView<Volume>& a, const TreeView<Volume>& b, const Placement& place,
             Visitor& visitor, SeparationList& list, const ListOptions& options)
      : a_(a), b_(b), place_(place), walk_(a, b, place, visitor), list_(list), options_(options) {}

  /// `nearest_first`: for the shortest distance. (Moving up relies on the order of the list, which
  /// is that of a search in depth.)
  bool run(bool nearest_first) {
    nearest_first_ = nearest_first;
    walk_.keeps_cut = options_.policy != ListPolicy::top_down;
    const bool known = list_.tree_a == a_.id && list_.tree_b == b_.id && !list_.entries.empty();
    const bool stopped = known && !wants_rebuild() ? follow() : from_roots();
    list_.tree_a = a_.id;
    list_.tree_b = b_.id;
    list_.placed = place_.numbers();
    if (!stopped && !rebuilt_) {
      list_.still = list_.next.size() > list_.entries.size() ? 0 : list_.still + 1;
    }
    std::swap(list_.entries, list_.next);
    list_.next.clear();
    if (list_.entries.size() > options_.max_entries || options_.policy == ListPolicy::top_down) {
      list_.entries.clear();
    }
    return stopped;
  }

  WalkCounts counts() const { return walk_.counts; }
  NodePair stopped_at() const { return walk_.stopped_at; }

 private:
  bool wants_rebuild() const {
    switch (options_.policy) {
      case ListPolicy::top_down: return true;
      case ListPolicy::both_ways: break;
      case ListPolicy::predict:
        if (list_.still > 0) return true;
        break;
      case ListPolicy::deferred:
        if (list_.still > options_.deferrals) return true;
        break;
    }
    const double size_b = b_.nodes[0].size * place_.scale;
    const double smaller = std::min<double>(a_.nodes[0].size, size_b);
    return place_.moved_since(list_.placed, 1.8) > kJump * smaller;
  }

  bool from_roots() {
    rebuilt_ = true;
    list_.still = 0;
    list_.next.clear();
    if (nearest_first_ && options_.policy != ListPolicy::both_ways) {
      return walk_.search_nearest(list_.heap, list_.next);
    }
    if (!walk_.is_apart({})) return walk_.descend({}, list_.next);
    list_.next.push_back({});
    return false;
  }

  bool follow() {
    list_.next.clear();
    if (list_.entries.size() > 1 && walk_.is_apart({})) {
      list_.next.push_back({});
      return false;
    }
    for (std::size_t i = 0; i < list_.entries.size(); i++) {
      const NodePair entry = list_.entries[i];
      if (walk_.is_apart(entry)) {
        if (options_.policy == ListPolicy::both_ways) {
          i = move_up(entry, i);
        } else {
          list_.next.push_back(entry);
        }
      } else if (walk_.descend(entry, list_.next)) {
        list_.next.insert(list_.next.end(), list_.entries.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                          list_.entries.end());
        return true;
      }
    }
    return false;
  }

  /// Replaces an entry by the highest pair above it that is apart. Whatever else is below that pair
  /// stands beside the entry. Returns the last place of the old list that is dealt with.
  std::size_t move_up(NodePair entry, std::size_t place) {
    NodePair highest = entry;
    while (!(highest == NodePair{})) {
      const NodePair parent = walk_.parent(highest);
      if (knows_ && parent == not_apart_) break;
      if (!walk_.is_apart(parent)) {
        not_apart_ = parent;
        knows_ = true;
        break;
      }
      highest = parent;
    }
    if (!(highest == entry)) {
      const auto is_below = [&](NodePair p) {
        return a_.is_below(p.a, highest.a) && b_.is_below(p.b, highest.b);
      };
      while (!list_.next.empty() && is_below(list_.next.back())) list_.next.pop_back();
      while (place + 1 < list_.entries.size() && is_below(list_.entries[place + 1])) place++;
    }
    list_.next.push_back(highest);
    return place;
  }

  TreeView<Volume> a_, b_;
  const Placement& place_;
  TreeWalk<Volume, Visitor> walk_;
  SeparationList& list_;
  const ListOptions& options_;
  bool rebuilt_ = false, nearest_first_ = false;
  bool knows_ = false;  ///< not_apart_ is set
  NodePair not_apart_;
};

}  // namespace glance
