// A point infinitely near to the surface of a body: x + e d + e^2 f for an e that is as small as
// necessary. Its signs with respect to planes are exact.
#pragma once

#include <span>
#include <vector>

#include "mesh/exact_world.h"

namespace glance::rooms::mesh {

/// x is the sum of terms' points times their `at`, divided by `weight`; d and f are sums of terms
/// times `toward` and `then` (up to positive factors).
struct SamplePoint {
  struct Term {
    const Pose* pose;
    Vec3 local;
    BigInt at, toward = 0, then = 0;
    bool is_vector = false;  ///< `local` is turned with its body, not moved
  };
  std::vector<Term> terms;
  BigInt weight = 1;  ///< > 0
  const Pose* pose;   ///< the body that x is a point of
  Vec3 rough;         ///< x in that body's frame, rounded
  double error = 0;   ///< how far each coordinate of it may be off

  /// A point as given.
  SamplePoint(const Pose& body, const Vec3& local);
  /// The mean of some points of a body; `toward` the first, `then` the second, unless there are
  /// fewer.
  SamplePoint(const Pose& body, std::span<const Vec3> points);

  /// Adds the way along a direction (axes of the body) to f.
  void move_along(const Vec3& local_direction);
  /// Adds what `side` needs.
  void add_to(ExactWorld& world) const;
  /// The sign of normal . (p - origin), for a normal and an origin in the same world.
  int side(const ExactWorld& world, const ExactPoint& normal, const ExactPoint& origin) const;
};

}  // namespace glance::rooms::mesh
