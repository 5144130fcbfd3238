// Tested in tests/unit/response/response_solver_test.cpp (ResponseSolver).
#include "response/contact_row.h"

#include <algorithm>

namespace glance::rooms::response {
namespace {

/// A unit vector across a unit vector: away from the axis that it is least along.
Vec3 across(const Vec3& n) {
  int k = 0;
  for (int i = 1; i < 3; i++) {
    if (std::fabs(n[i]) < std::fabs(n[k])) k = i;
  }
  return normalized(cross(n, Vec3::unit(k)));
}

}  // namespace

ContactRow::ContactRow(const ResponseContact& contact, const Vec3& center_a, const Vec3& center_b,
                       std::uint32_t a, std::uint32_t b, std::span<const PushedBody> bodies,
                       const ContactMaterial& material_a, const ContactMaterial& material_b,
                       double allowed)
    : a_(a),
      b_(b),
      arm_a_(contact.point - center_a),
      arm_b_(contact.point - center_b),
      allowed_(allowed),
      restitution_(std::min(material_a.restitution, material_b.restitution)),
      friction_(std::sqrt(material_a.friction) * std::sqrt(material_b.friction)) {
  axes_[0] = normalized(contact.normal);
  axes_[1] = across(axes_[0]);
  axes_[2] = cross(axes_[0], axes_[1]);
  along_normal_ = response(axes_[0], axes_[0], bodies);
  per_speed_ = 1 / along_normal_;
  tilt_0_ = response(axes_[0], axes_[1], bodies);
  tilt_1_ = response(axes_[0], axes_[2], bodies);
  const double across_00 = response(axes_[1], axes_[1], bodies),
               across_01 = response(axes_[1], axes_[2], bodies),
               across_11 = response(axes_[2], axes_[2], bodies);
  const double per_det = 1 / (across_00 * across_11 - across_01 * across_01);
  rest_00_ = across_11 * per_det;
  rest_01_ = -across_01 * per_det;
  rest_11_ = across_00 * per_det;
  stiffest_ = (across_00 + across_11 + std::hypot(across_00 - across_11, 2 * across_01)) / 2;
}

double ContactRow::response(const Vec3& direction, const Vec3& along,
                            std::span<const PushedBody> bodies) const {
  const PushedBody &a = bodies[a_], &b = bodies[b_];
  double sum = dot(direction, along) * (a.inverse_mass + b.inverse_mass);
  sum += dot(cross(arm_a_, along), multiply(a.inverse_inertia, cross(arm_a_, direction)));
  return sum + dot(cross(arm_b_, along), multiply(b.inverse_inertia, cross(arm_b_, direction)));
}

double ContactRow::speed_scale(std::span<const PushedBody> bodies) const {
  const Twist &a = bodies[a_].motion, &b = bodies[b_].motion;
  return norm(a.velocity) + norm(b.velocity) + norm(cross(a.spin, arm_a_)) +
         norm(cross(b.spin, arm_b_));
}

Vec3 ContactRow::within_cone(const Vec3& impulse) const {
  Vec3 kept(std::max(0.0, dot(axes_[0], impulse)), dot(axes_[1], impulse), dot(axes_[2], impulse));
  const double bound = friction_ * kept.x(), size = std::hypot(kept.y(), kept.z());
  if (size > bound) {
    kept.y() *= bound / size;
    kept.z() *= bound / size;
  }
  return kept;
}

double ContactRow::step(bool friction, std::span<PushedBody> bodies, RowImpulse& impulse) const {
  const Vec3 velocity = relative_velocity(bodies), before = impulse.value;
  const double error = dot(axes_[0], velocity) - target_;
  Vec3& now = impulse.value;
  now.x() = std::max(0.0, before.x() - error * per_speed_);
  double rubbed = 0;
  if (friction && rubs()) {
    const double pushed = now.x() - before.x();
    rub(dot(axes_[1], velocity) + tilt_0_ * pushed, dot(axes_[2], velocity) + tilt_1_ * pushed,
        friction_ * now.x(), now.y(), now.z());
    rubbed = (std::fabs(now.y() - before.y()) + std::fabs(now.z() - before.z())) * stiffest_;
  }
  impulse.change = now - before;
  if (!(impulse.change == Vec3::zero())) push(in_world(impulse.change), bodies);
  return std::max(std::fabs(impulse.change.x()) * along_normal_, rubbed);
}

/// Towards rest across the normal, within friction times the impulse along it. The lowest energy if
/// that is within; else a step down the gradient that is never too long, and back to the bound.
void ContactRow::rub(double speed_0, double speed_1, double bound, double& across_0,
                     double& across_1) const {
  double w0 = across_0 - (rest_00_ * speed_0 + rest_01_ * speed_1);
  double w1 = across_1 - (rest_01_ * speed_0 + rest_11_ * speed_1);
  if (!(std::sqrt(w0 * w0 + w1 * w1) <= bound)) {
    w0 = across_0 - speed_0 / stiffest_;
    w1 = across_1 - speed_1 / stiffest_;
    if (const double size = std::sqrt(w0 * w0 + w1 * w1); size > bound) {
      w0 *= bound / size;
      w1 *= bound / size;
    }
  }
  across_0 = w0;
  across_1 = w1;
}

}  // namespace glance::rooms::response
