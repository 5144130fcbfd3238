// Free motion of rigid bodies: what is conserved in nature is conserved here, to rounding.
#include "response/rigid_motion.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error_code.h"

namespace glance {
using namespace rooms::response;

namespace {

/// Largest angle (radians) of one step of a tumbling body: at some 14 degrees, Newton's method
/// converges in a handful of steps, and the turning is off by a few thousandths of it.
constexpr double kStepAngle = 0.25;

/// Steps a frame; what turns faster is not seen to tumble anyway (see spin_about_momentum).
constexpr int kMaxSteps = 64;

constexpr double kRounding = 0x1p-52;

Quat unit(const Quat& q) {
  const double s = 1 / std::sqrt(((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z);
  return {q.w * s, q.x * s, q.y * s, q.z * s};
}

/// m^-1 * b by Cramer's rule.
Vec3 solve(const Mat3& m, const Vec3& b) {
  const Vec3 c0 = m.col(0), c1 = m.col(1), c2 = m.col(2);
  return Vec3(triple(b, c1, c2), triple(c0, b, c2), triple(c0, c1, b)) / triple(c0, c1, c2);
}

Mat3 cross_matrix(const Vec3& v) { return {0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0}; }

/// One step of Euler's equations by the implicit midpoint rule, in the body's frame. `before` is
/// the angular momentum there; `turn` becomes the rotation vector of the step. With W = I^-1 (M0 +
/// M1) / 2 and M1 = exp(-h [W]) M0, the momentum stays what it is in the world, and so does the
/// energy, because M1 - M0 is perpendicular to W whatever the angle. Newton's method, whose matrix
/// I - h/2 [M] is never singular. False if it does not converge.
bool midpoint_step(const RigidBody& body, const Vec3& before, double time, Vec3& after,
                   Vec3& turn) {
  constexpr int kMaxNewton = 20;
  Vec3 rate = multiply(body.inverse_inertia(), before);
  for (int i = 0; i < kMaxNewton; i++) {
    turn = rate * time;
    after = multiply_transposed(rotation_matrix(Quat::from_rotation_vector(turn)), before);
    const Vec3 middle = (before + after) / 2;
    const Vec3 error = multiply(body.inertia(), rate) - middle;
    const Vec3 step = solve(Mat3(body.inertia() - time / 2 * cross_matrix(middle)), error);
    rate -= step;
    if (!(norm_sq(step) > 16 * kRounding * kRounding * norm_sq(rate))) return is_finite(rate);
  }
  return false;
}

/// A turn about the axis of the angular momentum, at the rate that its spin has there: conserves
/// momentum and energy as well, and leaves the tumbling out.
Quat spin_about_momentum(const RigidState& state, const Vec3& momentum, double time) {
  const Vec3 axis = normalized(momentum);
  return multiply(Quat::from_rotation_vector(axis * (dot(axis, state.spin) * time)),
                  state.rotation);
}

Quat tumble(const RigidBody& body, const RigidState& state, const Vec3& momentum, double time) {
  const double angle = norm(state.spin) * std::fabs(time);
  const int steps = static_cast<int>(std::fmin(std::ceil(angle / kStepAngle), kMaxSteps + 1.0));
  if (steps > kMaxSteps) return spin_about_momentum(state, momentum, time);
  Quat rotation = state.rotation;
  Vec3 local = multiply_transposed(rotation_matrix(rotation), momentum);
  for (int i = 0; i < steps; i++) {
    Vec3 after, turn;
    if (!midpoint_step(body, local, time / steps, after, turn)) {
      return spin_about_momentum(state, momentum, time);
    }
    rotation = multiply(rotation, Quat::from_rotation_vector(turn));
    local = after;
  }
  return rotation;
}

}  // namespace

Vec3 momentum(const RigidBody& body, const RigidState& state) {
  return body.is_fixed() ? Vec3(Vec3::zero()) : Vec3(body.mass() * state.velocity);
}

Vec3 angular_momentum(const RigidBody& body, const RigidState& state) {
  return cross(state.position, momentum(body, state)) +
         turned_multiply(rotation_matrix(state.rotation), body.inertia(), state.spin);
}

double kinetic_energy(const RigidBody& body, const RigidState& state) {
  const Vec3 spin = multiply_transposed(rotation_matrix(state.rotation), state.spin);
  return (dot(momentum(body, state), state.velocity) + dot(spin, multiply(body.inertia(), spin))) /
         2;
}

void accelerate(const RigidBody& body, RigidState& state, const Vec3& gravity, double time) {
  if (!body.is_fixed()) state.velocity += gravity * time;
}

void move_freely(const RigidBody& body, RigidState& state, double time) {
  state.position += state.velocity * time;
  if (norm_sq(state.spin) == 0) return;
  const Vec3 momentum =
      turned_multiply(rotation_matrix(state.rotation), body.inertia(), state.spin);
  // About a principal axis (always, for a ball) or of a fixed body: the spin stays as it is.
  const bool steady =
      !(norm(cross(momentum, state.spin)) > 16 * kRounding * norm(momentum) * norm(state.spin));
  if (steady) {
    state.rotation = unit(multiply(Quat::from_rotation_vector(state.spin * time), state.rotation));
    return;
  }
  state.rotation = unit(tumble(body, state, momentum, time));
  state.spin = turned_multiply(rotation_matrix(state.rotation), body.inverse_inertia(), momentum);
}

void integrate(const RigidBody& body, RigidState& state, const Vec3& gravity, double time) {
  accelerate(body, state, gravity, time);
  move_freely(body, state, time);
}

Result<RigidState> back_up(const RigidState& previous, const RigidState& current, double fraction) {
  if (!(fraction >= 0 && fraction <= 1)) {
    return fail(code_of(fraction),
                fmt::format("the fraction of a frame must be from 0 to 1, not {}", fraction));
  }
  if (fraction == 0) return previous;
  if (fraction == 1) return current;
  const auto between = [&](const Vec3& from, const Vec3& to) {
    return Vec3(from + fraction * (to - from));
  };
  const Vec3 turn = rotation_vector(
      compose(rotation_matrix(current.rotation), rotation_matrix(previous.rotation).transpose()));
  return RigidState{between(previous.position, current.position),
                    unit(multiply(Quat::from_rotation_vector(fraction * turn), previous.rotation)),
                    between(previous.velocity, current.velocity),
                    between(previous.spin, current.spin)};
}

}  // namespace glance
