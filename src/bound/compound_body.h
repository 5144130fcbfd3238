// A hierarchy of parts (I-COLLIDE section 3.4): see Shape::compound. The leaves of a binary tree
// are the leaf parts; the levels above are those that the user nested, and where a compound has
// more than two parts, they are divided in two at the median of their middles along the longest
// axis. See docs/design/compounds.md.
#pragma once

#include <optional>
#include <vector>

#include "bound/part_volume.h"
#include "geom/shape_access.h"
#include "geom/shape_body.h"

namespace glance::rooms::bound {

/// Nodes stand in one array, children behind their parents, two children side by side.
struct PartNode {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t parent = kNone;  ///< of the root: none
  std::uint32_t child = kNone;   ///< the first of two; of a leaf: none
  std::uint32_t leaf = kNone;    ///< number of the leaf part
  PartBox box;                   ///< or sphere

  bool is_leaf() const { return child == kNone; }
};

/// The form of a tree, node by node: what PartNode says of it.
struct PartLink {
  std::uint32_t child = PartNode::kNone, leaf = PartNode::kNone;
};

class CompoundBody final : public ShapeBody {
 public:
  static Result<std::shared_ptr<CompoundBody>> make(std::span<const CompoundPart> parts,
                                                    PartVolume volume);
  /// From what leaf_parts(), nodes(), volume() and levels() say: the same body, bit for bit. Fails
  /// if the links do not form such a tree.
  static Result<Shape> restore(std::span<const CompoundPart> leaves,
                               std::span<const PartLink> links, PartVolume volume, int levels);

  std::size_t bytes() const override;
  Result<void> validate() const override;
  Result<Shape> scaled(double factor) const override;
  std::span<const CompoundPart> leaf_parts() const override { return leaves_; }

  /// As Shape::with_part_poses, in place: for a caller that is the only owner of the body. Nothing
  /// is changed if the poses are refused. Asks for no memory unless the volumes are hulls. A Shape
  /// that holds this body has its form (bounds, mass, ..) right afterwards; its polytope() stays
  /// the old box.
  Result<void> move_parts(std::span<const std::uint32_t> leaves, std::span<const Pose> poses);

  PartVolume volume() const { return volume_; }
  std::span<const PartNode> nodes() const { return nodes_; }
  /// The node of a leaf part.
  std::uint32_t node_of(std::uint32_t leaf) const { return leaf_nodes_[leaf]; }
  /// With PartVolume::hull, unless it is too small for a hull: that of a node's parts, in the
  /// compound's frame; of a leaf in the leaf's own frame (a convex one is its own).
  const Shape* hull(std::uint32_t node) const {
    return hulls_.empty() || !hulls_[node] ? nullptr : &*hulls_[node];
  }

  /// How many nodes were fitted when this was made or when parts were last moved.
  std::size_t fitted_nodes() const { return fitted_; }
  /// No point of it is farther from its frame's origin (length).
  double reach() const { return reach_; }
  /// The largest rotation_error of a leaf's pose.
  double skew() const { return skew_; }
  /// The same for compounds of the same form, wherever their parts are.
  std::uint64_t id() const { return id_; }
  int levels() const { return levels_; }

 private:
  /// A part as given: a leaf, or a compound and the leaves it has become.
  struct Item {
    const CompoundBody* compound;  ///< null: a leaf
    std::uint32_t first_leaf;
    Vec3 middle;
  };

  CompoundBody() = default;
  void build(std::uint32_t node, std::span<Item> items);
  void copy_tree(const CompoundBody& from, std::uint32_t source, std::uint32_t node,
                 std::uint32_t first_leaf);
  std::uint32_t add_children(std::uint32_t node);
  Result<void> link(std::span<const PartLink> links);
  static Result<void> check_range(const Aabb& bounds);
  static Result<void> check_leaf(const CompoundPart& leaf, std::size_t number);
  void finish_tree();
  void fit(std::uint32_t node);
  void fit_hull(std::uint32_t node);
  void measure();
  Result<void> validate_tree() const;

  std::vector<CompoundPart> leaves_;
  std::vector<Aabb> leaf_bounds_;  ///< in the compound's frame
  std::vector<std::uint32_t> leaf_nodes_;
  std::vector<PartNode> nodes_;
  std::vector<std::optional<Shape>> hulls_;  ///< by node; empty unless the volumes are hulls
  std::vector<std::uint8_t> dirty_;          ///< by node: to be fitted
  PartVolume volume_ = PartVolume::obb;
  int levels_ = 1;
  std::size_t fitted_ = 0;
  double reach_ = 0, skew_ = 0;
  std::uint64_t id_ = 0;
};

/// Of a shape of kind `compound`.
inline const CompoundBody& compound_of(const Shape& shape) {
  return static_cast<const CompoundBody&>(*body_of(shape));
}

}  // namespace glance::rooms::bound
