// Tested in tests/property/kinds_test.cpp (KindsRegression.CylinderAndThinHullHaveACertificate).
#include "curved/common_point.h"

#include <algorithm>

#include "curved/core_depth.h"

namespace glance::rooms::curved {
namespace {

/// Each step of the search leaves at most 0.85 of a volume: of lengths, some 1e-24 after so many.
constexpr int kMostSteps = 1000;

/// Halvings of a line.
constexpr int kMostHalvings = 60;

bool are_flat(const CoreFrame& frame) {
  return core_dimension(frame.a) < 3 && core_dimension(frame.b) < 3;
}

/// What two flat cores have of a ball, for points within both outlines by 1.
double spread_of(const CoreFrame& frame, const Vec3& axis_a, const Vec3& axis_b) {
  const int a = core_dimension(frame.a), b = core_dimension(frame.b);
  if (a == 2 && b == 2) return norm(cross(axis_a, axis_b));
  return a + b == 3 && a * b == 2 ? std::fabs(dot(axis_a, axis_b)) : 0;
}

class DeepestPoint {
 public:
  DeepestPoint(const CoreFrame& frame, double enough) : frame_(frame), enough_(enough) {}

  bool found() const { return deepest_ > enough_; }
  const Vec3& point() const { return best_; }

  void offer(const Vec3& p) {
    if (found()) return;
    const double depth = depth_in_both(frame_, p);
    if (!(depth > deepest_)) return;
    deepest_ = depth;
    best_ = p;
  }

  /// Of two flat cores: where their planes meet. Along that line they are within both outlines by a
  /// concave function.
  void search_line() {
    const FlatPlace a = place_on_flat(frame_.a, best_),
                    b = place_on_flat(frame_.b, best_ - frame_.offset);
    if (core_dimension(frame_.a) + core_dimension(frame_.b) < 3) return;
    if (core_dimension(frame_.a) == 1) return offer_crossing(best_ - a.above, a.axis, b);
    if (core_dimension(frame_.b) == 1) return offer_crossing(best_ - b.above, b.axis, a);
    const Vec3 along = normalized(cross(a.axis, b.axis));
    const Vec3 in_a = cross(along, a.axis);  // in the plane of A, across the line
    const double rise = dot(in_a, b.axis);
    if (!(std::fabs(rise) > 0)) return;
    const Vec3 start = best_ - a.above;
    const Vec3 on_line = start - in_a * (dot(start - best_ + b.above, b.axis) / rise);
    const double reach = 2 * std::min(frame_.a.radius, frame_.b.radius) + norm(on_line - best_);
    double low = -reach, high = reach;
    for (int i = 0; i < kMostHalvings && !found(); i++) {
      const double third = (high - low) / 3;
      const Vec3 p = on_line + along * (low + third), q = on_line + along * (high - third);
      if (within_both(p) < within_both(q)) {
        low += third;
      } else {
        high -= third;
      }
      offer(on_line + along * (0.5 * (low + high)));
    }
  }

  /// Where a body is solid: the method of ellipsoids (Shor 1977; Groetschel, Lovasz and Schrijver
  /// 1988, section 3.2), with cuts as deep as the value is below what is sought. The function is
  /// concave, and positive exactly where the point is in both solids, or in the flat one and
  /// inside the other.
  void search_space() {
    const bool both = core_dimension(frame_.a) == 3 && core_dimension(frame_.b) == 3;
    const bool first = frame_.a.radius <= frame_.b.radius;
    // What is flat counts twice: the best place is then on it, not somewhere above.
    const double k = core_dimension(frame_.a) == 3 ? 1 : 2,
                 l = core_dimension(frame_.b) == 3 ? 1 : 2;
    const double radius = first ? frame_.a.radius : frame_.b.radius;
    const double unit = radius > 0 ? radius : 1;  // of what is below
    const double sought = (enough_ > 0 ? enough_ : 0.5 * enough_) / unit;
    const Vec3 origin = first ? Vec3(Vec3::zero()) : frame_.offset;
    Vec3 centre = Vec3::zero();
    // Points centre + axes y with |y| <= 1. (Not the matrix axes axes': of a flat one that has
    // squares, and loses its digits.)
    Mat3 axes = Mat3::identity();
    for (int i = 0; i < kMostSteps && !found(); i++) {
      const Vec3 p = origin + centre * unit;
      offer(p);
      const Rise a = rise_inside(frame_.a, p), b = rise_inside(frame_.b, p - frame_.offset);
      const double value = (both ? std::min(a.value, b.value) : a.value * k + b.value * l) / unit;
      const Vec3 slope = !both ? a.slope * k + b.slope * l : a.value < b.value ? a.slope : b.slope;
      const Vec3 along = multiply_transposed(axes, slope);
      const double width = norm(along);
      const double cut = std::max(sought - value, 0.0) / width;
      if (!(cut < 1)) return;  // there is none
      const Vec3 way = along * (1 / width), step = multiply(axes, way);
      centre += step * ((1 + 3 * cut) / 4);
      const double narrower = 1 - std::sqrt(1 - (1 + 3 * cut) / (2 * (1 + cut)));
      axes = (axes - outer_product(step, way) * narrower) * std::sqrt(1.125 * (1 - cut * cut));
    }
  }

 private:
  double within_both(const Vec3& p) const {
    return std::min(place_on_flat(frame_.a, p).within,
                    place_on_flat(frame_.b, p - frame_.offset).within);
  }
  /// Where a line meets the plane of what is flat.
  void offer_crossing(const Vec3& on_line, const Vec3& along, const FlatPlace& flat) {
    const double rise = dot(along, flat.axis);
    const double above = dot(on_line - best_ + flat.above, flat.axis);
    if (std::fabs(rise) > 0) offer(on_line - along * (above / rise));
  }

  const CoreFrame& frame_;
  double enough_, deepest_ = -std::numeric_limits<double>::infinity();
  Vec3 best_ = Vec3::zero();
};

}  // namespace

double depth_in_both(const CoreFrame& frame, const Vec3& point) {
  const Vec3 in_b = point - frame.offset;
  const double depth = inside_by(frame.a, point) + inside_by(frame.b, in_b);
  if (!are_flat(frame)) return depth;
  const FlatPlace a = place_on_flat(frame.a, point), b = place_on_flat(frame.b, in_b);
  const double within = std::min(a.within, b.within);
  return within > 0 ? depth + within * spread_of(frame, a.axis, b.axis) : depth;
}

Vec3 common_point(const CoreFrame& frame, std::span<const Vec3> candidates, double enough) {
  // The depth does not rise faster than a point moves: none is deeper than a core that is one.
  if (core_dimension(frame.a) == 0) return Vec3::zero();
  if (core_dimension(frame.b) == 0) return frame.offset;
  DeepestPoint deepest(frame, enough);
  for (const Vec3& p : candidates) deepest.offer(p);
  if (deepest.found()) return deepest.point();
  if (are_flat(frame)) {
    deepest.search_line();
  } else {
    deepest.search_space();
  }
  return deepest.point();
}

}  // namespace glance::rooms::curved
