// Tested in tests/unit/bound/volume_tree_test.cpp (VolumeTree.HoldsItsTriangles).
#include "bound/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/executor.h"
#include "bound/tree_build.h"
#include "glance/hash.h"

namespace glance::rooms::bound {
namespace {

/// Bounds the rounding of how far a point is outside of a volume that was fitted to it, in units of
/// the tree's frame: the tests allow for more (bound/volume_pair).
constexpr double kExcessError = 0x1p-48;

/// Nodes that a thread fits at a time.
constexpr std::size_t kNodesAtOnce = 1024;

Aabb bounds_of(const TriMesh& mesh) {
  Aabb bounds;
  for (const Vec3& v : mesh.vertices) bounds.add(v);
  return bounds;
}

/// A box around both children's is the box around all that is below: a tenth of the time.
void fit_boxes(const TreeTopology& tree, std::span<const Corners> corners,
               std::span<const std::uint32_t> first, Volumes<BoxVolume>& volumes) {
  std::vector<Aabb> boxes(tree.nodes.size());
  for (std::size_t i = boxes.size(); i-- > 0;) {  // children stand after their parents
    const TreeNode& node = tree.nodes[i];
    if (node.is_leaf()) {
      for (const Vec3& p : corners[first[i]]) boxes[i].add(p);
    } else {
      for (const std::uint32_t child : {node.child, node.second()}) {
        boxes[i].add(boxes[child].lower);
        boxes[i].add(boxes[child].upper);
      }
    }
    set_box(boxes[i], volumes[i]);
  }
}

}  // namespace

VolumeKind chosen_volume(VolumeKind kind) {
  return kind == VolumeKind::automatic ? VolumeKind::obb : kind;
}

VolumeTree::VolumeTree(const TriMesh& mesh, const MeshOptions& options)
    : kind_(chosen_volume(options.volume)) {
  frame_ = TreeFrame::around(bounds_of(mesh));
  const auto executor = make_executor(options.threads);
  std::vector<Corners> corners;
  topology_.items.resize(mesh.triangles.size());
  for (std::size_t i = 0; i < topology_.items.size(); i++) {
    topology_.items[i] = static_cast<std::uint32_t>(i);
  }
  // A long thin triangle makes volumes large; its tiles fit several small ones (Quinlan 1994).
  if (options.tiles > 1) divide_into_tiles(mesh, options.tiles);
  corners = item_corners(mesh);
  const std::vector<std::uint32_t> triangles = std::move(topology_.items);
  topology_ = divide_items(corners, options.builder, executor.get());
  // From here on in the order of the leaves.
  std::vector<Corners> sorted(corners.size());
  std::vector<Tile> sorted_tiles(tiles_.size());
  for (std::size_t i = 0; i < sorted.size(); i++) {
    std::uint32_t& item = topology_.items[i];
    sorted[i] = corners[item];
    if (!tiles_.empty()) sorted_tiles[i] = tiles_[item];
    item = triangles[item];
  }
  tiles_ = std::move(sorted_tiles);
  topology_.id = topology_.hash();  // by triangles, not by tiles, which are not numbered elsewhere
  fit_all(sorted, executor.get());
}

std::uint64_t TreeTopology::hash() const {
  Hash hash;
  for (const TreeNode& node : nodes) hash.add(std::uint64_t{node.child});
  for (const std::uint32_t item : items) hash.add(std::uint64_t{item});
  return hash.value();
}

VolumeTree::VolumeTree(const TriMesh& mesh, const VolumeTree& other, VolumeKind kind)
    : topology_(other.topology_), frame_(other.frame_), kind_(kind), tiles_(other.tiles_) {
  fit_all(item_corners(mesh), make_executor(0).get());
}

void VolumeTree::refit(const TriMesh& mesh) {
  frame_ = TreeFrame::around(bounds_of(mesh));
  fit_all(item_corners(mesh), make_executor(0).get());
}

TreeFrame TreeFrame::around(const Aabb& bounds) {
  TreeFrame frame;
  frame.origin = (bounds.lower + bounds.upper) / 2;
  double reach = 0;
  for (int k = 0; k < 3; k++) {
    reach = std::max({reach, bounds.upper[k] - frame.origin[k], frame.origin[k] - bounds.lower[k]});
  }
  // A single point has no extent, and any unit will do.
  // A power of two, so that dividing by it rounds nothing; all coordinates are then within [-1, 1].
  frame.unit = reach > 0 ? std::ldexp(1.0, std::ilogb(reach) + 1) : 1;
  return frame;
}

/// Quinlan (1994) covers each triangle with tiles of one size; here the largest tile, wherever it
/// is, is halved across its longest edge until there are enough.
void VolumeTree::divide_into_tiles(const TriMesh& mesh, double tiles) {
  const auto count = static_cast<std::size_t>(tiles * static_cast<double>(mesh.triangles.size()));
  tiles_.assign(mesh.triangles.size(), {{{{0, 0}, {1, 0}, {0, 1}}}});
  struct Longest {
    double length_sq;
    std::uint32_t tile;
    int edge;  ///< opposite to this corner

    bool operator<(const Longest& other) const {
      return length_sq != other.length_sq ? length_sq < other.length_sq : tile > other.tile;
    }
  };
  const auto longest = [&](std::uint32_t tile) {
    const Corners c = tile_corners(mesh, tile);
    Longest best{-1, tile, 0};
    for (int i = 0; i < 3; i++) {
      const double length_sq = norm_sq(c[(i + 1) % 3] - c[(i + 2) % 3]);
      if (length_sq > best.length_sq) best = {length_sq, tile, i};
    }
    return best;
  };
  std::priority_queue<Longest> queue;
  for (std::uint32_t i = 0; i < tiles_.size(); i++) queue.push(longest(i));
  while (tiles_.size() < count) {
    const Longest top = queue.top();
    queue.pop();
    const auto fresh = static_cast<std::uint32_t>(tiles_.size());
    const int p = (top.edge + 1) % 3, q = (top.edge + 2) % 3;
    Tile first = tiles_[top.tile], second = first;
    for (int k = 0; k < 2; k++) {  // coordinates are fractions of a power of two: exact
      const float middle = (first.corners[p][k] + first.corners[q][k]) / 2;
      first.corners[q][k] = second.corners[p][k] = middle;
    }
    tiles_[top.tile] = first;
    tiles_.push_back(second);
    topology_.items.push_back(topology_.items[top.tile]);
    queue.push(longest(top.tile));
    queue.push(longest(fresh));
  }
}

Corners VolumeTree::tile_corners(const TriMesh& mesh, std::uint32_t item) const {
  Corners c;
  for (int k = 0; k < 3; k++) c[k] = frame_.to_frame(mesh.corner(topology_.items[item], k));
  if (tiles_.empty()) return c;
  Corners tile;
  for (int k = 0; k < 3; k++) {
    const auto [s, t] = tiles_[item].corners[k];
    tile[k] = c[0] * (1 - s - t) + c[1] * s + c[2] * t;
  }
  return tile;
}

std::vector<Corners> VolumeTree::item_corners(const TriMesh& mesh) const {
  std::vector<Corners> corners(topology_.items.size());
  for (std::uint32_t i = 0; i < corners.size(); i++) corners[i] = tile_corners(mesh, i);
  return corners;
}

void VolumeTree::fit_all(std::span<const Corners> corners, Executor* executor) {
  const std::vector<std::uint32_t> first = first_items();
  const auto fit_kind = [&]<class Volume>(std::type_identity<Volume>) {
    Volumes<Volume> volumes(topology_.nodes.size());
    if constexpr (std::is_same_v<Volume, BoxVolume>) {
      fit_boxes(topology_, corners, first, volumes);
      volumes_ = std::move(volumes);
      return;
    }
    const auto fit_piece = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; i++) {
        fit(corners.subspan(first[i], topology_.nodes[i].leaves), volumes[i]);
      }
    };
    for_pieces(executor, volumes.size(), kNodesAtOnce, fit_piece);
    volumes_ = std::move(volumes);
  };
  with_volume(kind_, fit_kind);
  Hash hash;
  // Of where everything is: two trees of the same form but with other distances have other numbers.
  hash.add(std::uint64_t(kind_)).add(frame_.origin).add(frame_.unit);
  for (const Corners& c : corners) hash.add(c[0]).add(c[1]).add(c[2]);
  shape_id_ = hash.value();
}

