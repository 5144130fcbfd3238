// The form of a volume tree as bytes: for each node, from the root, how many leaves are below it
// and its size; whether there are tiles; of each leaf its triangle and, with tiles, the corners of
// its tile. All else follows: where children stand from the numbers of leaves (tree_build), volumes
// from the triangles.
// Tested in tests/property/snapshots_test.cpp (SnapshotProperty.MeshesOfAnyTrianglesComeBack).
#include <algorithm>

#include "base/bytes.h"
#include "bound/tree.h"

namespace glance::rooms::bound {
namespace {

/// Places the nodes below node 0 by how many leaves each has, as tree_build does: after the two
/// children of a node come all below the first, then all below the second. False if the numbers do
/// not add up, or there are too many levels.
bool place_nodes(TreeTopology& topology) {
  struct Waiting {
    std::uint32_t node, first_item, free;
    int level;
  };
  std::vector<TreeNode>& nodes = topology.nodes;
  std::vector<Waiting> waiting{{0, 0, 1, 1}};
  while (!waiting.empty()) {
    const auto [number, first_item, free, level] = waiting.back();
    waiting.pop_back();
    topology.levels = std::max(topology.levels, level);
    if (level > kMaxVolumeLevels) return false;
    TreeNode& node = nodes[number];
    if (node.is_leaf()) {
      node.child = first_item;
      continue;
    }
    // (With so many leaves below it there is room for its children.)
    node.child = free;
    TreeNode &left = nodes[node.child], &right = nodes[node.second()];
    const bool adds_up =
        left.leaves > 0 && left.leaves < node.leaves && right.leaves == node.leaves - left.leaves;
    if (!adds_up || left.size > node.size || right.size > node.size) return false;
    left.parent = right.parent = number;
    waiting.push_back({node.second(), first_item + left.leaves, free + 2 * left.leaves, level + 1});
    waiting.push_back({node.child, first_item, free + 2, level + 1});
  }
  return true;
}

}  // namespace

void VolumeTree::put(ByteWriter& out) const {
  for (const TreeNode& node : topology_.nodes) {
    out.put(node.leaves);
    out.put(node.size);
  }
  out.put(!tiles_.empty());
  for (std::size_t i = 0; i < topology_.items.size(); i++) {
    out.put(topology_.items[i]);
    if (tiles_.empty()) continue;
    for (const auto& corner : tiles_[i].corners) {
      for (const float x : corner) out.put(x);
    }
  }
}

Result<VolumeTree> VolumeTree::restore(ByteReader& in, const TriMesh& mesh,
                                       const MeshOptions& options) {
  constexpr std::size_t kItemBytes = 4;
  const std::size_t triangles = mesh.triangles.size();
  VolumeTree tree;
  tree.kind_ = options.volume;
  TreeTopology& topology = tree.topology_;
  TreeNode root;
  root.leaves = in.get<std::uint32_t>();
  root.size = in.get_float();
  const std::uint64_t leaves = root.leaves;
  const bool has_tiles = options.tiles > 1;
  const bool right_count =
      has_tiles ? leaves >= triangles &&
                      static_cast<double>(leaves) <= options.tiles * static_cast<double>(triangles)
                : leaves == triangles;
  if (!in.fits(leaves, kItemBytes) || !right_count || !(root.size >= 0)) {
    return fail(ErrorCode::bad_data, "a mesh with a tree of too many leaves, or too few");
  }
  topology.nodes.resize(2 * leaves - 1);
  topology.nodes[0] = root;
  for (std::size_t i = 1; i < topology.nodes.size(); i++) {
    topology.nodes[i].leaves = in.get<std::uint32_t>();
    topology.nodes[i].size = in.get_float();
    if (!(topology.nodes[i].size >= 0))
      return fail(ErrorCode::bad_data, "a mesh with a tree whose nodes have no size");
  }
  if (!in.ok() || !std::isfinite(root.size) || !place_nodes(topology)) {
    return fail(ErrorCode::bad_data, "a mesh with a tree whose nodes do not add up");
  }
  if (in.get_bool() != has_tiles)
    return fail(ErrorCode::bad_data, "a mesh with tiles that were not asked for");
  topology.items.resize(leaves);
  if (has_tiles) tree.tiles_.resize(leaves);
  std::vector<char> reached(triangles, false);
  for (std::size_t i = 0; i < leaves; i++) {
    std::uint32_t& item = topology.items[i];
    item = in.get<std::uint32_t>();
    if (item >= triangles || (!has_tiles && reached[item])) {
      return fail(ErrorCode::bad_data, "a mesh with a tree of other triangles");
    }
    reached[item] = true;
    if (!has_tiles) continue;
    for (auto& corner : tree.tiles_[i].corners) {
      for (float& x : corner) {
        x = in.get_float();
        if (!(x >= 0 && x <= 1))
          return fail(ErrorCode::bad_data, "a mesh with a tile that is not in its triangle");
      }
      if (corner[0] + corner[1] > 1)
        return fail(ErrorCode::bad_data, "a mesh with a tile that is not in its triangle");
    }
  }
  if (!in.ok() || std::ranges::find(reached, false) != reached.end()) {
    return fail(ErrorCode::bad_data, "a mesh with a tree that leaves triangles out");
  }
  topology.id = topology.hash();
  tree.refit(mesh);
  return tree;
}

}  // namespace glance::rooms::bound
