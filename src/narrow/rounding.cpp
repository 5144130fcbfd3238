#include "narrow/rounding.h"

#include <algorithm>

#include "narrow/exact_nearest.h"
#include "narrow/feature_of.h"

namespace glance {
namespace {

/// Up to three vertices of a feature that hold a local point on it between them, up to rounding.
struct Corners {
  int count = 0;
  std::array<std::uint32_t, 3> vertex = {};

  Corners(const Polytope& body, FeatureId feature, const Vec3& local) {
    const Topology& t = body.topology();
    if (feature.kind == FeatureKind::vertex) {
      count = 1;
      vertex[0] = feature.index;
    } else if (feature.kind == FeatureKind::edge) {
      count = 2;
      std::ranges::copy(t.edge(feature.index).vertex, vertex.begin());
    } else {  // the triangle of a fan over the face that holds the point best
      const auto loop = t.face_vertices(feature.index);
      const Vec3& n = body.plane(feature.index).normal;
      count = 3;
      double best = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 1; i + 1 < loop.size(); i++) {
        const Vec3 p = body.vertex(loop[0]) - local, q = body.vertex(loop[i]) - local,
                   r = body.vertex(loop[i + 1]) - local;
        const double inside = std::min({triple(n, p, q), triple(n, q, r), triple(n, r, p)});
        if (!(inside > best)) continue;
        best = inside;
        vertex = {loop[0], loop[i], loop[i + 1]};
      }
    }
  }
};

/// Pairs of vertices with the difference of the closest points between them, up to rounding.
struct Pairs {
  int count = 0;
  std::array<VertexPair, 9> pair = {};

  Pairs(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Distance& d) {
    const Corners in_a(a.polytope(), d.feature_a, pose_a.apply_inverse(d.point_a));
    const Corners in_b(b.polytope(), d.feature_b, pose_b.apply_inverse(d.point_b));
    for (int i = 0; i < in_a.count; i++) {
      for (int j = 0; j < in_b.count; j++) pair[count++] = {in_a.vertex[i], in_b.vertex[j]};
    }
  }
};

/// False if too many pairs would be needed: two faces.
bool certify_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     Distance& d) {
  Certificate& c = d.certificate;
  if (d.verdict == Verdict::apart) {  // of the cores: the points between them are near enough
    const Pairs pairs(a, pose_a, b, pose_b, d);
    if (pairs.count > static_cast<int>(c.pairs.size())) return false;
    c.pair_count = static_cast<std::uint8_t>(pairs.count);
    std::copy_n(pairs.pair.begin(), pairs.count, c.pairs.begin());
    c.direction = Vec3::Zero();
  }
  c.plane_count = 0;
  c.axis = Certificate::kNoAxis;
  c.verdict = Verdict::overlapping;
  return true;
}

/// Moves everything from the cores to the bodies.
void move_out(const Rounding& rounding, double core_distance, Distance& d) {
  const double r = rounding.radii();
  const double value = core_distance - r;
  d.lower = round_down(round_down(d.lower - r) - r * 0x1p-52);
  d.upper = round_up(round_up(d.upper - r) + r * 0x1p-52);
  d.distance = std::max(value, 0.0);
  d.depth = std::max(-value, 0.0);
  d.point_a += d.normal * rounding.a;
  d.point_b -= d.normal * rounding.b;
}

