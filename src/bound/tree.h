// Trees of volumes around the triangles of a mesh: one layout for every kind of volume.
//
// Nodes are numbered from the root, 0. The children of a node stand next to each other, after
// it; and all that is below a node stands in one piece. A leaf encloses one item: a triangle, or a
// tile of one. What is below a node is a piece of the list of items, too.
#pragma once

#include <array>
#include <type_traits>
#include <variant>
#include <vector>

#include "bound/volume.h"
#include "geom/tri_mesh.h"
#include "glance/executor.h"

namespace glance::rooms::base {

class ByteReader;
class ByteWriter;

}  // namespace glance::rooms::base

namespace glance::rooms::bound {

struct TreeNode {
  std::uint32_t child = 0;   ///< the first of two; of a leaf: its place in the list of items
  std::uint32_t parent = 0;  ///< the root is its own
  std::uint32_t leaves = 1;  ///< below it; 1: it is a leaf itself
  /// Half the diagonal of the box around its items when the tree was built, in the unit of the
  /// tree's frame: never more than its parent's. Which of two nodes is divided first depends on it.
  float size = 0;

  bool is_leaf() const { return leaves == 1; }
  std::uint32_t second() const { return child + 1; }
};

struct TreeTopology {
  std::vector<TreeNode> nodes;
  std::vector<std::uint32_t> items;  ///< the triangle of each leaf
  /// A hash of the nodes and items: it tells which tree a memory belongs to.
  std::uint64_t id = 0;
  int levels = 0;

  /// What `id` has to be.
  std::uint64_t hash() const;
};

/// The most levels that a tree can have: the limit of tree_build, and then one for each bit of the
/// number of items.
inline constexpr int kMaxVolumeLevels = 77;

/// Volumes are in this frame: (p - origin) / unit. The unit is a power of two, so that only the
/// difference is rounded.
struct TreeFrame {
  Vec3 origin = Vec3::zero();
  double unit = 1;

  Vec3 to_frame(const Vec3& p) const { return (p - origin) / unit; }
  /// The frame for what is within a box.
  static TreeFrame around(const Aabb& bounds);
};

/// What a search looks at.
template <class Volume>
struct TreeView {
  const TreeNode* nodes;
  const Volume* volumes;
  std::uint64_t id;
  std::uint64_t shape;  ///< of the volumes and what they enclose
  TreeFrame frame;

  /// Whether `node` is `above` or somewhere below it.
  bool is_below(std::uint32_t node, std::uint32_t above) const {
    const TreeNode& n = nodes[above];
    return node == above ||
           (!n.is_leaf() && node >= n.child && node < n.child + 2 * (n.leaves - 1));
  }
};

/// TreeTopology::id of the tree of a convex body.
inline constexpr std::uint64_t kConvexTree = 1;

/// A convex body as a tree of one leaf, as far as its local box tells.
template <class Volume>
struct LeafTree {
  Volume volume;
  TreeFrame frame;
  TreeNode node;

  explicit LeafTree(const Aabb& bounds) : frame(TreeFrame::around(bounds)) {
    std::array<Corners, 3> corners;  // eight, and the first once more
    for (int i = 0; i < 9; i++) {
      Vec3& p = corners[static_cast<std::size_t>(i) / 3][static_cast<std::size_t>(i) % 3];
      for (int k = 0; k < 3; k++) p[k] = i >> k & 1 ? bounds.upper[k] : bounds.lower[k];
      p = frame.to_frame(p);
    }
    fit(corners, volume);
    node.size = static_cast<float>(norm(corners[2][1] - corners[0][0]) / 2);
  }

  /// `shape` tells bodies of the same box apart.
  TreeView<Volume> view(std::uint64_t shape) const {
    return {&node, &volume, kConvexTree, shape, frame};
  }
};

template <class Volume>
using Volumes = std::vector<Volume>;

class VolumeTree {
 public:
  VolumeTree() = default;
  VolumeTree(const TriMesh& mesh, const MeshOptions& options);
  /// The same tree with other volumes.
  VolumeTree(const TriMesh& mesh, const VolumeTree& other, VolumeKind kind);

