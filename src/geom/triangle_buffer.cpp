// Tested in tests/property/meshes_test.cpp (Meshes.AgainstEveryConvexKind).
#include "geom/triangle_buffer.h"

#include "base/work_limit.h"
#include "geom/shape_access.h"

namespace glance::rooms::geom {

const Shape& TriangleBuffer::set(const Vec3& p, const Vec3& q, const Vec3& r) {
  const UncountedWork uncounted;  // the first triangle takes longer than the next ones
  if (polytope_) {
    polytope_->move_triangle(p, q, r);
  } else {
    polytope_ = Polytope::triangle(p, q, r);
    shape_ = shape_of(polytope_, ShapeKind::triangle);
  }
  return *shape_;
}

}  // namespace glance::rooms::geom
