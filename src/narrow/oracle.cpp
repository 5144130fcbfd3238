#include "narrow/oracle.h"

#include <cmath>

#include "base/check.h"
#include "narrow/oracle_distance.h"
#include "narrow/oracle_points.h"
#include "narrow/oracle_verdict.h"

namespace glance {
namespace {

/// Upper bound on the error of the closest points that brute force finds, as a part of
/// the size of the pair: a few dozen roundings of 2^-53.
constexpr double kClosestPointError = 0x1p-47;

ExactPoint negated(const ExactPoint& p) { return {-p.x, -p.y, -p.z}; }

/// Length of an exact vector times 2^exponent. Works on the leading bits, so that
/// long integers do not overflow.
double length(const ExactPoint& p, int exponent) {
  int highest = 0;
  for (const BigInt* c : {&p.x, &p.y, &p.z}) {
    if (!c->is_zero()) highest = std::max(highest, static_cast<int>(msb(abs(*c))));
  }
  const Vec3 scaled(to_double(p.x, -highest), to_double(p.y, -highest), to_double(p.z, -highest));
  return std::ldexp(norm(scaled), highest + exponent);
}

/// (min n.b - max n.a) / |n|: the gap along n, exactly but for one rounding. Negative
/// where the bodies overlap along n.
double gap_along(const ExactPoint& n, const OraclePoints& points) {
  BigInt high = dot(n, points.a[0]), low = dot(n, points.b[0]);
  for (const ExactPoint& p : points.a) high = std::max(high, dot(n, p));
  for (const ExactPoint& p : points.b) low = std::min(low, dot(n, p));
  const BigInt gap = low - high;
  if (gap.is_zero()) return 0;
  // Both parts in leading bits: the quotient is of ordinary size, they need not be.
  const int bits = static_cast<int>(msb(abs(gap)));
  const double numerator = to_double(gap, -bits);
  return std::ldexp(numerator / length(n, -bits), points.exponent);
}

/// Two directions in the plane or along the line of a feature: none for a vertex, one
/// for an edge, two for a face.
std::vector<ExactPoint> directions(const Polytope& body, const std::vector<ExactPoint>& points,
                                   FeatureId feature) {
  if (feature.kind == FeatureKind::edge) {
    const auto& [p, q] = body.topology().edge(feature.index).vertex;
    return {points[q] - points[p]};
  }
  if (feature.kind == FeatureKind::face) {
    const auto loop = body.topology().face_vertices(feature.index);
    return {points[loop[1]] - points[loop[0]], points[loop[2]] - points[loop[0]]};
  }
  return {};
}

std::uint32_t some_vertex(const Polytope& body, FeatureId feature) {
  switch (feature.kind) {
    case FeatureKind::vertex: return feature.index;
    case FeatureKind::edge: return body.topology().edge(feature.index).vertex[0];
    default: return body.topology().face_vertices(feature.index)[0];
  }
}

/// The direction from feature A to feature B that is perpendicular to both, in real
/// arithmetic: with no direction in them it is the difference of two vertices, with
/// one its part across that direction, with two their cross product. The sign is that
/// of the hint. Zero if the features are parallel in a way that defines none.
ExactPoint feature_normal(const Polytope& body_a, FeatureId fa, const Polytope& body_b,
                          FeatureId fb, const OraclePoints& points, const Vec3& hint) {
  std::vector<ExactPoint> along = directions(body_a, points.a, fa);
  for (ExactPoint& d : directions(body_b, points.b, fb)) along.push_back(std::move(d));
  ExactPoint n = points.b[some_vertex(body_b, fb)] - points.a[some_vertex(body_a, fa)];
  if (along.size() == 1) n = cross(cross(along[0], n), along[0]);
  if (along.size() >= 2) n = cross(along[0], along[1]);
  return dot(to_unit(n), hint) < 0 ? negated(n) : n;
}

std::vector<Vec3> rounded(const OraclePoints& points, const std::vector<ExactPoint>& list) {
  std::vector<Vec3> result;
  result.reserve(list.size());
  for (const ExactPoint& p : list) result.push_back(points.rounded(p));
  return result;
}

/// Witness points of an overlap: moved out by the depth, the bodies just touch, and the
/// point where they do lies on both surfaces.
void place_witnesses(const Polytope& body_a, const std::vector<Vec3>& a, const Polytope& body_b,
                     const std::vector<Vec3>& b, Distance& d) {
  const Vec3 offset = d.depth * d.normal;
  std::vector<Vec3> moved = b;
  for (Vec3& p : moved) p += offset;
  const ClosestFeatures contact = closest_features(body_a, a, body_b, moved);
  d.point_a = contact.point_a;
  d.point_b = contact.point_b - offset;
  d.feature_a = contact.feature_a;
  d.feature_b = contact.feature_b;
}

ExactPoint exactly(const Vec3& v) {
  CommonScale scale;
  scale.add(v);
  return to_exact<BigInt>(scale, v);
}

/// Distance and normal of two bodies that are apart. The gap along any vector is at
/// most the distance, and the closest points found are at least that far apart, up to
/// rounding. Three vectors are tried: the features' own normal, whose gap is the distance
/// with all its digits unless rounding has picked a neighbouring feature; the difference
/// of the points; and the normal of the exact verdict, whose gap is positive for certain.
void measure_gap(const Polytope& body_a, const Polytope& body_b, const OraclePoints& points,
                 const OracleVerdict& exact, const ClosestFeatures& closest, Distance& d) {
  const double noise = kClosestPointError * (body_a.extent() + body_b.extent() + closest.distance);
  double widest = 0;
  for (const ExactPoint& n :
       {feature_normal(body_a, closest.feature_a, body_b, closest.feature_b, points, d.normal),
        exactly(closest.point_b - closest.point_a), exact.normal}) {
    const double gap = n.is_zero() ? 0 : gap_along(n, points);
    if (gap > widest) {
      widest = gap;
      d.normal = to_unit(n);
    }
  }
  d.distance = widest >= closest.distance - noise ? widest : closest.distance;
}

}  // namespace

Collision oracle_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const OracleVerdict exact = oracle_verdict(exact_world_points(a, pose_a, b, pose_b));
  return {exact.verdict, to_unit(exact.normal)};
}

