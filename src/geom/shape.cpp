// The public handle on a body of any kind, and how those with flat or curved cores are made.
// (Shape::mesh is in bound/mesh_body.cpp, Shape::compound in bound/compound_body.cpp.)
// Tested in tests/unit/geom/polytope_test.cpp (ShapeInput.SaysWhatIsWrong).
#include "glance/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error_code.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "geom/shape_body.h"
#include "geom/shape_form.h"
#include "glance/tolerance.h"

namespace glance {
using namespace rooms::geom;

namespace {

/// Sizes of a body: zero, or within range.
Result<void> check_size(std::string_view what, double size) {
  if (size == 0 || (size >= kMinExtent && size <= kMaxCoordinate)) return {};
  return fail(std::isfinite(size) ? ErrorCode::out_of_range : ErrorCode::not_finite,
              fmt::format("the {} must be zero or a length from {:.3g} to {:.3g}, not {}", what,
                          kMinExtent, kMaxCoordinate, size));
}

/// A size times a factor > 0: what was not zero must not become so.
Result<void> check_scaled(std::string_view what, double size, double factor) {
  const double scaled = size * factor;
  if (size == 0 || (scaled >= kMinExtent && scaled <= kMaxCoordinate)) return {};
  return fail(std::isfinite(scaled) ? ErrorCode::out_of_range : ErrorCode::not_finite,
              fmt::format("the scaled {} must be a length from {:.3g} to {:.3g}, not {}", what,
                          kMinExtent, kMaxCoordinate, scaled));
}

/// Both sizes of a capsule, cylinder or cone.
Result<void> check_round(std::string_view kind, double radius, double half_length) {
  auto checked = check_size(fmt::format("radius of a {}", kind), radius);
  if (checked) checked = check_size(fmt::format("half length of a {}", kind), half_length);
  return checked;
}

/// The simpler shape that is left of a body whose other sizes are zero.
Result<Shape> segment_along(int axis, double half_length) {
  if (half_length == 0) return Shape::point(Vec3::zero());
  const Vec3 end = Vec3::unit(axis) * half_length;
  return Shape::segment(-end, end);
}

/// Whether a normal is as near to unit length as scaling can bring it: coordinates that are
/// right to 4.5 * 2^-53 have a square that is 1 to within 9 * 2^-53, and as computed 12 * 2^-53.
bool is_unit(const Vec3& normal) { return std::fabs(norm_sq(normal) - 1) <= 0x1p-49; }

}  // namespace

Result<Shape> Shape::wrap(Result<std::shared_ptr<const Polytope>> polytope, ShapeKind kind) {
  if (!polytope) return fail(polytope.error());
  return Shape(*std::move(polytope), kind);
}

const Pose& PlacedShape::origin() {
  static const Pose identity;
  return identity;
}

std::string_view to_string(ShapeKind kind) {
  static constexpr std::array<std::string_view, kShapeKinds> kNames{
      "point",    "segment", "triangle",  "box",       "hull", "sphere",  "capsule",
      "cylinder", "cone",    "ellipsoid", "halfspace", "mesh", "compound"};
  const auto number = static_cast<std::size_t>(kind);
  return number < kNames.size() ? kNames[number] : "unknown";
}

std::string to_string(FeatureId feature) {
  if (feature.is_none()) return "none";
  const char* kind = feature.kind == FeatureKind::vertex ? "vertex"
                     : feature.kind == FeatureKind::edge ? "edge"
                                                         : "face";
  return fmt::format("{} {}", kind, feature.index);
}

Result<Shape> Shape::hull(std::span<const Vec3> points) { return wrap(Polytope::hull(points)); }

Result<Shape> Shape::from_faces(std::span<const Vec3> points,
                                std::span<const std::vector<std::uint32_t>> faces) {
  return wrap(Polytope::from_faces(points, faces));
}

Result<Shape> Shape::box(const Vec3& half_extents) {
  for (int i = 0; i < 3; i++) {
    if (!(half_extents[i] >= 0) || !std::isfinite(half_extents[i])) {
      return fail(code_of(half_extents[i]),
                  fmt::format("half extents of a box must be finite and not negative, not ({}, {}, "
                              "{})",
                              half_extents.x(), half_extents.y(), half_extents.z()));
    }
  }
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; i++) {
    corners[i] = {i & 1 ? half_extents.x() : -half_extents.x(),
                  i & 2 ? half_extents.y() : -half_extents.y(),
                  i & 4 ? half_extents.z() : -half_extents.z()};
  }
  return wrap(Polytope::hull(corners), ShapeKind::box);
}

Result<Shape> Shape::point(const Vec3& p) {
  return wrap(Polytope::hull(std::array{p}), ShapeKind::point);
}

Result<Shape> Shape::segment(const Vec3& p, const Vec3& q) {
  return wrap(Polytope::hull(std::array{p, q}), ShapeKind::segment);
}

Result<Shape> Shape::triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  return wrap(Polytope::hull(std::array{p, q, r}), ShapeKind::triangle);
}

