#include "bound/mesh_body.h"

#include <fmt/format.h>

#include "geom/tri_mesh.h"

namespace glance {

MeshBody::MeshBody(TriMesh mesh, const MeshOptions&) : mesh_(std::move(mesh)) {
  form_ = mesh_.measure();
}

MeshBody::MeshBody(TriMesh mesh, const MeshBody& other)
    : mesh_(std::move(mesh)), tree_(other.tree_) {
  form_ = mesh_.measure();
}

std::size_t MeshBody::bytes() const { return sizeof(*this) + mesh_.bytes(); }

Result<void> MeshBody::validate() const { return {}; }

Result<Shape> MeshBody::scaled(double factor) const {
  std::vector<Vec3> moved(mesh_.vertices);
  for (Vec3& v : moved) v *= factor;
  Result<TriMesh> mesh = mesh_.with_vertices(moved);
  if (!mesh) return fail(mesh.error().message);
  return Shape::from_body(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), *this));
}

MeshView MeshBody::mesh_view() const {
  return {mesh_.vertices, mesh_.triangles, mesh_.given, mesh_.solid, VolumeKind::aabb};
}

Result<Shape> Shape::mesh(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                          const MeshOptions& options, MeshReport* report) {
  MeshReport own;
  Result<TriMesh> mesh = TriMesh::make(vertices, triangles, options.solid, report ? *report : own);
  if (!mesh) return fail(mesh.error().message);
  return from_body(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), options));
}

Result<Shape> Shape::with_vertices(std::span<const Vec3> vertices) const {
  if (kind_ != ShapeKind::mesh) return fail("only a mesh has vertices that can be moved");
  const MeshBody& body = mesh_of(*this);
  Result<TriMesh> mesh = body.mesh().with_vertices(vertices);
  if (!mesh) return fail(mesh.error().message);
  return from_body(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), body));
}

}  // namespace glance
