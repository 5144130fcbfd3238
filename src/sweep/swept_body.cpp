// Tested in tests/unit/sweep/swept_hull_test.cpp (SweptHull.SafeNeverMissesPairsOfAnyKinds).
#include "sweep/swept_body.h"

#include <algorithm>

#include "convex/separation.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "math/motion_access.h"

namespace glance::rooms::sweep {
namespace {

/// Of a height along a unit vector, as a part of the numbers in it, with u = 2^-53: offsets (24u,
/// as in PairFrame), the point turned (5u), products and sums (6u); the motion's own rounding at
/// its end (8u of its translations and its centre).
constexpr double kSweptError = 64 * 0x1p-53;

/// What climbing to the highest vertex may miss, as a part of the radius (see highest_vertex).
constexpr double kClimbMiss = 512 * 0x1p-53;

double largest_coordinate(const Pose& pose) { return one_norm(pose.translation()); }

}  // namespace

Turn::Turn(const Motion& motion)
    : angle(norm(motion.angular()) * kRoundedUp),
      residue(std::sqrt(norm_sq(residue_of(motion).col(0)) + norm_sq(residue_of(motion).col(1)) +
                        norm_sq(residue_of(motion).col(2))) *
              kRoundedUp) {}

SweptBody::SweptBody(const Shape& shape, const Motion& motion, const Vec3 (&offset)[2],
                     SweptHull hull)
    : centre_(motion.centre()),
      rotation_{&motion.start().rotation(), &motion.end().rotation()},
      offset_{offset[0], offset[1]} {
  Aabb box;
  if (shape.has_flat_core()) {
    polytope_ = &polytope_of(shape);
    points_ = polytope_->vertices();
    box = polytope_->bounds();
  } else {
    const Vec3 s = shape.sizes();
    box = shape.is_convex() ? Aabb{-s, s} : shape.bounds();
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 3; k++) corners_[i][k] = i >> k & 1 ? box.upper[k] : box.lower[k];
    }
    points_ = corners_;
  }
  middle_ = (box.lower + box.upper) * 0.5;
  half_ = (box.upper - box.lower) * 0.5;

  // Farthest from the centre, and, if it turns, from the axis. (Both are largest at a point of the
  // list.)
  const Turn turn(motion);
  const Vec3 axis = normalized(motion.angular());
  double radius = norm(Vec3(shape.mass().centroid - centre_)) + shape.bounding_radius(),
         axis_sq = 0;
  if (polytope_ == nullptr) radius = norm(Vec3(middle_ - centre_)) + norm(half_);
  radius *= kMaxStretch * kRoundedUp;
  if (turn.angle > 0) {
    for (const Vec3& p : points_) {
      axis_sq = std::max(axis_sq, norm_sq(cross(axis, multiply(*rotation_[0], p - centre_))));
    }
  }
  error_ = kClimbMiss * radius +
           kSweptError * (radius + one_norm(half_) + one_norm(centre_) + one_norm(offset[0]) +
                          one_norm(offset[1]) + largest_coordinate(motion.start()) +
                          largest_coordinate(motion.end())) +
           kSmallestError;
  const Vec3 way = offset[1] - offset[0];
  if (hull == SweptHull::safe) {
    // docs/design/swept_hull.md: the corner that the hull cuts off the turn; the residue; and an
    // angle that is not quite what it says.
    const double cut = std::min(turn.angle * turn.angle / 8, 2.0);
    overhang_ =
        (cut * std::sqrt(axis_sq) + 2 * turn.residue * radius + kTurnError * turn.angle * radius) *
        kRoundedUp;
    frames_ = turn.rests() && norm_sq(way) == 0 ? 1 : 2;
  } else {
    frames_ = 1;
    first_frame_ = 1;
    if (norm_sq(way) > 0) choose_face(multiply_transposed(*rotation_[0], way));
  }
}

/// The face of the box that a ray from its middle leaves through.
void SweptBody::choose_face(const Vec3& way) {
  double farthest = 0;
  for (int k = 0; k < 3; k++) {
    const double part = std::fabs(way[k]) / half_[k];  // infinite for a flat box, or NaN
    if (!(part > farthest)) continue;
    farthest = part;
    mixed_axis_ = k;
    mixed_above_ = way[k] > 0;
  }
}

/// New (1) if the face towards which the body moves is the nearest to the point, or as near as any;
/// else old.
int SweptBody::frame_of(std::uint32_t v) const {
  const Vec3 from_middle = points_[v] - middle_;
  const double side = mixed_above_ ? from_middle[mixed_axis_] : -from_middle[mixed_axis_];
  const double distance = half_[mixed_axis_] - side;
  for (int k = 0; k < 3; k++) {
    if (half_[k] - std::fabs(from_middle[k]) < distance) return 0;
  }
  return 1;
}

double SweptBody::highest_at(int frame, const Vec3& direction, std::uint32_t& v,
                             QueryWork& work) const {
  const Vec3 local = multiply_transposed(*rotation_[frame], direction);
  if (polytope_ != nullptr) {
    highest_vertex(*polytope_, local, v, work);
    return height(frame, direction, local, v);
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::uint32_t w = 0; w < points_.size(); w++) {
    const double h = height(frame, direction, local, w);
    if (h > best) {
      best = h;
      v = w;
    }
  }
  return best;
}

double SweptBody::highest(const Vec3& direction, std::uint32_t& i, QueryWork& work) const {
  const auto count = static_cast<std::uint32_t>(points_.size());
  double best = -std::numeric_limits<double>::infinity();
  if (is_mixed()) {
    const Vec3 local[2] = {multiply_transposed(*rotation_[0], direction),
                           multiply_transposed(*rotation_[1], direction)};
    for (std::uint32_t v = 0; v < count; v++) {
      const int at = frame_of(v);
      const double h = height(at, direction, local[at], v);
      if (!(h > best)) continue;
      best = h;
      i = v;
    }
    return best;
  }
  const std::uint32_t start = i % count;
  for (std::uint32_t k = 0; k < frames_; k++) {
    std::uint32_t v = start;
    const double h = highest_at(frame(static_cast<int>(k)), direction, v, work);
    if (!(h > best)) continue;
    best = h;
    i = v + k * count;
  }
  return best;
}

double SweptBody::box_height(const Vec3& direction) const {
  double best = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < frame_count(); k++) {
    const Vec3 local = multiply_transposed(*rotation_[frame(k)], direction);
    const double reach = std::fabs(local.x()) * half_.x() + std::fabs(local.y()) * half_.y() +
                         std::fabs(local.z()) * half_.z();
    best = std::max(
        best, dot(direction, offset_[frame(k)]) + dot(local, Vec3(middle_ - centre_)) + reach);
  }
  return best;
}

}  // namespace glance::rooms::sweep
