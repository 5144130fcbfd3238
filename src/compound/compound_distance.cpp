// How far apart compounds are, or how deep they overlap; see docs/design/compounds.md.
// Tested in tests/unit/compound/compound_query_test.cpp (Compounds.TouchingIsExact).
#include <algorithm>
#include <cmath>

#include "compound/compound_query.h"
#include "compound/part_walk.h"

namespace glance::rooms::compound {
namespace {

/// Steps towards a direction along which the overlap is smaller.
constexpr int kMaxRefinements = 16;

/// Searches for a direction along which two compounds overlap little. Each direction gives a
/// translation that ends the overlap, so an upper bound on the depth.
class WayOut {
 public:
  explicit WayOut(const PartWalk& walk) : walk_(walk) {}

  double depth() const { return depth_; }
  const Vec3& normal() const { return normal_; }
  /// Of A, farthest along the normal, seen from the walk's origin.
  const Vec3& point() const { return point_; }

  /// B out along a unit vector.
  void try_along(const Vec3& d) {
    if (d == Vec3::zero()) return;
    Vec3 of_a, of_b;
    const double overlap = walk_.a().support(d, of_a) + walk_.b().support(-d, of_b);
    if (!(overlap < depth_)) return;
    depth_ = overlap;
    normal_ = d;
    point_ = of_a;
    across_ = of_a - of_b;
  }
  void try_both(const Vec3& d) {
    try_along(d);
    try_along(-d);
  }

  /// The axes of the volumes around all, and those across both.
  void try_roots() {
    const PlacedBox a = walk_.a().box(0), b = walk_.b().box(0);
    try_both(normalized(b.center - a.center));
    for (int i = 0; i < 3; i++) {
      try_both(normalized(a.axes.col(i)));
      try_both(normalized(b.axes.col(i)));
      for (int j = 0; j < 3; j++) try_both(normalized(cross(a.axes.col(i), b.axes.col(j))));
    }
  }

  /// If the two farthest points lie along the direction itself, no nearby direction is shorter.
  void refine() {
    for (int i = 0; i < kMaxRefinements; i++) {
      const double before = depth_;
      try_along(normalized(across_));
      if (!(depth_ < before)) return;
    }
  }

 private:
  const PartWalk& walk_;
  double depth_ = kUnbounded;
  Vec3 normal_ = Vec3::zero(), point_ = Vec3::zero(), across_ = Vec3::zero();
};

/// Of two parts; 0 if they overlap by a depth that was not asked for.
double signed_distance(const Distance& d) {
  return d.distance - (std::isnan(d.depth) ? 0 : d.depth);
}

/// Finds the closest two parts, or all that overlap.
struct Closest {
  PartWalk& walk;
  const PairQuestion& question;
  Distance& best;
  WayOut& way;
  double lower = kUnbounded, upper = kUnbounded;  ///< of all parts looked at
  NodePair pair = {};

  double limit() const { return std::max(upper, 0.0); }
  void skip(double) {}

  bool meet(NodePair nodes) {
    const PartQuestion part = walk.part(nodes);
    const Distance d =
        distance({part.a, part.pose_a}, {part.b, part.pose_b}, walk.options().with(part.cache));
    walk.add(d.work, part);
    const double value = signed_distance(d);
    const bool first = upper == kUnbounded;
    // The verdict of higher rank decides; among equal ones the smaller signed distance (distance
    // less depth).
    if (first || rank(d.verdict) > rank(best.verdict) ||
        (d.verdict == best.verdict && value < signed_distance(best))) {
      best = d;
      best.sub_a = walk.a().sub_shape(nodes.a, d.sub_a);
      best.sub_b = walk.b().sub_shape(nodes.b, d.sub_b);
      pair = nodes;
    }
    lower = std::min(lower, d.lower);
    upper = std::min(upper, d.upper);
    if (d.depth > 0 && !walk.has_halfspace()) way.try_along(d.normal);
    return !question.options.depth && d.verdict == Verdict::overlapping && d.distance == 0;
  }
};

}  // namespace

void compound_distance(const PairQuestion& question, Distance& d) {
  PartWalk walk(question);
  WayOut way(walk);
  Closest closest{walk, question, d, way};
  const bool stopped = walk.run(closest, true);
  walk.set_last(closest.pair);
  if (walk.interrupted() && d.verdict != Verdict::overlapping) {
    d = {};
    d.verdict = Verdict::undecided;
    d.lower = -kUnbounded;  // some two parts may overlap
    d.upper = closest.upper;
    walk.finish(d.work);
    return;
  }
  d.lower = closest.lower;
  d.upper = closest.upper;
  if (d.depth > 0 && !walk.has_halfspace()) {
    way.try_roots();
    way.refine();
    d.depth = way.depth();
    d.normal = way.normal();
    d.point_a = way.point() + question.pose_a.translation();
    d.point_b = d.point_a - d.normal * d.depth;
    d.lower = std::min(d.lower, round_down(-(d.depth + walk.slack())));
    // What is said of the depth must lie between the bounds.
    d.upper = std::max(d.upper, d.lower);
  } else if (stopped || (d.distance == 0 && d.lower < 0)) {
    d.lower = std::min(d.lower, walk.root_gap());  // the depth was not asked for
  }
  if (d.verdict == Verdict::apart) {
    // (A half-space has one direction only, and that separates all.)
    const double margin = question.options.margin > 0 ? question.options.margin : 0;
    if (!walk.has_halfspace()) d.certificate = {};
    if (!walk.has_halfspace() && walk.gap_along(d.normal) > margin) {
      d.certificate.verdict = Verdict::apart;
      d.certificate.direction = d.normal;
    }
  }
  walk.finish(d.work);
  d.work.interrupted = false;  // overlapping parts decide
}

}  // namespace glance::rooms::compound
