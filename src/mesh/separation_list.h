// Searches that start where the last one ended (Li and Chen 1998, section 4).
//
// The list may be any set of pairs of nodes such that every pair of leaves is below one of them. So
// it is right for every pose and every question; only the cost of a search depends on what the last
// one left. What the paper leaves open is decided here as follows:
//
//   - a search that stops at a hit keeps the pairs that it has not examined;
//   - the roots are tested first, and after a jump (kJump) the search starts from them;
//   - a list that was made from the roots for exactly these poses is as short as possible, so a
//     pair at rest does not start again from the roots;
//   - a list that gets too long is dropped.
//
// This is not in the paper: an entry remembers how far apart its volumes were (ListEntry::until).
// As long as the bodies have not moved that far, it is not tested again.
#pragma once

#include <algorithm>
#include <array>

#include "glance/query.h"
#include "mesh/mesh_workspace.h"
#include "mesh/tree_walk.h"

namespace glance::rooms::mesh {

/// A body has jumped if it moved by more than this fraction of the size of the smaller body. Then
/// few pairs are still where the list has them.
inline constexpr double kJump = 0.5;

/// Starting again from the roots is worthwhile once the list is kGrown times as long as when it was
/// last made from the roots, or once the bodies have moved by kAway times the size of the smaller
/// one since then. (Entries that are not tested cost little: measured on nine bunnies of 500
/// triangles.)
inline constexpr double kGrown = 2, kAway = 1;

/// Beyond this distance travelled (in A's unit), floats are too coarse for what is left of an
/// entry's bound.
inline constexpr double kMaxTravel = 64;

/// The number of entries that every list has memory for (1.5 kB).
inline constexpr std::size_t kLeastRoom = 128;

template <class Volume, class Visitor>
class ListSearch {
 public:
  /// `shape_a`, `shape_b`: what the distances in the list depend on, beside the trees.
  ListSearch(const TreeView<Volume>& a, const TreeView<Volume>& b, const Placement& place,
             const Pose& pose_a, const Pose& pose_b, Visitor& visitor, SeparationList& list,
             SearchRoom& room, const ListOptions& options)
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        place_(place),
        placed_(place.numbers()),
        visitor_(visitor),
        walk_(a, b, place, visitor, room.next),
        list_(list),
        next_(room.next),
        heap_(room.heap),
        options_(options) {}

  /// Interrupts the search after this many tests, if it can be continued from there: not without a
  /// list, nor with one that was too long the last time. Each search makes some progress, however
  /// little.
  void stop_after(std::uint32_t tests) {
    if (options_.policy == ListPolicy::top_down || options_.max_entries == 0 || list_.lost) return;
    walk_.max_tests = tests;
  }
  bool interrupted() const { return walk_.interrupted; }

  /// Runs one search. Returns true if the visitor stopped it. For the shortest distance, nearest
  /// pairs come first. (Not where entries move up: that relies on the order of the list, which is
  /// that of a depth-first search.) `settles`: the shapes are identified well enough
  /// (TreeView::shape) that the next search with the same poses may leave out what this one has
  /// examined.
  bool run(SearchFor what, bool settles) {
    what_ = what;
    nearest_first_ = what == SearchFor::nearest && options_.policy != ListPolicy::both_ways;
    walk_.keeps_cut = options_.policy != ListPolicy::top_down && options_.max_entries > 0;
    next_.clear();
    const bool known = list_.tree_a == a_.id && list_.tree_b == b_.id && !list_.entries.empty();
    if (known) move();
    const bool stopped = known && !wants_rebuild() ? follow() : from_roots();
    if (!stopped && !rebuilt_) {
      list_.still = next_.size() > list_.entries.size() ? 0 : list_.still + 1;
    }
    list_.tree_a = a_.id;
    list_.tree_b = b_.id;
    list_.shape_a = a_.shape;
    list_.shape_b = b_.shape;
    list_.fresh = rebuilt_ || (list_.fresh && moved_ == 0);
    if (rebuilt_) list_.built_size = static_cast<std::uint32_t>(next_.size());
    list_.placed = placed_;
    list_.interrupted = walk_.interrupted;
    list_.lost = next_.size() > options_.max_entries;
    list_.settled = 0;
    if (settles) settle(stopped);
    remember();
    return stopped;
  }

