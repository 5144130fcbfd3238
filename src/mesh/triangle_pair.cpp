#include "mesh/triangle_pair.h"

#include <algorithm>
#include <cmath>

#include "math/closest.h"
#include "math/predicates.h"

namespace glance::rooms::mesh {
namespace {

/// Bounds the error of a determinant of three differences of coordinates, each off by 2 error and
/// at most `size`: 6 products of 3 factors make 36 error size^2; the rest is for what is of higher
/// order and for rounding (error is at least 64 * 2^-53 of the size of the pair).
constexpr double kDeterminantError = 48;

/// Bounds how far, in errors, a point of a triangle's edge that is computed to be in another
/// triangle, too, is from the other's true plane, times how thin the other is (the square of the
/// longest edge's largest coordinate / its normal): the corners of both are off by an error in each
/// coordinate, the heights of the edge's ends above the plane by rounding, which is less.
constexpr double kCutError = 24;

/// The largest coordinate of an edge.
double edge_size(const TriangleCorners& t) {
  return std::max({(t[1] - t[0]).max_abs(), (t[2] - t[0]).max_abs(), (t[2] - t[1]).max_abs()});
}

/// On which side of a triangle's plane the corners of another are.
struct Sides {
  std::array<double, 3> height;  ///< times the length of the normal
  bool above, below;             ///< all of them, for certain
  bool certain;                  ///< each is on one side or the other

  Sides(const TriangleCorners& plane, const TriangleCorners& other, const Vec3& normal,
        double error) {
    for (int i = 0; i < 3; i++) height[i] = dot(normal, other[i] - plane[0]);
    above = height[0] > error && height[1] > error && height[2] > error;
    below = height[0] < -error && height[1] < -error && height[2] < -error;
    certain = std::fabs(height[0]) > error && std::fabs(height[1]) > error &&
              std::fabs(height[2]) > error;
  }

  /// How far all of them are from the plane at least, allowing for errors of heights and
  /// normal.
  double gap(const Vec3& normal, double height_error, double normal_error) const {
    const double lowest =
        std::min({std::fabs(height[0]), std::fabs(height[1]), std::fabs(height[2])});
    return (lowest - height_error) / (std::sqrt(norm_sq(normal)) + normal_error) * (1 - 0x1p-40);
  }

