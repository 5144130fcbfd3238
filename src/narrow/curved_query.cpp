#include "narrow/curved_query.h"

#include <algorithm>

#include "narrow/core_feature.h"
#include "narrow/direction_search.h"
#include "narrow/gap_climb.h"
#include "narrow/gjk.h"

namespace glance {
namespace {

/// What the searches aim at, as a part of the accuracy that is promised: the rest is for
/// rounding and for the roundings of bodies.
constexpr double kAim = 0.25;

/// Points nearer to each other than this part of the size all but meet: the difference of their
/// places, known to some 1e-10, is no better a direction than the one found.
constexpr double kMeeting = 1e-6;

}  // namespace

Vec3 CurvedQuery::start_direction() const {
  if (options_.start == Start::cached && cache_.hint != PairCache::Hint::none) {
    const double length_sq = norm_sq(cache_.direction);
    if (length_sq > 0x1p-600 && length_sq < 0x1p600) {
      return quick_unit(multiply(frame_.a.rotation, cache_.direction));
    }
  }
  return norm_sq(frame_.offset) > 0 ? quick_unit(frame_.offset) : Vec3(Vec3::UnitX());
}

double CurvedQuery::tolerance(double distance) const {
  const double size = frame_.a.shape.extent() + frame_.b.shape.extent() + std::max(distance, 0.0);
  return kAim * std::min(kCurvedAccuracy, std::max(options_.precision, 0.0)) * size;
}

/// From the frame of the pair, whose origin is A's centroid, to that of A's translation.
Vec3 CurvedQuery::from_origin(const Vec3& point) const {
  return point + multiply(pose_a_.rotation(), frame_.a.centroid);
}

Vec3 CurvedQuery::world(const Vec3& point) const {
  return point + pose_a_.apply(frame_.a.centroid);
}

void CurvedQuery::remember(const Vec3& direction, bool apart) {
  cache_.hint = apart ? PairCache::Hint::apart : PairCache::Hint::overlapping;
  cache_.pair_count = 0;
  cache_.has_features = false;
  cache_.direction = multiply_transposed(frame_.a.rotation, direction);
}

/// Whether the cores are farther apart along a direction than roundings and margin reach.
bool CurvedQuery::far_along(const Vec3& unit, Collision& c) {
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
  c.work.method = Method::gjk;
  const Vec3 start = start_direction();
  if (cache_.hint == PairCache::Hint::apart && options_.method != Method::oracle &&
      far_along(start, c)) {
    c.work.from_cache = true;
    return;
  }
  if (options_.method != Method::oracle) {
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
        show_overlap(common_point(end.point_a, end.point_b, frame_.size), c.certificate);
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
  c = {d.verdict, d.verdict == Verdict::overlapping ? Vec3(Vec3::Zero()) : d.normal, d.certificate,
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
  d.point_a = world(point_a) + out * rounding_.a;
  d.point_b = world(point_b) - out * rounding_.b;
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

void CurvedQuery::search(Distance& d) {
  // Rounding is what a search cannot get below.
  const double aim = std::max(tolerance(0), 64 * frame_.error);
  const DirectionSearchEnd end = direction_search(frame_, aim, start_direction(), d.work);
  d.normal = end.direction;
  set_verdict(-end.upper, -end.lower, d);
  // The value along the direction found: an end of the bounds, nearly always the true one.
  const double value = -end.upper - rounding_.radii();
  set_value(value, d);
  set_points(end.point_a, end.point_b, d);
  set_features(d);
  d.certificate.direction = end.direction;
  if (end.lower > 0 && !common_) find_common(d.work);
  const Vec3 point = end.upper < 0 ? shared_point(end.point_a, end.point_b)
                                   : common_point(end.point_a, end.point_b, end.upper);
  if (end.lower > 0) {
    show_overlap(point, d.certificate);
  } else {
    d.certificate.point = from_origin(point);
  }
  remember(end.direction, end.upper < 0);
}

/// A common point of two cores that are known to overlap. (From one direction or another: very
/// thin bodies make thin triangles, at which the search may end early.)
void CurvedQuery::find_common(Work& work) {
  static const Vec3 kStarts[] = {{0.81, 0.33, 0.48},   {0.12, -0.96, -0.25}, {-0.92, 0.06, 0.39},
                                 {-0.01, 0.57, -0.62}, {-0.28, 0.83, 0.48},  {0.91, -0.20, 0.36},
                                 {0.2, 0.3, -0.9},     {-0.5, -0.7, 0.4}};
  for (const Vec3& start : kStarts) {
    const GjkEnd end = gjk(frame_, quick_unit(start), kNoLimit, 0, work);
    if (end.inside || end.upper <= kAim * kCurvedAccuracy * frame_.size) common_ = end.point_a;
    if (end.inside) return;
  }
}

/// The point between two points of the cores that divides the gap as the radii do.
Vec3 CurvedQuery::shared_point(const Vec3& point_a, const Vec3& point_b) const {
  const double reach = rounding_.reach();
  const double share = reach > 0 ? (rounding_.a + 0.5 * rounding_.margin) / reach : 0.5;
  return point_a + (point_b - point_a) * share;
}

/// How deep a point is in both cores, together: what shows an overlap if it is positive.
double CurvedQuery::depth_of(const Vec3& p) const {
  return inside_by(frame_.a, p) + inside_by(frame_.b, p - frame_.offset);
}

/// Cores that overlap: the point is the certificate, if it proves that; see certificate.h.
void CurvedQuery::show_overlap(const Vec3& point, Certificate& certificate) const {
  certificate.point = from_origin(point);
  if (!(depth_of(point) + rounding_.reach() > frame_.error)) {
    certificate.verdict = Verdict::undecided;
  }
}

/// The point that shows an overlap best: of points given, of what gjk found, and, where sharp
/// corners or thin bodies meet, of those around them, `step` wide at first.
Vec3 CurvedQuery::common_point(const Vec3& point_a, const Vec3& point_b, double step) const {
  const double enough = 8 * frame_.error - rounding_.radii();
  Vec3 best = (point_a + point_b) * 0.5;
  double deepest = depth_of(best);
  const auto offer = [&](const Vec3& p) {
    if (deepest > enough) return false;
    const double depth = depth_of(p);
    if (!(depth > deepest)) return false;
    deepest = depth;
    best = p;
    return true;
  };
  offer(point_a);
  offer(point_b);
  if (common_) offer(*common_);
  // Climbs along the slope, which is that of a concave function; where it has a kink, towards
  // the middle of either body, or of both.
  for (int i = 0; i < 400 && deepest <= enough && step > frame_.error; i++) {
    Vec3 slope;
    for (int k = 0; k < 3; k++) {
      const Vec3 side = Vec3::Unit(k) * (0.25 * step);
      slope[k] = depth_of(best + side) - depth_of(best - side);
    }
    const Vec3 to_a = quick_unit(-best), to_b = quick_unit(frame_.offset - best);
    if (!offer(best + quick_unit(slope) * step) && !offer(best + (to_a + to_b) * step) &&
        !offer(best + to_a * step) && !offer(best + to_b * step)) {
      step *= 0.5;
    }
  }
  return best;
}

void CurvedQuery::distance(Distance& d) {
  d.work.method = Method::gjk;
  if (options_.method == Method::oracle) {
    d.work.method = Method::oracle;
    return search(d);
  }
  GjkEnd end;
  if (!climb_gap(frame_, start_direction(), tolerance(0), end, d.work)) {
    const Vec3 start = norm_sq(end.direction) > 0 ? end.direction : start_direction();
    end = gjk(frame_, start, kNoLimit, tolerance(0), d.work);
  }
  if (end.inside) common_ = end.point_a;
  if (end.inside && !options_.depth) {
    d.verdict = d.certificate.verdict = Verdict::overlapping;
    d.lower = -(frame_.a.radius + frame_.b.radius) - rounding_.radii() - frame_.error;
    d.upper = std::min(0.0, -rounding_.radii() * (1 - 0x1p-50));
    show_overlap(common_point(end.point_a, end.point_b, frame_.size), d.certificate);
    d.point_a = d.point_b = world(end.point_a);
    const Vec3 towards = start_direction();
    d.feature_a = feature_towards(frame_.a, towards);
    d.feature_b = feature_towards(frame_.b, -towards);
    remember(towards, false);
    return;
  }
  const double length = std::sqrt(norm_sq(Vec3(end.point_b - end.point_a)));
  if (end.inside || !(end.lower > 0) ||
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

}  // namespace glance
