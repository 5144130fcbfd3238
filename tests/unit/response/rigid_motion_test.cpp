// Rigid bodies by themselves: what they are made from, how they fly and tumble.
#include <gtest/gtest.h>

#include <cmath>

#include "glance/response.h"
#include "glance/rng.h"
#include "support/rigid_sums.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// The message of what must be an error.
template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "" : result.error().message;
}

TEST(RigidBody, MassAndInertiaOfShapes) {
  const RigidBody b = RigidBody::make(Shape::sphere(2).value().mass(), 3).value();
  const double mass = 3 * 4.0 / 3 * M_PI * 8;
  EXPECT_NEAR(b.mass(), mass, 1e-12 * mass);
  EXPECT_NEAR(b.inertia()(0, 0), 0.4 * mass * 4, 1e-12 * mass * 4);
  const RigidBody box = RigidBody::make(Shape::box({1, 2, 3}).value().mass(), 1).value();
  EXPECT_NEAR(box.inertia()(0, 0), 48 * (4 + 9) / 3.0, 1e-11);
  EXPECT_LE((box.inertia() * box.inverse_inertia() - Mat3::identity()).max_abs(), 1e-14);
  EXPECT_FALSE(box.is_fixed());
  EXPECT_TRUE(RigidBody::fixed().value().is_fixed());
}

TEST(RigidBody, RefusesInvalidBodies) {
  const Mat3 one = Mat3::identity();
  EXPECT_NE(refusal(RigidBody::make(0, one)).find("mass must be positive"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(-1, one)).find("not -1"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(kNotANumber, one)).find("mass"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(INFINITY, one)).find("fixed"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(1, Mat3::zero())).find("no inertia"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(1, one * kNotANumber)).find("inertia is not finite"),
            std::string::npos);
  Mat3 askew = one;
  askew(0, 1) = 0.5;
  EXPECT_NE(refusal(RigidBody::make(1, askew)).find("not symmetric"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::make(1, one, {.restitution = 1.5})).find("1.5"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::fixed({.friction = -1})).find("friction"), std::string::npos);
  EXPECT_NE(refusal(RigidBody::fixed({}, {0, kNotANumber, 0})).find("centre"), std::string::npos);
  const MassProperties cube = Shape::box({1, 1, 1}).value().mass();
  EXPECT_NE(refusal(RigidBody::make(cube, 0)).find("density"), std::string::npos);
  const MassProperties segment = Shape::segment({0, 0, 0}, {1, 0, 0}).value().mass();
  EXPECT_NE(refusal(RigidBody::make(segment, 1)).find("mass"), std::string::npos);
}

TEST(RigidBody, PosesAndBack) {
  Rng rng(1);
  const RigidBody body = RigidBody::make(2, Mat3::identity(), {}, Vec3(0.5, -1, 2)).value();
  for (int i = 0; i < 100; i++) {
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(5)).value();
    const RigidState state = state_at(body, pose);
    EXPECT_LE(norm(state.position - pose.apply(body.center())), 1e-14);
    const Pose back = pose_of(body, state).value();
    EXPECT_LE(norm(back.translation() - pose.translation()), 1e-13);
    EXPECT_LE((back.rotation() - pose.rotation()).max_abs(), 1e-13);
  }
}

TEST(RigidMotion, FreeFallNeverGainsEnergy) {
  const RigidBody body = ball(0.5, {});
  const Vec3 gravity(0, 0, -9.81);
  const double step = 0.01;
  RigidState state{.velocity = Vec3(3, 0, 5)};
  double energy = kinetic_energy(body, state);
  for (int i = 1; i <= 300; i++) {
    integrate(body, state, gravity, step);
    const double now = kinetic_energy(body, state) - body.mass() * dot(gravity, state.position);
    // Just what the header says.
    EXPECT_NEAR(energy - now, body.mass() * norm_sq(gravity) * step * step / 2, 1e-12);
    energy = now;
  }
  EXPECT_NEAR(state.position.x(), 9, 1e-12);
  EXPECT_NEAR(state.position.z(), 15 - 9.81 * 9 / 2, 9.81 * 3 * step);
}

