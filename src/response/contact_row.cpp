// Tested in tests/unit/response/response_solver_test.cpp (ResponseSolver).
#include "response/contact_row.h"

#include <algorithm>

namespace glance::response {
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
                       PushedBody& a, PushedBody& b, const ContactMaterial& material_a,
                       const ContactMaterial& material_b, double allowed)
    : a_(&a),
      b_(&b),
      normal_(normalized(contact.normal)),
      arm_a_(contact.point - center_a),
      arm_b_(contact.point - center_b),
      restitution_(std::min(material_a.restitution, material_b.restitution)),
      friction_(std::sqrt(material_a.friction) * std::sqrt(material_b.friction)),
      allowed_(allowed) {
  across_[0] = across(normal_);
  across_[1] = cross(normal_, across_[0]);
  along_normal_ = response(normal_, normal_);
  across_00_ = response(across_[0], across_[0]);
  across_01_ = response(across_[0], across_[1]);
  across_11_ = response(across_[1], across_[1]);
  stiffest_ = (across_00_ + across_11_ + std::hypot(across_00_ - across_11_, 2 * across_01_)) / 2;
}

double ContactRow::response(const Vec3& direction, const Vec3& along) const {
  double sum = dot(direction, along) * (a_->inverse_mass + b_->inverse_mass);
  sum += dot(cross(arm_a_, along), multiply(a_->inverse_inertia, cross(arm_a_, direction)));
  return sum + dot(cross(arm_b_, along), multiply(b_->inverse_inertia, cross(arm_b_, direction)));
}

double ContactRow::speed_scale() const {
  return norm(a_->velocity) + norm(b_->velocity) + norm(cross(a_->spin, arm_a_)) +
         norm(cross(b_->spin, arm_b_));
}

void ContactRow::start(bool takes_part, bool plastic) {
  takes_part_ = takes_part;
  restart();
  old_ = relative_velocity();
  target_ = plastic ? -allowed_ : -restitution_ * dot(normal_, old_);
}

void ContactRow::restart() {
  pushed_ = rubbed_[0] = rubbed_[1] = 0;
  direction_ = change_ = Vec3::zero();
}

void ContactRow::guess(const Vec3& impulse) {
  pushed_ = std::max(0.0, dot(normal_, impulse));
  rubbed_[0] = dot(across_[0], impulse);
  rubbed_[1] = dot(across_[1], impulse);
  const double bound = friction_ * pushed_, size = std::hypot(rubbed_[0], rubbed_[1]);
  if (size > bound) {
    rubbed_[0] *= bound / size;
    rubbed_[1] *= bound / size;
  }
  push(this->impulse());
}

void ContactRow::scale(double share) {
  pushed_ *= share;
  rubbed_[0] *= share;
  rubbed_[1] *= share;
}

void ContactRow::go_on(double factor) {
  const Vec3 step = factor * direction_;
  direction_ = step + change_;
  if (factor == 0) return;
  pushed_ += step.x();
  rubbed_[0] += step.y();
  rubbed_[1] += step.z();
  push(in_world(step));
}

double ContactRow::step(bool friction) {
  const double error = normal_speed() - target_;
  const double wanted = std::max(0.0, pushed_ - error / along_normal_);
  const double change = wanted - pushed_;
  pushed_ = wanted;
  change_ = Vec3(change, 0, 0);
  if (change != 0) push(change * normal_);
  const double rubbed = friction && rubs() ? rub() : 0;
  return std::max(std::fabs(change) * along_normal_, rubbed);
}

/// Towards rest across the normal, within friction times the impulse along it. The lowest energy if
/// that is within; else a step down the gradient that is never too long, and back to the bound.
double ContactRow::rub() {
  const Vec3 velocity = relative_velocity();
  const double u0 = dot(across_[0], velocity), u1 = dot(across_[1], velocity);
  const double bound = friction_ * pushed_;
  const double det = across_00_ * across_11_ - across_01_ * across_01_;
  double w0 = rubbed_[0] - (across_11_ * u0 - across_01_ * u1) / det;
  double w1 = rubbed_[1] - (across_00_ * u1 - across_01_ * u0) / det;
  if (!(std::hypot(w0, w1) <= bound)) {
    w0 = rubbed_[0] - u0 / stiffest_;
    w1 = rubbed_[1] - u1 / stiffest_;
    if (const double size = std::hypot(w0, w1); size > bound) {
      w0 *= bound / size;
      w1 *= bound / size;
    }
  }
  const double d0 = w0 - rubbed_[0], d1 = w1 - rubbed_[1];
  rubbed_[0] = w0;
  rubbed_[1] = w1;
  change_.y() = d0;
  change_.z() = d1;
  if (d0 != 0 || d1 != 0) push(d0 * across_[0] + d1 * across_[1]);
  return std::hypot(d0, d1) * stiffest_;
}

}  // namespace glance::response
