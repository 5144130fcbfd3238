// A body on its way, as the sweep tests see it: how far its core reaches along a direction at some
// time, and how much that can bend in between.
//
// Seen from the motion's centre (which flies straight), a point of the core is
// x(t) = exp(t [w]) (R + t N) r: turned by the angular velocity w, with N the motion's residue
// (about zero: what the given rotations differ by besides a rotation).
#pragma once

#include "convex/separation.h"
#include "geom/curved_support.h"
#include "glance/motion.h"
#include "glance/tolerance.h"
#include "math/motion_access.h"
#include "sweep/heading.h"

namespace glance::rooms::sweep {

class MovingBody {
 public:
  MovingBody(const Shape& shape, const Motion& motion);

  const Shape& shape() const { return shape_; }
  const Motion& motion() const { return motion_; }
  bool is_halfspace() const { return kind_ == ShapeKind::halfspace; }
  /// The angular speed (radians a unit of time), with all that the residue can add.
  double turning() const { return turning_; }
  /// No point of the core is farther from the motion's centre. (A half-space: 0.)
  double reach() const { return reach_; }

  /// Whether heights along a direction that turns like this stay the same.
  bool turns_with(const Vec3& turn) const { return residue_ == 0 && turn == motion_.angular(); }

  /// How far the core reaches along a unit vector, seen from the motion's centre.
  double height(const Vec3& direction, double time) const;

  /// Bounds |d^2/dt^2| of n . x(t) for points x of the core and a fixed direction n. What turns
  /// about an axis is drawn to it, by w^2 times its distance: nothing of that is along the axis.
  double bend(const Vec3& n) const {
    return std::sqrt(norm_sq(cross(n, motion_.angular()))) * pull_ + residue_bend_;
  }
  /// The same for a direction that turns with angular velocity `turn` itself. With D the difference
  /// of both, d/dt (n . x) = n . (D x x): so nothing is left of it if they turn alike.
  double bend_turning(const Vec3& turn) const {
    const double difference = std::sqrt(norm_sq(Vec3(motion_.angular() - turn)));
    return difference * (speed_ + std::sqrt(norm_sq(turn)) + 2 * residue_) * reach_ * kMaxStretch;
  }

  /// Of a half-space: its outward normal at a time, unit; and what `height` is along that.
  Vec3 normal(double time) const;
  double plane_height(double time) const;

 private:
  Mat3 blend(double time) const { return motion_.start().rotation() + time * residue_of(motion_); }
  Vec3 local(const Vec3& direction, double time) const;

  const Shape& shape_;
  const Motion& motion_;
  ShapeKind kind_;
  Vec3 sizes_, axis_ = Vec3::zero();
  double speed_ = 0;    ///< angular
  double residue_ = 0;  ///< bounds |N|
  double turning_ = 0, reach_ = 0, pull_ = 0, residue_bend_ = 0;
  mutable std::uint32_t vertex_ = 0;  ///< where climbing starts
};

}  // namespace glance::rooms::sweep
