// Tested in tests/unit/world/critical_test.cpp (CriticalWorld.WhatWasKnownIsForgottenInTime).
#include "world/critical_places.h"

#include <cmath>

#include "glance/tolerance.h"

namespace glance::rooms::world {
namespace {

/// Of a bound on motion, as a part of the lengths that it is made of: rounding, and rotations that
/// are off by kRotationTolerance.
constexpr double kMotionError = 4 * kRotationTolerance;

/// How far a point of the ball moves at most from one pose to the other.
double motion_bound(const Vec3& center, double radius, const Pose& from, const Pose& to) {
  // |(R2 - R1) (c + x)| <= |(R2 - R1) c| + |x| times the largest stretch of R2 - R1; for two
  // rotations that is the Frobenius norm / sqrt(2).
  const Mat3 turn = to.rotation() - from.rotation();
  const Vec3 moved = multiply(turn, center) + to.translation() - from.translation();
  // The squared Frobenius norm; for the difference of two rotations twice the square of the
  // stretch.
  double turned = 0;
  for (int k = 0; k < 3; k++) turned += norm_sq(turn.col(k));
  const double size = norm(center) + radius;
  return norm(moved) + std::sqrt(turned / 2) * radius +
         kMotionError * (size + norm(from.translation()) + norm(to.translation()));
}

void follow(WorldState& world, std::uint32_t body) {
  const Bodies& bodies = world.bodies;
  CriticalPlace& last = world.critical.places[body];
  const bool is_known = last.id == bodies.id[body];
  last.way = Vec3::zero();
  last.motion = 0;
  // Nothing has changed since the last frame with a budget: it has not moved at all.
  if (is_known && !bodies.changed(body) && !world.critical.missed_a_frame) return;
  const Pose& pose = bodies.pose[body];
  const bool same_shape = is_known && !bodies.reshaped(body);
  last.motion = same_shape && last.has_looked && last.spheres
                    ? motion_bound(last.spheres.center(0), last.spheres.radius(0), last.pose, pose)
                    : INFINITY;
  const Shape& shape = bodies.shape(body);
  if (is_known && shape.kind() != ShapeKind::halfspace) {
    const Vec3 center = shape.mass().centroid;
    last.way = pose.apply(center) - last.pose.apply(center);
  }
  last.id = bodies.id[body];
  last.pose = pose;
  if (!same_shape) last.has_looked = false;
}

}  // namespace

void follow_bodies(WorldState& world) {
  const Bodies& bodies = world.bodies;
  CriticalMemory& memory = world.critical;
  memory.places.resize(bodies.capacity());
  for (CriticalPlace& here : memory.places) {  // which move in memory as their number grows
    if (here.spheres.is_own) here.spheres.nodes = {&here.sphere, 1};
  }
  const bool has_grown = memory.trees.take_growth();
  for (std::uint32_t i = 0; i < bodies.capacity(); i++) {
    if (!bodies.present(i)) continue;
    follow(world, i);
    CriticalPlace& here = memory.places[i];
    if (has_grown && here.has_looked && here.spheres.can_grow) {
      here.spheres = memory.trees.of(bodies, i, here.sphere);
    }
  }
  memory.missed_a_frame = false;
}

const BodySpheres& spheres_of(WorldState& world, std::uint32_t body) {
  CriticalPlace& here = world.critical.places[body];
  if (!here.has_looked) {
    here.has_looked = true;
    here.spheres = BodySpheres();
    if (world.options.margin > 0) return here.spheres;
    world.critical.trees.begin(world.bodies, body);
    here.spheres = world.critical.trees.of(world.bodies, body, here.sphere);
  }
  return here.spheres;
}

}  // namespace glance::rooms::world
