// Access to the parts of a shape that are hidden from users.
#pragma once

#include "geom/polytope.h"
#include "geom/shape_body.h"
#include "geom/shape_form.h"
#include "glance/shape.h"

namespace glance::rooms::geom {

struct ShapeAccess {
  static const Polytope& polytope(const Shape& shape) { return *shape.polytope_; }
  static const ShapeForm* form(const Shape& shape) { return shape.form_.get(); }
  static const ShapeBody* body(const Shape& shape) { return shape.body_.get(); }
  static ShapeBody* own_body(const Shape& shape, long holders);
  static Shape make(std::shared_ptr<const Polytope> polytope, ShapeKind kind) {
    return Shape(std::move(polytope), kind);
  }
  static Result<Shape> make(ShapeKind kind, std::shared_ptr<const ShapeBody> body);
  static Result<Shape> restore(ShapeKind kind, std::span<const Vec3> vertices, const Vec3& sizes,
                               double plane_offset, double rounding);
};

/// The core if it has flat sides; for a curved core one point of it; for a mesh or a compound its
/// bounding box.
inline const Polytope& polytope_of(const Shape& shape) { return ShapeAccess::polytope(shape); }
/// What is measured of a curved or rounded body; else null.
inline const ShapeForm* form_of(const Shape& shape) { return ShapeAccess::form(shape); }
/// A mesh or a compound; else null.
inline const ShapeBody* body_of(const Shape& shape) { return ShapeAccess::body(shape); }
/// The same, to be changed in place; null unless exactly this many shapes hold it.
inline ShapeBody* own_body(const Shape& shape, long holders) {
  return ShapeAccess::own_body(shape, holders);
}
/// A shape of such a core.
inline Shape shape_of(std::shared_ptr<const Polytope> polytope, ShapeKind kind) {
  return ShapeAccess::make(std::move(polytope), kind);
}
/// A shape of such a body; refuses one out of range.
inline Result<Shape> shape_of(ShapeKind kind, std::shared_ptr<const ShapeBody> body) {
  return ShapeAccess::make(kind, std::move(body));
}
/// A shape from its own description (vertices of a flat core; sizes and plane_offset of a curved
/// one), with the same bits. Fails for descriptions that no public function creates.
inline Result<Shape> restore_shape(ShapeKind kind, std::span<const Vec3> vertices,
                                   const Vec3& sizes, double plane_offset, double rounding) {
  return ShapeAccess::restore(kind, vertices, sizes, plane_offset, rounding);
}

}  // namespace glance::rooms::geom