Distance oracle_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  const OracleVerdict exact = oracle_verdict(points);
  const Polytope &body_a = a.polytope(), &body_b = b.polytope();
  const std::vector<Vec3> va = rounded(points, points.a), vb = rounded(points, points.b);

  Distance d;
  d.verdict = exact.verdict;
  if (exact.verdict == Verdict::overlapping) {
    const ShallowestFacet facet = shallowest_facet(body_a, va, body_b, vb);
    // The overlap along any vector is at least the depth, so the smaller one counts:
    // along the features' exact normal, or (for edges so nearly parallel that the
    // rounded vertices turn it) along the rounded one. Both are measured exactly.
    const ExactPoint exact_normal =
        feature_normal(body_a, facet.feature_a, body_b, facet.feature_b, points, facet.normal);
    const ExactPoint rounded_normal = exactly(facet.normal);
    const double along_exact = exact_normal.is_zero() ? std::numeric_limits<double>::infinity()
                                                      : -gap_along(exact_normal, points);
    const double along_rounded = -gap_along(rounded_normal, points);
    d.depth = std::fmin(along_exact, along_rounded);
    d.normal = along_exact <= along_rounded ? to_unit(exact_normal) : facet.normal;
    place_witnesses(body_a, va, body_b, vb, d);
  } else {
    const ClosestFeatures closest = closest_features(body_a, va, body_b, vb);
    d.feature_a = closest.feature_a;
    d.feature_b = closest.feature_b;
    d.point_a = closest.point_a;
    d.point_b = closest.point_b;
    d.normal = to_unit(exact.normal);
    if (exact.verdict == Verdict::apart) measure_gap(body_a, body_b, points, exact, closest, d);
  }
  d.point_a += points.origin;
  d.point_b += points.origin;
  return d;
}

}  // namespace glance
