// Tested in tests/property/impact_test.cpp (Impact.RandomPairs).
#include "sweep/moving_body.h"
#include "geom/shape_access.h"
#include "math/motion_access.h"

namespace glance::rooms::sweep {
namespace {

/// Above the roundings of a dozen operations on positive numbers.
constexpr double kAbove = 1 + 0x1p-48;

/// Squares of what comes here neither over- nor underflow.
double length(const Vec3& v) { return std::sqrt(norm_sq(v)); }

}  // namespace

MovingBody::MovingBody(const Shape& shape, const Motion& motion)
    : shape_(shape), motion_(motion), kind_(shape.kind()), sizes_(shape.sizes()) {
  speed_ = length(motion.angular());
  if (speed_ > 0) axis_ = motion.angular() * (1 / speed_);
  const Mat3& n = residue_of(motion);
  const double residue = std::sqrt(norm_sq(n.col(0)) + norm_sq(n.col(1)) + norm_sq(n.col(2)));
  residue_ = residue * kAbove;
  // See docs/design/impact.md: three times the residue also covers what it does to a plane.
  turning_ = (speed_ + 3 * residue) * kAbove;
  if (is_halfspace()) return;

  const bool flat = shape.has_flat_core();
  const Vec3& centroid = flat ? polytope_of(shape).mass().centroid : shape.mass().centroid;
  const double radius = flat ? polytope_of(shape).bounding_radius()
                             : (shape.bounding_radius() - shape.rounding()) * kAbove;
  const Vec3 middle = multiply(motion.start().rotation(), Vec3(centroid - motion.centre()));
  reach_ =
      (length(middle) + residue * length(Vec3(centroid - motion.centre())) + kMaxStretch * radius) *
      kAbove;
  const double from_axis = length(cross(axis_, middle)) + kMaxStretch * radius + residue * reach_;
  pull_ = speed_ * from_axis * kAbove;
  residue_bend_ = 2 * speed_ * residue * reach_ * kAbove;
}

Vec3 MovingBody::local(const Vec3& direction, double time) const {
  // The transposed of what turns the body: n . (T M r) = (M^T T^T n) . r.
  const Vec3 back = speed_ > 0 ? turned(direction, axis_, -time * speed_) : direction;
  if (residue_ == 0) return multiply_transposed(motion_.start().rotation(), back);
  return multiply_transposed(blend(time), back);
}

double MovingBody::height(const Vec3& direction, double time) const {
  if (reach_ == 0) return 0;  // a sphere that turns about its centre
  const Vec3 along = local(direction, time);
  if (!shape_.has_flat_core()) {
    return dot(along, Vec3(curved_support(kind_, sizes_, along) - motion_.centre()));
  }
  QueryWork work;
  highest_vertex(polytope_of(shape_), along, vertex_, work);
  return dot(along, Vec3(polytope_of(shape_).vertex(vertex_) - motion_.centre()));
}

Vec3 MovingBody::normal(double time) const {
  const Vec3 n = multiply(blend(time), sizes_);
  return quick_unit(speed_ > 0 ? turned(n, axis_, time * speed_) : n);
}

double MovingBody::plane_height(double time) const {
  // { x : (R n).(x - p) <= o } with p = c - R centre, from c.
  const Mat3 m = blend(time);
  const Vec3 n = multiply(m, sizes_);
  return (shape_.plane_offset() - dot(n, multiply(m, motion_.centre()))) / std::sqrt(norm_sq(n));
}

}  // namespace glance::rooms::sweep
