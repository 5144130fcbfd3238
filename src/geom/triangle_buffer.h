// A triangle as a shape that can be filled again and again without asking for memory: for
// questions about the triangles of a mesh, one after the other.
#pragma once

#include <optional>

#include "geom/polytope.h"

namespace glance::rooms::geom {

class TriangleBuffer {
 public:
  TriangleBuffer() = default;
  // Its content matters to its owner only: copies begin empty, and all compare equal.
  TriangleBuffer(const TriangleBuffer&) {}
  TriangleBuffer& operator=(const TriangleBuffer&) { return *this; }
  bool operator==(const TriangleBuffer&) const { return true; }

  /// The triangle (not degenerate, within range), until the next call.
  const Shape& set(const Vec3& p, const Vec3& q, const Vec3& r);

 private:
  std::shared_ptr<Polytope> polytope_;
  std::optional<Shape> shape_;
};

}  // namespace glance::rooms::geom
