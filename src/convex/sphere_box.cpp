// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "convex/sphere_box.h"

#include <algorithm>
#include <array>

#include "convex/box_features.h"
#include "convex/halfspace_pair.h"
#include "convex/separation.h"

namespace glance::rooms::convex {
namespace {

/// Four vertices of the box with a point in it between them: from corner to opposite corner
/// along the coordinates, those first in which the point is farthest on (Kuhn's division).
std::array<std::uint32_t, 4> corners_around(const Vec3& p, const Vec3& half) {
  std::array<int, 3> order{0, 1, 2};
  std::ranges::sort(order, [&](int i, int j) { return p[i] * half[j] > p[j] * half[i]; });
  std::array<std::uint32_t, 4> corners = {};
  for (int i = 0; i < 3; i++) corners[i + 1] = corners[i] | 1u << order[i];
  return corners;
}

/// A is the point. `p`: it, seen from the box, in the box's frame.
class PointInBox {
 public:
  PointInBox(const PairFrame& frame, const Shape& box)
      : frame_(frame), half_(box.sizes()), p_(frame.b.local_direction(-frame.offset)) {
    nearest_ = p_.max(-half_).min(half_);
    for (int i = 0; i < 3; i++) {
      if (nearest_[i] == p_[i]) free_ |= 1u << i;
      if (p_[i] > 0) side_ |= 1u << i;
    }
  }

  bool is_inside() const { return free_ == 7; }

  /// The direction to the nearest point of the box, and the proof along it: `lower` is the gap to
  /// the whole box along n, in the world frame, whatever rounding did to the nearest point.
  bool set_outside(Distance& d) const {
    const Vec3 point_b = multiply(frame_.b.rotation, nearest_) + frame_.offset;
    const double length = std::sqrt(norm_sq(point_b));
    if (!(length > 0)) return false;
    const Vec3 n = point_b * (1 / length);
    const Vec3 local = frame_.b.local_direction(n);
    const double reach = std::fabs(local.x()) * half_.x() + std::fabs(local.y()) * half_.y() +
                         std::fabs(local.z()) * half_.z();
    const double lower = dot(n, frame_.offset) - reach - frame_.error;
    const double upper = length + 2 * frame_.error;
    if (!(lower > 0) || !(upper - lower <= kDistanceAccuracy * (frame_.b.body.extent() + lower))) {
      return false;
    }
    d.verdict = d.certificate.verdict = Verdict::apart;
    d.certificate.direction = n;
    d.lower = lower;
    d.upper = upper;
    d.distance = std::max(length, lower);
    d.normal = n;
    d.point_a = frame_.origin();
    d.point_b = d.point_a + point_b;
    d.feature_a = {FeatureKind::vertex, 0};
    d.feature_b = BoxFeatures::find(free_, side_);
    return true;
  }

  /// The depth below the nearest face. `radii` are part of the answer's size: rounding errors are
  /// measured against the depth including them.
  bool set_inside(double radii, Distance& d) const {
    // Lengths in the frame of the box are those in the world only if its matrix is an exact
    // rotation.
    const double warp = 2 * rotation_error(frame_.b.rotation);
    int axis = 0;
    for (int i = 1; i < 3; i++) {
      if (half_[i] - std::fabs(p_[i]) < half_[axis] - std::fabs(p_[axis])) axis = i;
    }
    const double depth = half_[axis] - std::fabs(p_[axis]);
    const double error = frame_.error + warp * frame_.size;
    if (!(depth > error) || !(error <= 0.25 * kDistanceAccuracy * frame_.b.body.extent()) ||
        2 * error > kRelativeAccuracy * (depth + radii)) {
      return false;
    }
    const double sign = p_[axis] > 0 ? 1 : -1;
    d.verdict = d.certificate.verdict = Verdict::overlapping;
    const auto corners = corners_around(p_, half_);
    d.certificate.pair_count = 4;
    for (int i = 0; i < 4; i++) d.certificate.pairs[i] = {0, corners[i]};
    d.depth = depth;
    d.lower = -(depth + error);
    d.upper = -(depth - error);
    // The shortest way out is through the nearest face: moving the box that way puts the point on
    // this face.
    d.normal = quick_unit(Vec3(frame_.b.rotation.col(axis) * -sign));
    d.point_a = frame_.origin();
    d.point_b = d.point_a - d.normal * depth;
    d.feature_a = {FeatureKind::vertex, 0};
    const std::uint32_t free = 7u & ~(1u << axis);
    d.feature_b = BoxFeatures::find(free, side_);
    return true;
  }

 private:
  const PairFrame& frame_;
  Vec3 half_, p_, nearest_;
  std::uint32_t free_ = 0, side_ = 0;
};

}  // namespace

bool try_sphere_box(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    const Rounding& rounding, Distance& d) {
  if (rounding.is_none()) return false;  // whether a point is in a box: pair_query proves that
  if (a.kind() == ShapeKind::box) {
    if (!try_sphere_box(b, pose_b, a, pose_a, rounding, d)) return false;
    mirror(d);
    return true;
  }
  if (!is_solid_box(b)) return false;
  const PairFrame frame(a, pose_a, b, pose_b);
  const PointInBox point(frame, b);
  if (!(point.is_inside() ? point.set_inside(rounding.radii(), d) : point.set_outside(d)))
    return false;
  d.work.method = QueryMethod::closed_form;
  return true;
}

}  // namespace glance::rooms::convex