  /// For a refitted tree: its form, which no longer follows from the triangles.
  void put(ByteWriter& out) const;
  /// Reads it again and fits it to these triangles. Fails for bytes that put() never writes.
  static Result<VolumeTree> restore(ByteReader& in, const TriMesh& mesh,
                                    const MeshOptions& options);

  /// Fits the volumes again after triangles have moved.
  void refit(const TriMesh& mesh);

  const TreeTopology& topology() const { return topology_; }
  const TreeFrame& frame() const { return frame_; }
  VolumeKind kind() const { return kind_; }
  /// A hash of the volumes and what they enclose.
  std::uint64_t shape_id() const { return shape_id_; }
  /// Of the kind that kind() names.
  template <class Volume>
  const Volumes<Volume>& volumes() const {
    return *std::get_if<Volumes<Volume>>(&volumes_);
  }
  template <class Volume>
  TreeView<Volume> view() const {
    return {topology_.nodes.data(), volumes<Volume>().data(), topology_.id, shape_id_, frame_};
  }
  /// Calls f with the array of volumes, whatever their kind.
  template <class F>
  auto visit(F&& f) const {
    return std::visit(std::forward<F>(f), volumes_);
  }

  std::size_t bytes() const;
  /// Order of the nodes, and whether each volume encloses its items.
  Result<void> validate(const TriMesh& mesh) const;

  /// The items of the mesh in the tree's frame, in the order of the leaves.
  std::vector<Corners> item_corners(const TriMesh& mesh) const;

 private:
  void divide_into_tiles(const TriMesh& mesh, double tiles);
  Corners tile_corners(const TriMesh& mesh, std::uint32_t item) const;
  void fit_all(std::span<const Corners> corners, Executor* executor);
  /// The first item of each node.
  std::vector<std::uint32_t> first_items() const;

  TreeTopology topology_;
  TreeFrame frame_;
  std::uint64_t shape_id_ = 0;  ///< a hash of what it was fitted to
  VolumeKind kind_ = VolumeKind::aabb;
  std::variant<Volumes<BoxVolume>, Volumes<SphereVolume>, Volumes<OrientedBox>, Volumes<Kdop<14>>,
               Volumes<Kdop<18>>, Volumes<Kdop<26>>>
      volumes_;
  /// Which part of its triangle each item is, if tiles were asked for: corners by their
  /// barycentric coordinates. Empty if every item is a whole triangle.
  struct Tile {
    std::array<std::array<float, 2>, 3> corners;
  };
  std::vector<Tile> tiles_;
};

/// Calls f with the type of the volumes of this kind (not `automatic`), as a std::type_identity.
template <class F>
void with_volume(VolumeKind kind, F&& f) {
  switch (kind) {
    case VolumeKind::sphere: return f(std::type_identity<SphereVolume>{});
    case VolumeKind::obb: return f(std::type_identity<OrientedBox>{});
    case VolumeKind::kdop14: return f(std::type_identity<Kdop<14>>{});
    case VolumeKind::kdop18: return f(std::type_identity<Kdop<18>>{});
    case VolumeKind::kdop26: return f(std::type_identity<Kdop<26>>{});
    default: return f(std::type_identity<BoxVolume>{});
  }
}

template <class Volume>
constexpr VolumeKind kind_of() {
  if (std::is_same_v<Volume, SphereVolume>) return VolumeKind::sphere;
  if (std::is_same_v<Volume, OrientedBox>) return VolumeKind::obb;
  if (std::is_same_v<Volume, Kdop<14>>) return VolumeKind::kdop14;
  if (std::is_same_v<Volume, Kdop<18>>) return VolumeKind::kdop18;
  if (std::is_same_v<Volume, Kdop<26>>) return VolumeKind::kdop26;
  return VolumeKind::aabb;
}

/// What MeshOptions::volume stands for.
VolumeKind chosen_volume(VolumeKind kind);

}  // namespace glance::rooms::bound
