// The support function of curved cores, in their own frame: how far the core reaches along a
// direction, and where.
#pragma once

#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::geom {

/// The point of a cylinder, cone or ellipsoid (sizes as Shape::sizes) farthest along d, which is
/// not zero and whose square neither over- nor underflows. Where a whole disc or line is
/// farthest, a point of it.
/// Right to a few roundings of the core's size.
inline Vec3 curved_support(ShapeKind kind, const Vec3& s, const Vec3& d) {
  if (kind == ShapeKind::ellipsoid) {
    const Vec3 scaled{s.x() * d.x(), s.y() * d.y(), s.z() * d.z()};
    const double length = std::sqrt(norm_sq(scaled));
    if (!(length > 0)) return {0, 0, s.z()};
    const double k = 1 / length;
    return {s.x() * (scaled.x() * k), s.y() * (scaled.y() * k), s.z() * (scaled.z() * k)};
  }
  const double across_sq = d.x() * d.x() + d.y() * d.y();
  const double across = std::sqrt(across_sq);
  // The cone's tip is as far as its rim where 2 h dz = r |dxy|.
  if (kind == ShapeKind::cone && 2 * s.z() * d.z() >= s.x() * across) return {0, 0, s.z()};
  const double z = kind == ShapeKind::cone || d.z() < 0 ? -s.z() : s.z();
  if (!(across > 0)) return {0, 0, z};
  const double k = s.x() / across;
  return {d.x() * k, d.y() * k, z};
}

}  // namespace glance::rooms::geom
