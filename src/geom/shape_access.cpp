// Tested in tests/unit/world/snapshot_test.cpp (Snapshot.GoesOnWithTheSameBitsFromEveryMoment).
#include "geom/shape_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace glance::rooms::geom {

ShapeBody* ShapeAccess::own_body(const Shape& shape, long holders) {
  // Each has it twice: as the body, and as the form that is a part of it.
  const auto& body = shape.body_;
  return body && body.use_count() == 2 * holders ? const_cast<ShapeBody*>(body.get()) : nullptr;
}

Result<Shape> ShapeAccess::make(ShapeKind kind, std::shared_ptr<const ShapeBody> body) {
  const Aabb& bounds = body->form().bounds;
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) corners[i][k] = i >> k & 1 ? bounds.upper[k] : bounds.lower[k];
  }
  auto box = Polytope::hull(corners);
  if (!box) return fail(box.error());
  Shape shape(*std::move(box), kind, 0, {body, &body->form()});
  shape.body_ = std::move(body);
  return shape;
}

Result<Shape> ShapeAccess::restore(ShapeKind kind, std::span<const Vec3> vertices,
                                   const Vec3& sizes, double plane_offset, double rounding) {
  const auto fail_kind = [&](const char* what) {
    return fail(ErrorCode::bad_data, fmt::format("a {} {}", to_string(kind), what));
  };
  if (!(rounding >= 0)) return fail_kind("with a rounding that is negative or not a number");
  if (kind >= ShapeKind::cylinder) {
    if (!vertices.empty()) return fail_kind("with vertices");
    Result<Shape> core = kind == ShapeKind::cylinder    ? Shape::cylinder(sizes.x(), sizes.z())
                         : kind == ShapeKind::cone      ? Shape::cone(sizes.x(), sizes.z())
                         : kind == ShapeKind::ellipsoid ? Shape::ellipsoid(sizes)
                                                        : Shape::halfspace(sizes, plane_offset);
    if (!core) return core;
    if (core->sizes() != sizes) return fail_kind("with sizes that do not fit");
    return rounding > 0 ? core->rounded(rounding) : core;
  }
  auto core = Polytope::hull(vertices);
  if (!core) return fail(core.error());
  if (!std::ranges::equal((*core)->vertices(), vertices)) {
    return fail_kind("whose vertices are not those of a convex body");
  }
  // The same as the maker gives, but for the signs of zeros.
  const Vec3 half = (*core)->bounds().upper.abs();
  const auto same = [&](const Result<Shape>& made) {
    return made && std::ranges::equal(made->polytope_->vertices(), vertices);
  };
  const bool good = kind == ShapeKind::point      ? vertices.size() == 1
                    : kind == ShapeKind::segment  ? vertices.size() <= 2
                    : kind == ShapeKind::triangle ? vertices.size() <= 3
                    : kind == ShapeKind::box      ? same(Shape::box(half))
                    : kind == ShapeKind::sphere   ? same(Shape::point(Vec3::zero()))
                    : kind == ShapeKind::capsule
                        ? same(Shape::segment({0, 0, -half.z()}, {0, 0, half.z()}))
                        : true;
  if (!good) return fail_kind("with the vertices of another kind");
  if (rounding == 0 && kind >= ShapeKind::sphere) return fail_kind("without a radius");
  return Shape::make_rounded(*std::move(core), kind, rounding);
}

}  // namespace glance::rooms::geom
