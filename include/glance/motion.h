// Rigid motion between two poses.
#pragma once

#include "glance/export.h"
#include "glance/math.h"

namespace glance::math {
struct MotionAccess;
}

namespace glance {

/// A body that moves for one unit of time with constant linear velocity of a
/// chosen centre and constant angular velocity about it. Time runs from 0 to 1;
/// at both ends the poses are the given ones, bit for bit. (What the two given
/// rotations differ by besides a rotation, up to kRotationTolerance, is blended
/// in evenly, so that the motion is continuous.)
class GLANCE_API Motion {
 public:
  /// From `start` to `end` the shorter way round (at most half a turn).
  /// `centre` is in the body's frame. Refused if the centre is not finite or
  /// leads beyond kMaxCoordinate on the way.
  static Result<Motion> between(const Pose& start, const Pose& end,
                                const Vec3& centre = Vec3::zero());

  /// From `start` with a velocity of the centre (length per unit of time) and an
  /// angular velocity (radians per unit of time, world axes), which may be many
  /// turns. Refused if it is not finite, turns by more than kMaxTurn, or leads
  /// beyond kMaxCoordinate.
  static Result<Motion> with_velocity(const Pose& start, const Vec3& linear, const Vec3& angular,
                                      const Vec3& centre = Vec3::zero());

  /// A body that stays where it is.
  static Motion resting(const Pose& pose) {
    Motion motion;
    motion.start_ = motion.end_ = pose;
    return motion;
  }

  /// The pose at a time in [0, 1]; times outside are taken as the nearer end.
  Pose at(double time) const;

  const Pose& start() const { return start_; }
  const Pose& end() const { return end_; }
  const Vec3& centre() const { return centre_; }    ///< body frame
  const Vec3& linear() const { return linear_; }    ///< of the centre, world
  const Vec3& angular() const { return angular_; }  ///< radians, world axes

  /// Upper bound on the speed of any body point within `radius` of the centre.
  double max_speed(double radius) const;

 private:
  friend struct math::MotionAccess;

  Result<void> check_range() const;
  Pose moved(double time) const;
  Motion of_part(const Pose& part) const;

  Pose start_, end_;
  Vec3 centre_ = Vec3::zero(), linear_ = Vec3::zero(), angular_ = Vec3::zero();
  /// End's rotation, turned back, less the start's. In real arithmetic the pose at a time t < 1 is
  /// the rotation exp(t [angular]) * (start + t * residue), with the centre at start.apply(centre)
  /// + t * linear.
  Mat3 residue_ = Mat3::zero();
};

}  // namespace glance
