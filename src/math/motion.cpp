#include "glance/motion.h"

namespace glance {
namespace {

Mat3 turned(const Vec3& rotation_vector, const Mat3& start) {
  return compose(rotation_matrix(Quat::from_rotation_vector(rotation_vector)), start);
}

}  // namespace

Motion Motion::between(const Pose& start, const Pose& end, const Vec3& centre) {
  Motion motion;
  motion.start_ = start;
  motion.end_ = end;
  motion.centre_ = centre;
  motion.linear_ = end.apply(centre) - start.apply(centre);
  motion.angular_ = rotation_vector(compose(end.rotation(), Mat3(start.rotation().transpose())));
  return motion;
}

Result<Motion> Motion::with_velocity(const Pose& start, const Vec3& linear, const Vec3& angular,
                                     const Vec3& centre) {
  if (!is_finite(linear) || !is_finite(angular) || !is_finite(centre)) {
    return fail("velocity, angular velocity and centre of a motion must be finite");
  }
  Motion motion;
  motion.start_ = start;
  motion.centre_ = centre;
  motion.linear_ = linear;
  motion.angular_ = angular;
  motion.end_ = motion.moved(1);
  if (Result<Pose> range = Pose::make(motion.end_.translation()); !range) {
    return fail("end of the motion: " + range.error().message);
  }
  return motion;
}

Pose Motion::moved(double time) const {
  const Mat3 rotation = turned(time * angular_, start_.rotation());
  const Vec3 centre = start_.apply(centre_) + time * linear_;
  return {rotation, centre - multiply(rotation, centre_)};
}

Pose Motion::at(double time) const {
  if (!(time > 0)) return start_;
  return time >= 1 ? end_ : moved(time);
}

double Motion::max_speed(double radius) const {
  // Each of the dozen roundings below is at most 2^-52 of the result.
  constexpr double kMargin = 1 + 0x1p-48;
  return (norm(linear_) + norm(angular_) * radius) * kMargin;
}

}  // namespace glance
