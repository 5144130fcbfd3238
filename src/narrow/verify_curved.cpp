// Shares no code with the solvers (as verify.cpp).
//
// Half-spaces against flat cores and against each other are exact: rational numbers, and squares
// in place of lengths. Curved cores are measured with 50 digits, and what is claimed must hold
// by more than kSafety of the numbers that went into it.
#include "narrow/verify_curved.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <vector>

#include "glance/tolerance.h"

namespace glance {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Real = boost::multiprecision::cpp_bin_float_50;

/// Far above the rounding of 50 digits, far below that of a double.
constexpr double kSafety = 1e-40;

template <class T>
using Vector = std::array<T, 3>;

template <class T>
Vector<T> convert(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
Vector<T> operator+(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[0] + v[0]), T(u[1] + v[1]), T(u[2] + v[2])};
}

template <class T>
Vector<T> operator-(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[0] - v[0]), T(u[1] - v[1]), T(u[2] - v[2])};
}

template <class T>
Vector<T> operator*(const Vector<T>& u, const T& s) {
  return {T(u[0] * s), T(u[1] * s), T(u[2] * s)};
}

template <class T>
T dot(const Vector<T>& u, const Vector<T>& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

template <class T>
Vector<T> cross(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[1] * v[2] - u[2] * v[1]), T(u[2] * v[0] - u[0] * v[2]), T(u[0] * v[1] - u[1] * v[0])};
}

Real length(const Vector<Real>& v) { return sqrt(dot(v, v)); }

/// A pose without rounding.
template <class T>
struct Place {
  Vector<T> column[3], t;

  explicit Place(const Pose& pose) : t(convert<T>(pose.translation())) {
    for (int i = 0; i < 3; i++) column[i] = convert<T>(pose.rotation().col(i));
  }
  Vector<T> turn(const Vector<T>& v) const {
    return column[0] * v[0] + column[1] * v[1] + column[2] * v[2];
  }
  /// By the transposed matrix: not quite the inverse.
  Vector<T> turn_back(const Vector<T>& v) const {
    return {dot(column[0], v), dot(column[1], v), dot(column[2], v)};
  }
  Vector<T> apply(const Vector<T>& v) const { return turn(v) + t; }
  /// By the true inverse.
  Vector<T> apply_inverse(const Vector<T>& x) const {
    const Vector<T> v = x - t, n = cross(column[1], column[2]);
    const T det = dot(column[0], n);
    return {T(dot(n, v) / det), T(dot(cross(column[2], column[0]), v) / det),
            T(dot(cross(column[0], column[1]), v) / det)};
  }
};

std::string_view name_of(int sign) {
  return to_string(sign > 0 ? Verdict::apart : sign < 0 ? Verdict::overlapping : Verdict::touching);
}

int sign_of(Verdict v) { return v == Verdict::apart ? 1 : v == Verdict::overlapping ? -1 : 0; }

// --- Half-spaces, exact. ---

/// The sign of height - reach * |n| for a reach >= 0, with `n_sq` = |n|^2.
int sign_beyond(const Rational& height, const Rational& reach, const Rational& n_sq) {
  if (height.sign() <= 0) return reach.is_zero() ? height.sign() : -1;
  return Rational(height * height - reach * reach * n_sq).sign();
}

Result<void> expect_sign(const Certificate& c, int sign) {
  if (sign_of(c.verdict) == sign) return {};
  return fail(fmt::format("exact heights above the plane say {}, not {}", name_of(sign),
                          to_string(c.verdict)));
}