  /// The corner that is alone on its side.
  int alone() const {
    const bool p = height[0] > 0, q = height[1] > 0, r = height[2] > 0;
    return q == r ? 0 : p == r ? 1 : 2;
  }
};

/// How far apart two triangles are at least along a direction of any length, beyond the error of
/// their coordinates (and what the sums of three products add to it).
double gap_along(const Vec3& direction, const TriangleCorners& a, const TriangleCorners& b,
                 double error) {
  const auto height = [&](const Vec3& p) { return dot(direction, p - a[0]); };
  const auto [low_a, high_a] = std::minmax({0.0, height(a[1]), height(a[2])});
  const auto [low_b, high_b] = std::minmax({height(b[0]), height(b[1]), height(b[2])});
  const double sum = std::fabs(direction.x()) + std::fabs(direction.y()) + std::fabs(direction.z());
  const double between = std::max(low_b - high_a, low_a - high_b) - 4 * error * sum;
  return between > 0 ? between / sum : 0;
}

/// Tries the directions across an edge in the plane of each triangle, and across an edge of each:
/// for triangles that are nearly coplanar, or of which one has a corner near the other's plane.
/// Most triangles that are apart are recognised here, and need no exact arithmetic.
double largest_gap(const TriangleCorners& a, const TriangleCorners& b, const Vec3& normal_a,
                   const Vec3& normal_b, double error) {
  double best = 0;
  for (int i = 0; i < 3; i++) {
    const Vec3 edge_a = a[(i + 1) % 3] - a[i], edge_b = b[(i + 1) % 3] - b[i];
    best = std::max({best, gap_along(cross(edge_a, normal_a), a, b, error),
                     gap_along(cross(edge_b, normal_b), a, b, error)});
    for (int k = 0; k < 3; k++) {
      const Vec3 other = b[(k + 1) % 3] - b[k];
      best = std::max(best, gap_along(cross(edge_a, other), a, b, error));
    }
  }
  return best;
}

double determinant(const Vec3& o, const Vec3& p, const Vec3& q, const Vec3& r) {
  return triple(p - o, q - o, r - o);
}

}  // namespace

Verdict triangle_verdict(const TriangleCorners& a, const TriangleCorners& b, double error,
                         double enough, double& gap) {
  gap = 0;
  const double size = (b[0] - a[0]).max_abs() + edge_size(a) + edge_size(b);
  const Vec3 normal_a = cross(a[1] - a[0], a[2] - a[0]);
  const double bound = kDeterminantError * error * size * size;
  // Each coordinate of a normal has 4 products of an error of 2 and an edge; twice of that, for
  // all.
  const double normal_error = 16 * error * size;
  const Sides sides_b(a, b, normal_a, bound);
  const bool beside_a = sides_b.above || sides_b.below;
  if (beside_a) gap = sides_b.gap(normal_a, bound, normal_error);
  if (beside_a && gap > enough) return Verdict::apart;
  const Vec3 normal_b = cross(b[1] - b[0], b[2] - b[0]);
  const Sides sides_a(b, a, normal_b, bound);
  if (sides_a.above || sides_a.below) {
    gap = std::max(gap, sides_a.gap(normal_b, bound, normal_error));
    return Verdict::apart;
  }
  if (beside_a) return Verdict::apart;
  if (!sides_a.certain || !sides_b.certain) {
    gap = largest_gap(a, b, normal_a, normal_b, error);
    return gap > 0 ? Verdict::apart : Verdict::undecided;
  }

  // Each crosses the plane of the other: on the common line it covers a segment between the edges
  // that leave its lone corner. The sign of a tetrahedron of two such edges tells which of the two
  // ends comes first (in a direction that is the same for all four).
  const int p = sides_a.alone(), q = sides_b.alone();
  bool before = false, after = false;
  for (const int i : {1, 2}) {
    for (const int k : {1, 2}) {
      const double sign = determinant(a[p], a[(p + i) % 3], b[q], b[(q + k) % 3]);
      if (std::fabs(sign) <= bound) {
        gap = largest_gap(a, b, normal_a, normal_b, error);
        return gap > 0 ? Verdict::apart : Verdict::undecided;
      }
      (sign > 0 ? before : after) = true;
    }
  }
  return before && after ? Verdict::overlapping : Verdict::apart;
}

int rough_side(const TriangleCorners& plane, const Vec3& point, double error) {
  const Vec3 away = point - plane[0];
  const double size = away.max_abs() + edge_size(plane);
  const double height = triple(plane[1] - plane[0], plane[2] - plane[0], away);
  const double bound = kDeterminantError * error * size * size;
  return height > bound ? 1 : height < -bound ? -1 : kUnknownSign;
}

namespace {

/// The feature of a triangle (numbers of Shape::triangle) that a point on the edge from corner i
/// to the next one is on.
FeatureId on_edge(int i, double s) {
  const auto corner = [](int n) { return static_cast<std::uint32_t>(n % 3); };
  if (s == 0) return {FeatureKind::vertex, corner(i)};
  if (s == 1) return {FeatureKind::vertex, corner(i + 1)};
  // Edges are in the order of their vertices: 0-1, 0-2, 1-2.
  constexpr std::array<std::uint32_t, 3> kEdge{0, 2, 1};
  return {FeatureKind::edge, kEdge[static_cast<std::size_t>(i)]};
}

/// Corners of `other` that project into the face of `face`: kept in `best` if nearer. Measured from
/// the longest edge, whose direction rounding hardly changes; the normal of a needle may be far
/// off.
template <bool face_is_a>
void try_face(const TriangleCorners& face, const TriangleCorners& other, TriangleDistance& best) {
  int longest = 0;
  std::array<double, 3> length_sq;
  for (int i = 0; i < 3; i++) {
    length_sq[i] = norm_sq(face[(i + 1) % 3] - face[i]);
    if (length_sq[i] > length_sq[longest]) longest = i;
  }
  const Vec3& origin = face[longest];
  const Vec3 edge = face[(longest + 1) % 3] - origin, side = face[(longest + 2) % 3] - origin;
  const double edge_sq = length_sq[longest];
  if (!(edge_sq > 0)) return;
  // A point of the face is origin + s edge + y rise, with 0 <= y <= 1, and s between the sides.
  const double apex = dot(side, edge) / edge_sq;
  const Vec3 rise = side - apex * edge;
  const double rise_sq = norm_sq(rise);
  if (!(rise_sq > 0)) return;
  for (int i = 0; i < 3; i++) {
    const Vec3 d = other[i] - origin;
    const double s = dot(d, edge) / edge_sq;
    const Vec3 across = d - s * edge;
    const double y = dot(across, rise) / rise_sq;
    if (!(y >= 0 && s >= y * apex && s <= 1 - y * (1 - apex))) continue;
    const Vec3 height = across - y * rise;
    const double distance_sq = norm_sq(height);
    if (!(distance_sq < best.distance_sq)) continue;
    best.distance_sq = distance_sq;
    const Vec3 foot = other[i] - height;
    const FeatureId corner{FeatureKind::vertex, static_cast<std::uint32_t>(i)};
    const FeatureId front{FeatureKind::face, triple(edge, rise, height) > 0 ? 0u : 1u};
    best.point_a = face_is_a ? foot : other[i];
    best.point_b = face_is_a ? other[i] : foot;
    best.feature_a = face_is_a ? front : corner;
    best.feature_b = face_is_a ? corner : front;
  }
}

}  // namespace

double gap_between_middles(const TriangleCorners& a, const TriangleCorners& b) {
  const Vec3 line = (b[0] + b[1] + b[2]) - (a[0] + a[1] + a[2]);
  const double length_sq = norm_sq(line);
  if (!(length_sq > 0)) return 0;
  const double top_a = std::max({dot(line, a[0]), dot(line, a[1]), dot(line, a[2])});
  const double low_b = std::min({dot(line, b[0]), dot(line, b[1]), dot(line, b[2])});
  return (low_b - top_a) / std::sqrt(length_sq);
}

TriangleDistance triangle_distance(const TriangleCorners& a, const TriangleCorners& b) {
  TriangleDistance best;
  best.distance_sq = INFINITY;
  const std::array<Vec3, 3> edge_a{a[1] - a[0], a[2] - a[1], a[0] - a[2]};
  const std::array<Vec3, 3> edge_b{b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      const auto [s, t] = nearest_on_segments(a[i], edge_a[i], b[k], edge_b[k]);
      const Vec3 p = a[i] + s * edge_a[i], q = b[k] + t * edge_b[k];
      const double distance_sq = norm_sq(q - p);
      if (distance_sq < best.distance_sq) {
        best = {distance_sq, p, q, on_edge(i, s), on_edge(k, t)};
      }
    }
  }
  try_face<true>(a, b, best);
  try_face<false>(b, a, best);
  return best;
}

