#include "narrow/core_feature.h"

#include <algorithm>

#include "narrow/feature_of.h"

namespace glance {
namespace {

/// How far a direction may be from perpendicular to a face (radians): what the searches for a
/// direction leave open, not more.
constexpr double kPerpendicular = 1e-7;

FeatureId flat_feature(const Polytope& body, const Vec3& local) {
  Work work;
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

/// How far a local point is from a polygon, segment or point.
double distance_to_flat(const Polytope& core, const Vec3& p) {
  const Topology& t = core.topology();
  if (core.dimension() == 2) {
    const Plane& plane = core.plane(0);
    const auto loop = t.face_vertices(0);
    bool inside = true;
    for (std::size_t i = 0; i < loop.size() && inside; i++) {
      const Vec3 &q = core.vertex(loop[i]), &r = core.vertex(loop[(i + 1) % loop.size()]);
      inside = triple(plane.normal, r - q, p - q) >= 0;
    }
    if (inside) return std::fabs(plane.height(p));
  }
  double nearest_sq = norm_sq(Vec3(core.vertex(0) - p));
  for (std::uint32_t e = 0; e < t.edge_count(); e++) {
    const Vec3 q = core.vertex(t.edge(e).vertex[0]) - p,
               u = core.vertex(t.edge(e).vertex[1]) - p - q;
    const double s = std::clamp(-dot(q, u) / norm_sq(u), 0.0, 1.0);
    nearest_sq = std::min(nearest_sq, norm_sq(Vec3(q + u * s)));
  }
  return std::sqrt(nearest_sq);
}

}  // namespace

FeatureId feature_towards(const CoreBody& body, const Vec3& direction) {
  const Vec3 d = quick_unit(multiply_transposed(body.rotation, direction));
  if (!body.is_curved()) return flat_feature(body.shape.polytope(), d);
  if (body.kind == ShapeKind::ellipsoid) return {FeatureKind::face, 0};
  const double across = std::hypot(d.x(), d.y());
  const double r = body.sizes.x(), h = body.sizes.z();
  if (body.kind == ShapeKind::cylinder) {
    if (across <= kPerpendicular) return {FeatureKind::face, d.z() > 0 ? 1u : 2u};
    if (std::fabs(d.z()) <= kPerpendicular) return {FeatureKind::face, 0};
    return {FeatureKind::edge, d.z() > 0 ? 0u : 1u};
  }
  if (across <= kPerpendicular && d.z() < 0) return {FeatureKind::face, 1};
  // The tip is as high as the rim along the normal of the side.
  const double tip_over_rim = (2 * h * d.z() - r * across) / std::hypot(2 * h, r);
  if (std::fabs(tip_over_rim) <= kPerpendicular) return {FeatureKind::face, 0};
  return tip_over_rim > 0 ? FeatureId{FeatureKind::vertex, 0} : FeatureId{FeatureKind::edge, 0};
}

double inside_by(const CoreBody& body, const Vec3& point) {
  // The transpose is the inverse to within kRotationTolerance, and once more of what is left.
  Vec3 p = multiply_transposed(body.rotation, point);
  p += multiply_transposed(body.rotation, Vec3(point - multiply(body.rotation, p)));
  p += body.centroid;
  const auto shrunk = [](double depth) {
    return depth - 2 * kRotationTolerance * std::fabs(depth);
  };
  if (!body.is_curved()) {
    const Polytope& core = body.shape.polytope();
    if (core.dimension() < 3) return -distance_to_flat(core, p);
    // From outside: to where the way to the centroid enters, which is not nearer than the body.
    double depth = std::numeric_limits<double>::infinity(), entry = 0;
    for (std::uint32_t f = 0; f < core.topology().face_count(); f++) {
      const double height = core.plane(f).height(p);
      depth = std::min(depth, -height);
      if (height > 0) {
        entry = std::max(entry, height / (height - core.plane(f).height(body.centroid)));
      }
    }
    if (depth < 0) depth = -entry * norm(p - body.centroid);
    return shrunk(depth);
  }
  const double r = body.sizes.x(), h = body.sizes.z();
  const double across = std::hypot(p.x(), p.y());
  double depth;
  if (body.kind == ShapeKind::ellipsoid) {
    const double k = norm(p.cwiseQuotient(body.sizes));  // 1 on the surface
    depth = k <= 1 ? (1 - k) * body.sizes.minCoeff() : norm(p) * (1 / k - 1);
  } else if (body.kind == ShapeKind::cylinder) {
    const double side = r - across, end = h - std::fabs(p.z());
    depth = side < 0 && end < 0 ? -std::hypot(side, end) : std::min(side, end);
  } else {
    const double base = p.z() + h;
    const double side = ((h - p.z()) * r - 2 * h * across) / std::hypot(r, 2 * h);
    depth = side < 0 && base < 0 ? -std::hypot(across - r, base) : std::min(base, side);
  }
  return shrunk(depth);
}

}  // namespace glance