/// `plane` is a half-space, `other` has a flat core; `plane_is_a` says which is A.
Result<void> check_vertices(const Certificate& c, const Shape& plane, const Pose& plane_pose,
                            const Shape& other, const Pose& other_pose, const Rational& reach,
                            bool plane_is_a) {
  const Place<Rational> base(plane_pose), place(other_pose);
  const Vector<Rational> n = base.turn(convert<Rational>(plane.sizes())), down = place.turn_back(n);
  const Rational n_sq = dot(n, n),
                 offset = dot(n, place.t - base.t) - Rational(plane.plane_offset());
  const auto height_of = [&](std::size_t vertex) {
    return Rational(dot(down, convert<Rational>(other.vertices()[vertex])) + offset);
  };
  Rational least = height_of(0);
  for (std::size_t i = 1; i < other.vertices().size(); i++) {
    least = std::min(least, height_of(i));
  }
  if (auto checked = expect_sign(c, sign_beyond(least, reach, n_sq)); !checked) return checked;
  if (c.pair_count == 0) return {};
  if (c.pair_count > 1) return fail(fmt::format("pair_count is {}; at most 1", c.pair_count));
  const std::uint32_t on_plane = plane_is_a ? c.pairs[0].a : c.pairs[0].b,
                      vertex = plane_is_a ? c.pairs[0].b : c.pairs[0].a;
  if (on_plane != 0) {
    return fail(fmt::format("pair 0 names vertex {} of {}, a half-space; it must be 0", on_plane,
                            plane_is_a ? 'A' : 'B'));
  }
  if (vertex >= other.vertices().size()) {
    return fail(fmt::format("pair 0 names vertex {} of {}, which has {} vertices", vertex,
                            plane_is_a ? 'B' : 'A', other.vertices().size()));
  }
  const int shown = sign_beyond(height_of(vertex), reach, n_sq);
  if (c.verdict == Verdict::apart || shown == sign_of(c.verdict)) return {};
  return fail(fmt::format("vertex {} of {} does not show that they are {}: alone it is {}", vertex,
                          plane_is_a ? 'B' : 'A', to_string(c.verdict), name_of(shown)));
}

/// They overlap unless one faces the other: k = -l n for the normals n and k, with some l > 0.
Result<void> check_halfspaces(const Certificate& c, const Shape& a, const Pose& pose_a,
                              const Shape& b, const Pose& pose_b, const Rational& reach) {
  const Place<Rational> in_a(pose_a), in_b(pose_b);
  const Vector<Rational> n = in_a.turn(convert<Rational>(a.sizes())),
                         k = in_b.turn(convert<Rational>(b.sizes())), across = cross(n, k);
  const Rational along = dot(n, k), n_sq = dot(n, n);
  if (along.sign() >= 0 || !dot(across, across).is_zero()) return expect_sign(c, -1);
  const Rational l = -along / n_sq;
  const Rational height =
      dot(n, in_b.t - in_a.t) - Rational(b.plane_offset()) / l - Rational(a.plane_offset());
  return expect_sign(c, sign_beyond(height, reach, n_sq));
}

// --- Bodies in 50 digits. ---

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
/// depth (the dual of that search for a nearest point), and the root the best one.
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
      if (p[i] == 0) continue;
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
    const Real divisor = excess[i] + s;
    nearest[i] = a[i] * a[i] * p[i] / divisor;
    rest -= p[i] * p[i] / divisor;
    size_sq += nearest[i] * nearest[i] / (a[i] * a[i]);
  }
  const Real minus_t = least * least - s;
  if (minus_t > 0 && rest > 0) return {sqrt(Real(minus_t * rest)), p};
  return {Real(0), size_sq > 1 ? nearest * Real(1 / sqrt(size_sq)) : nearest};
}

class Body {
 public:
  Body(const Shape& shape, const Pose& pose)
      : shape_(shape),
        place_(pose),
        sizes_(convert<Real>(shape.sizes())),
        rounding_(shape.rounding()) {
    reach_ = is_halfspace() ? std::fabs(shape.plane_offset()) : shape.extent();
    if (!shape.has_flat_core()) return;
    for (const Vec3& v : shape.vertices()) {
      turned_.push_back(place_.turn(convert<Real>(v)));
      reach_ = std::max(reach_, length(turned_.back()));
    }
  }

  /// The numbers that a measurement from x takes in: its errors are some 1e-49 of that.
  Real size_about(const Vector<Real>& x) const {
    return length(x) + length(place_.t) + reach_ + rounding_;
  }
  bool is_halfspace() const { return shape_.kind() == ShapeKind::halfspace; }
  Vector<Real> plane_normal() const { return place_.turn(sizes_); }

