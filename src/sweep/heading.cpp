// Tested in tests/property/impact_test.cpp (Impact.RandomPairs).
#include "sweep/heading.h"

namespace glance::rooms::sweep {
namespace {

/// Along an edge of a body with a flat core.
Vec3 edge_at(const Shape& shape, const Pose& pose, std::uint32_t edge) {
  const auto ends = shape.edge_vertices(edge);
  return multiply(pose.rotation(), Vec3(shape.vertices()[ends[1]] - shape.vertices()[ends[0]]));
}

}  // namespace

Vec3 turn_with_features(const Shape& a, const Motion& motion_a, const Shape& b,
                        const Motion& motion_b, const Closest& c) {
  const Distance& d = c.d;
  const Vec3 &turn_a = motion_a.angular(), &turn_b = motion_b.angular();
  const FeatureKind kind_a = d.feature_a.kind, kind_b = d.feature_b.kind;
  if (kind_a == FeatureKind::face) return turn_a;
  if (kind_b == FeatureKind::face) return turn_b;
  if (kind_a == FeatureKind::edge && kind_b == FeatureKind::edge) {
    const Vec3 edge_a = edge_at(a, c.pose_a, d.feature_a.index);
    const Vec3 edge_b = edge_at(b, c.pose_b, d.feature_b.index);
    const Vec3 change = cross(cross(turn_a, edge_a), edge_b) + cross(edge_a, cross(turn_b, edge_b));
    return cross(d.normal, change) * (1 / dot(cross(edge_a, edge_b), d.normal));
  }
  // From a point of A's core to one of B's, across an edge if one of them is on one.
  const double between = d.distance + a.rounding() + b.rounding();
  if (between < 2 * d.distance) return Vec3::zero();
  Vec3 change =
      c.velocity + cross(turn_a, d.normal) * a.rounding() + cross(turn_b, d.normal) * b.rounding();
  const auto keep_across = [&](const Vec3& edge, const Vec3& turn) {
    const double along = dot(edge, change) + dot(cross(turn, edge), d.normal) * between;
    change -= edge * (along / norm_sq(edge));
  };
  if (kind_a == FeatureKind::edge) {
    keep_across(edge_at(a, c.pose_a, d.feature_a.index), turn_a);
  } else if (kind_b == FeatureKind::edge) {
    keep_across(edge_at(b, c.pose_b, d.feature_b.index), turn_b);
  }
  return cross(d.normal, change) * (1 / between);
}

}  // namespace glance::rooms::sweep
