// One contact as the solver sees it: impulses at a point, bounded by Coulomb's cone. What sweeps
// read and write of bodies and contacts is kept apart from what they do not need: arrays of
// thousands of contacts stay in the cache.
#pragma once

#include <span>

#include "glance/response.h"
#include "rooms.h"

namespace glance::rooms::response {

/// Velocity and spin, or changes of these.
struct Twist {
  Vec3 velocity = Vec3::zero(), spin = Vec3::zero();

  friend Twist operator+(const Twist& a, const Twist& b) {
    return {a.velocity + b.velocity, a.spin + b.spin};
  }
  friend Twist operator-(const Twist& a, const Twist& b) {
    return {a.velocity - b.velocity, a.spin - b.spin};
  }
  friend Twist operator*(double s, const Twist& t) { return {s * t.velocity, s * t.spin}; }
};

/// A body while impulses change it: 16 doubles.
struct alignas(64) PushedBody {
  Twist motion;
  double inverse_mass = 0;
  Mat3 inverse_inertia = Mat3::zero();  ///< world

  Vec3 velocity_at(const Vec3& arm) const { return motion.velocity + cross(motion.spin, arm); }
  void push(const Vec3& impulse, const Vec3& arm) {
    motion.velocity += impulse * inverse_mass;
    motion.spin += multiply(inverse_inertia, cross(arm, impulse));
  }
};

/// The impulse of a pass on b, in the contact's axes (along the normal, across, across).
struct RowImpulse {
  Vec3 value = Vec3::zero();
  Vec3 change = Vec3::zero();     ///< in the last step
  Vec3 direction = Vec3::zero();  ///< that it went on in
};

/// What stays the same while a pass is solved.
class ContactRow {
 public:
  /// `a` and `b`: places of the bodies in `bodies`. `allowed`: the speed at which they may come
  /// nearer.
  ContactRow(const ResponseContact& contact, const Vec3& center_a, const Vec3& center_b,
             std::uint32_t a, std::uint32_t b, std::span<const PushedBody> bodies,
             const ContactMaterial& material_a, const ContactMaterial& material_b, double allowed);

  /// Places of the bodies.
  std::uint32_t a() const { return a_; }
  std::uint32_t b() const { return b_; }
  /// Of b's point as a's sees it.
  Vec3 relative_velocity(std::span<const PushedBody> bodies) const {
    return bodies[b_].velocity_at(arm_b_) - bodies[a_].velocity_at(arm_a_);
  }
  /// Speed at which the two come nearer than they may.
  double approach(std::span<const PushedBody> bodies) const {
    return -dot(axes_[0], relative_velocity(bodies)) - allowed_;
  }
  /// A sum of all speeds from which the above comes: what rounding is a part of.
  double speed_scale(std::span<const PushedBody> bodies) const;
  bool bounces() const { return restitution_ > 0; }
  bool rubs() const { return friction_ > 0; }

  /// Sets the speed along the normal that a pass is to reach, from that before it: -restitution
  /// times that; with `plastic`: none but what is allowed.
  void aim(bool plastic, const Vec3& relative_velocity) {
    target_ = plastic ? -allowed_ : -restitution_ * dot(axes_[0], relative_velocity);
  }
  /// As much of an impulse on b as is within the cone, in the contact's axes.
  Vec3 within_cone(const Vec3& impulse) const;
  /// One step of descent; returns about the largest change of speed at this contact.
  double step(bool friction, std::span<PushedBody> bodies, RowImpulse& impulse) const;
  /// What a step changed, squared, as an energy.
  double squared(const Vec3& change) const { return along_normal_ * norm_sq(change); }
  /// From the contact's axes.
  Vec3 in_world(const Vec3& v) const {
    return v.x() * axes_[0] + v.y() * axes_[1] + v.z() * axes_[2];
  }
  /// With an impulse on b.
  void push(const Vec3& impulse, std::span<PushedBody> bodies) const {
    bodies[a_].push(-impulse, arm_a_);
    bodies[b_].push(impulse, arm_b_);
  }

 private:
  double response(const Vec3& direction, const Vec3& along,
                  std::span<const PushedBody> bodies) const;
  /// The impulse across the normal that a step leads to. `speed_0`, `speed_1`: across, now.
  void rub(double speed_0, double speed_1, double bound, double& across_0, double& across_1) const;

  std::uint32_t a_, b_;
  Vec3 axes_[3];  ///< the normal, and two directions across
  Vec3 arm_a_, arm_b_;
  double target_ = 0;
  double allowed_;                      ///< speed at which the two may come nearer
  double along_normal_, per_speed_;     ///< speed for a unit of impulse along the normal; 1 / it
  double tilt_0_, tilt_1_;              ///< speed across for a unit of impulse along the normal
  double rest_00_, rest_01_, rest_11_;  ///< impulse across for a unit of speed across
  double stiffest_;                     ///< largest speed across for a unit of impulse across
  double restitution_, friction_;
};

}  // namespace glance::rooms::response
