#include "support/membership.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "support/feature_distance.h"

namespace glance::test {
namespace {

using RealPoint = Triple<Real>;

/// The point is seen from the pose's translation.
Real flat_distance(const Shape& shape, const Pose& pose, const RealVec& from) {
  const RealPoint p{from.x(), from.y(), from.z()};
  const Pose turn = Pose::make(pose.rotation(), Vec3::zero()).value();
  std::vector<RealPoint> corners;
  for (const Vec3& v : shape.vertices()) corners.push_back(world_point<Real>(turn, v));
  Real least_sq = std::numeric_limits<Real>::infinity();
  bool inside = shape.face_count() > 0;
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    std::vector<RealPoint> loop;
    for (const std::uint32_t v : shape.face_vertices(f)) loop.push_back(corners[v]);
    const std::size_t k = loop.size();
    const RealPoint n = cross(loop[k / 3] - loop[0], loop[2 * k / 3] - loop[0]);
    inside = inside && dot(n, p - loop[0]) <= 0;
    if (const auto sq = vertex_face_sq(p, std::span<const RealPoint>(loop), Real(1e-12))) {
      least_sq = std::min(least_sq, *sq);
    }
  }
  if (inside) return 0;
  for (std::uint32_t e = 0; e < shape.edge_count(); e++) {
    const auto [i, j] = shape.edge_vertices(e);
    if (const auto sq = vertex_edge_sq(p, corners[i], corners[j], Real(1e-12))) {
      least_sq = std::min(least_sq, *sq);
    }
  }
  for (const RealPoint& c : corners) least_sq = std::min(least_sq, dot(p - c, p - c));
  return std::sqrt(least_sq);
}

/// The nearest point has q_i = s_i^2 p_i / (t + s_i^2) for the t >= 0 that puts it on the surface
/// (Eberly 2013: Distance from a point to an ellipse, an ellipsoid). Along an axis of zero all
/// its points have the coordinate 0.
Real ellipsoid_distance(const RealVec& s, const RealVec& p) {
  const auto level_sq = [&](const RealVec& q) {
    Real sum = 0;
    for (int k = 0; k < 3; k++) sum += s[k] > 0 ? (q[k] / s[k]) * (q[k] / s[k]) : 0;
    return sum;
  };
  if (level_sq(p) <= 1) {
    Real off_sq = 0;
    for (int k = 0; k < 3; k++) off_sq += s[k] > 0 ? 0 : p[k] * p[k];
    return std::sqrt(off_sq);
  }
  const auto nearest = [&](Real t) -> RealVec {
    RealVec q;
    for (int k = 0; k < 3; k++) q[k] = s[k] > 0 ? s[k] * s[k] * p[k] / (t + s[k] * s[k]) : 0;
    return q;
  };
  Real low = 0, high = s.maxCoeff() * p.norm();
  for (int i = 0; i < 200; i++) {
    const Real t = (low + high) / 2;
    (level_sq(nearest(t)) > 1 ? low : high) = t;
  }
  return (p - nearest(low)).norm();
}

/// In the half-plane of a body of revolution.
Real segment_distance(Real x, Real y, Real x0, Real y0, Real x1, Real y1) {
  const Real ux = x1 - x0, uy = y1 - y0;
  const Real t =
      std::clamp(((x - x0) * ux + (y - y0) * uy) / (ux * ux + uy * uy), Real(0), Real(1));
  return std::hypot(x - x0 - t * ux, y - y0 - t * uy);
}

/// In the body's own frame.
Real curved_distance(const Shape& shape, const RealVec& p) {
  const RealVec s = real(shape.sizes());
  const Real rho = std::hypot(p.x(), p.y()), r = s.x(), h = s.z();
  switch (shape.kind()) {
    case ShapeKind::ellipsoid: return ellipsoid_distance(s, p);
    case ShapeKind::cylinder:
      return std::hypot(std::max<Real>(0, rho - r), std::max<Real>(0, std::abs(p.z()) - h));
    default:  // cone
      if (p.z() >= -h && 2 * h * rho + r * p.z() <= r * h) return 0;
      return std::min(segment_distance(rho, p.z(), r, -h, 0, h),
                      segment_distance(rho, p.z(), 0, -h, r, -h));
  }
}

}  // namespace

Real distance_to(const Shape& shape, const Pose& pose, const Vec3& point) {
  const RealVec from = difference(point, pose.translation());
  const RealMat rotation = real(pose.rotation());
  if (shape.kind() == ShapeKind::halfspace) {
    const RealVec n = rotation * real(shape.sizes());
    return std::max<Real>(0, (n.dot(from) - shape.plane_offset()) / n.norm() - shape.rounding());
  }
  const Real core = shape.has_flat_core() ? flat_distance(shape, pose, from)
                                          : curved_distance(shape, rotation.inverse() * from);
  return std::max<Real>(0, core - shape.rounding());
}

}  // namespace glance::test
