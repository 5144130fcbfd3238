// What bodies do when they touch: impulses for all contacts of a frame together, and the motion of
// rigid bodies in between. Small on purpose: there are no joints. (Sleeping is in
// glance/dynamics.h.)
//
//     state.velocity, state.spin  ->  accelerate (gravity)  ->  contacts, found by any means
//     ->  ResponseSolver::solve   ->  move_freely
//
// Contacts may be approximate: two intersecting spheres of sphere-trees (contact_of_spheres) do as
// well as the exact points of glance/contact.h. However approximate the contacts are and however
// few the steps, momentum is conserved and no energy is created. See docs/design/response.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "glance/budget.h"
#include "glance/export.h"
#include "glance/math.h"
#include "glance/shape.h"

namespace glance {

/// Position and motion of a rigid body. World frame.
struct RigidState {
  Vec3 position = Vec3::zero();  ///< of the centre of mass
  Quat rotation = {};            ///< unit
  Vec3 velocity = Vec3::zero();  ///< of the centre of mass, length per unit of time
  Vec3 spin = Vec3::zero();      ///< angular velocity, radians per unit of time, world axes
};

/// How a surface behaves in a contact (dimensionless).
struct ContactMaterial {
  /// 0: does not bounce; 1: bounces back as fast as it came. The smaller value of the two bodies
  /// counts.
  double restitution = 0;
  /// Coulomb's coefficient of friction, >= 0. The geometric mean of the two bodies' values counts,
  /// so a body with 0 has no friction with any other.
  double friction = 0;
};

/// The properties of a rigid body that do not change while it moves, precomputed.
class GLANCE_API RigidBody {
 public:
  /// Makes a body from a shape's mass properties and a density > 0 (mass per volume; per area for a
  /// mesh that is not solid).
  static Result<RigidBody> make(const MassProperties& shape, double density,
                                const ContactMaterial& material = {});
  /// Makes a body from its mass and inertia. `inertia` is about the centre of mass, in the body's
  /// frame, symmetric, with moments > 0. `center` is the centre of mass in the frame of the body's
  /// shape.
  static Result<RigidBody> make(double mass, const Mat3& inertia,
                                const ContactMaterial& material = {},
                                const Vec3& center = Vec3::zero());
  /// Makes a body that no impulse moves: a wall, or something that moves as its state says (a
  /// conveyor, a feeder bowl).
  static Result<RigidBody> fixed(const ContactMaterial& material = {},
                                 const Vec3& center = Vec3::zero());

  /// Whether no impulse moves the body.
  bool is_fixed() const { return inverse_mass_ == 0; }
  double mass() const { return mass_; }                             ///< infinite if fixed
  double inverse_mass() const { return inverse_mass_; }             ///< 0 if fixed
  const Mat3& inertia() const { return inertia_; }                  ///< body frame; zero if fixed
  const Mat3& inverse_inertia() const { return inverse_inertia_; }  ///< zero if fixed
  /// The centre of mass in the frame of the body's shape.
  const Vec3& center() const { return center_; }
  /// How its surface behaves in contacts.
  const ContactMaterial& material() const { return material_; }

 private:
  RigidBody() = default;

