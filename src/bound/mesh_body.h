// A mesh and the tree of volumes around its triangles.
#pragma once

#include "bound/tree.h"
#include "geom/polytope.h"
#include "geom/shape_body.h"
#include "geom/tri_mesh.h"

namespace glance {

class MeshBody final : public ShapeBody {
 public:
  MeshBody(TriMesh mesh, const MeshOptions& options);
  /// The tree of `other` fitted to the triangles of `mesh`, which differ in place only.
  MeshBody(TriMesh mesh, const MeshBody& other);

  const TriMesh& mesh() const { return mesh_; }
  const AnyTree& tree() const { return tree_; }
  double build_seconds() const { return build_seconds_; }

  std::size_t bytes() const override;
  Result<void> validate() const override;
  Result<Shape> scaled(double factor) const override;
  MeshView mesh_view() const override;

 private:
  TriMesh mesh_;
  AnyTree tree_;
  double build_seconds_ = 0;
};

/// Of a shape of kind `mesh`.
inline const MeshBody& mesh_of(const Shape& shape) {
  return static_cast<const MeshBody&>(*shape.body());
}

}  // namespace glance