/// The verdict by integers, and value and points with it.
void decide_exactly(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    const Rounding& rounding, Distance& d) {
  const Pairs start(a, pose_a, b, pose_b, d);
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  const ExactNearest nearest = exact_nearest(
      points, {start.pair.data(), static_cast<std::size_t>(std::min(start.count, 4))});
  d.work.exact = true;
  const auto terms = rounding.terms();
  const int sign = nearest.sign_beyond(terms);
  if (!nearest.at_origin()) {
    d.normal = -to_unit(nearest.numerator);
    std::array<std::uint32_t, 4> used_a = {}, used_b = {};
    Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
    for (int i = 0; i < nearest.count; i++) {
      used_a[i] = nearest.pairs[i].a;
      used_b[i] = nearest.pairs[i].b;
      point_a += points.rounded_a[used_a[i]] * nearest.weights[i];
      point_b += points.rounded_b[used_b[i]] * nearest.weights[i];
    }
    d.point_a = points.world(point_a);
    d.point_b = points.world(point_b);
    const auto count = static_cast<std::size_t>(nearest.count);
    const auto feature_a = feature_of(a.polytope().topology(), {used_a.data(), count});
    const auto feature_b = feature_of(b.polytope().topology(), {used_b.data(), count});
    if (feature_a) d.feature_a = *feature_a;
    if (feature_b) d.feature_b = *feature_b;
    d.lower = round_down(round_down(nearest.distance() * (1 - 0x1p-50)));
    d.upper = round_up(round_up(nearest.distance() * (1 + 0x1p-50)));
  }
  move_out(rounding, nearest.distance(), d);
  if (rounding.margin == 0) {
    // The value is known to its last digits.
    const double value = nearest.beyond(terms);
    d.distance = std::max(value, 0.0);
    d.depth = std::max(-value, 0.0);
    constexpr double kLastDigits = 0x1p-46;
    d.lower = round_down(value - std::fabs(value) * kLastDigits);
    d.upper = round_up(value + std::fabs(value) * kLastDigits);
    if (value == 0) d.lower = d.upper = 0;
  }
  d.verdict = sign > 0 ? Verdict::apart : sign < 0 ? Verdict::overlapping : Verdict::touching;
  // The pairs around the nearest point name the plane across it, and hold it.
  Certificate& c = d.certificate;
  c = {};
  c.verdict = d.verdict;
  const auto pairs = nearest.span();
  if (sign >= 0) {
    c.plane_count = static_cast<std::uint8_t>(nearest.count);
    std::copy(pairs.begin(), pairs.end(), c.plane.begin());
  }
  if (sign <= 0) {
    c.pair_count = static_cast<std::uint8_t>(nearest.count);
    std::copy(pairs.begin(), pairs.end(), c.pairs.begin());
  }
}

}  // namespace

void round_answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const Rounding& rounding, bool certify, Distance& d) {
  // Cores that all but meet, of which the oracle could not show how far apart they are.
  const bool wide = d.verdict == Verdict::apart &&
                    d.upper - d.lower > kDistanceAccuracy * (a.extent() + b.extent() + d.lower);
  if (wide) return decide_exactly(a, pose_a, b, pose_b, rounding, d);
  if (d.lower > rounding.reach_above()) {
    // A direction in the certificate has that gap; a plane named by the exact method may not, but
    // the normal has it, up to its own rounding.
    const bool by_plane = certify && d.certificate.plane_count > 0;
    const double rounded = 0x1p-45 * (a.polytope().extent() + b.polytope().extent() + d.lower);
    if (!by_plane || d.lower - rounded > rounding.reach_above()) {
      if (by_plane) {
        d.certificate = {};
        d.certificate.verdict = Verdict::apart;
        d.certificate.direction = d.normal;
      }
      move_out(rounding, d.distance, d);
      return;
    }
  }
  if (d.upper < rounding.reach_below() && (!certify || certify_overlap(a, pose_a, b, pose_b, d))) {
    const bool known = d.verdict != Verdict::overlapping || d.depth > 0;
    d.verdict = Verdict::overlapping;
    if (known) {
      move_out(rounding, d.distance - d.depth, d);
    } else {  // the depth of the cores was not asked for
      d.lower = round_down(d.lower - rounding.radii());
      d.upper = std::min(
          round_up(round_up(d.upper - rounding.radii()) + rounding.radii() * 0x1p-52), 0.0);
    }
    return;
  }
  decide_exactly(a, pose_a, b, pose_b, rounding, d);
}

}  // namespace glance