  WalkCounts counts() const { return walk_.counts; }

 private:
  /// Records how many of the pairs in next_ are settled.
  void settle(bool stopped) {
    const std::size_t done = walk_.interrupted ? walk_.settled : stopped ? 0 : next_.size();
    list_.settled = list_.lost ? 0 : static_cast<std::uint32_t>(done);
    list_.settled_for = what_;
    list_.settled_limit = visitor_.limit();
    list_.settled_pose_a = pose_a_;
    list_.settled_pose_b = pose_b_;
  }

  void remember() {
    list_.entries.clear();
    if (next_.size() > options_.max_entries) return;
    // With room to grow, so that a pair in motion does not allocate again and again.
    if (next_.size() > list_.entries.capacity()) {
      list_.entries.reserve(std::max<std::size_t>(2 * next_.size(), kLeastRoom));
    }
    list_.entries.assign(next_.begin(), next_.end());
  }

  /// Determines how far B has moved, seen from A, since the last question.
  void move() {
    const bool same = list_.shape_a == a_.shape && list_.shape_b == b_.shape;
    if (!same) {  // refitted since: the list is still valid, but its distances are not
      list_.travel = kMaxTravel;
      list_.fresh = false;
      list_.settled = 0;
      for (ListEntry& entry : list_.entries) entry.until = 0;
    } else if (placed_ != list_.placed) {
      // Both relative poses are off by rounding errors.
      moved_ = place_.moved_since(list_.placed, b_.nodes[0].size) * place_.grow + 2 * place_.slack;
    }
    list_.travel += moved_;
    walk_.travel = list_.travel;
    walk_.reserve = 2 * moved_;
  }

  bool wants_rebuild() const {
    if (options_.policy == ListPolicy::top_down) return true;
    if ((list_.fresh || list_.settled > 0) && moved_ == 0) return false;
    const double size_b = b_.nodes[0].size * place_.scale;
    const double smaller = std::min<double>(a_.nodes[0].size, size_b);
    if (moved_ > kJump * smaller || list_.travel > kMaxTravel) return true;
    const bool gains = static_cast<double>(list_.entries.size()) > kGrown * list_.built_size ||
                       list_.travel > kAway * smaller;
    if (!gains) return false;
    if (options_.policy == ListPolicy::both_ways) return false;
    return list_.still > (options_.policy == ListPolicy::predict ? 0 : options_.deferrals);
  }

  bool from_roots() {
    rebuilt_ = true;
    list_.still = 0;
    list_.travel = walk_.travel = 0;
    if (!nearest_first_) return look_at({});
    heap_.assign(1, {NodePair{}, walk_.bound({})});
    return walk_.search_nearest(heap_);
  }

  /// Tests a pair, and searches below it unless it is apart.
  bool look_at(NodePair pair) {
    const double apart = walk_.bound(pair);
    if (apart <= visitor_.limit()) return walk_.descend(pair);
    walk_.keep(pair, apart);
    return false;
  }

  bool follow() {
    if (list_.entries.size() > 1 && moved_ > 0) {
      const double apart = walk_.bound({});
      if (apart > visitor_.limit()) {
        walk_.keep({}, apart);
        return false;
      }
    }
    const std::size_t first = skip_settled();
    if (nearest_first_) return follow_nearest(first);
    for (std::size_t i = first; i < list_.entries.size(); i++) {
      if (walk_.is_spent()) return leave(i);
      const ListEntry entry = list_.entries[i];
      const bool lasts = entry.until - list_.travel > visitor_.limit();
      if (options_.policy == ListPolicy::both_ways) {
        const double apart = lasts ? entry.until - list_.travel : walk_.bound(entry.pair);
        if (apart > visitor_.limit()) {
          i = move_up({entry.pair, apart}, i);
          continue;
        }
        if (!walk_.descend(entry.pair)) continue;
      } else if (lasts) {
        next_.push_back(entry);
        continue;
      } else if (!look_at(entry.pair)) {
        continue;
      }
      keep_from(i + 1);
      return true;
    }
    return false;
  }

