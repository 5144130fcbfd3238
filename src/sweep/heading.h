// Directions along which two moving bodies are apart, and how they turn with what they are
// perpendicular to.
#pragma once

#include "glance/motion.h"
#include "glance/query.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// v, turned about a unit axis by an angle (Rodrigues).
inline Vec3 turned(const Vec3& v, const Vec3& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return v * c + cross(axis, v) * s + axis * (dot(axis, v) * (1 - c));
}

/// A unit direction from A to B that turns evenly: `unit` at the time `from`.
struct Heading {
  Vec3 unit = Vec3::zero();
  Vec3 turn = Vec3::zero();  ///< radians a unit of time, world axes
  double from = 0;

  Vec3 at(double time) const {
    const double speed_sq = norm_sq(turn);
    if (speed_sq == 0) return unit;
    const double speed = std::sqrt(speed_sq);
    return turned(unit, turn * (1 / speed), speed * (time - from));
  }
};

/// The closest points of two moving bodies at a time.
struct Closest {
  double time = 0;
  Pose pose_a, pose_b;
  Distance d;
  Vec3 velocity = Vec3::zero();  ///< of B's point seen from A's

  /// How fast the points approach each other.
  double rate() const { return -dot(d.normal, velocity); }
};

/// How the direction between the closest points turns (radians a unit of time) while their features
/// stay the closest: with a face, with the two edges that it is perpendicular to, or with the line
/// between two points. For flat cores; zero where points of sharp bodies would make it spin.
Vec3 turn_with_features(const Shape& a, const Motion& motion_a, const Shape& b,
                        const Motion& motion_b, const Closest& closest);

}  // namespace glance::rooms::sweep
