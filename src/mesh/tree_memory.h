// What a pair remembers if one of its bodies is a mesh or a compound.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "geom/triangle_buffer.h"
#include "glance/pair_cache.h"
#include "glance/workspace.h"

namespace glance::rooms::mesh {

/// A node of each tree; together, a node of the tree of pairs.
struct NodePair {
  std::uint32_t a = 0, b = 0;

  bool operator==(const NodePair&) const = default;
};

/// A pair that is still to be examined, and a lower bound on the distance between its volumes.
struct WaitingPair {
  NodePair pair;
  double bound = 0;

  bool operator==(const WaitingPair&) const = default;
};

/// What two leaf parts of compounds remember of each other.
struct PartMemory {
  std::uint32_t part_a = 0, part_b = 0;
  PairCache cache;

  bool operator==(const PartMemory&) const = default;
};

/// A pair of nodes at which the last search ended. Its volumes (for leaves: their content) are
/// apart by at least `until` minus the distance that the bodies have travelled since the list was
/// started (SeparationList::travel), in A's unit. While that is above the limit, the pair need not
/// be tested again.
struct ListEntry {
  NodePair pair;
  float until = 0;

  bool operator==(const ListEntry&) const = default;
};

/// What a search looks for. Which pairs need not be examined again depends on it.
enum class SearchFor : std::uint8_t { nothing, hit, all_hits, nearest };

/// Identifies a tree, and says which numbers of nodes and items are valid in it.
struct TreeSize {
  std::uint64_t id = 0;  ///< TreeTopology::id, or that of a convex body
  std::size_t nodes = 0, items = 0;
};
/// Of a mesh or a convex body.
TreeSize tree_size(const Shape& shape);

/// The separation list of Li and Chen (1998, section 4): the pairs of the tree of pairs at which
/// the last search ended. Every pair of leaves is below one of its entries.
struct SeparationList {
  /// Which trees it belongs to (TreeTopology::id), and for which shapes its distances are valid.
  std::uint64_t tree_a = 0, tree_b = 0, shape_a = 0, shape_b = 0;
  std::vector<ListEntry> entries;
  std::uint32_t still = 0;       ///< questions in a row at which it did not grow
  std::uint32_t built_size = 0;  ///< when it was last made from the roots
  bool fresh = false;            ///< made from the roots, and not moved since
  bool interrupted = false;      ///< the last search did not come to its end
  /// This many of the first entries are settled (all, if the search was complete): for this limit
  /// (A's unit) and exactly these poses they need not be examined again. Their result is in `last`.
  std::uint32_t settled = 0;
  SearchFor settled_for = SearchFor::nothing;
  double settled_limit = 0;
  Pose settled_pose_a, settled_pose_b;
  bool lost = false;  ///< it was too long, and was dropped
  bool has_last = false;
  NodePair last;      ///< the leaves that met, or were closest
  double travel = 0;  ///< how far B's points have moved at most, seen from A, in A's unit
  std::array<double, 12> placed = {};  ///< where B was in A's frame at the last question

  bool is_unchecked = false;  ///< it comes from a file, and was not yet checked against its trees

  /// Whether all its numbers are valid. (`last` of compounds is checked elsewhere.)
  bool fits(const TreeSize& a, const TreeSize& b) const;

  /// Forgets everything but the room it has.
  void clear() {
    std::vector<ListEntry> room = std::move(entries);
    room.clear();
    *this = {};
    entries = std::move(room);
  }

  bool operator==(const SeparationList&) const = default;
};

/// Two meshes in two poses whose distance is known: it is that of the leaves `nearest`.
struct SettledDistance {
  std::uint64_t shape_a = 0, shape_b = 0;  ///< of their trees; 0: nothing is known
  Pose pose_a, pose_b;
  NodePair nearest;

  bool operator==(const SettledDistance&) const = default;
};

/// Two meshes in two poses for which it is known whether one has a point inside the other.
struct SettledInside {
  std::uint64_t shape_a = 0, shape_b = 0;  ///< of their trees; 0: nothing is known
  bool solid_a = false, solid_b = false, touching = false;
  Pose pose_a, pose_b;
  std::optional<Vec3> point;

  bool operator==(const SettledInside&) const = default;
};

/// For a pair whose questions come without a workspace (QueryOptions::workspace). Nothing is
/// remembered in it: copies have an empty one, and all are equal.
struct OwnWorkspace {
  OwnWorkspace() = default;
  OwnWorkspace(const OwnWorkspace&) {}
  OwnWorkspace& operator=(const OwnWorkspace&) { return *this; }
  bool operator==(const OwnWorkspace&) const { return true; }

  Workspace workspace;
};

struct TreeMemory {
  SeparationList list;
  SettledDistance settled;
  SettledInside inside;
  TriangleBuffer triangle_a, triangle_b;  ///< room for two triangles
  std::vector<PartMemory> parts;
  OwnWorkspace own;

  /// Forgets everything but the room it has.
  void clear() {
    list.clear();
    settled = {};
    inside = {};
    parts.clear();
  }

  bool operator==(const TreeMemory&) const = default;
};

}  // namespace glance::rooms::mesh