  /// Of a half-space along its own normal only.
  Real highest(const Vector<Real>& d) const {
    const Vector<Real> u = place_.turn_back(d);
    const Real round = sqrt(u[0] * u[0] + u[1] * u[1]), base = dot(d, place_.t);
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

  /// A lower bound for how deep x is inside; negative: minus an upper bound on its distance.
  Real inside(const Vector<Real>& x) const {
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

 private:
  // Both of R * core, without t.

  /// The least depth below the planes of the faces, if x is below all of them.
  std::optional<Real> polytope_depth(const Vector<Real>& x) const {
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

  Real polytope_distance(const Vector<Real>& x) const {
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

  const Shape& shape_;
  Place<Real> place_;
  Vector<Real> sizes_;
  Real rounding_;
  std::vector<Vector<Real>> turned_;  ///< R v for the vertices of a flat core
  Real reach_;
};

// --- Claims about them. ---

struct Pair {
  Body a, b;
  double margin;

  /// The gap along the certificate's direction, or a half-space's own normal, against `least`.
  Result<void> check_gap(const Certificate& c, double least) const {
    Vector<Real> d = convert<Real>(c.direction);
    if (a.is_halfspace()) {
      d = a.plane_normal();
    } else if (b.is_halfspace()) {
      d = b.plane_normal() * Real(-1);
    } else if (!is_finite(c.direction)) {
      return fail("the direction is not finite");
    } else if (c.direction == Vec3::Zero()) {
      return fail("the direction is zero");
    }
    const Real size = length(d), gap = -(a.highest(d) + b.highest(d * Real(-1))) / size,
               safety = kSafety * (a.size_about({}) + b.size_about({}) + margin);
    if (gap > least + safety) return {};
    return fail(fmt::format("the direction does not separate: the gap along it is {}, not over {}",
                            static_cast<double>(gap), least));
  }

  /// A ball about the point, as large as it is deep in one body, holds points of the other.
  Result<void> check_point(const Certificate& c, double slack) const {
    if (!is_finite(c.point)) return fail("the point is not finite");
    const Vector<Real> x = convert<Real>(c.point);
    const Real in_a = a.inside(x), in_b = b.inside(x),
               safety = kSafety * (a.size_about(x) + b.size_about(x) + margin);
    if (in_a + in_b + margin + slack > safety) return {};
    return fail(fmt::format(
        "the point does not show it: it is inside A by {} and inside B by {} (minus: outside), "
        "with a margin of {} and a tolerance of {}",
        static_cast<double>(in_a), static_cast<double>(in_b), margin, slack));
  }
};

}  // namespace

Result<void> verify_curved(const Certificate& certificate, const Shape& a, const Pose& pose_a,
                           const Shape& b, const Pose& pose_b, double margin) {
  const Certificate& c = certificate;
  if (c.verdict == Verdict::undecided) return fail("an undecided certificate proves nothing");
  if (c.verdict > Verdict::undecided) {
    return fail(fmt::format("unknown verdict {}", static_cast<int>(c.verdict)));
  }
  const double m = margin > 0 ? margin : 0;
  if (std::isinf(m)) {
    if (c.verdict == Verdict::overlapping) return {};
    return fail(
        fmt::format("with an infinite margin bodies overlap, not {}", to_string(c.verdict)));
  }
  const bool plane_a = a.kind() == ShapeKind::halfspace, plane_b = b.kind() == ShapeKind::halfspace;
  if ((plane_a && (plane_b || b.has_flat_core())) || (plane_b && a.has_flat_core())) {
    const Rational reach = Rational(a.rounding()) + Rational(b.rounding()) + Rational(m);
    if (plane_a && plane_b) return check_halfspaces(c, a, pose_a, b, pose_b, reach);
    return plane_a ? check_vertices(c, a, pose_a, b, pose_b, reach, true)
                   : check_vertices(c, b, pose_b, a, pose_a, reach, false);
  }
  const Pair pair{Body(a, pose_a), Body(b, pose_b), m};
  if (c.verdict == Verdict::apart) return pair.check_gap(c, m);
  if (c.verdict == Verdict::overlapping) return pair.check_point(c, 0);
  const double tolerance =
      kCurvedAccuracy * ((plane_a ? 0 : a.extent()) + (plane_b ? 0 : b.extent()));
  if (auto checked = pair.check_gap(c, m - tolerance); !checked) return checked;
  return pair.check_point(c, tolerance);
}

}  // namespace glance