  /// With the same poses and the same question: keeps what was examined already, and returns where
  /// to continue. (The relative pose in doubles is not enough: whether two triangles touch depends
  /// on the last bit of each pose.) So parts of a search that are complete stay so while others
  /// continue.
  std::size_t skip_settled() {
    const bool goes_on = list_.settled_for == what_ && what_ != SearchFor::all_hits &&
                         visitor_.limit() <= list_.settled_limit &&
                         list_.settled_pose_a == pose_a_ && list_.settled_pose_b == pose_b_;
    if (!goes_on) return 0;
    next_.assign(list_.entries.begin(), list_.entries.begin() + list_.settled);
    return list_.settled;
  }

  /// Keeps the entries from this one on unchanged.
  void keep_from(std::size_t i) {
    next_.insert(next_.end(), list_.entries.begin() + static_cast<std::ptrdiff_t>(i),
                 list_.entries.end());
  }
  bool leave(std::size_t i) {
    walk_.end_early();
    keep_from(i);
    return true;
  }

  /// The same for the shortest distance: entries whose bound has run out wait until they are the
  /// nearest.
  bool follow_nearest(std::size_t first) {
    heap_.clear();
    const bool same_place = list_.interrupted && moved_ == 0;
    for (std::size_t i = first; i < list_.entries.size(); i++) {
      const ListEntry& entry = list_.entries[i];
      if (walk_.is_spent()) {
        leave(i);
        for (const WaitingPair& waiting : heap_) walk_.keep(waiting);
        return true;
      }
      const double known = entry.until - list_.travel;
      if (known > visitor_.limit()) {
        next_.push_back(entry);
        continue;
      }
      const double apart = same_place ? std::max(known, 0.0) : walk_.bound(entry.pair);
      if (apart > visitor_.limit()) {
        walk_.keep(entry.pair, apart);
      } else {
        walk_.add_waiting({entry.pair, apart}, heap_);
      }
    }
    return walk_.search_nearest(heap_);
  }

  /// Replaces an entry by the highest pair above it that is apart. All other entries below that
  /// pair are its neighbours in the list. Returns the index of the last old entry that this covers.
  std::size_t move_up(const WaitingPair& entry, std::size_t place) {
    WaitingPair highest = entry;
    while (!(highest.pair == NodePair{})) {
      const NodePair parent = walk_.parent(highest.pair);
      if (knows_ && parent == not_apart_) break;
      const double apart = walk_.bound(parent);
      if (!(apart > visitor_.limit())) {
        not_apart_ = parent;
        knows_ = true;
        break;
      }
      highest = {parent, apart};
    }
    if (!(highest.pair == entry.pair)) {
      const auto is_below = [&](const ListEntry& e) {
        return a_.is_below(e.pair.a, highest.pair.a) && b_.is_below(e.pair.b, highest.pair.b);
      };
      while (!next_.empty() && is_below(next_.back())) next_.pop_back();
      while (place + 1 < list_.entries.size() && is_below(list_.entries[place + 1])) place++;
    }
    walk_.keep(highest);
    return place;
  }

  TreeView<Volume> a_, b_;
  const Pose &pose_a_, &pose_b_;
  const Placement& place_;
  std::array<double, 12> placed_;
  Visitor& visitor_;
  TreeWalk<Volume, Visitor> walk_;
  SeparationList& list_;
  std::vector<ListEntry>& next_;
  std::vector<WaitingPair>& heap_;
  const ListOptions& options_;
  SearchFor what_ = SearchFor::nothing;
  bool rebuilt_ = false, nearest_first_ = false;
  double moved_ = 0;    ///< since the last question, in A's unit
  bool knows_ = false;  ///< not_apart_ is set
  NodePair not_apart_;
};

}  // namespace glance::rooms::mesh
