// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/core_depth.h"

#include <algorithm>

#include "geom/shape_access.h"
#include "math/closest.h"

namespace glance::rooms::curved {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// In the core's own frame. The transpose is the inverse to within kRotationTolerance, and once
/// more of what is left.
Vec3 to_local(const CoreBody& body, const Vec3& point) {
  Vec3 p = multiply_transposed(body.rotation, point);
  p += multiply_transposed(body.rotation, Vec3(point - multiply(body.rotation, p)));
  return p + body.centroid;
}

/// Lengths in the core's frame are those in the world only to within kRotationTolerance. What is
/// inside counts less and what is outside more, so the result is on the safe side.
double shrunk(double depth) { return depth - 2 * kRotationTolerance * std::fabs(depth); }

/// A point as an ellipsoid sees it: only coordinates along axes that are not zero.
struct Scaled {
  Vec3 flat = Vec3::zero(), scaled = Vec3::zero();
  double least = kUnbounded, most = 0;  ///< semi-axes that are not zero
  double gauge;                         ///< 1 on the surface; of a flat one: on its rim

  Scaled(const Vec3& sizes, const Vec3& p) {
    for (int i = 0; i < 3; i++) {
      if (!(sizes[i] > 0)) continue;
      flat[i] = p[i];
      scaled[i] = p[i] / sizes[i];
      least = std::min(least, sizes[i]);
      most = std::max(most, sizes[i]);
    }
    gauge = norm(scaled);
  }
  /// The gradient of the gauge.
  Vec3 slope(const Vec3& sizes) const {
    Vec3 s = Vec3::zero();
    if (!(gauge > 0)) return s;
    for (int i = 0; i < 3; i++) {
      if (sizes[i] > 0) s[i] = scaled[i] / (sizes[i] * gauge);
    }
    return s;
  }
};

/// Whether a local point is above or below a polygon, not beside it.
bool is_over_polygon(const Polytope& core, const Vec3& p) {
  if (core.dimension() != 2) return false;
  const auto loop = core.topology().face_vertices(0);
  for (std::size_t i = 0; i < loop.size(); i++) {
    const Vec3 &q = core.vertex(loop[i]), &r = core.vertex(loop[(i + 1) % loop.size()]);
    if (!(triple(core.plane(0).normal, r - q, p - q) >= 0)) return false;
  }
  return true;
}

/// The point of a polygon, segment or point that is nearest to a local one.
Vec3 nearest_on_flat(const Polytope& core, const Vec3& p) {
  const Topology& t = core.topology();
  if (is_over_polygon(core, p)) return p - core.plane(0).normal * core.plane(0).height(p);
  Vec3 nearest = core.vertex(0);
  double nearest_sq = norm_sq(Vec3(nearest - p));
  for (std::uint32_t e = 0; e < t.edge_count(); e++) {
    const Vec3 q = core.vertex(t.edge(e).vertex[0]) - p,
               u = core.vertex(t.edge(e).vertex[1]) - p - q;
    const Vec3 foot = q + u * nearest_on_segment(-q, u);
    if (!(norm_sq(foot) < nearest_sq)) continue;
    nearest_sq = norm_sq(foot);
    nearest = p + foot;
  }
  return nearest;
}

/// The face that the point is least deep below, and how deep.
Rise below_faces(const Polytope& core, const Vec3& p) {
  Rise rise{kUnbounded, Vec3::zero()};
  for (std::uint32_t f = 0; f < core.topology().face_count(); f++) {
    const Plane& plane = core.plane(f);
    const double depth = -plane.height(p);
    if (depth < rise.value) rise = {depth, -plane.normal};
  }
  return rise;
}

/// Minus the distance to the nearest point of the body, which is `to`.
Rise towards(const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  const double length = norm(way);
  return {-length, length > 0 ? Vec3(way * (1 / length)) : way};
}

/// Towards a polygon, segment or point, with no part along it. Very near the core, rounding may
/// leave only a part along it, and a cut across that would lose the points that are searched for.
Rise towards_flat(const Polytope& core, const Vec3& p) {
  if (is_over_polygon(core, p)) {
    const double height = core.plane(0).height(p);
    return {-std::fabs(height), core.plane(0).normal * (height > 0 ? -1.0 : 1.0)};
  }
  Rise rise = towards(p, nearest_on_flat(core, p));
  if (core.dimension() != 1) return rise;
  const Vec3 along = core.vertex(1) - core.vertex(0);
  const double t = nearest_on_segment(p - core.vertex(0), along);
  if (0 < t && t < 1) rise.slope -= along * (dot(along, rise.slope) / norm_sq(along));
  return rise;
}

Rise local_rise(const CoreBody& body, const Vec3& p) {
  if (!body.is_curved()) {
    const Polytope& core = polytope_of(body.shape);
    return core.dimension() == 3 ? below_faces(core, p) : towards_flat(core, p);
  }
  if (body.kind == ShapeKind::ellipsoid) {
    const Scaled s(body.sizes, p);
    // The gauge grows by at most 1 / least per length, so no point of the surface is nearer than
    // this.
    if (s.flat == p && body.sizes.min_component() > 0) {
      return {(1 - s.gauge) * s.least, s.slope(body.sizes) * -s.least};
    }
    // In its plane the rim is no farther than this: |p| / gauge is no longer than an axis.
    Rise rise = towards(p, s.flat);
    if (!(s.gauge > 1)) return rise;
    return {rise.value - (s.gauge - 1) * s.most, rise.slope - s.slope(body.sizes) * s.most};
  }
  const double r = body.sizes.x(), h = body.sizes.z();
  const double across = std::hypot(p.x(), p.y());
  const Vec3 out = across > 0 ? Vec3(p.x() / across, p.y() / across, 0) : Vec3(Vec3::zero());
  // A disc: the nearest point is the foot, or the one on the rim.
  if (h == 0) return towards(p, across <= r ? Vec3(p.x(), p.y(), 0) : Vec3(out * r));
  if (body.kind == ShapeKind::cylinder) {
    const double side = r - across, end = h - std::fabs(p.z());
    // The heights below side and ends are concave; so is the smaller of them.
    return side < end ? Rise{side, -out} : Rise{end, {0, 0, p.z() > 0 ? -1.0 : 1.0}};
  }
  const double base = p.z() + h, slant = std::hypot(r, 2 * h);
  const double side = ((h - p.z()) * r - 2 * h * across) / slant;
  // In the half-plane of axis and point the slanted side runs from (r, -h) to the tip at (0, h):
  // its inward normal is (-2h, -r) / slant.
  if (base < side) return {base, Vec3::unit_z()};
  return {side, out * (-2 * h / slant) - Vec3::unit_z() * (r / slant)};
}

}  // namespace

