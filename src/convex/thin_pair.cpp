// Tested in tests/property/kinds_test.cpp (KindsRegression.SegmentsThatAllButMeet).
#include "convex/thin_pair.h"

#include <algorithm>

#include "convex/separation.h"
#include "math/closest.h"

namespace glance::rooms::convex {
namespace {

/// A point (along = 0) or a segment, in the frame of the pair.
struct Thin {
  Vec3 start, along;
  bool is_point;

  Thin(const PosedBody& body, const Vec3& offset) : is_point(body.body.vertices().size() == 1) {
    start = body.vertex(0) + offset;
    along = is_point ? Vec3(Vec3::zero()) : Vec3(body.vertex(1) + offset - start);
  }
  Vec3 at(double t) const { return start + along * t; }
  FeatureId feature(double t) const {
    if (is_point || t == 0) return {FeatureKind::vertex, 0};
    return t == 1 ? FeatureId{FeatureKind::vertex, 1} : FeatureId{FeatureKind::edge, 0};
  }
  /// The heights of both ends along n: a segment reaches no farther.
  std::pair<double, double> range(const Vec3& n) const {
    const double low = dot(n, start), high = is_point ? low : dot(n, Vec3(start + along));
    return std::minmax(low, high);
  }
};

/// Parameters of the closest points.
void closest(const Thin& a, const Thin& b, double& s, double& t) {
  s = t = 0;
  if (a.is_point && b.is_point) return;
  if (a.is_point) {
    t = nearest_on_segment(a.start - b.start, b.along);
  } else if (b.is_point) {
    s = nearest_on_segment(b.start - a.start, a.along);
  } else {
    const TwoSegments both(a.start, a.along, b.start, b.along);
    const SegmentPair nearest = both.nearest_from(both.quick_s(0));
    s = nearest.s;
    t = nearest.t;
  }
}

}  // namespace

bool try_thin_distance(const PairFrame& frame, bool measure, Distance& d) {
  const Thin a(frame.a, Vec3::zero()), b(frame.b, frame.offset);
  double s, t;
  closest(a, b, s, t);
  const Vec3 point_a = a.at(s), point_b = b.at(t);
  const Vec3 between = point_b - point_a;
  const double length = std::sqrt(norm_sq(between));
  Vec3 n = quick_unit(between);
  if (0 < s && s < 1 && 0 < t && t < 1) {
    // The direction across both segments keeps all its digits even where the two nearly meet; the
    // difference of two near points does not.
    const Vec3 across = quick_unit(cross(a.along, b.along));
    const double side = dot(across, between);
    if (std::fabs(side) > 0.5 * length) n = side > 0 ? across : Vec3(-across);
  }
  // The gap along n is the lower bound, the distance of the two points the upper one. If they are
  // too far apart, another stage answers.
  const double lower = b.range(n).first - a.range(n).second - frame.error;
  const double upper = length + 2 * frame.error;
  const double size = frame.a.body.extent() + frame.b.body.extent() + lower;
  if (!(lower > 0) || !(upper - lower <= kDistanceAccuracy * size)) return false;
  if (measure && upper - lower > kRelativeAccuracy * lower) return false;
  d.verdict = d.certificate.verdict = Verdict::apart;
  d.certificate.direction = n;
  d.lower = lower;
  d.upper = upper;
  d.distance = std::max(length, lower);
  d.normal = n;
  d.point_a = frame.to_world(point_a);
  d.point_b = frame.to_world(point_b);
  d.feature_a = a.feature(s);
  d.feature_b = b.feature(t);
  d.work.method = QueryMethod::closed_form;
  return true;
}

/// Two spheres with the same centre: the only case in which their centres (the cores) touch.
bool try_same_centre(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     Distance& d) {
  if (a.kind() != ShapeKind::sphere || b.kind() != ShapeKind::sphere ||
      pose_a.translation() != pose_b.translation()) {
    return false;
  }
  d.verdict = d.certificate.verdict = Verdict::touching;
  d.certificate.plane_count = d.certificate.pair_count = 1;
  // The certificate of a contact of two points: one pair that meets. A - B is a single point, so
  // a coordinate axis completes the plane (certificate.h).
  d.certificate.axis = 2;
  d.normal = Vec3::unit_z();
  d.point_a = d.point_b = pose_a.translation();
  d.work.method = QueryMethod::closed_form;
  return true;
}

}  // namespace glance::rooms::convex
