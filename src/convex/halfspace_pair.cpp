// Where doubles leave them open, verdicts against a half-space are decided exactly: heights are
// rational numbers, or, above curved bodies, rational numbers minus square roots of such, whose
// signs follow from squares. (For curved bodies only if the bounds are farther apart than was asked
// for; otherwise bounds around zero mean touching, as for all other curved pairs.)
// Tested in tests/property/halfspaces_test.cpp (Halfspaces.LeaveNoVerdictOpen).
#include "convex/halfspace_pair.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "convex/core_frame.h"
#include "geom/shape_access.h"
#include "math/big_int.h"
#include "math/fine_real.h"

namespace glance::rooms::convex {
namespace {

using Rational = BigRational;

/// The error of the height of a point above the plane, as a fraction of the numbers in it: the
/// normal turned (4u, with u = 2^-53), the difference of the translations (1u), the point turned
/// back or found (12u), three products and sums (5u).
constexpr double kHeightError = 32 * 0x1p-53;

/// What climbing to the lowest vertex may miss, as a fraction of the body's radius (see
/// highest_vertex).
constexpr double kClimbMiss = 256 * 0x1p-53;

/// Above the roundings of a value that is known exactly (at most 12 * 2^-53), as a part of it.
constexpr double kLastDigits = 0x1p-49;

/// In fractions, or in 50 digits.
template <class Number>
struct NumberVector {
  Number x, y, z;