Result<Shape> Shape::make_rounded(std::shared_ptr<const Polytope> core, ShapeKind kind,
                                  double rounding) {
  if (rounding == 0) return Shape(std::move(core), kind);
  if (auto checked = check_size("rounding radius", rounding); !checked) {
    return fail(checked.error());
  }
  auto form = std::make_shared<const ShapeForm>(rounded_form(*core, kind, rounding));
  return Shape(std::move(core), kind, rounding, std::move(form));
}

Result<Shape> Shape::make_curved(ShapeKind kind, const Vec3& sizes, double offset,
                                 double rounding) {
  if (rounding != 0) {
    if (auto checked = check_size("rounding radius", rounding); !checked) {
      return fail(checked.error());
    }
  }
  auto form = std::make_shared<const ShapeForm>(curved_form(kind, sizes, offset, rounding));
  auto inside = Polytope::hull(std::array{form->mass.centroid});
  if (!inside) return fail(inside.error());
  return Shape(*std::move(inside), kind, rounding, std::move(form));
}

Result<Shape> Shape::sphere(double radius) {
  if (auto checked = check_size("radius of a sphere", radius); !checked) {
    return fail(checked.error());
  }
  if (radius == 0) return point(Vec3::zero());
  return make_rounded(point(Vec3::zero())->polytope_, ShapeKind::sphere, radius);
}

Result<Shape> Shape::capsule(double radius, double half_length) {
  if (auto checked = check_round("capsule", radius, half_length); !checked) {
    return fail(checked.error());
  }
  if (half_length == 0) return sphere(radius);
  if (radius == 0) return segment_along(2, half_length);
  return make_rounded(segment_along(2, half_length)->polytope_, ShapeKind::capsule, radius);
}

Result<Shape> Shape::cylinder(double radius, double half_length) {
  if (auto checked = check_round("cylinder", radius, half_length); !checked) {
    return fail(checked.error());
  }
  if (radius == 0) return segment_along(2, half_length);
  return make_curved(ShapeKind::cylinder, {radius, radius, half_length + 0.0}, 0, 0);  // no -0
}

Result<Shape> Shape::cone(double radius, double half_length) {
  if (auto checked = check_round("cone", radius, half_length); !checked) {
    return fail(checked.error());
  }
  if (radius == 0 || half_length == 0) return cylinder(radius, half_length);
  return make_curved(ShapeKind::cone, {radius, radius, half_length}, 0, 0);
}

Result<Shape> Shape::ellipsoid(const Vec3& semi_axes) {
  for (int i = 0; i < 3; i++) {
    if (auto checked = check_size("semi-axis of an ellipsoid", semi_axes[i]); !checked) {
      return fail(checked.error());
    }
  }
  const int longest = semi_axes.max_axis();
  const int thick = (semi_axes.x() > 0) + (semi_axes.y() > 0) + (semi_axes.z() > 0);
  if (thick <= 1) return segment_along(longest, semi_axes[longest]);
  return make_curved(ShapeKind::ellipsoid, semi_axes + Vec3::zero(), 0, 0);  // no -0
}

Result<Shape> Shape::halfspace(const Vec3& normal, double offset) {
  // One that was scaled before keeps its bits, so that it can be stored and made again.
  const Vec3 unit = is_unit(normal) ? normal : normalized(normal);
  if (!is_finite(normal) || unit == Vec3::zero()) {
    return fail(is_finite(normal) ? ErrorCode::bad_geometry : ErrorCode::not_finite,
                fmt::format("the normal of a half-space must be finite and not zero, not "
                            "({}, {}, {})",
                            normal.x(), normal.y(), normal.z()));
  }
  if (!(std::fabs(offset) <= kMaxCoordinate)) {
    return fail(ErrorCode::out_of_range,
                fmt::format("the offset of a half-space must be at most {:.3g}, not {}",
                            kMaxCoordinate, offset));
  }
  return make_curved(ShapeKind::halfspace, unit, offset, 0);
}

Result<Shape> Shape::rounded(double radius) const {
  if (!(radius >= 0) || !std::isfinite(radius)) {
    return fail(code_of(radius),
                fmt::format("the rounding radius must be finite and not negative, not {}", radius));
  }
  if (body_) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("a {} cannot be rounded: give the questions a margin, or round its parts",
                    to_string(kind_)));
  }
  const double sum = rounding_ + radius;
  return has_flat_core() ? make_rounded(polytope_, kind_, sum)
                         : make_curved(kind_, form_->sizes, form_->offset, sum);
}

