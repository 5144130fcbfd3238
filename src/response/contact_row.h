// One contact as the solver sees it: impulses at a point, bounded by Coulomb's cone.
#pragma once

#include "glance/response.h"
#include "rooms.h"

namespace glance::response {

/// A body while impulses change it.
struct PushedBody {
  double inverse_mass = 0;
  Mat3 inverse_inertia = Mat3::zero();  ///< world
  Vec3 velocity = Vec3::zero(), spin = Vec3::zero();
  Vec3 old_velocity = Vec3::zero(), old_spin = Vec3::zero();  ///< before this pass

  Vec3 velocity_at(const Vec3& arm) const { return velocity + cross(spin, arm); }
  void push(const Vec3& impulse, const Vec3& arm) {
    velocity += impulse * inverse_mass;
    spin += multiply(inverse_inertia, cross(arm, impulse));
  }
};

class ContactRow {
 public:
  ContactRow(const ResponseContact& contact, const Vec3& center_a, const Vec3& center_b,
             PushedBody& a, PushedBody& b, const ContactMaterial& material_a,
             const ContactMaterial& material_b, double allowed);

  /// Of b's point as a's sees it.
  Vec3 relative_velocity() const { return b_->velocity_at(arm_b_) - a_->velocity_at(arm_a_); }
  double normal_speed() const { return dot(normal_, relative_velocity()); }
  /// Speed at which the two come nearer than they may.
  double approach() const { return -normal_speed() - allowed_; }
  /// A sum of all speeds from which the above comes: what rounding is a part of.
  double speed_scale() const;
  bool bounces() const { return restitution_ > 0; }
  bool rubs() const { return takes_part_ && friction_ > 0; }

  /// Starts a pass. A row that takes no part has no impulse. The speed after it shall be
  /// -restitution times that before; with `plastic`: none but what is allowed.
  void start(bool takes_part, bool plastic);
  bool takes_part() const { return takes_part_; }
  /// The same pass once more.
  void restart();
  /// Begins the pass with an impulse on b: with as much of it as is within the cone. Only after
  /// start(), of a row that takes part.
  void guess(const Vec3& impulse);
  /// Scales the impulses of the pass; what they did to the bodies is the caller's to scale.
  void scale(double share);
  /// One step of descent; returns the largest change of speed at this contact.
  double step(bool friction);
  /// What the last step changed, squared, as an energy.
  double changed_sq() const { return along_normal_ * norm_sq(change_); }
  /// Goes on in the direction of steps before, times a factor; 0 forgets them. What this takes out
  /// of the cone, the next step takes back.
  void go_on(double factor);
  /// On b, in this pass.
  Vec3 impulse() const { return in_world(Vec3(pushed_, rubbed_[0], rubbed_[1])); }
  const Vec3& old_relative_velocity() const { return old_; }
  /// Adds a share of the pass's impulse to the total.
  void finish(double share) { total_ += share * impulse(); }
  const Vec3& total() const { return total_; }

 private:
  double response(const Vec3& direction, const Vec3& along) const;
  void push(const Vec3& impulse) {
    a_->push(-impulse, arm_a_);
    b_->push(impulse, arm_b_);
  }
  double rub();
  Vec3 in_world(const Vec3& v) const {
    return v.x() * normal_ + v.y() * across_[0] + v.z() * across_[1];
  }

  PushedBody *a_, *b_;
  Vec3 normal_, across_[2], arm_a_, arm_b_;
  double restitution_, friction_;
  double allowed_;                            ///< speed at which the two may come nearer
  double along_normal_;                       ///< speed for a unit of impulse
  double across_00_, across_01_, across_11_;  ///< the same, for both directions across
  double stiffest_;                           ///< the larger eigenvalue of these
  bool takes_part_ = false;
  double target_ = 0;
  double pushed_ = 0, rubbed_[2] = {0, 0};  ///< impulses of this pass
  Vec3 change_ = Vec3::zero();              ///< of these (along, across, across), in the last step
  Vec3 direction_ = Vec3::zero();           ///< that they went on in
  Vec3 old_ = Vec3::zero(), total_ = Vec3::zero();
};

}  // namespace glance::response