std::vector<std::uint32_t> VolumeTree::first_items() const {
  std::vector<std::uint32_t> first(topology_.nodes.size());
  for (std::size_t i = 0; i < first.size(); i++) {
    const TreeNode& node = topology_.nodes[i];
    if (node.is_leaf()) continue;
    // Items of a node are one piece of the list: first those of the first child, then those of the
    // second.
    first[node.child] = first[i];
    first[node.second()] = first[i] + topology_.nodes[node.child].leaves;
  }
  return first;
}

std::size_t VolumeTree::bytes() const {
  return topology_.nodes.capacity() * sizeof(TreeNode) +
         topology_.items.capacity() * sizeof(std::uint32_t) + tiles_.capacity() * sizeof(Tile) +
         visit([](const auto& volumes) { return volumes.capacity() * sizeof(volumes[0]); });
}

Result<void> VolumeTree::validate(const TriMesh& mesh) const {
  const auto& nodes = topology_.nodes;
  if (nodes.size() != 2 * topology_.items.size() - 1) {
    return fail(ErrorCode::internal, fmt::format("a tree of {} leaves has {} nodes",
                                                 topology_.items.size(), nodes.size()));
  }
  const std::vector<std::uint32_t> first = first_items();
  for (std::uint32_t i = 0; i < nodes.size(); i++) {
    const TreeNode& node = nodes[i];
    if (node.is_leaf()) {
      if (node.child != first[i]) {
        return fail(ErrorCode::internal,
                    fmt::format("leaf {} has item {}, not {}", i, node.child, first[i]));
      }
      continue;
    }
    if (node.child <= i || node.second() >= nodes.size()) {
      return fail(ErrorCode::internal, fmt::format("node {} has child {}", i, node.child));
    }
    for (const std::uint32_t child : {node.child, node.second()}) {
      // Sizes must not grow downwards: searches rely on it to find the parent of a pair
      // (mesh/tree_walk).
      if (nodes[child].parent != i || nodes[child].size > node.size) {
        return fail(ErrorCode::internal,
                    fmt::format("node {} does not fit its child {}", i, child));
      }
    }
    if (nodes[node.child].leaves + nodes[node.second()].leaves != node.leaves) {
      return fail(ErrorCode::internal, fmt::format("node {} has lost leaves", i));
    }
  }
  const std::vector<Corners> corners = item_corners(mesh);
  return visit([&](const auto& volumes) -> Result<void> {
    for (std::size_t i = 0; i < nodes.size(); i++) {
      for (std::uint32_t k = first[i]; k < first[i] + nodes[i].leaves; k++) {
        for (const Vec3& p : corners[k]) {
          const double out = excess(volumes[i], p);
          if (out > kExcessError) {
            return fail(ErrorCode::internal,
                        fmt::format("item {} is {} outside of node {}", k, out, i));
          }
        }
      }
    }
    return {};
  });
}

}  // namespace glance::rooms::bound
