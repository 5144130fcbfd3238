#include "glance/motion.h"

#include <fmt/format.h>

#include "glance/tolerance.h"
#include "math/local_point.h"
#include "math/motion_access.h"

namespace glance {

/// Finite, and every pose on the way within kMaxCoordinate: the centre moves on a
/// straight line, and the translation is never farther from it than the centre is from
/// the body's origin.
Result<void> Motion::check_range() const {
  if (!is_finite(linear_) || !is_finite(angular_) || !is_finite(centre_)) {
    return fail(ErrorCode::not_finite,
                "velocity, angular velocity and centre of a motion must be finite");
  }
  if (!(norm(angular_) <= kMaxTurn)) {
    return fail(ErrorCode::out_of_range,
                fmt::format("the motion turns by {:g} radians, at most {:g} are allowed",
                            norm(angular_), kMaxTurn));
  }
  const Vec3 from = start_.apply(centre_), to = from + linear_;
  const double reach = std::fmax(from.max_abs(), to.max_abs()) + kMaxStretch * norm(centre_);
  if (!(reach <= kMaxCoordinate)) {
    return fail(ErrorCode::out_of_range,
                fmt::format("the motion may lead {:g} from the origin, beyond the largest "
                            "coordinate {:g}",
                            reach, kMaxCoordinate));
  }
  return {};
}

Result<Motion> Motion::between(const Pose& start, const Pose& end, const Vec3& centre) {
  Motion motion;
  motion.start_ = start;
  motion.end_ = end;
  motion.centre_ = centre;
  if (start.rotation() == end.rotation()) {
    // It does not turn: rounding must not turn it, nor move a body that rests.
    motion.linear_ = end.translation() - start.translation();
    if (auto good = motion.check_range(); !good) return fail(good.error());
    return motion;
  }
  motion.linear_ = end.apply(centre) - start.apply(centre);
  motion.angular_ = rotation_vector(compose(end.rotation(), start.rotation().transpose()));
  if (auto good = motion.check_range(); !good) return fail(good.error());
  const Mat3 turn = rotation_matrix(Quat::from_rotation_vector(motion.angular_));
  motion.residue_ = compose(turn.transpose(), end.rotation()) - start.rotation();
  return motion;
}

Result<Motion> Motion::with_velocity(const Pose& start, const Vec3& linear, const Vec3& angular,
                                     const Vec3& centre) {
  Motion motion;
  motion.start_ = start;
  motion.centre_ = centre;
  motion.linear_ = linear;
  motion.angular_ = angular;
  if (auto good = motion.check_range(); !good) return fail(good.error());
  motion.end_ = motion.moved(1);
  return motion;
}

Pose Motion::moved(double time) const {
  if (angular_ == Vec3::zero() && residue_ == Mat3::zero()) {
    return {start_.rotation(), start_.translation() + time * linear_};
  }
  Mat3 rotation = start_.rotation() + time * residue_;
  if (norm_sq(angular_) > 0) {
    rotation = compose(rotation_matrix(Quat::from_rotation_vector(time * angular_)), rotation);
  }
  const Vec3 centre = start_.apply(centre_) + time * linear_;
  return {rotation, centre - multiply(rotation, centre_)};
}

Pose Motion::at(double time) const {
  if (!(time > 0)) return start_;
  return time >= 1 ? end_ : moved(time);
}

/// With the part's pose (P, p): exp(t [w]) (R + t N) P turns it, and its centre is the same point.
Motion Motion::of_part(const Pose& part) const {
  const auto place = [&](const Pose& body) {
    return Pose(compose(body.rotation(), part.rotation()), body.apply(part.translation()));
  };
  Motion motion;
  motion.start_ = place(start_);
  motion.end_ = place(end_);
  motion.centre_ = math::local_point(part, centre_);
  motion.linear_ = linear_;
  motion.angular_ = angular_;
  motion.residue_ = compose(residue_, part.rotation());
  return motion;
}

double math::part_error(const Motion& motion, const Pose& part) {
  // Products of three terms and their sums: a dozen roundings (u = 2^-53) of each number here, and
  // as many of the centre, which the turning carries around.
  const Vec3 centre = math::local_point(part, motion.centre());
  return 32 * 0x1p-53 *
         (one_norm(motion.start().translation()) + one_norm(motion.end().translation()) +
          2 * (one_norm(part.translation()) + one_norm(motion.centre()) + one_norm(centre)));
}

double Motion::max_speed(double radius) const {
  // The largest eigenvalue of R^T R is at most 1 + 3 errors, and a blend of two such
  // matrices stretches no more than the worse of them.
  const double error =
      std::fmax(rotation_error(start_.rotation()), rotation_error(end_.rotation()));
  const double stretch = 1 + 1.5 * error;
  const double residue =
      std::sqrt(norm_sq(residue_.col(0)) + norm_sq(residue_.col(1)) + norm_sq(residue_.col(2)));
  // Each of the dozen roundings below is at most 2^-52 of the result.
  constexpr double kMargin = 1 + 0x1p-48;
  return (norm(linear_) + (norm(angular_) * stretch + residue) * radius) * kMargin;
}

}  // namespace glance
