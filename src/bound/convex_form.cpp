// Tested in tests/property/convex_meshes_test.cpp (ConvexMeshes).
#include "bound/convex_form.h"

namespace glance::rooms::bound {

std::optional<ConvexForm> convex_form(const Shape& shape) {
  if (shape.is_convex()) return ConvexForm{&shape, nullptr, nullptr, true};
  if (shape.kind() != ShapeKind::mesh) return std::nullopt;
  const MeshBody& mesh = mesh_of(shape);
  const ConvexSurface* const where = mesh.convex();
  if (!where) return std::nullopt;
  return ConvexForm{&where->hull, &mesh, where, mesh.mesh().solid};
}

namespace {

/// Those first that are known at once: what is made on first need may not be needed.
bool may_be_convex(const Shape& shape) {
  return shape.is_convex() || (shape.kind() == ShapeKind::mesh && mesh_of(shape).may_be_convex());
}

}  // namespace

std::optional<ConvexForms> convex_forms(const Shape& a, const Shape& b) {
  if (a.is_convex() && b.is_convex()) return std::nullopt;
  if (!may_be_convex(a) || !may_be_convex(b)) return std::nullopt;
  const std::optional<ConvexForm> form_a = convex_form(a);
  if (!form_a) return std::nullopt;
  const std::optional<ConvexForm> form_b = convex_form(b);
  if (!form_b) return std::nullopt;
  return ConvexForms{*form_a, *form_b};
}

std::optional<ConvexForms> convex_forms_unless_refused(const Shape& a, const Shape& b) {
  for (const Shape* shape : {&a, &b}) {
    const bool is_mesh = shape->kind() == ShapeKind::mesh;
    if (is_mesh && !mesh_of(*shape).convex_unless_refused()) return std::nullopt;
  }
  return convex_forms(a, b);
}

}  // namespace glance::rooms::bound