  double mass_ = 0, inverse_mass_ = 0;
  Mat3 inertia_ = Mat3::zero(), inverse_inertia_ = Mat3::zero();
  Vec3 center_ = Vec3::zero();
  ContactMaterial material_;
};

/// Returns the pose of the body's shape. Fails if the state is not a valid pose.
GLANCE_API Result<Pose> pose_of(const RigidBody& body, const RigidState& state);
/// Returns the state of a body whose shape is at this pose.
GLANCE_API RigidState state_at(const RigidBody& body, const Pose& pose,
                               const Vec3& velocity = Vec3::zero(),
                               const Vec3& spin = Vec3::zero());

/// Returns mass times velocity; zero for a fixed body (so do the next two functions).
GLANCE_API Vec3 momentum(const RigidBody& body, const RigidState& state);
/// Returns the angular momentum about the origin of the world, spin included.
GLANCE_API Vec3 angular_momentum(const RigidBody& body, const RigidState& state);
/// Returns the kinetic energy, spin included.
GLANCE_API double kinetic_energy(const RigidBody& body, const RigidState& state);

/// Applies gravity (length per unit of time squared) for a time: changes the velocity only. Fixed
/// bodies do not fall.
GLANCE_API void accelerate(const RigidBody& body, RigidState& state, const Vec3& gravity,
                           double time);
/// Moves and turns a body freely for a time: momentum, angular momentum and energy stay the same,
/// up to rounding. Fixed bodies keep their velocity and spin.
GLANCE_API void move_freely(const RigidBody& body, RigidState& state, double time);
/// Applies gravity, then moves the body (symplectic Euler). In free fall each step takes mass
/// |gravity|^2 time^2 / 2 of the energy: the energy never grows.
GLANCE_API void integrate(const RigidBody& body, RigidState& state, const Vec3& gravity,
                          double time);

/// The state from which a response starts (O'Sullivan-Dingliana section 3.5): the current one, in
/// which bodies overlap a little, or that of the frame before, in which they did not.
enum class ResponseState : std::uint8_t { current, previous };

/// Interpolates between two frames: positions, velocities and spins linearly, rotations the shorter
/// way round. `fraction` is like a time of impact: 0 is the previous frame, 1 the current one.
/// Fails if it is not in [0, 1].
GLANCE_API Result<RigidState> back_up(const RigidState& previous, const RigidState& current,
                                      double fraction);
/// Returns one of the two states.
inline const RigidState& back_up(const RigidState& previous, const RigidState& current,
                                 ResponseState which) {
  return which == ResponseState::previous ? previous : current;
}

/// A point where two bodies push each other. A pair of bodies may have several.
struct ResponseContact {
  std::uint32_t a = 0, b = 0;  ///< indices of the bodies
  Vec3 point = Vec3::zero();   ///< world frame
  /// Unit vector from a to b, world frame.
  Vec3 normal = Vec3::unit_x();
  /// How deep the bodies overlap (length); negative: a gap.
  double depth = 0;
  /// Identifies a contact of two bodies from one solve to the next (ContactPoint::id): the solver
  /// remembers its impulse under this id. 0: it remembers none.
  std::uint64_t id = 0;
};

/// Returns the contact of two spheres (section 3.5, figure 4): the normal is along the line between
/// their centres, and the point divides that line in proportion to the radii. Fails if a radius is
/// negative or not finite, or if both centres are the same point (no direction).
GLANCE_API Result<ResponseContact> contact_of_spheres(std::uint32_t a, const Vec3& center_a,
                                                      double radius_a, std::uint32_t b,
                                                      const Vec3& center_b, double radius_b);

/// I-COLLIDE's simple rule: two bodies of equal mass that approach each other exchange their
/// velocities along the normal (from a to b); spins stay the same. Returns whether they did.
GLANCE_API bool exchange_velocities(RigidState& a, RigidState& b, const Vec3& normal);

/// Settings of ResponseSolver::solve.
struct ResponseSettings {
  /// The largest number of sweeps over the contacts of an island in each pass (and as many again
  /// with friction). Fewer are faster and leave more of the approach; momentum and energy are right
  /// after any number.
  int sweeps = 200;
  /// The same for islands in which fewer than half of the contacts start warm (see warm_start):
  /// these have further to go. 0: as many as `sweeps`.
  int cold_sweeps = 0;
  /// How often an impulse may be passed on to the next contact (Newton's cradle). After that,
  /// contacts that still approach are stopped without bouncing.
  int passes = 64;
  /// Contacts that approach more slowly than this do not bounce (length per unit of time). Bodies
  /// come to rest if it is about twice the speed that gravity adds in a frame.
  double rest_speed = 0;
  /// The solver stops when every contact approaches more slowly than this (fraction of the largest
  /// speed at the contacts of an island). Rounding would allow about 1e-14.
  double tolerance = 1e-12;
  /// It stops as well when a sweep changes no speed at a contact by more than this (length per unit
  /// of time). What is left is no more than a few times this; a warm start goes on from there.
  double least_change = 0;
  /// Whether the impulses of the last solve are the first guess of this one, for contacts that
  /// persist (ResponseContact::id). Fewer sweeps are then needed. Momentum and energy are right
  /// whatever the guess.
  bool warm_start = true;
  /// Contacts with an id that overlap by less than rest_depth (length) may approach, just so fast
  /// that they overlap by rest_depth after `time`. Bodies that rest on each other then stay in
  /// contact in spite of rounding. This adds no speed; it leaves some.
  double rest_depth = 0, time = 1;
  /// When to stop in any case. The contacts that approach fastest are taken first, as many as there
  /// is time for; each of these gets at least one sweep, and more while there is time. One unit of
  /// work is about a fifth of the work for one contact in one sweep.
  Budget budget = {};
};

/// What a call of ResponseSolver::solve did.
struct ResponseReport {
  std::uint32_t islands = 0;             ///< groups of bodies that push each other
  std::uint32_t passes = 0, sweeps = 0;  ///< of all islands together
  std::uint32_t warm = 0;                ///< contacts that started from a remembered impulse
  /// Passes in which impulses were scaled down, or friction was left out, so that no energy is
  /// created.
  std::uint32_t cut_back = 0;
  /// Contacts for which ResponseSettings::budget left no time.
  std::uint32_t left_out = 0;
  bool interrupted = false;  ///< the budget ended before the solve was complete
  /// The largest speed at which a contact still approaches, among those that were taken (beyond
  /// what ResponseSettings::rest_depth allows).
  double residual = 0;
  /// Momentum and angular momentum (about the origin of the world) that went to fixed bodies. With
  /// these, the sums are conserved.
  Vec3 to_fixed = Vec3::zero(), to_fixed_angular = Vec3::zero();
};

/// Solves for the impulses of all contacts of a frame. It keeps its arrays, so frames that are not
/// larger than earlier ones allocate nothing. It remembers the impulses of the last solve: use one
/// solver for one set of bodies whose indices stay the same.
class GLANCE_API ResponseSolver {
 public:
  ResponseSolver();
  ~ResponseSolver();
  ResponseSolver(ResponseSolver&&) noexcept;
  ResponseSolver& operator=(ResponseSolver&&) noexcept;

