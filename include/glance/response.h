// What bodies do when they touch: impulses for all contacts of a frame together, and the motion of
// rigid bodies in between. Small on purpose: no joints. (Sleeping is in glance/dynamics.h.)
//
//     state.velocity, state.spin  ->  accelerate (gravity)  ->  contacts, found by whatever means
//     ->  ResponseSolver::solve   ->  move_freely
//
// Contacts may be rough: two spheres of a tree that meet (contact_of_spheres) do as well as the
// exact points of glance/contact.h. What holds for every answer, however rough its contacts and
// however few its steps: momentum is conserved, and no energy is made. See docs/design/response.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "glance/budget.h"
#include "glance/export.h"
#include "glance/math.h"
#include "glance/shape.h"

namespace glance {

/// Where a rigid body is and how it moves. World frame.
struct RigidState {
  Vec3 position = Vec3::zero();  ///< of the centre of mass
  Quat rotation = {};            ///< unit
  Vec3 velocity = Vec3::zero();  ///< of the centre of mass, length a unit of time
  Vec3 spin = Vec3::zero();      ///< angular velocity, radians a unit of time
};

/// How a surface behaves in a contact (no units).
struct ContactMaterial {
  /// 0: stays, 1: bounces back as fast as it came. The smaller one of two bodies counts.
  double restitution = 0;
  /// Coulomb's coefficient, >= 0. Of two bodies the geometric mean: with one that is smooth there
  /// is no friction.
  double friction = 0;
};

/// What of a body stays the same while it moves, precomputed.
class GLANCE_API RigidBody {
 public:
  /// A shape filled with a density (mass a unit of volume; of a mesh that is no solid: of area).
  static Result<RigidBody> make(const MassProperties& shape, double density,
                                const ContactMaterial& material = {});
  /// `inertia`: about the centre of mass, in the body's frame; symmetric, moments > 0. `center`:
  /// the centre of mass in the frame of the body's shape.
  static Result<RigidBody> make(double mass, const Mat3& inertia,
                                const ContactMaterial& material = {},
                                const Vec3& center = Vec3::zero());
  /// A body that no impulse moves: a wall. It moves as its state says (a conveyor, a feeder bowl).
  static Result<RigidBody> fixed(const ContactMaterial& material = {},
                                 const Vec3& center = Vec3::zero());

  bool is_fixed() const { return inverse_mass_ == 0; }
  double mass() const { return mass_; }                             ///< infinite if fixed
  double inverse_mass() const { return inverse_mass_; }             ///< 0 if fixed
  const Mat3& inertia() const { return inertia_; }                  ///< body frame; zero if fixed
  const Mat3& inverse_inertia() const { return inverse_inertia_; }  ///< zero if fixed
  const Vec3& center() const { return center_; }
  const ContactMaterial& material() const { return material_; }

 private:
  RigidBody() = default;

