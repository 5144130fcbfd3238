// What two flat patches of two meshes (geom/flat_patches.h) cannot do, so that a search need not
// examine their triangles pair by pair. Bodies that rest on each other have thousands of pairs of
// triangles in one plane, and few pairs of patches.
#pragma once

#include "bound/mesh_body.h"
#include "convex/pair_frame.h"
#include "mesh/mesh_workspace.h"

namespace glance::rooms::mesh {

class PatchRules {
 public:
  /// `table`: memory for the results, borrowed until the destructor (MeshWorkspace::patches).
  PatchRules(const MeshBody& a, const MeshBody& b, const PairFrame& frame,
             std::vector<PatchEntry>& table);
  ~PatchRules();
  PatchRules(const PatchRules&) = delete;
  PatchRules& operator=(const PatchRules&) = delete;

  /// The patch to which all triangles below a node belong; kMixed if there is none, or only a small
  /// one.
  std::uint32_t patch_a(std::uint32_t node) const { return a_.of_node[node]; }
  std::uint32_t patch_b(std::uint32_t node) const { return b_.of_node[node]; }
  /// Whether either body has a patch that is worth examining.
  bool any() const { return a_.has_large || b_.has_large; }

  /// What the two patches cannot do; computed when it is first asked for.
  const PatchRelation& relation(std::uint32_t patch_a, std::uint32_t patch_b);
  /// How far B's patch is beyond A's along a unit vector in the frame of the pair, in rounded
  /// numbers (length).
  double gap_along(const Vec3& direction, std::uint32_t patch_a, std::uint32_t patch_b);

  const FlatParts& flat_a() const { return a_; }
  const FlatParts& flat_b() const { return b_; }

 private:
  PatchEntry& find(std::uint32_t patch_a, std::uint32_t patch_b);
  PatchRelation relate(std::uint32_t patch_a, std::uint32_t patch_b) const;

  const MeshBody &mesh_a_, &mesh_b_;
  const FlatParts &a_, &b_;
  const PairFrame& frame_;
  std::vector<PatchEntry>& lent_;
  std::vector<PatchEntry> table_;  ///< a power of two in size
  std::size_t used_ = 0;
};

}  // namespace glance::rooms::mesh
