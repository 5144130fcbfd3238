// IVRI-CD section 6, experiments 2 to 4: bodies that fly through a cube and through each other,
// and turn by another rotation in every frame. And experiment 1: two that approach each other.
//
// Where bodies are does not depend on which of them touch: every method is asked about the same
// poses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"

namespace glance::scenes {

struct CubeSettings {
  std::vector<Shape> bodies;  ///< one each
  double side = 6;            ///< of the cube, in the unit of the shapes
  double speed = 0.02;        ///< of each body's centroid, length a frame
  double turn = 10;           ///< degrees: about each axis from 0 to this much a frame, at random
  std::uint64_t seed = 1;
};

class Cube {
 public:
  /// Fails if the side is not positive, or if a speed or turn is negative or not finite.
  static Result<Cube> make(const CubeSettings& settings);

  std::span<const Shape> bodies() const { return settings_.bodies; }
  std::span<const Pose> poses() const { return poses_; }
  /// Of the centroid, world.
  const Vec3& center(std::size_t body) const { return flights_[body].center; }

  /// Advances by one frame. Centroids are reflected at the walls.
  void step();

 private:
  struct Flight {
    Vec3 center, velocity;
    Quat rotation;
  };

  explicit Cube(const CubeSettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<void> set_pose(std::size_t body);

  CubeSettings settings_;
  Rng rng_;
  std::vector<Flight> flights_;
  std::vector<Pose> poses_;
};

/// Turns about x, then y, then z, each by an angle from 0 to `most` (degrees).
Quat random_turn(Rng& rng, double most);

struct PosePair {
  Pose a, b;
};

/// Two bodies at opposite corners of a face of a cube of this side that move towards each other,
/// each by `speed` per frame, and turn at random: frame by frame until they first touch, that frame
/// included. (They do before their centroids meet.) Along the face's diagonal boxes overlap before
/// bodies touch, however round these are.
std::vector<PosePair> approach(const Shape& a, const Shape& b, double side, double speed,
                               double turn, std::uint64_t seed);

}  // namespace glance::scenes
