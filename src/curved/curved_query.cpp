// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/curved_query.h"

#include <algorithm>
#include <array>

#include "curved/common_point.h"
#include "curved/core_depth.h"
#include "curved/core_feature.h"
#include "curved/direction_search.h"
#include "curved/gap_climb.h"
#include "curved/gjk.h"
#include "exact/cache_access.h"

namespace glance::rooms::curved {
namespace {

/// What the searches aim at, as a part of the accuracy that is promised: the rest is for
/// rounding and for the roundings of bodies.
constexpr double kAim = 0.25;

/// Points nearer to each other than this part of the size all but meet: the difference of their
/// places, known to some 1e-10, is no better a direction than the one found.
constexpr double kMeeting = 1e-6;

Vec3 middle_of(const Vec3& p, const Vec3& q) { return (p + q) * 0.5; }

}  // namespace

/// Between the centroids: for bodies that are about round it is nearly the direction of the gap.
Vec3 CurvedQuery::fresh_direction() const {
  return norm_sq(frame_.offset) > 0 ? quick_unit(frame_.offset) : Vec3(Vec3::unit_x());
}

Vec3 CurvedQuery::start_direction() const {
  if (options_.tuning.start == WalkStart::cached && cache_.hint != CacheHint::none) {
    const double length_sq = norm_sq(cache_.direction);
    if (length_sq > 0x1p-600 && length_sq < 0x1p600) {
      return quick_unit(multiply(frame_.a.rotation, cache_.direction));
    }
  }
  return fresh_direction();
}

/// How near the bounds of a search must come to each other, as a length. A precision of 0 or less
/// asks for as much as can be had.
double CurvedQuery::tolerance(double distance) const {
  const double size = frame_.a.shape.extent() + frame_.b.shape.extent() + std::max(distance, 0.0);
  return kAim * std::min(kCurvedAccuracy, std::max(options_.precision, 0.0)) * size;
}

/// From the frame of the pair, whose origin is A's centroid, to that of A's translation.
Vec3 CurvedQuery::from_origin(const Vec3& point) const {
  return point + multiply(pose_a_.rotation(), frame_.a.centroid);
}

void CurvedQuery::remember(const Vec3& direction, bool apart) {
  cache_.hint = apart ? CacheHint::apart : CacheHint::overlapping;
  cache_.pair_count = 0;
  cache_.has_features = false;
  cache_.direction = multiply_transposed(frame_.a.rotation, direction);
}

/// Whether the cores are farther apart along a direction than roundings and margin reach.
bool CurvedQuery::try_far_along(const Vec3& unit, Collision& c) {
  const double gap = -dot(unit, frame_.support(unit, c.work).difference()) - frame_.error;
  if (!(gap > rounding_.reach_above())) return false;
  c.verdict = c.certificate.verdict = Verdict::apart;
  c.normal = c.certificate.direction = unit;
  return true;
}

void CurvedQuery::collide(Collision& c) {
  const double length = std::sqrt(norm_sq(frame_.offset));
  if (length - frame_.a.radius - frame_.b.radius - frame_.error > rounding_.margin && length > 0) {
    c.verdict = c.certificate.verdict = Verdict::apart;
    c.normal = c.certificate.direction = frame_.offset * (1 / length);
    return;
  }
  c.work.method = QueryMethod::gjk;
  const Vec3 start = start_direction();
  if (cache_.hint == CacheHint::apart && options_.tuning.method != QueryMethod::oracle &&
      try_far_along(start, c)) {
    c.work.from_cache = true;
    return;
  }
  if (options_.tuning.method != QueryMethod::oracle) {
    const GjkEnd end = gjk(frame_, start, rounding_.reach(), 0, c.work);
    if (end.lower > rounding_.reach_above()) {
      c.verdict = c.certificate.verdict = Verdict::apart;
      c.normal = c.certificate.direction = end.direction;
      remember(end.direction, true);
      return;
    }
    if (end.inside || end.upper < rounding_.reach_below()) {
      c.verdict = c.certificate.verdict = Verdict::overlapping;
      if (end.inside) {
        show_overlap_near(middle_of(end.point_a, end.point_b), c.certificate, c.work);
      } else {
        c.certificate.point = from_origin(shared_point(end.point_a, end.point_b));
      }
      if (end.inside) remember(start, false);
      return;
    }
  }
  Distance d;
  d.work = c.work;
  search(d);
  c = {d.verdict, d.verdict == Verdict::overlapping ? Vec3(Vec3::zero()) : d.normal, d.certificate,
       d.work};
}

/// From points of the cores to those of the bodies: out along what is between them, which is more
/// exactly their direction than the normal, unless they all but meet.
void CurvedQuery::set_points(const Vec3& point_a, const Vec3& point_b, Distance& d) const {
  const Vec3 between = point_b - point_a;
  const double length = std::sqrt(norm_sq(between));
  Vec3 out = d.normal;
  if (length > kMeeting * frame_.size) {
    out = between * ((dot(between, d.normal) < 0 ? -1 : 1) / length);
  }
  d.point_a = frame_.to_world(point_a) + out * rounding_.a;
  d.point_b = frame_.to_world(point_b) - out * rounding_.b;
}

void CurvedQuery::set_features(Distance& d) const {
  d.feature_a = feature_towards(frame_.a, d.normal);
  d.feature_b = feature_towards(frame_.b, -d.normal);
}

/// From bounds on the signed distance of the cores.
void CurvedQuery::set_verdict(double core_lower, double core_upper, Distance& d) const {
  const double r = rounding_.radii(), slack = rounding_.reach() * 0x1p-50;
  d.lower = core_lower - r - slack;
  d.upper = core_upper - r + slack;
  if (core_lower > rounding_.reach_above()) {
    d.verdict = Verdict::apart;
  } else if (core_upper < rounding_.reach_below()) {
    d.verdict = Verdict::overlapping;
  } else {
    const double size = frame_.a.shape.extent() + frame_.b.shape.extent();
    d.verdict =
        d.upper - d.lower <= options_.precision * size ? Verdict::touching : Verdict::undecided;
  }
  d.certificate.verdict = d.verdict;
}

/// After the verdict: what touches is neither apart nor deep.
void CurvedQuery::set_value(double signed_distance, Distance& d) const {
  if (d.verdict == Verdict::touching && rounding_.margin == 0) signed_distance = 0;
  d.distance = std::max(signed_distance, 0.0);
  d.depth = std::max(-signed_distance, 0.0);
}

/// The widest gap, or four points around the origin: by Newton's method, or GJK.
GjkEnd CurvedQuery::widest_gap(const Vec3& start, QueryWork& work) const {
  GjkEnd end;
  // Newton's method needs few steps where corners or smooth curved parts face each other; where it
  // ends without narrow bounds (faces, straight sides), GJK goes on from the best direction it has
  // seen.
  if (try_climb_gap(frame_, start, tolerance(0), end, work)) return end;
  const Vec3 next = norm_sq(end.direction) > 0 ? end.direction : start;
  return gjk(frame_, next, kNoLimit, tolerance(0), work);
}

/// Where the accuracy of a search leaves the verdict open, what `collide` and `distance` try first
/// may still tell: so all of them say the same.
void CurvedQuery::narrow_down(DirectionSearchEnd& end, QueryWork& work) {
  const auto is_open = [&] {
    return -end.upper <= rounding_.reach_above() && -end.lower >= rounding_.reach_below();
  };
  const auto use = [&](const GjkEnd& found) {
    if (found.lower > -end.upper) {
      end.upper = -found.lower;
      end.direction = found.direction;
    }
    if (found.inside) {
      common_ = found.point_a;
      end.lower = std::max(end.lower, frame_.error);
    } else if (-found.upper > end.lower) {
      end.lower = -found.upper;
      common_ = shared_point(found.point_a, found.point_b);
    }
  };
  if (is_open()) use(gjk(frame_, fresh_direction(), rounding_.reach(), 0, work));
  if (is_open()) use(widest_gap(fresh_direction(), work));
}

void CurvedQuery::search(Distance& d) {
  // Rounding is what a search cannot get below.
  const double aim = std::max(tolerance(0), 64 * frame_.error);
  DirectionSearchEnd end =
      direction_search(frame_, aim, start_direction(), options_.workspace, d.work);
  narrow_down(end, d.work);
  d.normal = end.direction;
  set_verdict(-end.upper, -end.lower, d);
  // The value along the direction found: an end of the bounds, nearly always the true one.
  const double value = -end.upper - rounding_.radii();
  set_value(value, d);
  set_points(end.point_a, end.point_b, d);
  set_features(d);
  d.certificate.direction = end.direction;
  const Vec3 shared = shared_point(end.point_a, end.point_b);
  const std::array candidates{shared, end.point_a, end.point_b, common_.value_or(shared)};
  const bool overlap = d.verdict == Verdict::overlapping;
  if (end.lower > 0 || (overlap && end.upper >= 0)) {  // the latter within a margin
    show_overlap(candidates, d.certificate);
  } else if (end.upper >= 0 && d.verdict == Verdict::touching && options_.tuning.certify) {
    d.certificate.point = from_origin(common_point(frame_, candidates, near_enough()));
  } else {  // cores that do not meet, though their roundings may
    d.certificate.point = from_origin(overlap ? common_.value_or(shared) : shared);
  }
  remember(end.direction, end.upper < 0);
}

/// The point between two points of the cores that divides the gap as the radii do.
Vec3 CurvedQuery::shared_point(const Vec3& point_a, const Vec3& point_b) const {
  const double reach = rounding_.reach();
  const double share = reach > 0 ? (rounding_.a + 0.5 * rounding_.margin) / reach : 0.5;
  return point_a + (point_b - point_a) * share;
}

/// How deep a point must be to show an overlap: beyond what rounding does to it, also as it is
/// written down, seen from A's translation.
double CurvedQuery::deep_enough() const {
  double error = frame_.error;
  if (core_dimension(frame_.a) > 0 && core_dimension(frame_.b) > 0) {  // else it is that point
    error += 0x1p-50 * (one_norm(frame_.a.centroid) + one_norm(frame_.b.centroid));
  }
  return error - rounding_.reach() * (1 - 0x1p-50);
}

/// How near a point must be to both of two bodies that touch: much nearer than certificate.h asks.
double CurvedQuery::near_enough() const {
  const double size = frame_.a.shape.extent() + frame_.b.shape.extent();
  return -rounding_.reach() - 2 * kCurvedAccuracy * size;
}

/// Bodies that overlap: a point is the certificate, if one proves that; see certificate.h.
void CurvedQuery::show_overlap(std::span<const Vec3> candidates, Certificate& certificate) const {
  if (!options_.tuning.certify) return;
  const double enough = deep_enough();
  const Vec3 point = common_point(frame_, candidates, enough + 7 * frame_.error);
  certificate.point = from_origin(point);
  if (!(depth_in_both(frame_, point) > enough)) certificate.verdict = Verdict::undecided;
}

/// From a point in both, which hardly ever leads to none that proves it; then the deepest points
/// do.
void CurvedQuery::show_overlap_near(const Vec3& point, Certificate& certificate, QueryWork& work) {
  show_overlap(std::array{point}, certificate);
  if (certificate.verdict != Verdict::undecided) return;
  Distance d;
  d.work = work;
  search(d);
  work = d.work;
  if (d.verdict == Verdict::overlapping) certificate = d.certificate;
}

void CurvedQuery::distance(Distance& d) {
  d.work.method = QueryMethod::gjk;
  if (options_.tuning.method == QueryMethod::oracle) {
    d.work.method = QueryMethod::oracle;
    return search(d);
  }
  const GjkEnd end = widest_gap(start_direction(), d.work);
  if (end.inside) common_ = end.point_a;
  if (end.inside && !options_.depth) {
    d.verdict = d.certificate.verdict = Verdict::overlapping;
    d.lower = -(frame_.a.radius + frame_.b.radius) - rounding_.radii() - frame_.error;
    d.upper = std::min(0.0, -rounding_.radii() * (1 - 0x1p-50));
    show_overlap_near(middle_of(end.point_a, end.point_b), d.certificate, d.work);
    d.point_a = d.point_b = frame_.to_world(end.point_a);
    const Vec3 towards = start_direction();
    d.feature_a = feature_towards(frame_.a, towards);
    d.feature_b = feature_towards(frame_.b, -towards);
    remember(towards, false);
    return;
  }
  const double length = std::sqrt(norm_sq(Vec3(end.point_b - end.point_a)));
  const bool open = end.lower <= rounding_.reach_above() && end.upper >= rounding_.reach_below();
  if (end.inside || open || !(end.lower > 0) ||
      !(end.upper - end.lower <= std::max(1.01 * tolerance(end.lower), 8 * frame_.error))) {
    return search(d);
  }
  d.normal = end.direction;
  set_verdict(end.lower, end.upper, d);
  const double value = std::clamp(length, end.lower, end.upper) - rounding_.radii();
  set_value(value, d);
  set_points(end.point_a, end.point_b, d);
  set_features(d);
  d.certificate.direction = end.direction;
  d.certificate.point = from_origin(shared_point(end.point_a, end.point_b));
  remember(end.direction, true);
}

}  // namespace glance::rooms::curved
