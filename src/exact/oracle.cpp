#include "exact/oracle.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "exact/certify.h"
#include "exact/exact_nearest.h"
#include "exact/feature_of.h"
#include "exact/oracle_distance.h"
#include "exact/oracle_points.h"
#include "exact/oracle_verdict.h"
#include "exact/query_context.h"
#include "geom/shape_access.h"

namespace glance::rooms::exact {
namespace {

/// Upper bound on the error of the closest points that brute force finds, as a part of
/// the size of the pair: a few dozen roundings of 2^-53.
constexpr double kClosestPointError = 0x1p-47;

/// (min n.b - max n.a) / |n|: the gap along n, correct to a unit in the last place, and
/// never zero unless it is zero.
/// Negative where the bodies overlap along n.
double gap_along(const ExactPoint& n, const OraclePoints& points) {
  BigInt high = dot(n, points.a[0]), low = dot(n, points.b[0]);
  for (const ExactPoint& p : points.a) high = std::max(high, dot(n, p));
  for (const ExactPoint& p : points.b) low = std::min(low, dot(n, p));
  const BigInt gap = low - high;
  if (gap.is_zero()) return 0;
  // As the root of gap^2 / |n|^2, of which everything under the root is exact.
  const double size = root_of_ratio(gap * gap, dot(n, n), points.exponent);
  return gap.sign() < 0 ? -size : size;
}

/// Two directions in the plane or along the line of a feature: none for a vertex, one
/// for an edge, two for a face.
std::vector<ExactPoint> directions(const OracleBody& body, FeatureId feature) {
  if (feature.kind == FeatureKind::edge) {
    const auto& [p, q] = body.body.topology().edge(feature.index).vertex;
    return {body.exact[q] - body.exact[p]};
  }
  if (feature.kind == FeatureKind::face) {
    const auto loop = body.body.topology().face_vertices(feature.index);
    const ExactPoint& corner = body.exact[loop[0]];
    return {body.exact[loop[1]] - corner, body.exact[loop[2]] - corner};
  }
  return {};
}

/// Any vertex of it.
std::uint32_t vertex_on(const OracleBody& body, FeatureId feature) {
  switch (feature.kind) {
    case FeatureKind::vertex: return feature.index;
    case FeatureKind::edge: return body.body.topology().edge(feature.index).vertex[0];
    default: return body.body.topology().face_vertices(feature.index)[0];
  }
}

/// The direction from feature A to feature B that is perpendicular to both, in real
/// arithmetic: with no direction in them it is the difference of two vertices, with
/// one its part across that direction, with two their cross product. The sign is that
/// of the hint. Zero if the features are parallel in a way that defines none.
ExactPoint feature_normal(const OracleBody& a, FeatureId fa, const OracleBody& b, FeatureId fb,
                          const Vec3& hint) {
  std::vector<ExactPoint> along = directions(a, fa);
  for (ExactPoint& d : directions(b, fb)) along.push_back(std::move(d));
  ExactPoint n = b.exact[vertex_on(b, fb)] - a.exact[vertex_on(a, fa)];
  if (along.size() == 1) n = cross(cross(along[0], n), along[0]);
  if (along.size() >= 2) n = cross(along[0], along[1]);
  return dot(to_unit(n), hint) < 0 ? -n : n;
}

/// Witness points of an overlap: moved out by the depth, the bodies just touch, and the
/// point where they do lies on both surfaces.
ClosestFeatures contact_moved_out(const OracleBody& a, const OracleBody& b,
                                  const OraclePoints& points, const Vec3& offset) {
  const OraclePoints moved = with_b_moved(points, offset);
  ClosestFeatures contact =
      closest_features({a.body, moved.a, moved.rounded_a}, {b.body, moved.b, moved.rounded_b});
  contact.point_b -= offset;
  return contact;
}

/// A point in the world; a vertex bit for bit as its pose puts it, rounded once.
Vec3 place(const OraclePoints& points, const std::vector<ExactPoint>& vertices, FeatureId feature,
           const Vec3& point) {
  return feature.kind == FeatureKind::vertex ? points.world(vertices[feature.index])
                                             : points.world(point);
}

ExactPoint exactly(const Vec3& v) {
  CommonScale scale;
  scale.add(v);
  return to_exact<BigInt>(scale, v);
}

/// Depth and normal of two bodies that overlap. The overlap along any vector is at least
/// the depth, so the smaller one counts: along the exact normal of the features of the
/// shallowest facet, or along its rounded one. Both are measured exactly.
void measure_depth(const OracleBody& a, const OracleBody& b, const OraclePoints& points,
                   Distance& d) {
  const ShallowestFacet facet = shallowest_facet(a, b);
  d.depth = std::numeric_limits<double>::infinity();
  for (const ExactPoint& n : {feature_normal(a, facet.feature_a, b, facet.feature_b, facet.normal),
                              exactly(facet.normal)}) {
    if (n.is_zero()) continue;
    const double overlap = -gap_along(n, points);
    if (overlap < d.depth) {
      d.depth = overlap;
      d.normal = to_unit(n);
    }
  }
}

/// Distance and normal of two bodies that are apart. The gap along any vector is at
/// most the distance, and the closest points found are at least that far apart, up to
/// rounding. Three vectors are tried: the features' own normal, whose gap is the distance
/// with all its digits unless rounding has picked a neighbouring feature; the difference
/// of the points; and the normal of the exact verdict, whose gap is positive for certain.
/// False if the gap does not reach up to the points: then these are not the closest.
bool measure_gap(const OracleBody& a, const OracleBody& b, const OraclePoints& points,
                 const OracleVerdict& exact, const ClosestFeatures& closest, Distance& d) {
  const double noise = kClosestPointError * (a.body.extent() + b.body.extent() + closest.distance);
  double widest = 0;
  for (const ExactPoint& n : {feature_normal(a, closest.feature_a, b, closest.feature_b, d.normal),
                              exactly(closest.point_b - closest.point_a), exact.normal}) {
    const double gap = n.is_zero() ? 0 : gap_along(n, points);
    if (gap > widest) {
      widest = gap;
      d.normal = to_unit(n);
    }
  }
  d.distance = widest;
  return widest >= closest.distance - noise;
}

/// The same where doubles have led to the wrong features: without rounding, and so slowly. (The
/// foot of a point 1e-16 above a triangle 1e-8 wide was taken to be outside of it.)
void measure_exactly(const OracleBody& a, const OracleBody& b, const OraclePoints& points,
                     ClosestFeatures& closest, Distance& d) {
  const VertexPair start{vertex_on(a, closest.feature_a), vertex_on(b, closest.feature_b)};
  const ExactNearest nearest = exact_nearest(points, {&start, 1});
  std::vector<std::uint32_t> vertices_a, vertices_b;
  closest.point_a = closest.point_b = Vec3::zero();
  for (int i = 0; i < nearest.count; i++) {
    const VertexPair pair = nearest.pairs[i];
    closest.point_a += points.rounded_a[pair.a] * nearest.weights[i];
    closest.point_b += points.rounded_b[pair.b] * nearest.weights[i];
    vertices_a.push_back(pair.a);
    vertices_b.push_back(pair.b);
  }
  closest.feature_a = feature_of(a.body.topology(), vertices_a).value_or(closest.feature_a);
  closest.feature_b = feature_of(b.body.topology(), vertices_b).value_or(closest.feature_b);
  d.distance = nearest.distance();
  d.normal = to_unit(-nearest.numerator);
}

/// A point of both bodies that overlap: four of the pairs around the origin hold it between
/// them (Caratheodory), and their weights at the origin, on vertices of A or of B alike, give
/// the point.
Vec3 common_point(const OraclePoints& points, std::span<const VertexPair> pairs) {
  const auto corner = [&](std::size_t i) { return points.a[pairs[i].a] - points.b[pairs[i].b]; };
  const auto det = [&](std::size_t i, std::size_t j, std::size_t k) {
    return dot(corner(i), cross(corner(j), corner(k)));
  };
  const std::size_t n = pairs.size();
  for (std::size_t i = 0; i < n; i++) {
    for (std::size_t j = i + 1; j < n; j++) {
      for (std::size_t k = j + 1; k < n; k++) {
        for (std::size_t l = k + 1; l < n; l++) {
          const BigInt weight[4] = {det(j, k, l), -det(i, k, l), det(i, j, l), -det(i, j, k)};
          const BigInt sum = weight[0] + weight[1] + weight[2] + weight[3];
          if (sum.is_zero()) continue;
          Vec3 point = Vec3::zero();
          bool inside = true;
          const std::size_t used[4] = {i, j, k, l};
          for (int m = 0; m < 4; m++) {
            inside &= weight[m].sign() * sum.sign() >= 0;
            if (!weight[m].is_zero()) {
              point += points.rounded_a[pairs[used[m]].a] * ratio(weight[m], sum);
            }
          }
          if (inside) return points.world(point);
        }
      }
    }
  }
  GLANCE_CHECK(!"pairs around the origin hold it between four of them");
  return Vec3::zero();
}

/// An overlap whose depth was not asked for: it is no more than along a coordinate axis.
void leave_depth_open(const OraclePoints& points, Distance& d) {
  const VertexPair pair = d.certificate.pairs[0];
  d.feature_a = {FeatureKind::vertex, pair.a};
  d.feature_b = {FeatureKind::vertex, pair.b};
  d.point_a = d.point_b = common_point(points, d.certificate.hull_pairs());
  d.lower = -std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; axis++) {
    ExactPoint n{axis == 0, axis == 1, axis == 2};
    d.lower = std::max({d.lower, gap_along(n, points), gap_along(-n, points)});
  }
}

/// Bounds on the signed distance. The value is that of a gap measured with integers, which
/// the true one is not below; where the features may be off, it is as good as they are.
void set_bounds(const Shape& a, const Shape& b, Distance& d) {
  const double value = d.distance - d.depth;
  const double error = d.verdict == Verdict::touching
                           ? 0
                           : kClosestPointError * (a.extent() + b.extent() + d.distance);
  d.lower = value - error;
  d.upper = value + error;
  if (d.verdict == Verdict::apart) d.lower = std::max(d.lower, 0.0);
  if (d.verdict == Verdict::overlapping) d.upper = std::min(d.upper, 0.0);
}

}  // namespace

