// A mesh and the tree of volumes around its triangles.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "bound/mesh_parts.h"
#include "bound/tree.h"
#include "geom/convex_surface.h"
#include "geom/flat_patches.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "geom/shape_body.h"
#include "geom/tri_mesh.h"

namespace glance::rooms::bound {

/// The flat patches of a mesh, and which nodes of its tree have triangles of one alone.
struct FlatParts {
  static constexpr std::uint32_t kMixed = 0xffffffffu;

  FlatPatches patches;
  std::vector<std::uint32_t> of_node;  ///< kMixed: of several patches, or of a small one
  bool has_large = false;
};

class MeshBody final : public ShapeBody {
 public:
  MeshBody(TriMesh mesh, const MeshOptions& options);
  /// The tree of `other` fitted to the triangles of `mesh`, which differ in place only; `similar`:
  /// the same body larger or smaller, up to the last bit.
  MeshBody(TriMesh mesh, const MeshBody& other, bool similar = false);
  /// The same, from what was stored.
  MeshBody(TriMesh mesh, const MeshOptions& options, VolumeTree fitted);

  const TriMesh& mesh() const { return mesh_; }
  const VolumeTree& tree() const { return tree_; }
  /// Whether it has the tree of another, with vertices in other places.
  bool is_moved() const { return is_moved_; }
  /// The tree with volumes of another kind, for pairs of meshes that differ in it. Made when it is
  /// first asked for, and kept.
  const VolumeTree& tree(VolumeKind kind) const;
  /// Boxes with a leaf for each triangle, whatever was asked for.
  const VolumeTree& boxes() const;
  /// The convex hull, made when it is first asked for.
  const Shape& hull() const;
  /// The mesh as the surface of its convex hull; null if it is not exactly that. Found out when it
  /// is first asked for.
  const ConvexSurface* convex() const;
  /// The same for questions that can do without: null as well if it would be refused (PartWatch).
  const ConvexSurface* convex_unless_refused() const;
  /// Whether `convex` has to find that out: most meshes are known not to be from the beginning.
  bool may_be_convex() const { return may_be_convex_; }
  /// Made when it is first asked for.
  const FlatParts& flat() const;
  /// Whether the surface meets itself only where triangles share corners and edges (bound/
  /// self_contact.h). Found out when it is first asked for.
  bool is_simple() const;
  /// Makes one of these, unless it is there. Unlike on first need, what that takes counts as work
  /// (base/work_limit.h).
  void make(MeshPart part) const;
  /// What has a part: no other mesh ever has the same number, but for what is shared with another
  /// size (scaled_alike).
  std::uint64_t number_of(MeshPart part) const {
    return part == MeshPart::flat || part == MeshPart::simple ? surface_->number : number_;
  }
  bool has_tiles() const { return tree_.topology().items.size() != mesh_.triangles.size(); }
  /// One vertex of each piece of the surface that hangs together.
  std::span<const std::uint32_t> piece_vertices() const { return piece_vertices_; }
  double build_seconds() const { return build_seconds_; }
  /// As given, but for `volume`: what was chosen.
  const MeshOptions& options() const { return options_; }

  std::size_t bytes() const override;
  Result<void> validate() const override;
  Result<Shape> scaled(double factor) const override;
  /// The same, and what does not depend on size is shared if the factor is a power of two: flat
  /// patches, and whether it is simple. For a world's own copies, which it can restore alike.
  Result<Shape> scaled_alike(double factor) const;
  MeshView mesh_view() const override;

 private:
  TriMesh mesh_;
  MeshOptions options_;
  VolumeTree tree_;
  bool is_moved_ = false;
  bool may_be_convex_ = false;
  double build_seconds_ = 0;
  std::vector<std::uint32_t> piece_vertices_;
  mutable std::once_flag hull_made_;
  mutable std::optional<Shape> hull_;
  mutable std::once_flag convex_known_;
  mutable std::optional<ConvexSurface> convex_;
  /// What does not depend on size.
  struct Surface {
    std::uint64_t number = next_number();
    std::once_flag flat_made;
    FlatParts flat;
    std::once_flag simple_known;
    bool simple = false;
  };
  static std::uint64_t next_number();
  Result<Shape> scaled(double factor, bool alike) const;
  std::shared_ptr<Surface> surface_ = std::make_shared<Surface>();
  std::uint64_t number_ = next_number();
  struct OtherTree {
    std::once_flag made;
    VolumeTree tree;
  };
  mutable std::array<OtherTree, 7> others_;  ///< by kind; the first: boxes() of a mesh with tiles
};

/// Of a shape of kind `mesh`.
inline const MeshBody& mesh_of(const Shape& shape) {
  return static_cast<const MeshBody&>(*body_of(shape));
}

}  // namespace glance::rooms::bound
