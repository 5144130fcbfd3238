// Tested in tests/unit/contact/derivative_test.cpp (Derivative.OfCurvedBodiesIsTheDifference).
#include "curved/core_feature.h"

#include <array>

#include "exact/feature_of.h"
#include "geom/shape_access.h"

namespace glance::rooms::curved {
namespace {

/// How far a direction may be from perpendicular to a face (radians): what the searches for a
/// direction leave open, not more.
constexpr double kPerpendicular = 1e-7;

FeatureId flat_feature(const Polytope& body, const Vec3& local) {
  QueryWork work;
  std::uint32_t top = 0;
  highest_vertex(body, local, top, work);
  // The neighbours that are as high, up to three of them, tell the feature.
  const double level = dot(local, body.vertex(top));
  std::array<std::uint32_t, 3> used{top, top, top};
  std::size_t count = 1;
  for (const std::uint32_t w : body.topology().vertex_neighbors(top)) {
    const Vec3 edge = body.vertex(w) - body.vertex(top);
    if (count < 3 && level - dot(local, body.vertex(w)) <= kPerpendicular * one_norm(edge)) {
      used[count++] = w;
    }
  }
  const auto feature = feature_of(body.topology(), {used.data(), count});
  return feature ? *feature : FeatureId{FeatureKind::vertex, top};
}

}  // namespace

FeatureId feature_towards(const CoreBody& body, const Vec3& direction) {
  const Vec3 d = quick_unit(multiply_transposed(body.rotation, direction));
  if (!body.is_curved()) return flat_feature(polytope_of(body.shape), d);
  if (body.kind == ShapeKind::ellipsoid) return {FeatureKind::face, 0};
  const double across = std::hypot(d.x(), d.y());
  const double r = body.sizes.x(), h = body.sizes.z();
  if (body.kind == ShapeKind::cylinder) {
    if (across <= kPerpendicular) return {FeatureKind::face, d.z() > 0 ? 1u : 2u};
    if (h > 0 && std::fabs(d.z()) <= kPerpendicular) return {FeatureKind::face, 0};
    return {FeatureKind::edge, d.z() > 0 ? 0u : 1u};
  }
  if (across <= kPerpendicular && d.z() < 0) return {FeatureKind::face, 1};
  // The tip is as high as the rim along the normal of the side.
  const double tip_over_rim = (2 * h * d.z() - r * across) / std::hypot(2 * h, r);
  if (std::fabs(tip_over_rim) <= kPerpendicular) return {FeatureKind::face, 0};
  return tip_over_rim > 0 ? FeatureId{FeatureKind::vertex, 0} : FeatureId{FeatureKind::edge, 0};
}

}  // namespace glance::rooms::curved