  /// Changes velocities and spins so that bodies no longer approach each other at these contacts.
  /// The result is the same, bit for bit, in whatever order the contacts come. Depths do not
  /// matter: bodies that an approximate test takes for touching repel each other even at a
  /// distance. Fails, and changes nothing, for values that are not finite, normals that are not
  /// unit vectors, and contacts of bodies that do not exist.
  Result<ResponseReport> solve(std::span<const RigidBody> bodies, std::span<RigidState> states,
                               std::span<const ResponseContact> contacts,
                               const ResponseSettings& settings = {});

  /// Returns the impulses of the last solve in the order of its contacts: each is the impulse on b
  /// (the one on a is the opposite).
  std::span<const Vec3> impulses() const;

  /// Forgets what the last solve left for the next one.
  void forget();
  /// Forgets what concerns one body (which was removed, or placed somewhere else).
  void forget(std::uint32_t body);
  std::size_t bytes() const;  ///< memory held

  /// Moves bodies apart along the normals by `share` (0 to 1) of the overlap beyond `slop`
  /// (length). It is independent of the impulses, and optional. Velocities stay the same: no
  /// kinetic energy is created, and the centre of mass of bodies that push each other stays in
  /// place unless one of them is fixed. (Under gravity, it lifts bodies that sank into the floor.)
  /// Under a budget the deepest contacts come first, as many and as often as there is time for.
  /// Returns the largest overlap found.
  Result<double> push_apart(std::span<const RigidBody> bodies, std::span<RigidState> states,
                            std::span<const ResponseContact> contacts, double share = 1,
                            double slop = 0, int sweeps = 20, const Budget& budget = {});

 private:
  struct Arrays;
  std::unique_ptr<Arrays> arrays_;
};

}  // namespace glance
