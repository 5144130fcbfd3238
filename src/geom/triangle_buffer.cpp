#include "geom/triangle_buffer.h"

namespace glance {

const Shape& TriangleBuffer::set(const Vec3& p, const Vec3& q, const Vec3& r) {
  if (polytope_) {
    polytope_->move_triangle(p, q, r);
  } else {
    polytope_ = Polytope::triangle(p, q, r);
    shape_ = Shape::of_polytope(polytope_, ShapeKind::triangle);
  }
  return *shape_;
}

}  // namespace glance