/// Tumbling bodies of every build, slender ones among them, at slow and insane rates.
TEST(RigidMotion, TumblingConservesMomentumAndEnergy) {
  Rng rng(2);
  const int count = scaled_count(200), frames = 500;
  int tumbling = 0;
  for (int i = 0; i < count; i++) {
    const Vec3 half(std::exp(rng.uniform(-3, 3)), std::exp(rng.uniform(-3, 3)),
                    std::exp(rng.uniform(-3, 3)));
    const RigidBody body = RigidBody::make(Shape::box(half).value().mass(), 1).value();
    RigidState state{.rotation = rng.rotation()};
    state.spin = rng.direction() * std::exp(rng.uniform(-3, 8));
    const Vec3 momentum = angular_momentum(body, state), spin = state.spin;
    const double energy = kinetic_energy(body, state);
    double most = energy, least = energy, wandered = 0;
    for (int frame = 0; frame < frames; frame++) {
      move_freely(body, state, 1.0 / 60);
      most = std::fmax(most, kinetic_energy(body, state));
      least = std::fmin(least, kinetic_energy(body, state));
      wandered = std::fmax(wandered, norm(state.spin - spin));
    }
    // (Slender bodies have moments that differ by a factor of up to 1e5.)
    ASSERT_LE(norm(angular_momentum(body, state) - momentum), 1e-11 * norm(momentum)) << i;
    ASSERT_LE(most, energy * (1 + 1e-9)) << i;
    ASSERT_GE(least, energy * (1 - 1e-9)) << i;
    tumbling += wandered > 0.1 * norm(spin);
  }
  if (are_many(count)) {
    EXPECT_GT(tumbling, count / 2);
  }
}

/// A symmetric top: the spin goes round the axis of symmetry at (I3 - I1) / I1 times its share
/// there.
TEST(RigidMotion, SymmetricTopPrecesses) {
  const Mat3 inertia = Mat3::diagonal(Vec3(1, 1, 2));
  const RigidBody body = RigidBody::make(1, inertia).value();
  RigidState state{.spin = Vec3(0.5, 0, 2)};
  const double time = 0.002;
  const int steps = 1000;
  for (int i = 0; i < steps; i++) move_freely(body, state, time);
  const Vec3 local = multiply_transposed(rotation_matrix(state.rotation), state.spin);
  const double angle = (2.0 - 1) / 1 * 2 * time * steps;
  EXPECT_NEAR(local.x(), 0.5 * std::cos(angle), 1e-5);
  EXPECT_NEAR(local.y(), 0.5 * std::sin(angle), 1e-5);
  EXPECT_NEAR(local.z(), 2, 1e-12);
}

TEST(RigidMotion, BallsTurnExactly) {
  const RigidBody body = ball(1, {});
  RigidState state{.spin = Vec3(0, 0, 3)};
  for (int i = 0; i < 100; i++) move_freely(body, state, 0.01);
  EXPECT_NEAR(state.rotation.w, std::cos(1.5), 1e-13);
  EXPECT_NEAR(state.rotation.z, std::sin(1.5), 1e-13);
}

TEST(RigidMotion, FixedBodiesMoveAsTheyAreTold) {
  const RigidBody wall = RigidBody::fixed().value();
  RigidState state{.velocity = Vec3(1, 0, 0), .spin = Vec3(0, 1, 0)};
  integrate(wall, state, Vec3(0, 0, -10), 0.5);
  EXPECT_EQ(state.position, Vec3(0.5, 0, 0));
  EXPECT_EQ(state.velocity, Vec3(1, 0, 0));
  EXPECT_NEAR(state.rotation.y, std::sin(0.25), 1e-15);
  EXPECT_EQ(kinetic_energy(wall, state), 0);
}

TEST(RigidMotion, BackUpToTheMomentOfContact) {
  const RigidBody body = ball(1, {});
  const RigidState before{.velocity = Vec3(2, 0, 0), .spin = Vec3(0, 0, 1)};
  RigidState after = before;
  move_freely(body, after, 1);
  const RigidState at = back_up(before, after, 0.25).value();
  EXPECT_NEAR(at.position.x(), 0.5, 1e-15);
  EXPECT_NEAR(at.rotation.z, std::sin(0.125), 1e-15);
  EXPECT_EQ(back_up(before, after, 0).value().position, before.position);
  EXPECT_EQ(back_up(before, after, 1).value().position, after.position);
  EXPECT_EQ(back_up(before, after, ResponseState::previous).position, before.position);
  EXPECT_EQ(back_up(before, after, ResponseState::current).position, after.position);
  EXPECT_NE(refusal(back_up(before, after, 1.5)).find("fraction"), std::string::npos);
  EXPECT_FALSE(back_up(before, after, kNotANumber));
}

}  // namespace
}  // namespace glance::test
