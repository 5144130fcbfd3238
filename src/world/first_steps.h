// The first step of pairs that get no other in a frame: two spheres, or a sphere and a half-space.
//
// There may be thousands of them, at some tens of nanoseconds each: what is needed of a body is put
// into one line of memory, once per frame.
#pragma once

#include <vector>

#include "glance/world.h"
#include "world/critical_trees.h"

namespace glance::rooms::world {

/// The sphere around a body, or a half-space, in the world.
struct PlacedSphere {
  enum class Kind : std::uint8_t { unknown, sphere, plane, none };

  Vec3 center = Vec3::zero();  ///< of a half-space: its outward normal
  double radius = 0;           ///< of a half-space: how far along that its points are at most
  double reach = 0;            ///< some point of the body is no farther from the center
  double error = 0;            ///< what rounding, and rotations that stretch, may add
  Kind kind = Kind::unknown;
};

/// What the first step tells of a pair.
struct FirstStep {
  double lower = 0, upper = 0;  ///< bounds on the gap
  Vec3 normal = Vec3::zero();   ///< from a to b
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();

  bool is_apart() const { return lower > 0; }
};

class FirstSteps {
 public:
  /// A new frame: bodies are somewhere else.
  void clear(std::size_t bodies) { placed_.assign(bodies, PlacedSphere()); }
  bool knows(std::uint32_t body) const { return placed_[body].kind != PlacedSphere::Kind::unknown; }
  /// `spheres`: those of the body in its own frame; none if they are not known.
  void place(const Bodies& bodies, std::uint32_t body, const BodySpheres& spheres);

  /// Whether there is a step for these two, of which at most one may be a half-space. They must be
  /// known.
  bool can_test(std::uint32_t i, std::uint32_t j) const;
  FirstStep test(std::uint32_t i, std::uint32_t j) const;

  std::size_t bytes() const { return placed_.capacity() * sizeof(PlacedSphere); }

 private:
  std::vector<PlacedSphere> placed_;  ///< by index
};

}  // namespace glance::rooms::world