int core_dimension(const CoreBody& body) {
  if (!body.is_curved()) return polytope_of(body.shape).dimension();
  return body.sizes.min_component() > 0 ? 3 : 2;
}

double inside_by(const CoreBody& body, const Vec3& point) {
  const Vec3 p = to_local(body, point);
  if (!body.is_curved()) {
    const Polytope& core = polytope_of(body.shape);
    if (core.dimension() < 3) return -norm(p - nearest_on_flat(core, p));
    // From outside: to where the way to the centroid enters, which is not nearer than the body.
    double depth = kUnbounded, entry = 0;
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
    const Scaled s(body.sizes, p);
    // Inside: as the gauge grows (see local_rise). Outside: the way to the centre enters at p /
    // gauge, which is not nearer than the nearest point.
    depth = core_dimension(body) < 3 ? -norm(p - s.flat * (s.gauge > 1 ? 1 / s.gauge : 1))
            : s.gauge <= 1           ? (1 - s.gauge) * s.least
                                     : norm(p) * (1 / s.gauge - 1);
  } else if (body.kind == ShapeKind::cylinder) {
    const double side = r - across, end = h - std::fabs(p.z());
    // Beyond side and end at once, the nearest point is on the rim.
    depth = side < 0 && end < 0 ? -std::hypot(side, end) : std::min(side, end);
  } else {
    const double base = p.z() + h, slant = std::hypot(r, 2 * h);
    const double side = ((h - p.z()) * r - 2 * h * across) / slant;
    depth = std::min(base, side);
    if (depth < 0) {  // in the half-plane of the axis and the point: to the base, or to the slant
      const double up = clamp_unit(((r - across) * r + base * 2 * h) / (slant * slant));
      depth = -std::min(std::hypot(std::max(across - r, 0.0), base),
                        std::hypot(across - r * (1 - up), base - 2 * h * up));
    }
  }
  return shrunk(depth);
}

Rise rise_inside(const CoreBody& body, const Vec3& point) {
  const Rise local = local_rise(body, to_local(body, point));
  return {local.value, multiply(body.rotation, local.slope)};
}

FlatPlace place_on_flat(const CoreBody& body, const Vec3& point) {
  const Vec3 p = to_local(body, point);
  Vec3 axis = Vec3::unit_z(), above = Vec3::zero();
  double within = 0;
  if (!body.is_curved()) {
    const Polytope& core = polytope_of(body.shape);
    if (core.dimension() == 2) {
      const auto loop = core.topology().face_vertices(0);
      axis = core.plane(0).normal;
      above = axis * core.plane(0).height(p);
      within = kUnbounded;
      for (std::size_t i = 0; i < loop.size(); i++) {
        const Vec3 &q = core.vertex(loop[i]), &r = core.vertex(loop[(i + 1) % loop.size()]);
        within = std::min(within, triple(axis, normalized(r - q), p - q));
      }
    } else {
      const Vec3 &q = core.vertex(0), &r = core.vertex(core.dimension());
      axis = normalized(r - q);
      const double along = dot(axis, p - q);
      above = p - q - axis * along;
      within = std::min(along, norm(r - q) - along);
    }
  } else if (body.kind == ShapeKind::ellipsoid) {
    const Scaled s(body.sizes, p);
    for (int i = 0; i < 3; i++) {
      if (!(body.sizes[i] > 0)) axis = Vec3::unit(i);
    }
    above = p - s.flat;
    within = (1 - s.gauge) * s.least;
  } else {
    above.z() = p.z();
    within = body.sizes.x() - std::hypot(p.x(), p.y());
  }
  return {multiply(body.rotation, axis), multiply(body.rotation, above), shrunk(within)};
}

}  // namespace glance::rooms::curved
