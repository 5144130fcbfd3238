// Shares no code with the solvers, as verify.cpp does not.
//
// Half-spaces are exact, against any body: rational numbers, and squares in place of lengths. Other
// pairs with curved cores are measured with 50 digits, and what is claimed must hold by more than
// kSafety of the numbers that went into it.
#include "verify/verify_curved.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "glance/tolerance.h"
#include "math/big_int.h"
#include "verify/verify_body.h"

namespace glance::rooms::referee {
namespace {

using Rational = BigRational;

/// Far above the rounding of 50 digits, far below that of a double.
constexpr double kSafety = 1e-40;

/// Above the few roundings of a point in doubles, as a part of the coordinates.
constexpr double kDoubles = 0x1p-47;

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

/// The sign of u - sqrt(v) - sqrt(w), for v and w >= 0.
int sign_less_roots(const Rational& u, const Rational& v, const Rational& w) {
  if (u.sign() < 0 || (u.is_zero() && !(v.is_zero() && w.is_zero()))) return -1;
  // Both sides of u > sqrt(v) + sqrt(w) squared, twice.
  const Rational rest = u * u - v - w;
  if (rest.sign() < 0) return -1;
  return Rational(rest * rest - 4 * v * w).sign();
}

/// The same of the height of a curved body's lowest point less the reach.
int sign_of_curved(const Shape& plane, const Pose& plane_pose, const Shape& other,
                   const Pose& other_pose, const Rational& reach) {
  const Place<Rational> base(plane_pose), place(other_pose);
  const Vector<Rational> n = base.turn(convert<Rational>(plane.sizes())), up = place.turn_back(n);
  const Vector<Rational> s = convert<Rational>(other.sizes());
  const Vector<Rational> scaled{Rational(s[0] * up[0]), Rational(s[1] * up[1]),
                                Rational(s[2] * up[2])};
  const Rational reach_sq = reach * reach * dot(n, n),
                 middle = dot(n, place.t - base.t) - Rational(plane.plane_offset()),
                 rim_sq = scaled[0] * scaled[0] + scaled[1] * scaled[1], &end = scaled[2];
  if (other.kind() == ShapeKind::ellipsoid) {
    return sign_less_roots(middle, dot(scaled, scaled), reach_sq);
  }
  const int of_lower = sign_less_roots(middle - end, rim_sq, reach_sq);  // the rim at -h
  const int of_upper = other.kind() == ShapeKind::cone
                           ? sign_less_roots(middle + end, Rational(0), reach_sq)  // the tip
                           : sign_less_roots(middle + end, rim_sq, reach_sq);
  return std::min(of_lower, of_upper);
}

Result<void> expect_sign(const Certificate& c, int sign) {
  if (sign_of(c.verdict) == sign) return {};
  return fail(ErrorCode::not_proved, fmt::format("exact heights above the plane say {}, not {}",
                                                 name_of(sign), to_string(c.verdict)));
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
  if (c.pair_count > 1)
    return fail(ErrorCode::not_proved, fmt::format("pair_count is {}; at most 1", c.pair_count));
  const std::uint32_t on_plane = plane_is_a ? c.pairs[0].a : c.pairs[0].b,
                      vertex = plane_is_a ? c.pairs[0].b : c.pairs[0].a;
  if (on_plane != 0) {
    return fail(ErrorCode::not_proved,
                fmt::format("pair 0 names vertex {} of {}, a half-space; it must be 0", on_plane,
                            plane_is_a ? 'A' : 'B'));
  }
  if (vertex >= other.vertices().size()) {
    return fail(ErrorCode::not_proved,
                fmt::format("pair 0 names vertex {} of {}, which has {} vertices", vertex,
                            plane_is_a ? 'B' : 'A', other.vertices().size()));
  }
  const int shown = sign_beyond(height_of(vertex), reach, n_sq);
  if (c.verdict == Verdict::apart || shown == sign_of(c.verdict)) return {};
  return fail(ErrorCode::not_proved,
              fmt::format("vertex {} of {} does not show that they are {}: alone it is {}", vertex,
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

// --- Claims about them. ---

struct Pair {
  BodyOptions a, b;
  double margin;
  Vec3 origin;  ///< of the certificate's point

  /// Along the certificate's direction, or a half-space's own normal, the gap is over the margin.
  Result<void> check_gap(const Certificate& c, double slack) const {
    Vector<Real> d = convert<Real>(c.direction);
    if (a.is_halfspace()) {
      d = a.plane_normal();
    } else if (b.is_halfspace()) {
      d = b.plane_normal() * Real(-1);
    } else if (!is_finite(c.direction)) {
      return fail(ErrorCode::not_proved, "the direction is not finite");
    } else if (c.direction == Vec3::zero()) {
      return fail(ErrorCode::not_proved, "the direction is zero");
    }
    const Real size = length(d), gap = -(a.highest(d) + b.highest(d * Real(-1))) / size,
               safety = kSafety * (a.size_about({}) + b.size_about({}) + margin);
    if (gap + slack > margin + safety) return {};
    return fail(
        ErrorCode::not_proved,
        fmt::format("the direction does not separate: the gap along it is {}, with a margin of {} "
                    "and a tolerance of {}",
                    static_cast<double>(gap), margin, slack));
  }

  /// Two flat cores, and a point within the outlines of both by r: there A - B holds a ball of this
  /// radius. Its support function along a unit vector k is at least r (|k x m| + |k x n|) for the
  /// normals m and n of two planes, r (|k . u| + |k x n|) for a segment with the direction u: no
  /// less than r |m x n|, or r |u . n|.
  Real ball_of_flat(const Vector<Real>& x) const {
    const auto in_a = a.flat(x), in_b = b.flat(x);
    if (!in_a || !in_b || in_a->dimension + in_b->dimension < 3) return 0;
    const bool planes = in_a->dimension == 2 && in_b->dimension == 2;
    const Real spread =
        planes ? length(cross(in_a->axis, in_b->axis)) : Real(abs(dot(in_a->axis, in_b->axis)));
    return std::max(Real(0), Real(std::min(in_a->within, in_b->within) * spread));
  }

  /// Of a core that is a single point, as a sphere's is: whether x is that point up to the rounding
  /// of coordinates to doubles, and the point itself shows an overlap.
  bool is_rounded_to(const Vector<Real>& x, const BodyOptions& body) const {
    const auto centre = body.centre();
    if (!centre) return false;
    const Real size = a.size_about(*centre) + b.size_about(*centre) + margin;
    return length(x - *centre) <= kDoubles * size &&
           a.inside(*centre) + b.inside(*centre) + margin > kSafety * size;
  }

  /// How far a point may be from where it should be, as it is written down in doubles.
  double rounding_of(const Vec3& point) const {
    if (!is_finite(point)) return 0;
    const Vector<Real> x = convert<Real>(point) + convert<Real>(origin);
    return static_cast<double>(Real(kDoubles * (a.size_about(x) + b.size_about(x) + margin)));
  }

  /// A ball about the point, as large as it is deep in one body, is in that body, and holds points
  /// of the other if that is nearer; with a margin, points as near as that.
  Result<void> check_point(const Certificate& c, double slack) const {
    if (!is_finite(c.point)) return fail(ErrorCode::not_proved, "the point is not finite");
    const Vector<Real> x = convert<Real>(c.point) + convert<Real>(origin);
    const Real in_a = a.inside(x), in_b = b.inside(x),
               safety = kSafety * (a.size_about(x) + b.size_about(x) + margin);
    if (in_a + in_b + margin + slack > safety) return {};
    if (c.verdict == Verdict::overlapping) {
      if (in_a + in_b + margin + ball_of_flat(x) > safety) return {};
      if (is_rounded_to(x, a) || is_rounded_to(x, b)) return {};
    }
    return fail(
        ErrorCode::not_proved,
        fmt::format(
            "the point does not show it: it is inside A by {} and inside B by {} (minus: outside), "
            "with a margin of {} and a tolerance of {}",
            static_cast<double>(in_a), static_cast<double>(in_b), margin, slack));
  }
};

Result<void> check(const Certificate& c, const Shape& a, const Pose& pose_a, const Shape& b,
                   const Pose& pose_b, double margin) {
  if (c.verdict == Verdict::undecided)
    return fail(ErrorCode::not_proved, "an undecided certificate proves nothing");
  if (c.verdict > Verdict::undecided) {
    return fail(ErrorCode::not_proved,
                fmt::format("unknown verdict {}", static_cast<int>(c.verdict)));
  }
  const double m = margin > 0 ? margin : 0;
  if (std::isinf(m)) {
    if (c.verdict == Verdict::overlapping) return {};
    return fail(ErrorCode::not_proved, fmt::format("with an infinite margin bodies overlap, not {}",
                                                   to_string(c.verdict)));
  }
  const bool plane_a = a.kind() == ShapeKind::halfspace, plane_b = b.kind() == ShapeKind::halfspace;
  const Rational reach = Rational(a.rounding()) + Rational(b.rounding()) + Rational(m);
  if ((plane_a && (plane_b || b.has_flat_core())) || (plane_b && a.has_flat_core())) {
    if (plane_a && plane_b) return check_halfspaces(c, a, pose_a, b, pose_b, reach);
    return plane_a ? check_vertices(c, a, pose_a, b, pose_b, reach, true)
                   : check_vertices(c, b, pose_b, a, pose_a, reach, false);
  }
  const Pair pair{BodyOptions(a, pose_a), BodyOptions(b, pose_b), m, pose_a.translation()};
  // Of a half-space, where 50 digits do not tell: the sign is exact, and the point is where it
  // should be up to its own rounding.
  const auto is_exactly_so = [&] {
    if (!plane_a && !plane_b) return false;
    const int sign = plane_a ? sign_of_curved(a, pose_a, b, pose_b, reach)
                             : sign_of_curved(b, pose_b, a, pose_a, reach);
    return sign == sign_of(c.verdict);
  };
  const auto check_rounded_point = [&] { return pair.check_point(c, pair.rounding_of(c.point)); };
  if (c.verdict == Verdict::apart) {
    const auto checked = pair.check_gap(c, 0);
    return checked || is_exactly_so() ? Result<void>() : checked;
  }
  if (c.verdict == Verdict::overlapping) {
    const auto checked = pair.check_point(c, 0);
    return checked || !is_exactly_so() ? checked : check_rounded_point();
  }
  const double tolerance =
      kCurvedAccuracy * ((plane_a ? 0 : a.extent()) + (plane_b ? 0 : b.extent()));
  auto checked = pair.check_gap(c, tolerance);
  if (checked) checked = pair.check_point(c, 16 * tolerance);
  return checked || !is_exactly_so() ? checked : check_rounded_point();
}

}  // namespace
}  // namespace glance::rooms::referee

namespace glance::rooms::referee {

Result<void> verify_curved(const Certificate& certificate, const Shape& a, const Pose& pose_a,
                           const Shape& b, const Pose& pose_b, double margin) {
  return referee::check(certificate, a, pose_a, b, pose_b, margin);
}

}  // namespace glance::rooms::referee