namespace {

/// Where a triangle meets the plane of another, in which it is not.
struct PlaneCut {
  std::array<Vec3, 2> ends;  ///< the same twice if that is but a corner
  bool certain = true;  ///< an end that is in the other triangle is off by kSegmentError at most

  /// `sides` of the other's plane; null if those by rounded numbers are right.
  PlaneCut(const TriangleCorners& own, const TriangleCorners& other,
           const std::array<int, 3>* sides, double error) {
    const Vec3 normal = cross(other[1] - other[0], other[2] - other[0]);
    const double other_size = edge_size(other);
    std::array<double, 3> height;
    std::array<int, 3> side;
    for (int i = 0; i < 3; i++) {
      height[i] = dot(normal, own[i] - other[0]);
      side[i] = sides ? (*sides)[i] : height[i] > 0 ? 1 : -1;
    }
    int count = 0;
    for (int i = 0; i < 3; i++) {
      const int k = (i + 1) % 3;
      if (side[i] == 0) ends[count++] = own[i];
      if (side[i] * side[k] >= 0) continue;
      const Vec3 edge = own[k] - own[i];
      const double fall = height[i] - height[k];
      ends[count++] = own[i] + height[i] / fall * edge;
      // An edge at a small angle to the plane may cross it far from there. (Less, and not as much:
      // products of tiny numbers may be zero.)
      certain &= kCutError * other_size * other_size * norm(edge) < kSegmentError * std::fabs(fall);
    }
    // Otherwise errors may turn the normal so far that the angle is not known.
    certain &= 4 * kSegmentError * error < other_size;
    if (count == 1) ends[1] = ends[0];
  }
  double length_sq() const { return norm_sq(ends[1] - ends[0]); }
};

}  // namespace

std::optional<std::array<Vec3, 2>> try_triangle_segment(const TriangleCorners& a,
                                                        const TriangleCorners& b,
                                                        const CornerSides* sides, double error) {
  PlaneCut cut_a(a, b, sides ? &sides->a : nullptr, error);
  PlaneCut cut_b(b, a, sides ? &sides->b : nullptr, error);
  if (!cut_a.certain || !cut_b.certain) return {};
  // Both are on one line, whose direction the longer one tells best. The two ends in the middle are
  // those of what they share.
  const PlaneCut& longer = cut_a.length_sq() > cut_b.length_sq() ? cut_a : cut_b;
  const Vec3 from = longer.ends[0], line = longer.ends[1] - from;
  const auto place = [&](const Vec3& p) { return dot(line, p - from); };
  for (PlaneCut* cut : {&cut_a, &cut_b}) {
    if (place(cut->ends[1]) < place(cut->ends[0])) std::swap(cut->ends[0], cut->ends[1]);
  }
  const bool a_begins = place(cut_a.ends[0]) > place(cut_b.ends[0]);
  const bool a_ends = place(cut_a.ends[1]) < place(cut_b.ends[1]);
  return std::array{(a_begins ? cut_a : cut_b).ends[0], (a_ends ? cut_a : cut_b).ends[1]};
}

}  // namespace glance::rooms::mesh
