// Tested in tests/property/impact_near_test.cpp (ImpactNear.NoHitWithoutContactAndNoMiss).
#include "sweep/fine_body.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "convex/pair_frame.h"
#include "glance/tolerance.h"
#include "math/motion_access.h"

namespace glance::rooms::sweep {
namespace {

/// Above all roundings of a bound that is made in doubles.
constexpr double kFineAbove = 1 + 1e-12;

FineVec combined(const FineVec (&column)[3], const FineVec& v) {
  return scaled(column[0], v.x) + scaled(column[1], v.y) + scaled(column[2], v.z);
}

/// The axis of a shape of revolution with a curved core: 0, 1 or 2; -1 for other shapes.
int axis_of_revolution(const Shape& shape) {
  const Vec3& s = shape.sizes();
  switch (shape.kind()) {
    case ShapeKind::cylinder:
    case ShapeKind::cone: return 2;
    case ShapeKind::ellipsoid:
      return s.x() == s.y() ? 2 : s.y() == s.z() ? 0 : s.x() == s.z() ? 1 : -1;
    default: return -1;
  }
}

}  // namespace

FineRotation::FineRotation(const FineVec& w, const Fine& time) {
  const Fine speed = fine_length(w);
  if (speed == 0) return;
  turns_ = true;
  axis_ = scaled(w, 1 / speed);
  const Fine angle = speed * time;
  cosine_ = cos(angle);
  sine_ = sin(angle);
}

/// Rodrigues: v cos + (k x v) sin + k (k . v) (1 - cos) for the unit axis k.
FineVec FineRotation::turned(const FineVec& v, const Fine& sine) const {
  if (!turns_) return v;
  return scaled(v, cosine_) + scaled(cross(axis_, v), sine) +
         scaled(axis_, dot(axis_, v) * (1 - cosine_));
}

FineBody::FineBody(const Shape& shape, const Motion& motion, const Pose& part)
    : shape_(shape),
      motion_(motion),
      w_(to_fine(motion.angular())),
      v_(to_fine(motion.linear())),
      centre_(to_fine(motion.centre())),
      part_origin_(to_fine(part.translation())) {
  for (int i = 0; i < 3; i++) part_column_[i] = to_fine(part.rotation().col(i));
  FineVec start[3];
  for (int i = 0; i < 3; i++) start[i] = to_fine(motion.start().rotation().col(i));
  start_centre_ = to_fine(motion.start().translation()) + combined(start, centre_);
  speed_ = fine_length(w_);
  for (int i = 0; i < 3; i++) {
    const FineVec column = to_fine(residue_of(motion).col(i));
    residue_ += dot(column, column);
  }
  residue_ = sqrt(residue_);
  if (is_halfspace()) return;

  const Place place = placed(start, {0, 0, 0});  // seen from the centre
  if (!turns()) {                                // then it need not be sharp
    const double radius = shape.bounding_radius() + norm(shape.mass().centroid);
    reach_ = fine_length(place.origin) + Fine(radius * kMaxStretch * kMaxStretch * kFineAbove);
    return;
  }
  // Lengths of vectors are convex: the largest is at a vertex.
  if (shape.has_flat_core()) {
    for (const Vec3& v : shape.vertices()) {
      const FineVec x = place.origin + combined(place.column, to_fine(v));
      reach_ = std::max(reach_, fine_length(x));
      swing_ = std::max(swing_, fine_length(cross(w_, x)));
    }
  } else {
    const double radius = shape.bounding_radius() + norm(shape.mass().centroid);
    const Fine core = Fine(radius * kMaxStretch * kMaxStretch * kFineAbove);
    reach_ = fine_length(place.origin) + core;
    swing_ = fine_length(cross(w_, place.origin)) + speed_ * core;
    if (const int axis = axis_of_revolution(shape); axis >= 0 && speed_ > 0) {
      // Turned by E instead of by E' about its own axis z, under which it stays what it is, it is
      // turned by Q = E E'^-1, whose angular velocity is |w| |w/|w| - z| long and itself turns with
      // w. (Matrices that are no rotations up to an error change heights by as much when turned.)
      is_round_ = true;
      const FineVec z = scaled(place.column[axis], 1 / fine_length(place.column[axis]));
      const FineVec u = scaled(w_, 1 / speed_);
      const Fine tilt = std::min(fine_length(u - z), fine_length(u + z));
      const double error =
          rotation_error(motion.start().rotation()) + rotation_error(part.rotation());
      axis_swing_ = fine_length(cross(w_, place.origin));
      wobble_ = speed_ * speed_ * core * (tilt + tilt * tilt + Fine(4 * error * kFineAbove));
    }
  }
  // At other times the residue has moved the points by less than that.
  const Fine drift = residue_ * reach_ * 2;
  reach_ += drift;
  swing_ += speed_ * drift;
  axis_swing_ += speed_ * drift;
  wobble_ += speed_ * speed_ * drift * 2;
}

FineBody::Place FineBody::placed(const FineVec (&rotation)[3], const FineVec& centre) const {
  Place place;
  for (int i = 0; i < 3; i++) place.column[i] = combined(rotation, part_column_[i]);
  place.origin = centre + combined(rotation, part_origin_ - centre_);
  place.centre = centre;
  return place;
}

FineBody::Place FineBody::at(const Fine& time) const {
  const FineRotation turn(w_, time);
  FineVec rotation[3];
  for (int i = 0; i < 3; i++) {
    rotation[i] = turn.apply(to_fine(motion_.start().rotation().col(i)) +
                             scaled(to_fine(residue_of(motion_).col(i)), time));
  }
  return placed(rotation, start_centre_ + scaled(v_, time));
}

/// Not at(1): the end pose is given in doubles, and need not be where the motion leads to the last
/// digit.
FineBody::Place FineBody::at_end() const {
  FineVec rotation[3];
  for (int i = 0; i < 3; i++) rotation[i] = to_fine(motion_.end().rotation().col(i));
  return placed(rotation, to_fine(motion_.end().translation()) + combined(rotation, centre_));
}

FineVec FineBody::plane_normal(const Shape& shape, const Place& place) {
  return combined(place.column, to_fine(shape.sizes()));
}

/// By the transposed columns, which is right for every matrix: n . (R v) = (R^T n) . v.
FineVec FineBody::farthest(const Place& place, const FineVec& d) const {
  const FineVec along{dot(place.column[0], d), dot(place.column[1], d), dot(place.column[2], d)};
  const Vec3& s = shape_.sizes();
  FineVec local{0, 0, 0};
  switch (shape_.kind()) {
    case ShapeKind::halfspace: {
      const FineVec n = plane_normal(shape_, place);
      return place.origin + scaled(n, Fine(shape_.plane_offset()) / dot(n, n));
    }
    case ShapeKind::ellipsoid: {
      const FineVec stretched{along.x * s.x(), along.y * s.y(), along.z * s.z()};
      const Fine length = fine_length(stretched);
      if (length > 0) {
        local = {stretched.x * s.x() / length, stretched.y * s.y() / length,
                 stretched.z * s.z() / length};
      }
      break;
    }
    case ShapeKind::cylinder:
    case ShapeKind::cone: {
      const bool cone = shape_.kind() == ShapeKind::cone;
      const Fine across = sqrt(Fine(along.x * along.x + along.y * along.y));
      if (cone && 2 * s.z() * along.z >= s.x() * across) {
        local.z = s.z();
      } else {
        local.z = cone || along.z < 0 ? -s.z() : s.z();
        if (across > 0) {
          local.x = along.x * s.x() / across;
          local.y = along.y * s.x() / across;
        }
      }
      break;
    }
    default: {
      // In doubles first: what is lower by more than their rounding is not the farthest.
      const Vec3 rough{static_cast<double>(along.x), static_cast<double>(along.y),
                       static_cast<double>(along.z)};
      const auto vertices = shape_.vertices();
      double top = -std::numeric_limits<double>::infinity(), error = 0;
      for (const Vec3& v : vertices) {
        top = std::max(top, dot(rough, v));
        error = std::max(error, one_norm(v));
      }
      error *= 0x1p-50 * one_norm(rough);
      std::optional<Fine> highest;
      for (const Vec3& v : vertices) {
        if (dot(rough, v) < top - 2 * error) continue;
        const FineVec p = to_fine(v);
        const Fine height = dot(along, p);
        if (highest && height <= *highest) continue;
        highest = height;
        local = p;
      }
    }
  }
  return place.origin + combined(place.column, local);
}

/// |n . (w x (w x x))| = |(n x w) . (w x x)|, and what the residue adds.
Fine FineBody::bend_of_fixed(const FineVec& n) const {
  const Fine across = fine_length(cross(n, w_)), drift = 2 * speed_ * residue_ * reach_;
  const Fine any = across * swing_;
  return (is_round_ ? std::min(any, Fine(across * axis_swing_ + wobble_)) : any) + drift;
}

Fine FineBody::bend(const FineVec& n, const FineVec& u) const {
  if (is_halfspace()) return 0;  // the direction is its own
  if (dot(u, u) == 0) return turns() ? bend_of_fixed(n) : Fine(0);
  const Fine difference = fine_length(w_ - u);
  return difference * (speed_ + fine_length(u) + 2 * residue_) * reach_;
}

}  // namespace glance::rooms::sweep
