// What two flat patches of two meshes (geom/flat_patches.h) cannot do, so that a search need not
// look at their triangles one pair at a time. Bodies that rest on each other have thousands of
// pairs of triangles in one plane, and few pairs of patches.
#pragma once

#include "bound/mesh_body.h"
#include "convex/pair_frame.h"

namespace glance::mesh {

/// Exact.
struct PatchRelation {
  bool apart = false;       ///< one is beyond the plane of the other
  bool no_overlap = false;  ///< one is not on both sides of the plane of the other
  bool coplanar = false;
  /// Neither is on both sides of the other's plane: they have no more in common than points of
  /// their borders.
  bool by_borders = false;
};

class PatchRules {
 public:
  PatchRules(const MeshBody& a, const MeshBody& b, const PairFrame& frame);
  ~PatchRules();
  PatchRules(const PatchRules&) = delete;
  PatchRules& operator=(const PatchRules&) = delete;

  /// The patch that all triangles below a node are in; kMixed if there is none, or a small one.
  std::uint32_t patch_a(std::uint32_t node) const { return a_.of_node[node]; }
  std::uint32_t patch_b(std::uint32_t node) const { return b_.of_node[node]; }
  /// Whether a patch of either is worth asking about.
  bool any() const { return a_.has_large || b_.has_large; }

  const PatchRelation& relation(std::uint32_t patch_a, std::uint32_t patch_b);
  /// How far B's patch is beyond A's along a unit vector in the frame of the pair, in rounded
  /// numbers.
  double gap_along(const Vec3& direction, std::uint32_t patch_a, std::uint32_t patch_b);

  const FlatParts& flat_a() const { return a_; }
  const FlatParts& flat_b() const { return b_; }

 private:
  struct Entry {
    std::uint64_t key = 0;  ///< both numbers, plus 1; 0: empty
    bool is_related = false;
    PatchRelation relation;
    Vec3 direction = Vec3::zero();
    double gap = 0;
  };
  Entry& find(std::uint32_t patch_a, std::uint32_t patch_b);
  PatchRelation relate(std::uint32_t patch_a, std::uint32_t patch_b) const;

  const MeshBody &mesh_a_, &mesh_b_;
  const FlatParts &a_, &b_;
  const PairFrame& frame_;
  std::vector<Entry> table_;  ///< a power of two in size
  std::size_t used_ = 0;
};

}  // namespace glance::mesh
