// Tested in tests/unit/verify/verify_curved_test.cpp (VerifyCurved.DepthOfPoints).
#include "verify/verify_body.h"

#include <algorithm>
#include <cmath>

#include "glance/tolerance.h"

namespace glance::rooms::referee {
namespace {

/// Of a core in its own frame. The depth is at least this; where it is not positive, `nearest`
/// is a point of the core, at best the nearest.
struct Measured {
  Real depth;
  Vector<Real> nearest;
};

/// The point of the segment p q nearest to x.
Vector<Real> nearest_on_segment(const Vector<Real>& p, const Vector<Real>& q,
                                const Vector<Real>& x) {
  const Vector<Real> u = q - p;
  const Real along = dot(u, x - p), whole = dot(u, u);
  if (along <= 0 || whole == 0) return p;
  return along >= whole ? q : p + u * Real(along / whole);
}

/// In the half-plane of the axis and p, with coordinates (rho, 0, z).
Measured measure_round(bool is_cone, const Real& r, const Real& h, const Vector<Real>& p) {
  const Real rho = sqrt(p[0] * p[0] + p[1] * p[1]);
  const Vector<Real> flat{rho, Real(0), p[2]};
  Real depth;
  Vector<Real> nearest;
  if (is_cone) {
    depth =
        std::min(Real(p[2] + h), Real(((h - p[2]) * r - 2 * h * rho) / sqrt(r * r + 4 * h * h)));
    const Vector<Real> rim{r, Real(0), -h}, tip{Real(0), Real(0), h}, base{Real(0), Real(0), -h};
    const Vector<Real> on_side = nearest_on_segment(rim, tip, flat),
                       on_base = nearest_on_segment(base, rim, flat);
    nearest = length(flat - on_side) < length(flat - on_base) ? on_side : on_base;
  } else {
    depth = std::min(Real(r - rho), Real(h - abs(p[2])));
    nearest = {std::min(rho, r), Real(0), std::clamp(p[2], Real(-h), h)};
  }
  const Real s = rho > 0 ? Real(nearest[0] / rho) : Real(0);
  return {depth, rho > 0 ? Vector<Real>{p[0] * s, p[1] * s, nearest[2]} : nearest};
}

/// With F(t) = sum of (a_i p_i / (a_i^2 + t))^2 falling and convex, the root of F = 1 belongs to
/// the nearest point of the surface, (a_i^2 p_i / (a_i^2 + t)): t > 0 outside. Inside, any t from
/// -min a_i^2 to 0 gives a lower bound -t (1 - sum of p_i^2 / (a_i^2 + t)) for the square of the
/// depth (the dual of that search for a nearest point), and the root the best one. A flat ellipsoid
/// has no inside: along an axis of zero its points have no coordinate.
Measured measure_ellipsoid(const Vector<Real>& a, const Vector<Real>& p) {
  const Real least = std::min({a[0], a[1], a[2]});
  Vector<Real> excess;  // a_i^2 - least^2, so that s = t + least^2 >= 0 keeps its digits
  Real s = 0;           // the root is not below where some term of F is 1
  for (int i = 0; i < 3; i++) {
    excess[i] = (a[i] - least) * (a[i] + least);
    s = std::max(s, Real(a[i] * abs(p[i]) - excess[i]));
  }
  for (int step = 0; step < 100; step++) {  // Newton's method: from below it stays below
    Real value = -1, slope = 0;
    for (int i = 0; i < 3; i++) {
      if (p[i] == 0 || a[i] == 0) continue;
      const Real divisor = excess[i] + s, ratio = a[i] * p[i] / divisor;
      value += ratio * ratio;
      slope += 2 * ratio * ratio / divisor;
    }
    if (value <= 1e-48) break;
    s += value / slope;
  }
  Vector<Real> nearest = p;
  Real rest = 1, size_sq = 0;
  for (int i = 0; i < 3; i++) {
    if (p[i] == 0) continue;
    if (a[i] == 0) {
      nearest[i] = 0;
      continue;
    }
    const Real divisor = excess[i] + s;
    nearest[i] = a[i] * a[i] * p[i] / divisor;
    rest -= p[i] * p[i] / divisor;
    size_sq += nearest[i] * nearest[i] / (a[i] * a[i]);
  }
  const Real minus_t = least * least - s;
  if (minus_t > 0 && rest > 0) return {sqrt(Real(minus_t * rest)), p};
  return {Real(0), size_sq > 1 ? nearest * Real(1 / sqrt(size_sq)) : nearest};
}

}  // namespace

Real root(const Real& x) {
  if (x <= 0) return 0;
  int exponent = 0;
  Real m = frexp(x, &exponent);
  if (exponent % 2 != 0) {
    m = ldexp(m, -1);
    exponent++;
  }
  const Real half = ldexp(m, -1);
  Real r = 1 / std::sqrt(static_cast<double>(m));  // of 1 / sqrt(m), each step doubles the digits
  for (int i = 0; i < 3; i++) r = r * (Real(1.5) - half * r * r);
  return ldexp(Real(m * r), exponent / 2);
}

BodyOptions::BodyOptions(const Shape& shape, const Place<Real>& place)
    : shape_(shape),
      place_(place),
      sizes_(convert<Real>(shape.sizes())),
      rounding_(shape.rounding()) {
  reach_ = is_halfspace() ? std::fabs(shape.plane_offset()) : shape.extent();
  if (!shape.has_flat_core()) return;
  for (const Vec3& v : shape.vertices()) {
    turned_.push_back(place_.turn(convert<Real>(v)));
    reach_ = std::max(reach_, length(turned_.back()));
  }
}

Real BodyOptions::highest(const Vector<Real>& d) const {
  const Vector<Real> u = place_.turn_back(d);
  const Real round = root(u[0] * u[0] + u[1] * u[1]), base = dot(d, place_.t);
  Real core;
  switch (shape_.kind()) {
    case ShapeKind::halfspace: core = Real(shape_.plane_offset()); break;
    case ShapeKind::cylinder: core = sizes_[0] * round + sizes_[2] * abs(u[2]); break;
    case ShapeKind::cone:
      core = std::max(Real(sizes_[2] * u[2]), Real(sizes_[0] * round - sizes_[2] * u[2]));
      break;
    case ShapeKind::ellipsoid:
      core = length({sizes_[0] * u[0], sizes_[1] * u[1], sizes_[2] * u[2]});
      break;
    default:
      core = dot(d, turned_[0]);
      for (const Vector<Real>& v : turned_) core = std::max(core, dot(d, v));
  }
  return base + core + rounding_ * length(d);
}

Real BodyOptions::inside(const Vector<Real>& x) const {
  if (is_halfspace()) {
    const Vector<Real> n = plane_normal();
    return (Real(shape_.plane_offset()) - dot(n, x - place_.t)) / length(n) + rounding_;
  }
  if (shape_.has_flat_core()) {
    const std::optional<Real> depth = polytope_depth(x - place_.t);
    return rounding_ + (depth ? *depth : Real(-polytope_distance(x - place_.t)));
  }
  const Vector<Real> p = place_.apply_inverse(x);
  const Measured core =
      shape_.kind() == ShapeKind::ellipsoid
          ? measure_ellipsoid(sizes_, p)
          : measure_round(shape_.kind() == ShapeKind::cone, sizes_[0], sizes_[2], p);
  // No rotation shortens by more than this (kMaxStretch, the other way).
  if (core.depth > 0) return rounding_ + core.depth * Real(1 - 2 * kRotationTolerance);
  return rounding_ - length(x - place_.apply(core.nearest));
}

std::optional<BodyOptions::Flat> BodyOptions::flat(const Vector<Real>& x) const {
  if (shape_.has_flat_core()) {
    if (shape_.face_count() > 2 || shape_.edge_count() == 0) return {};
    return polygon_or_segment(x - place_.t);
  }
  int zero = 0;
  while (zero < 3 && sizes_[zero] != 0) zero++;
  if (zero == 3 || is_halfspace()) return {};
  const Vector<Real> p = place_.apply_inverse(x);
  // The part of a disc or flat ellipsoid that p is, and 1 less that as much of its least radius.
  Real gauge_sq = 0;
  std::optional<Real> least;
  for (int i = 0; i < 3; i++) {
    if (i == zero) continue;
    gauge_sq += p[i] * p[i] / (sizes_[i] * sizes_[i]);
    least = std::min(least.value_or(sizes_[i]), sizes_[i]);
  }
  const Vector<Real> n = cross(place_.column[(zero + 1) % 3], place_.column[(zero + 2) % 3]);
  const Real within = *least * (1 - root(gauge_sq));
  return Flat{2, n * Real(1 / length(n)), within * Real(1 - 2 * kRotationTolerance)};
}

/// The point is seen from the pose's translation.
BodyOptions::Flat BodyOptions::polygon_or_segment(const Vector<Real>& x) const {
  if (shape_.face_count() == 0) {
    const Vector<Real>&p = turned_[0], &q = turned_[1];
    const Vector<Real> u = (q - p) * Real(1 / length(q - p));
    return {1, u, std::min(dot(u, x - p), dot(u, q - x))};
  }
  const auto loop = shape_.face_vertices(0);
  Vector<Real> n{};
  for (std::size_t i = 2; i < loop.size(); i++) {
    n = n + cross(turned_[loop[i - 1]] - turned_[loop[0]], turned_[loop[i]] - turned_[loop[0]]);
  }
  std::optional<Real> within;
  for (std::size_t i = 0; i < loop.size(); i++) {
    const Vector<Real>& p = turned_[loop[i]];
    const Vector<Real> inward = cross(n, turned_[loop[(i + 1) % loop.size()]] - p);
    const Real here = dot(inward, x - p) / length(inward);
    within = std::min(within.value_or(here), here);
  }
  return {2, n * Real(1 / length(n)), *within};
}

/// The least depth below the planes of the faces, if x is below all of them.
std::optional<Real> BodyOptions::polytope_depth(const Vector<Real>& x) const {
  if (shape_.face_count() < 4) return {};  // flat
  std::optional<Real> least;
  for (std::uint32_t f = 0; f < shape_.face_count(); f++) {
    const auto loop = shape_.face_vertices(f);
    const Vector<Real>& corner = turned_[loop[0]];
    Vector<Real> n{};
    Real blur = 0;
    for (std::size_t i = 2; i < loop.size(); i++) {
      const Vector<Real> u = turned_[loop[i - 1]] - corner, v = turned_[loop[i]] - corner;
      n = n + cross(u, v);
      blur += (length(u) + length(v)) * reach_;
    }
    // What rounding may do to the normal of a sliver counts against the depth.
    const Real depth = (dot(n, corner - x) - 1e-47 * blur * length(corner - x)) / length(n);
    if (!(depth > 0)) return {};
    if (!least || depth < *least) least = depth;
  }
  return least;
}

Real BodyOptions::polytope_distance(const Vector<Real>& x) const {
  Real least = length(x - turned_[0]);
  const auto add = [&](const Vector<Real>& y) { least = std::min(least, length(x - y)); };
  for (const Vector<Real>& v : turned_) add(v);
  for (std::uint32_t e = 0; e < shape_.edge_count(); e++) {
    const auto [i, j] = shape_.edge_vertices(e);
    add(nearest_on_segment(turned_[i], turned_[j], x));
  }
  for (std::uint32_t f = 0; f < shape_.face_count(); f++) {
    const auto loop = shape_.face_vertices(f);
    for (std::size_t i = 2; i < loop.size(); i++) {
      const Vector<Real>& p = turned_[loop[0]];
      const Vector<Real> u = turned_[loop[i - 1]] - p, v = turned_[loop[i]] - p, n = cross(u, v);
      const Real n_sq = dot(n, n), s = dot(cross(x - p, v), n) / n_sq,
                 t = dot(cross(u, x - p), n) / n_sq;
      if (s >= 0 && t >= 0 && s + t <= 1) add(p + u * s + v * t);
    }
  }
  return least;
}

}  // namespace glance::rooms::referee
