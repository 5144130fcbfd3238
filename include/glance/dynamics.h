// The papers' animation loop as one class: bodies that fall, bounce, rub and come to rest.
//
//   Dynamics dynamics;
//   const auto floor = Shape::halfspace(Vec3::unit_z(), 0);
//   const auto box = Shape::box(Vec3(0.5, 0.5, 0.5));
//   const auto high = Pose::make(Quat{}, Vec3(0, 0, 3));
//   if (!floor || !box || !high) return 1;
//   const auto ground = dynamics.add({.shape = *floor, .mobility = Mobility::fixed});
//   const auto body = dynamics.add({.shape = *box, .pose = *high});
//   if (!ground || !body) return 1;
//   for (int i = 0; i < 240; i++) {
//     if (!dynamics.step(1.0 / 120)) return 1;
//   }
//   const double height = dynamics.state(*body)->position.z();  // 0.5: it lies on the floor
//
// Small on purpose: no joints, no motors, nothing that a body does by itself. A step is
//
//   detect  ->  wake  ->  back up, gravity, impulses, push apart  ->  move  ->  fall asleep
//
// and every part of it is public: World, response_contacts, RigidStep. The same calls give the same
// bits. Calls do not throw, and an error changes nothing (but see Dynamics::step). Do not use one
// object from two threads at once. See docs/design/response.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "glance/base.h"
#include "glance/budget.h"
#include "glance/export.h"
#include "glance/response.h"
#include "glance/rigid_step.h"
#include "glance/world.h"

namespace glance {

/// What moves a body.
enum class Mobility : std::uint8_t {
  free,       ///< gravity and impulses
  kinematic,  ///< its own velocity and spin, which nothing changes: a lift, a conveyor
  fixed,      ///< nothing: ground, walls
};

/// A body as it is added.
struct DynamicBody {
  /// What it looks like.
  Shape shape;
  /// Where its shape is.
  Pose pose = {};
  /// What moves it.
  Mobility mobility = Mobility::free;
  /// Mass per unit of volume (per area for meshes that are not solid); > 0 for free bodies.
  double density = 1;
  /// If not 0, the body's mass, spread evenly; used instead of the density.
  double mass = 0;
  /// Friction and restitution.
  ContactMaterial material = {.friction = 0.5};
  Vec3 velocity = Vec3::zero();  ///< of the centre of mass, length per unit of time
  Vec3 spin = Vec3::zero();      ///< radians per unit of time
  /// As BodyOptions::group and BodyOptions::mask.
  std::uint32_t group = 1, mask = UINT32_MAX;
  /// Anything the caller likes: World::user_data of world() returns it.
  std::uint64_t user_data = 0;
  /// A sensor: what touches it is reported (PairReport::sensor, StepReport::begun and `ended`), but
  /// it pushes nothing, wakes nothing, and does not keep bodies awake or in one island. Fixed
  /// sensors that shall follow something are better kinematic: set_state wakes what slept in them.
  bool is_sensor = false;
};

/// Settings of Dynamics.
struct DynamicsOptions {
  /// Gravity, sweeps, overlap, and the state that a response starts from.
  StepSettings step = {
      .sweeps = 40, .cold_sweeps = 100, .passes = 1, .tolerance = 1e-4, .rest_depth = 5e-5};
  /// A body is slow if its speed and its spin times its radius are both below this (length per unit
  /// of time). 0: no body ever sleeps.
  double sleep_speed = 0.05;
  /// Bodies that touch, directly or through others, fall asleep once all of them have been slow for
  /// so long.
  double sleep_after = 0.5;
  /// Of a step. Where it leaves no time for contacts, rough ones make do (response_contacts).
  Budget budget = {};
  /// Settings of the world that holds the bodies.
  WorldOptions world = {};
};

/// Seconds, by the steady clock.
struct StepTimes {
  double detection = 0;  ///< with contacts
  double response = 0;   ///< impulses, pushing apart, motion, sleep
  /// All of the step.
  double total = 0;
};

/// What a step did. Spans are valid until the next step, or until a body is added or removed.
struct StepReport {
  /// As detected at the beginning of the step, before bodies moved. (Pairs of bodies that sleep are
  /// not looked at, and not listed. Its `begun` and `ended` know nothing of sleep.)
  FrameReport frame;
  /// What the impulses did.
  ResponseReport response;
  /// Pairs that began or stopped touching, in the order of their ids. Sleeping bodies count as
  /// still touching.
  std::span<const BodyPair> begun, ended;
  std::size_t contacts = 0;                  ///< points
  std::size_t awake = 0, asleep = 0;         ///< free bodies, when the step ended
  std::size_t woken = 0, fallen_asleep = 0;  ///< in this step
  /// How long it took.
  StepTimes times;
};

/// Rigid bodies that fall, bounce, rub and come to rest.
class GLANCE_API Dynamics {
 public:
  /// A world without bodies, with the default options.
  Dynamics();
  /// Refuses options that make no sense.
  static Result<Dynamics> make(const DynamicsOptions& options);
  /// A moved-from object may only be destroyed or assigned to.
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;
  ~Dynamics();

  /// The options that it was made with.
  const DynamicsOptions& options() const;
  /// The world of its bodies, for questions. A step changes poses and what is static in it.
  const World& world() const;

  // Bodies. All calls reject the ids of removed bodies.

  /// Refuses free bodies without a finite mass (half-spaces), and numbers that are not finite.
  Result<BodyId> add(const DynamicBody& body);
  /// What lay on it wakes.
  Result<void> remove(BodyId id);
  /// Whether this body is there.
  bool contains(BodyId id) const;
  /// The number of bodies.
  std::size_t body_count() const;

  /// Where its centre of mass is, and how it moves. (World::pose has the shape's pose.)
  Result<RigidState> state(BodyId id) const;
  /// There at once. Wakes it, and what lay on it.
  Result<void> set_state(BodyId id, const RigidState& state);
  /// Wakes it if it is free.
  Result<void> set_velocity(BodyId id, const Vec3& velocity, const Vec3& spin = Vec3::zero());
  /// Wakes a body, and those that it touches.
  Result<void> wake(BodyId id);
  /// Whether the body sleeps; false if it is not there.
  bool is_asleep(BodyId id) const;
  /// Changes the body's user data.
  Result<void> set_user_data(BodyId id, std::uint64_t data);
  /// World::set_pair_filter of world().
  void set_pair_filter(PairFilter filter);

  /// A time further. Refuses a time that is not positive and finite. Fails as well if numbers grow
  /// beyond what doubles hold; then no body has moved, and velocities are those before the step.
  /// What had woken stays awake, and the next report has the events of this step, too.
  Result<StepReport> step(double time);

  /// Bytes of memory held, including the world's.
  std::size_t bytes() const;

 private:
  struct State;

  explicit Dynamics(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glance
