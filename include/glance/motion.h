// Rigid motion between two poses.
#pragma once

#include "glance/export.h"
#include "glance/math.h"

namespace glance::rooms::math {
struct MotionAccess;
}

namespace glance {

/// The motion of a body over one unit of time: a chosen centre moves with constant linear velocity,
/// and the body turns about it with constant angular velocity. Time runs from 0 to 1; at both ends
/// the poses are the given ones, bit for bit. (If the two given rotations also differ by something
/// that is not a rotation, within kRotationTolerance, that is blended in evenly, so that the motion
/// is continuous.)
class GLANCE_API Motion {
 public:
  /// Makes the motion from `start` to `end` the shorter way round (at most half a turn). `centre`
  /// is in the body's frame. Fails if the centre is not finite or goes beyond kMaxCoordinate on the
  /// way.
  static Result<Motion> between(const Pose& start, const Pose& end,
                                const Vec3& centre = Vec3::zero());

  /// Makes a motion from `start` with a velocity of the centre (length per unit of time, world
  /// frame) and an angular velocity (radians per unit of time, world axes), which may mean many
  /// turns. Fails if a number is not finite, if the angle is more than kMaxTurn, or if the motion
  /// goes beyond kMaxCoordinate.
  static Result<Motion> with_velocity(const Pose& start, const Vec3& linear, const Vec3& angular,
                                      const Vec3& centre = Vec3::zero());

  /// Makes the motion of a body that stays at its pose.
  static Motion resting(const Pose& pose) {
    Motion motion;
    motion.start_ = motion.end_ = pose;
    return motion;
  }

  /// The pose at a time in [0, 1]; times outside are taken as the nearer end.
  Pose at(double time) const;

  /// The pose at time 0.
  const Pose& start() const { return start_; }
  /// The pose at time 1.
  const Pose& end() const { return end_; }
  /// The point that moves with constant velocity, about which the body turns.
  const Vec3& centre() const { return centre_; }    ///< body frame
  const Vec3& linear() const { return linear_; }    ///< velocity of the centre, world frame
  const Vec3& angular() const { return angular_; }  ///< radians per unit of time, world axes

  /// An upper bound on the speed of any point of the body within `radius` of the centre.
  double max_speed(double radius) const;

 private:
  friend struct rooms::math::MotionAccess;

  Result<void> check_range() const;
  Pose moved(double time) const;
  Motion of_part(const Pose& part) const;

  Pose start_, end_;
  Vec3 centre_ = Vec3::zero(), linear_ = Vec3::zero(), angular_ = Vec3::zero();
  /// The end rotation, turned back, minus the start rotation. In real arithmetic the pose at a time
  /// t < 1 is the rotation exp(t [angular]) * (start + t * residue), with the centre at
  /// start.apply(centre) + t * linear.
  Mat3 residue_ = Mat3::zero();
};

}  // namespace glance