  double mass_ = 0, inverse_mass_ = 0;
  Mat3 inertia_ = Mat3::zero(), inverse_inertia_ = Mat3::zero();
  Vec3 center_ = Vec3::zero();
  ContactMaterial material_;
};

/// The pose of the body's shape, and back.
GLANCE_API Result<Pose> pose_of(const RigidBody& body, const RigidState& state);
GLANCE_API RigidState state_at(const RigidBody& body, const Pose& pose,
                               const Vec3& velocity = Vec3::zero(),
                               const Vec3& spin = Vec3::zero());

/// Mass times velocity; zero of a fixed body (as are the next two).
GLANCE_API Vec3 momentum(const RigidBody& body, const RigidState& state);
/// About the origin of the world, spin included.
GLANCE_API Vec3 angular_momentum(const RigidBody& body, const RigidState& state);
GLANCE_API double kinetic_energy(const RigidBody& body, const RigidState& state);

/// Gravity (length a unit of time squared) for a time: velocity only. Fixed bodies do not fall.
GLANCE_API void accelerate(const RigidBody& body, RigidState& state, const Vec3& gravity,
                           double time);
/// Moves and turns freely for a time: momentum, angular momentum and energy stay as they are, to
/// rounding. Fixed bodies keep velocity and spin.
GLANCE_API void move_freely(const RigidBody& body, RigidState& state, double time);
/// Both (symplectic Euler). In free fall each step takes mass |gravity|^2 time^2 / 2 of the energy:
/// it never grows.
GLANCE_API void integrate(const RigidBody& body, RigidState& state, const Vec3& gravity,
                          double time);

/// The state that a response starts from (O'Sullivan-Dingliana section 3.5): bodies that overlap a
/// little, or those of the frame before, which did not.
enum class ResponseState : std::uint8_t { current, previous };

/// Between two frames: positions and velocities along a line, rotations the shorter way round.
/// `fraction` in [0, 1], as a time of impact gives it: 0 is the previous frame.
GLANCE_API Result<RigidState> back_up(const RigidState& previous, const RigidState& current,
                                      double fraction);
inline const RigidState& back_up(const RigidState& previous, const RigidState& current,
                                 ResponseState which) {
  return which == ResponseState::previous ? previous : current;
}

/// One point where two bodies push each other. A pair may have several.
struct ResponseContact {
  std::uint32_t a = 0, b = 0;    ///< numbers of the bodies
  Vec3 point = Vec3::zero();     ///< world
  Vec3 normal = Vec3::unit_x();  ///< unit, from a to b
  double depth = 0;              ///< how deep they overlap; negative: a gap
  /// Tells the contacts of two bodies apart from solve to solve (ContactPoint::id): what the solver
  /// keeps their impulse under. 0: it keeps none.
  std::uint64_t id = 0;
};

/// Of two spheres (section 3.5, figure 4): the normal along the line between their centres, the
/// point on it in proportion to the radii. Refused if a radius is negative or not finite, or if
/// both centres are the same point (no direction).
GLANCE_API Result<ResponseContact> contact_of_spheres(std::uint32_t a, const Vec3& center_a,
                                                      double radius_a, std::uint32_t b,
                                                      const Vec3& center_b, double radius_b);

/// I-COLLIDE's cheap rule: two bodies of equal mass that approach each other exchange their
/// velocities along the normal (from a to b); spins stay. True if they did.
GLANCE_API bool exchange_velocities(RigidState& a, RigidState& b, const Vec3& normal);

struct ResponseSettings {
  /// Sweeps over the contacts of an island, for each pass (and as many with friction). Fewer are
  /// faster and leave more of the approach; momentum and energy are right after any number.
  int sweeps = 200;
  /// The same for islands of which less than half of the contacts start warm (see warm_start): they
  /// have further to go. 0: as many.
  int cold_sweeps = 0;
  /// How often an impulse may be handed on to the next contact (Newton's cradle); after that, what
  /// still approaches is stopped without bouncing.
  int passes = 64;
  /// What approaches slower does not bounce (length a unit of time). Bodies come to rest if this is
  /// some two times what gravity gives in a frame.
  double rest_speed = 0;
  /// When to stop (fraction of the largest speed at the contacts of an island). Rounding would
  /// allow some 1e-14.
  double tolerance = 1e-12;
  /// Whether impulses of the last solve are the first guess of this one, where contacts last
  /// (ResponseContact::id). Momentum and energy are right whatever it guesses; fewer sweeps do.
  bool warm_start = true;
  /// Contacts with an id that overlap less than this (length) may come nearer, so fast that they
  /// overlap so much after `time`: bodies that rest on each other then stay in contact whatever
  /// rounding does. No speed is made; some is left.
  double rest_depth = 0, time = 1;
  /// When to stop anyway. Contacts that approach fastest are taken first, as many as there is time
  /// for; each gets one sweep at least, and more while there is time. A unit is about a fifth of a
  /// contact in a sweep.
  Budget budget = {};
};

/// What a solve did.
struct ResponseReport {
  std::uint32_t islands = 0;  ///< groups of bodies that push each other
  std::uint32_t passes = 0, sweeps = 0;
  std::uint32_t warm = 0;  ///< contacts whose impulse was remembered
  /// Passes in which impulses were scaled down, or friction left out, so as not to make energy.
  std::uint32_t cut_back = 0;
  /// Contacts that ResponseSettings::budget left no time for.
  std::uint32_t left_out = 0;
  bool interrupted = false;  ///< the budget ended first
  /// Largest speed at which a contact still approaches, of those that were taken (beyond what
  /// ResponseSettings::rest_depth leaves).
  double residual = 0;
  /// Given to fixed bodies; angular: about the origin of the world. With these, sums are conserved.
  Vec3 to_fixed = Vec3::zero(), to_fixed_angular = Vec3::zero();
};

/// Keeps its arrays: frames that are not larger than those before ask for no memory. Remembers the
/// impulses of the last solve: one solver for one set of bodies, whose numbers stay.
class GLANCE_API ResponseSolver {
 public:
  ResponseSolver();
  ~ResponseSolver();
  ResponseSolver(ResponseSolver&&) noexcept;
  ResponseSolver& operator=(ResponseSolver&&) noexcept;

  /// Changes velocities and spins so that bodies no longer approach each other at these contacts.
  /// Whatever order the contacts come in, the bits are the same. Depths do not matter: bodies that
  /// a rough test takes for touching repel each other at a distance. Refuses (and changes nothing)
  /// what is not finite, normals that are not unit, bodies that are not there.
  Result<ResponseReport> solve(std::span<const RigidBody> bodies, std::span<RigidState> states,
                               std::span<const ResponseContact> contacts,
                               const ResponseSettings& settings = {});

  /// Of the last solve, in the order of its contacts: the impulse on b (that on a is opposite).
  std::span<const Vec3> impulses() const;

  /// What the last solve left for the next one: all of it, or what a body took part in (one that is
  /// gone, or that was put somewhere else).
  void forget();
  void forget(std::uint32_t body);
  std::size_t bytes() const;  ///< memory held

  /// Moves bodies apart along the normals, by `share` (0 to 1) of what they overlap more than
  /// `slop` (length). Separate from impulses, and optional. Velocities stay: no kinetic energy is
  /// made, and the centre of mass of bodies that push each other rests unless one is fixed. (Under
  /// gravity it lifts what sank into the floor.) Returns the largest overlap that was found. Under
  /// a budget the deepest contacts come first, as many and as often as there is time for.
  Result<double> push_apart(std::span<const RigidBody> bodies, std::span<RigidState> states,
                            std::span<const ResponseContact> contacts, double share = 1,
                            double slop = 0, int sweeps = 20, const Budget& budget = {});

 private:
  struct Arrays;
  std::unique_ptr<Arrays> arrays_;
};

}  // namespace glance
