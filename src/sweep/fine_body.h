// A body on its way in 50 digits: for gaps that doubles cannot tell from contact. In real
// arithmetic a point p of the core is at C(t) + E(t) M(t) (p - centre), with E(t) = exp(t [w]),
// M(t) = start + t residue and C(t) on a straight line (motion.h); all of it is evaluated here with
// some 1e-48 of what enters.
#pragma once

#include "glance/motion.h"
#include "glance/shape.h"
#include "math/exact.h"
#include "math/fine_real.h"

namespace glance::rooms::sweep {

using Fine = FineReal;
using FineVec = ExactVec3<Fine>;

inline FineVec to_fine(const Vec3& v) { return {Fine(v.x()), Fine(v.y()), Fine(v.z())}; }
inline FineVec scaled(const FineVec& v, const Fine& s) { return {v.x * s, v.y * s, v.z * s}; }
inline Fine fine_length(const FineVec& v) { return sqrt(Fine(dot(v, v))); }

/// By the angle |w| time about w.
class FineRotation {
 public:
  FineRotation() = default;
  FineRotation(const FineVec& w, const Fine& time);

  FineVec apply(const FineVec& v) const { return turned(v, sine_); }
  FineVec undo(const FineVec& v) const { return turned(v, -sine_); }

 private:
  FineVec turned(const FineVec& v, const Fine& sine) const;

  bool turns_ = false;
  FineVec axis_{0, 0, 0};
  Fine cosine_ = 1, sine_ = 0;
};

class FineBody {
 public:
  /// `part`: where the shape is in the frame of the body that moves like this. Both references must
  /// outlive it.
  FineBody(const Shape& shape, const Motion& motion, const Pose& part);

  /// Where it is at some time: p of the core at origin + column * p. World frame.
  struct Place {
    FineVec column[3], origin;
    FineVec centre;  ///< of the motion
  };
  Place at(const Fine& time) const;
  /// By the pose that the motion ends with, bit for bit.
  Place at_end() const;

  bool is_halfspace() const { return shape_.kind() == ShapeKind::halfspace; }
  bool turns() const { return speed_ > 0 || residue_ > 0; }
  bool has_residue() const { return residue_ > 0; }
  const FineVec& angular() const { return w_; }
  const FineVec& linear() const { return v_; }
  /// The core's point farthest along d; of a half-space, a point of its plane.
  FineVec farthest(const Place& place, const FineVec& d) const;
  /// Of a half-space: its outward normal, of unit length or nearly so.
  static FineVec plane_normal(const Shape& shape, const Place& place);

  /// Bounds |d^2/dt^2| of n(t) . x(t) for all points x of the core, seen from the motion's centre,
  /// for a unit direction that turns with angular velocity u and is n at the start of the time.
  Fine bend(const FineVec& n, const FineVec& u) const;

 private:
  Place placed(const FineVec (&rotation)[3], const FineVec& centre) const;
  Fine bend_of_fixed(const FineVec& n) const;

  const Shape& shape_;
  const Motion& motion_;
  FineVec w_, v_, centre_, start_centre_;  ///< centre: frame of the motion; start_centre: world
  FineVec part_column_[3], part_origin_;
  Fine speed_ = 0, residue_ = 0;  ///< |w|; bounds |residue|
  Fine reach_ = 0;                ///< bounds |x|
  Fine swing_ = 0;                ///< bounds |w x x|
  /// Of bodies of revolution: bounds |w x x| of the point on the axis that is the shape's origin,
  /// and what all other points add to that because the axis is not just that of the turning.
  Fine axis_swing_ = 0, wobble_ = 0;
  bool is_round_ = false;
};

}  // namespace glance::rooms::sweep