  explicit NumberVector(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
  NumberVector(const Mat3& m, const Vec3& v) : NumberVector(m, NumberVector(v)) {}
  NumberVector(const Mat3& m, const NumberVector& v) {
    Number* to[3] = {&x, &y, &z};
    for (int i = 0; i < 3; i++) {
      *to[i] = Number(m(i, 0)) * v.x + Number(m(i, 1)) * v.y + Number(m(i, 2)) * v.z;
    }
  }
  NumberVector operator+(const NumberVector& o) const {
    NumberVector sum = *this;
    sum.x += o.x;
    sum.y += o.y;
    sum.z += o.z;
    return sum;
  }
};
using RationalVector = NumberVector<Rational>;

template <class Number>
Number product(const NumberVector<Number>& u, const NumberVector<Number>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

/// The height of something above the plane: height / |normal|, both exact.
struct ExactHeight {
  Rational height, normal_sq;

  /// The sign of height / |normal| - reach for a reach >= 0, and the value to kLastDigits: with
  /// u = 2^-53, numbers become doubles with an error of 2u at most, n has 2u, and no sum cancels.
  double beyond(const Rational& reach) const {
    const double n = std::sqrt(static_cast<double>(normal_sq));
    const double h = static_cast<double>(height), r = static_cast<double>(reach);
    if (height.sign() <= 0 || reach.is_zero()) return h / n - r;  // 5u; with r 7u
    // (h^2 - r^2 n^2) / ((h + r |n|) |n|); the divisor has 9u. (Divided as fractions: squares of
    // what is very small are no doubles.)
    const Rational excess = height * height - reach * reach * normal_sq;
    if (excess.is_zero()) return 0;
    const double value = static_cast<double>(Rational(excess / Rational((h + r * n) * n)));
    return value != 0 ? value : (excess.sign() > 0 ? 1 : -1) * std::numeric_limits<double>::min();
  }
};

double below(double value) { return round_down(value - std::fabs(value) * kLastDigits); }
double above(double value) { return round_up(value + std::fabs(value) * kLastDigits); }

/// Height and square of the normal, as in ExactHeight.
template <class Number>
struct FlatHeight {
  Number height, normal_sq;
};

/// `down`: in B's frame. `lowest` is a vertex that doubles cannot tell from the lowest one; becomes
/// that.
template <class Number>
FlatHeight<Number> flat_height(const Shape& a, const Pose& pose_a, const Shape& b,
                               const Pose& pose_b, const Vec3& down, std::uint32_t& lowest) {
  using Vector = NumberVector<Number>;
  const Vector m(pose_a.rotation(), a.sizes());
  const Vector shift = Vector(pose_b.translation()) + Vector(Vec3(-pose_a.translation()));
  const auto height_of = [&](std::uint32_t v) {
    return product(m, Vector(pose_b.rotation(), b.vertices()[v]));
  };
  // Only vertices that may be lower, as far as doubles can tell, need exact numbers: few of a large
  // hull.
  const double length = one_norm(down);
  const auto error = [&](std::uint32_t v) {
    return kHeightError * length * one_norm(b.vertices()[v]);
  };
  const std::uint32_t first = lowest;
  const double most_down = dot(down, b.vertices()[first]) - error(first);
  Number least = height_of(first);
  for (std::uint32_t v = 0; v < b.vertices().size(); v++) {
    if (v == first || dot(down, b.vertices()[v]) + error(v) < most_down) continue;
    const Number height = height_of(v);
    if (height > least || (height == least && v > lowest)) continue;
    least = height;
    lowest = v;
  }
  return {least + product(m, shift) - Number(a.plane_offset()), product(m, m)};
}

ExactHeight exact_height(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const Vec3& down, std::uint32_t& lowest) {
  const auto exact = flat_height<Rational>(a, pose_a, b, pose_b, down, lowest);
  return {exact.height, exact.normal_sq};
}

/// The height minus the radii, where its sign is known from doubles: 50 digits then leave more of
/// them than a double has, in a tenth of the time that fractions take.
double fine_height(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                   const Vec3& down, const Rounding& rounding, std::uint32_t& lowest) {
  const auto fine = flat_height<FineReal>(a, pose_a, b, pose_b, down, lowest);
  const FineReal radii = FineReal(rounding.a) + FineReal(rounding.b);
  return static_cast<double>(FineReal(fine.height / sqrt(fine.normal_sq) - radii));
}

/// The height of a curved body above the plane: (centre - sqrt(reach_sq)) / |normal|.
struct CurvedHeight {
  Rational centre, reach_sq, normal_sq;

  /// As ExactHeight::beyond, for a radius >= 0.
  double beyond(const Rational& radius) const {
    // With c the centre, s^2 = reach_sq and r^2 = radius^2 normal_sq: c - s - r times c + s + r is
    // excess - 2 s r, and that times excess + 2 s r rational. What is divided by does not cancel.
    using Real = FineReal;
    const Rational radius_sq = radius * radius * normal_sq;
    const Rational excess = centre * centre - reach_sq - radius_sq;
    const Rational product_sq = 4 * reach_sq * radius_sq;
    const Real c(centre), s = sqrt(Real(reach_sq)), r = sqrt(Real(radius_sq)),
                          n = sqrt(Real(normal_sq)), product = sqrt(Real(product_sq));
    Real value;
    if (centre.sign() <= 0) {
      value = c - s - r;
    } else if (excess.sign() <= 0) {
      value = (Real(excess) - product) / (c + s + r);
    } else {
      const Rational top = excess * excess - product_sq;
      value = Real(top) / ((Real(excess) + product) * (c + s + r));
    }
    const double rounded = static_cast<double>(Real(value / n));
    if (rounded != 0 || value == 0) return rounded;
    return std::copysign(std::numeric_limits<double>::min(), value.sign());
  }
};

CurvedHeight curved_height(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const RationalVector m(pose_a.rotation(), a.sizes()), up(pose_b.rotation().transpose(), m);
  const RationalVector shift =
      RationalVector(pose_b.translation()) + RationalVector(Vec3(-pose_a.translation()));
  const RationalVector sizes(b.sizes());
  CurvedHeight height{product(m, shift) - Rational(a.plane_offset()), 0, product(m, m)};
  const auto square = [](const Rational& x) { return Rational(x * x); };
  if (b.kind() == ShapeKind::ellipsoid) {
    height.reach_sq = square(sizes.x * up.x) + square(sizes.y * up.y) + square(sizes.z * up.z);
    return height;
  }
  // The rim that is lowest: of a cone the base, unless the tip is lower, 2 h up.z < -r |up.xy|.
  const Rational end = sizes.z * up.z, across_sq = square(sizes.x) * (square(up.x) + square(up.y));
  if (b.kind() == ShapeKind::cylinder) {
    height.centre -= abs(end);
  } else if (end.sign() < 0 && 4 * square(end) > across_sq) {
    height.centre += end;
    return height;
  } else {
    height.centre -= end;
  }
  height.reach_sq = across_sq;
  return height;
}

Verdict verdict_of(double beyond) {
  return beyond > 0 ? Verdict::apart : beyond < 0 ? Verdict::overlapping : Verdict::touching;
}

void set_value(double value, Distance& d) {
  d.distance = std::max(value, 0.0);
  d.depth = std::max(-value, 0.0);
}

FeatureId feature_towards(const Shape& shape, std::uint32_t vertex, const Vec3& local) {
  const Vec3 s = shape.sizes();
  switch (shape.kind()) {
    case ShapeKind::ellipsoid: return {FeatureKind::face, 0};
    case ShapeKind::cylinder: return {FeatureKind::edge, local.z() < 0 ? 1u : 0u};
    case ShapeKind::cone:
      return curved_support(shape.kind(), s, local).z() > 0 ? FeatureId{FeatureKind::vertex, 0}
                                                            : FeatureId{FeatureKind::edge, 0};
    default: return {FeatureKind::vertex, vertex};
  }
}

/// A is the half-space, B is not. `origin`: of the certificate's point.
void above_plane(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                 const Rounding& rounding, const Vec3& origin, double precision, bool measure,
                 Distance& d) {
  const Vec3 m = multiply(pose_a.rotation(), a.sizes());
  const double length = std::sqrt(norm_sq(m));
  const Vec3 down = -multiply_transposed(pose_b.rotation(), m);  // in B's frame
  std::uint32_t vertex = 0;
  const bool flat = b.has_flat_core();
  if (flat) highest_vertex(polytope_of(b), down, vertex, d.work);
  const Vec3 local =
      flat ? polytope_of(b).vertex(vertex) : curved_support(b.kind(), b.sizes(), down);
  const Vec3 shift = pose_b.translation() - pose_a.translation();
  const double height = (dot(m, shift) - a.plane_offset() - dot(down, local)) / length;
  const double error =
      kHeightError * (one_norm(shift) + one_norm(local) + std::fabs(a.plane_offset())) +
      (flat && !polytope_of(b).is_small() ? kClimbMiss * polytope_of(b).bounding_radius() : 0);

  d.normal = m * (1 / length);
  const Vec3 lowest = pose_b.apply(local);
  const double r = rounding.radii();
  set_value(height - r, d);
  d.lower = height - r - error - r * 0x1p-50;
  d.upper = height - r + error + r * 0x1p-50;
  const double open = error + rounding.reach() * 0x1p-50;
  if (height - rounding.reach() > open) {
    d.verdict = Verdict::apart;
  } else if (height - rounding.reach() < -open) {
    d.verdict = Verdict::overlapping;
  } else if (flat || d.upper - d.lower > precision * b.extent()) {
    const Rational radii = Rational(rounding.a) + Rational(rounding.b);
    const auto decide = [&](const auto& exact) {
      d.verdict = verdict_of(exact.beyond(radii + Rational(rounding.margin)));
      const double value = exact.beyond(radii);
      set_value(value, d);
      d.lower = std::max(d.lower, below(value));
      d.upper = std::min(d.upper, above(value));
      d.work.exact = true;
    };
    if (flat) {
      decide(exact_height(a, pose_a, b, pose_b, down, vertex));
    } else {
      decide(curved_height(a, pose_a, b, pose_b));
    }
  } else {
    d.verdict = Verdict::touching;
    if (rounding.margin == 0) set_value(0, d);
  }
  const bool is_wide = d.upper - d.lower > kRelativeAccuracy * (d.distance + d.depth);
  if (measure && flat && is_wide && d.distance + d.depth > 0) {
    const double value = fine_height(a, pose_a, b, pose_b, down, rounding, vertex);
    set_value(value, d);
    d.lower = below(value);
    d.upper = above(value);
  }
  d.point_b = lowest - d.normal * rounding.b;
  d.point_a = d.point_b - d.normal * (d.distance - d.depth);
  d.feature_a = {FeatureKind::face, 0};
  d.feature_b = feature_towards(b, vertex, down);
  d.certificate.verdict = d.verdict;
  d.certificate.direction = d.normal;
  if (flat) {
    d.certificate.pair_count = 1;
    d.certificate.pairs[0] = {0, vertex};
  } else {
    d.certificate.point = multiply(pose_b.rotation(), local) + (pose_b.translation() - origin);
  }
}

/// Two half-spaces: they part only if their planes are parallel and face each other.
void two_halfspaces(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    const Rounding& rounding, Distance& d) {
  const RationalVector m(pose_a.rotation(), a.sizes()), k(pose_b.rotation(), b.sizes());
  const Rational along = product(m, k), m_sq = product(m, m);
  const Vec3 turned = multiply(pose_a.rotation(), a.sizes());
  const Vec3 normal = normalized(turned);
  d.feature_a = d.feature_b = {FeatureKind::face, 0};
  d.work.exact = true;
  if (along.sign() < 0 && along * along == m_sq * product(k, k)) {
    // k = -l m: B is where m.(x - t_b) >= -o_b / l.
    const Rational l = -along / m_sq;
    const RationalVector shift =
        RationalVector(pose_b.translation()) + RationalVector(Vec3(-pose_a.translation()));
    const ExactHeight exact{
        product(m, shift) - Rational(b.plane_offset()) / l - Rational(a.plane_offset()), m_sq};
    const Rational radii = Rational(rounding.a) + Rational(rounding.b);
    d.verdict = verdict_of(exact.beyond(radii + Rational(rounding.margin)));
    const double value = exact.beyond(radii);
    set_value(value, d);
    d.lower = below(value);
    d.upper = above(value);
    if (value == 0) d.lower = d.upper = 0;
    d.normal = normal;
    d.point_a = pose_a.translation() + normal * (a.plane_offset() / norm(turned) + rounding.a);
    d.point_b = d.point_a + normal * (d.distance - d.depth);
  } else {
    d.verdict = Verdict::overlapping;
    d.depth = INFINITY;
    d.lower = d.upper = -INFINITY;
    // A point far enough behind one plane is behind both, unless they lean towards each other; then
    // take the line in which the planes meet.
    const Vec3 other = normalized(multiply(pose_b.rotation(), b.sizes()));
    const double c = dot(normal, other), p = dot(normal, pose_a.translation()) + a.plane_offset(),
                 q = dot(other, pose_b.translation()) + b.plane_offset();
    const double det = 1 - c * c;
    d.point_a = c > 0 || det < 0x1p-40
                    ? Vec3(normal * std::min(p, c * q))
                    : Vec3(normal * ((p - c * q) / det) + other * ((q - c * p) / det));
    d.point_b = d.point_a;
  }
  d.certificate.verdict = d.verdict;
  d.certificate.direction = d.normal;
}

}  // namespace

void mirror(Distance& d) {
  d.normal = -d.normal;
  std::swap(d.point_a, d.point_b);
  std::swap(d.feature_a, d.feature_b);
  Certificate& c = d.certificate;
  c.direction = -c.direction;
  for (VertexPair& pair : c.pairs) std::swap(pair.a, pair.b);
  for (VertexPair& pair : c.plane) std::swap(pair.a, pair.b);
}

void halfspace_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Rounding& rounding, const QueryOptions& options, bool measure,
                        Distance& d) {
  d.work.method = QueryMethod::closed_form;
  if (a.kind() == ShapeKind::halfspace && b.kind() == ShapeKind::halfspace) {
    two_halfspaces(a, pose_a, b, pose_b, rounding, d);
  } else if (a.kind() == ShapeKind::halfspace) {
    above_plane(a, pose_a, b, pose_b, rounding, pose_a.translation(), options.precision, measure,
                d);
  } else {
    Rounding swapped = rounding;
    std::swap(swapped.a, swapped.b);
    above_plane(b, pose_b, a, pose_a, swapped, pose_a.translation(), options.precision, measure, d);
    mirror(d);
  }
}

}  // namespace glance::rooms::convex