Result<Shape> Shape::scaled(double factor) const {
  if (has_flat_core()) {
    Result<Shape> core = wrap(polytope_->scaled(factor), kind_);
    if (!core || rounding_ == 0) return core;
    auto checked = check_scaled("rounding radius", rounding_, factor);
    if (!checked) return fail(checked.error());
    return make_rounded(core->polytope_, kind_, rounding_ * factor);
  }
  if (!(factor > 0) || !std::isfinite(factor)) {
    return fail(code_of(factor), fmt::format("the scale must be finite and > 0, not {}", factor));
  }
  if (body_) return body_->scaled(factor);
  if (auto checked = check_scaled("rounding radius", rounding_, factor); !checked) {
    return fail(checked.error());
  }
  if (kind_ == ShapeKind::halfspace) {
    const double offset = form_->offset * factor;
    if (!(std::fabs(offset) <= kMaxCoordinate)) {
      return fail(
          ErrorCode::out_of_range,
          fmt::format("scaled by {}, the offset {} is out of range", factor, form_->offset));
    }
    return make_curved(kind_, form_->sizes, offset, rounding_ * factor);
  }
  const Vec3 sizes = form_->sizes * factor;
  for (int i = 0; i < 3; i++) {
    if (auto checked = check_scaled("size", form_->sizes[i], factor); !checked) {
      return fail(checked.error());
    }
  }
  return make_curved(kind_, sizes, 0, rounding_ * factor);
}

Vec3 Shape::sizes() const {
  if (form_) return form_->sizes;
  return kind_ == ShapeKind::box ? polytope_->bounds().upper : Vec3::zero();
}
double Shape::plane_offset() const { return form_ ? form_->offset : 0; }

int Shape::dimension() const {
  if (!form_) return polytope_->dimension();
  // At most one size of a curved core is zero: it is a disc, or a flat ellipsoid.
  const bool flat = kind_ >= ShapeKind::cylinder && kind_ <= ShapeKind::ellipsoid &&
                    rounding_ == 0 && form_->sizes.min_component() == 0;
  return flat ? 2 : 3;
}
std::span<const Vec3> Shape::vertices() const {
  return has_flat_core() ? polytope_->vertices() : std::span<const Vec3>{};
}
std::size_t Shape::vertex_count() const { return vertices().size(); }
std::size_t Shape::edge_count() const { return polytope_->topology().edge_count(); }
std::size_t Shape::face_count() const { return polytope_->topology().face_count(); }

std::array<std::uint32_t, 2> Shape::edge_vertices(std::uint32_t edge) const {
  return polytope_->topology().edge(edge).vertex;
}
std::span<const std::uint32_t> Shape::face_vertices(std::uint32_t face) const {
  return polytope_->topology().face_vertices(face);
}
Vec3 Shape::face_normal(std::uint32_t face) const { return polytope_->plane(face).normal; }

const MassProperties& Shape::mass() const { return form_ ? form_->mass : polytope_->mass(); }
double Shape::bounding_radius() const {
  return form_ ? form_->bounding_radius : polytope_->bounding_radius();
}
double Shape::extent() const { return form_ ? form_->extent : polytope_->extent(); }
const Aabb& Shape::bounds() const { return form_ ? form_->bounds : polytope_->bounds(); }
std::size_t Shape::bytes() const {
  if (body_) return body_->bytes() + polytope_->bytes();
  return polytope_->bytes() + (form_ ? sizeof(ShapeForm) : 0);
}
const void* Shape::identity() const {
  return form_ ? static_cast<const void*>(form_.get()) : polytope_.get();
}
Result<void> Shape::validate() const { return body_ ? body_->validate() : polytope_->validate(); }

MeshView Shape::mesh_view() const { return body_ ? body_->mesh_view() : MeshView{}; }
std::span<const CompoundPart> Shape::leaf_parts() const {
  return body_ ? body_->leaf_parts() : std::span<const CompoundPart>{};
}

Result<CompoundPart> Shape::sub_shape(const SubShape& sub) const {
  if (sub == SubShape{}) return CompoundPart{*this, {}};
  if (kind_ == ShapeKind::mesh && sub.part == SubShape::kNone) {
    const MeshView mesh = mesh_view();
    const auto at = std::ranges::lower_bound(mesh.given, sub.triangle);
    if (at == mesh.given.end() || *at != sub.triangle) {
      return fail(ErrorCode::bad_index, fmt::format("the mesh has no triangle {}", sub.triangle));
    }
    const Triangle& t = mesh.triangles[static_cast<std::size_t>(at - mesh.given.begin())];
    auto triangle = Shape::triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
    if (!triangle) return fail(triangle.error());
    return CompoundPart{*triangle, {}};
  }
  if (kind_ == ShapeKind::compound) {
    const auto leaves = leaf_parts();
    if (sub.part >= leaves.size()) {
      return fail(ErrorCode::bad_index,
                  fmt::format("the compound has no part {}: it has {}", sub.part, leaves.size()));
    }
    const CompoundPart& leaf = leaves[sub.part];
    auto inner = leaf.shape.sub_shape({SubShape::kNone, sub.triangle});
    if (!inner) return inner;
    return CompoundPart{inner->shape, leaf.pose};
  }
  return fail(ErrorCode::bad_index, fmt::format("a {} has no parts{}", to_string(kind_),
                                                kind_ == ShapeKind::mesh ? " but triangles" : ""));
}

std::string_view to_string(PartVolume volume) {
  switch (volume) {
    case PartVolume::obb: return "obb";
    case PartVolume::hull: return "hull";
    case PartVolume::sphere: break;
  }
  return "sphere";
}

}  // namespace glance
