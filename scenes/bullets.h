// Thin plates, one behind the other along x, and projectiles that fly through them from -x to +x:
// too fast for frames to show it. The unit of length is the body length: the diameter of the
// smallest ball about a projectile's origin.
//
//   Bullets scene = *Bullets::make({.projectiles = 20, .speed = 50});
//   // scene.shape_of(i), scene.poses()[i], scene.is_fast(i) of every body i, then once per frame:
//   scene.step();  // from the last poses to the next ones, but for those in scene.placed()
//
// Nothing stops a projectile. One that has left the plates behind starts again before the first
// one, on another line: it jumps there, without passing what is between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/flight.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct BulletsSettings {
  std::uint32_t plates = 8;  ///< every other one static, the rest turns slowly about x
  std::uint32_t projectiles = 60;
  double speed = 10;        ///< body lengths a frame: 0.1 to 100
  double spin = 30;         ///< degrees a frame, about a random axis: 0 to 180
  double thickness = 0.05;  ///< of the plates, in body lengths: 0.001 to 1
  std::uint64_t seed = 1;
};

class Bullets final : public Scene {
 public:
  using Settings = BulletsSettings;
  static constexpr std::string_view kName = "bullets";
  static constexpr SceneTraits kTraits{.between_frames = BetweenFrames::toi};

  /// Fails, naming the number, if settings make no sense.
  static Result<Bullets> make(const BulletsSettings& settings);

  const BulletsSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;

  // Bodies: the plates, and after them the projectiles.

  /// One for each plate, and after them those that projectiles share: a ball, a capsule, polytopes.
  std::span<const Shape> shapes() const override { return shapes_; }
  std::span<const Pose> poses() const override { return poses_; }
  std::size_t shape_number(std::size_t body) const override;
  bool is_plate(std::size_t body) const { return body < settings_.plates; }
  bool is_static(std::size_t body) const override { return is_plate(body) && body % 2 == 0; }
  /// The projectiles.
  bool is_fast(std::size_t body) const override { return !is_plate(body); }

  /// Velocity of the centroid, lengths per frame; zero for plates.
  const Vec3& velocity(std::size_t body) const { return flights_[body].velocity; }
  const Vec3& center(std::size_t body) const { return flights_[body].center; }
  /// The plates are between x = -half_length and half_length.
  double half_length() const { return half_length_; }

  void step() override;
  std::span<const std::uint32_t> placed() const override { return placed_; }

 private:
  explicit Bullets(const BulletsSettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<void> make_shapes();
  void hang_plate(std::size_t body);
  void launch(std::size_t body);
  Result<void> set_pose(std::size_t body);

  BulletsSettings settings_;
  Rng rng_;
  std::vector<Shape> shapes_;
  std::vector<Flight> flights_;
  std::vector<Pose> poses_;
  std::vector<std::uint32_t> placed_;
  double half_length_ = 0;
};

}  // namespace glance::scenes