Collision oracle_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  // Here, where the checks are, and not around the fast methods: it costs them 20 ns.
  const QueryContext context(a, pose_a, b, pose_b);
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  const OracleVerdict exact = oracle_verdict(points);
  Collision c;
  c.verdict = exact.verdict;
  c.normal = to_unit(exact.normal);
  c.certificate = certificate_of(points, exact);
  c.work.exact = true;
  c.work.exact_pivots = exact.pivots;
  return c;
}

Distance exact_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        bool depth) {
  const QueryContext context(a, pose_a, b, pose_b);
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  const OracleVerdict exact = oracle_verdict(points);
  const OracleBody body_a{polytope_of(a), points.a, points.rounded_a};
  const OracleBody body_b{polytope_of(b), points.b, points.rounded_b};

  Distance d;
  d.verdict = exact.verdict;
  d.certificate = certificate_of(points, exact);
  d.work.exact = true;
  d.work.exact_pivots = exact.pivots;
  ClosestFeatures closest;
  if (exact.verdict == Verdict::overlapping) {
    if (!depth) {
      leave_depth_open(points, d);
      return d;
    }
    measure_depth(body_a, body_b, points, d);
    closest = contact_moved_out(body_a, body_b, points, d.depth * d.normal);
  } else {
    d.normal = to_unit(exact.normal);
    closest = closest_features(body_a, body_b);
    if (exact.verdict == Verdict::apart &&
        !measure_gap(body_a, body_b, points, exact, closest, d)) {
      measure_exactly(body_a, body_b, points, closest, d);
    }
  }
  d.feature_a = closest.feature_a;
  d.feature_b = closest.feature_b;
  d.point_a = place(points, points.a, closest.feature_a, closest.point_a);
  d.point_b = place(points, points.b, closest.feature_b, closest.point_b);
  set_bounds(a, b, d);
  return d;
}

Distance oracle_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return exact_distance(a, pose_a, b, pose_b, true);
}

}  // namespace glance::rooms::exact
