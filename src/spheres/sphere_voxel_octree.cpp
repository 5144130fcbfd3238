// The octree of a voxel model: blocks of cubes in place of cells (O'Sullivan-Dingliana section
// 3.3.1). A block with a set cube at the surface becomes a sphere around the cuboid of its set
// cubes.
// Tested in tests/unit/spheres/sphere_tree_test.cpp (SphereTree.BlocksOfVoxels).
#include <algorithm>
#include <array>

#include "spheres/sphere_tree_data.h"
#include "spheres/sphere_voxels.h"

namespace glance::rooms::spheres {
namespace {

using Index = std::array<int, 3>;

struct Block {
  Index lower, upper;  ///< cubes from lower to upper - 1
};

class VoxelOctree {
 public:
  VoxelOctree(const VoxelModel& voxels, const SphereSurface& surface, const SphereField& field)
      : voxels_(voxels), surface_(surface), field_(field) {}

  SphereTreeData build(int levels) {
    data_.builder = SphereBuilder::octree;
    data_.covers_inside = true;
    // The smallest cube of cubes around what is set.
    Block root{};
    for (int k = 0; k < 3; k++) root.upper[k] = static_cast<int>(voxels_.size[k]);
    shrink(root);
    int side = 1;
    for (int k = 0; k < 3; k++) side = std::max(side, root.upper[k] - root.lower[k]);
    for (int k = 0; k < 3; k++) root.upper[k] = root.lower[k] + side;
    std::vector<Block> level{root}, below;
    data_.nodes.push_back(node_of(root));
    std::uint32_t parent = 0;
    for (int i = 1; i < levels && !level.empty(); i++) {
      below.clear();
      for (const Block& block : level) {
        const auto first = static_cast<std::uint32_t>(data_.nodes.size());
        for (const Block& octant : divide(block)) {
          SphereNode node = node_of(octant);
          node.parent = parent;
          node.level = static_cast<std::uint32_t>(i);
          data_.nodes.push_back(node);
          below.push_back(octant);
        }
        const auto count = static_cast<std::uint32_t>(data_.nodes.size()) - first;
        data_.nodes[parent].child = count > 0 ? first : 0;
        data_.nodes[parent].children = count;
        parent++;
      }
      if (!below.empty()) data_.levels = i + 1;
      level.swap(below);
    }
    return std::move(data_);
  }

 private:
  template <class Visit>
  void each_set(const Block& block, Visit visit) const {
    Index end;
    for (int k = 0; k < 3; k++) {
      end[k] = std::min(block.upper[k], static_cast<int>(voxels_.size[k]));
    }
    for (int z = block.lower[2]; z < end[2]; z++) {
      for (int y = block.lower[1]; y < end[1]; y++) {
        for (int x = block.lower[0]; x < end[0]; x++) {
          if (is_set(voxels_, x, y, z)) visit(x, y, z);
        }
      }
    }
  }

  bool is_exposed(int x, int y, int z) const {
    return !is_set(voxels_, x - 1, y, z) || !is_set(voxels_, x + 1, y, z) ||
           !is_set(voxels_, x, y - 1, z) || !is_set(voxels_, x, y + 1, z) ||
           !is_set(voxels_, x, y, z - 1) || !is_set(voxels_, x, y, z + 1);
  }

  /// To the cuboid of its set cubes.
  void shrink(Block& block) const {
    Index lower = block.upper, upper = block.lower;
    each_set(block, [&](int x, int y, int z) {
      const Index at{x, y, z};
      for (int k = 0; k < 3; k++) {
        lower[k] = std::min(lower[k], at[k]);
        upper[k] = std::max(upper[k], at[k] + 1);
      }
    });
    block = {lower, upper};
  }

  /// The octants with surface; of a single cube none, it cannot get tighter.
  std::vector<Block> divide(const Block& block) {
    std::vector<Block> kept;
    Index middle;
    bool single = true;
    for (int k = 0; k < 3; k++) {
      single &= block.upper[k] - block.lower[k] == 1;
      middle[k] = (block.lower[k] + block.upper[k] + 1) / 2;
    }
    if (single) return kept;
    for (int i = 0; i < 8; i++) {
      Block octant;
      bool empty = false;
      for (int k = 0; k < 3; k++) {
        const bool high = i >> k & 1;
        octant.lower[k] = high ? middle[k] : block.lower[k];
        octant.upper[k] = high ? block.upper[k] : middle[k];
        empty |= octant.lower[k] >= octant.upper[k];
      }
      if (empty) continue;
      bool some = false, exposed = false;
      each_set(octant, [&](int x, int y, int z) {
        some = true;
        exposed = exposed || is_exposed(x, y, z);
      });
      if (exposed) kept.push_back(octant);
      if (some && !exposed) data_.covers_inside = false;
    }
    return kept;
  }

  SphereNode node_of(Block block) const {
    shrink(block);
    const auto at = [&](const Index& i) {
      return surface_.to_unit(voxels_.origin + voxels_.cell * Vec3(i[0], i[1], i[2]));
    };
    const Vec3 lower = at(block.lower), diagonal = at(block.upper) - lower;
    return make_node(surface_, field_, {lower + diagonal / 2, norm(diagonal) / 2});
  }

  const VoxelModel& voxels_;
  const SphereSurface& surface_;
  const SphereField& field_;
  SphereTreeData data_;
};

}  // namespace

SphereTreeData build_octree(const VoxelModel& voxels, const SphereSurface& surface,
                            const SphereField& field, int levels) {
  return VoxelOctree(voxels, surface, field).build(levels);
}

}  // namespace glance::rooms::spheres
