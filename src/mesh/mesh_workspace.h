// The buffers that a search between two meshes needs while it runs. They belong to a Workspace, so
// that one set serves all pairs that a thread asks about, and memory is allocated only once.
#pragma once

#include "bound/box_pyramid.h"
#include "convex/pair_question.h"
#include "exact/cache_access.h"
#include "exact/workspace_access.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::mesh {

/// For searches through two trees (separation_list.h).
struct SearchRoom {
  std::vector<ListEntry> next;    ///< the list that this search makes
  std::vector<WaitingPair> heap;  ///< waiting pairs
};

/// Two waiting boxes, and a lower bound on the square of their distance.
struct WaitingBoxes {
  float apart_sq;
  std::uint8_t level_a, level_b;
  std::uint32_t a, b;

  /// Nearest first; of equally near ones the smaller, then in the order of their numbers.
  bool operator<(const WaitingBoxes& o) const {
    if (apart_sq != o.apart_sq) return apart_sq < o.apart_sq;
    if (level_a != o.level_a) return level_a < o.level_a;
    return a != o.a ? a < o.a : b < o.b;
  }
};

/// For searches without trees (flat_search.h).
struct FlatRoom {
  BoxPyramid a, b;
  std::vector<WaitingBoxes> waiting;
};

/// What two flat patches cannot do (patch_rules.h); exact.
struct PatchRelation {
  bool apart = false;       ///< one is beyond the plane of the other
  bool no_overlap = false;  ///< one is not on both sides of the plane of the other
  bool coplanar = false;
  /// Neither is on both sides of the other's plane: all that they can have in common are points of
  /// their borders.
  bool by_borders = false;
};

/// What is known of two patches.
struct PatchEntry {
  std::uint64_t key = 0;  ///< both numbers, plus 1; 0: empty
  bool is_related = false;
  PatchRelation relation;
  Vec3 direction = Vec3::zero();
  double gap = 0;
};

/// `search` and `flat` are used by one search at a time: questions asked from within a search have
/// no access to them.
struct MeshWorkspace final : WorkspaceAccess::Buffers {
  SearchRoom search;
  FlatRoom flat;
  /// Taken by PatchRules and given back by it: a search within another finds it empty.
  std::vector<PatchEntry> patches;
};

/// The caller's, or that of the pair's memory.
inline Workspace& workspace_of(const PairQuestion& question) {
  Workspace* const lent = question.options.workspace;
  return lent ? *lent : trees_of(question.cache).make().own.workspace;
}

inline MeshWorkspace& mesh_workspace(Workspace& workspace) {
  return WorkspaceAccess::buffers<MeshWorkspace>(workspace, WorkspaceAccess::Room::mesh);
}

}  // namespace glance::rooms::mesh
