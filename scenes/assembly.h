// Many parts side by side, as in an assembly: bumpy castings, rings and toothed wheels, all of them
// triangle meshes, in a grid so close that most neighbours touch. Some turn in their places.
//
//   Assembly scene = *Assembly::make({.parts = 500, .triangles = 2'000'000});
//   // scene.shape_of(i), scene.poses()[i] of every part i, then once per frame:
//   scene.step();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct AssemblySettings {
  std::uint32_t parts = 500;
  std::uint32_t triangles = 2'000'000;  ///< of all parts together, about
  std::uint32_t shapes = 500;           ///< at most so many different ones, shared; at least 3
  double moving = 20;                   ///< percent of the parts that turn: 0 to 100
  double turn = 1;                      ///< degrees a frame: 0 to 180
  std::uint64_t seed = 1;
};

class Assembly final : public Scene {
 public:
  /// Fails, naming the number, if settings make no sense.
  static Result<Assembly> make(const AssemblySettings& settings);

  const AssemblySettings& settings() const { return settings_; }
  std::span<const Shape> shapes() const override { return shapes_; }
  std::span<const Pose> poses() const override { return poses_; }
  std::size_t shape_number(std::size_t body) const override { return body % shapes_.size(); }
  /// None: parts that rest may be moved by the caller.
  bool is_static(std::size_t) const override { return false; }
  bool is_fast(std::size_t) const override { return false; }
  bool turns(std::size_t body) const { return turns_[body] != 0; }

  /// Of all parts, each shape counted as often as it is used.
  std::size_t triangles() const;

  void step() override;

 private:
  explicit Assembly(const AssemblySettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<void> make_shapes();
  Result<void> set_pose(std::size_t body);

  struct Place {
    Vec3 center = Vec3::zero();
    Quat rotation;
    Vec3 axis = Vec3::zero();  ///< unit, world: about which it turns
  };

  AssemblySettings settings_;
  Rng rng_;
  std::vector<Shape> shapes_;
  std::vector<Place> places_;
  std::vector<std::uint8_t> turns_;
  std::vector<Pose> poses_;
};

}  // namespace glance::scenes
