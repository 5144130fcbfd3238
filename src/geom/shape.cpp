// The public handle on a polytope.
#include "glance/shape.h"

#include <fmt/format.h>

#include "geom/polytope.h"

namespace glance {

Result<Shape> Shape::wrap(Result<std::shared_ptr<const Polytope>> polytope) {
  if (!polytope) return fail(polytope.error().message);
  return Shape(*std::move(polytope));
}

std::string to_string(FeatureId feature) {
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
      return fail(
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
  return hull(corners);
}

Result<Shape> Shape::scaled(double factor) const { return wrap(polytope_->scaled(factor)); }

int Shape::dimension() const { return polytope_->dimension(); }
std::span<const Vec3> Shape::vertices() const { return polytope_->vertices(); }
std::size_t Shape::vertex_count() const { return polytope_->topology().vertex_count(); }
std::size_t Shape::edge_count() const { return polytope_->topology().edge_count(); }
std::size_t Shape::face_count() const { return polytope_->topology().face_count(); }

std::array<std::uint32_t, 2> Shape::edge_vertices(std::uint32_t edge) const {
  return polytope_->topology().edge(edge).vertex;
}
std::span<const std::uint32_t> Shape::face_vertices(std::uint32_t face) const {
  return polytope_->topology().face_vertices(face);
}
Vec3 Shape::face_normal(std::uint32_t face) const { return polytope_->plane(face).normal; }

const MassProperties& Shape::mass() const { return polytope_->mass(); }
double Shape::bounding_radius() const { return polytope_->bounding_radius(); }
double Shape::extent() const { return polytope_->extent(); }
const Aabb& Shape::bounds() const { return polytope_->bounds(); }
std::size_t Shape::bytes() const { return polytope_->bytes(); }
Result<void> Shape::validate() const { return polytope_->validate(); }

}  // namespace glance
