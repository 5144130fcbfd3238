// O'Sullivan and Dingliana's crowd: bodies made of small cubes, tightly packed, that jostle around
// their places. Most neighbours are close to each other, and some touch, another few in every
// frame.
//
//   Packed scene = *Packed::make({.entities = 500});
//   // scene.shape_of(i), scene.poses()[i] of every entity i, then once per frame:
//   scene.step();
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct PackedSettings {
  std::uint32_t entities = 500;
  std::uint32_t shapes = 8;  ///< different ones, shared
  std::uint32_t cells = 10;  ///< along each side of a voxel model: 4 to 64
  double spacing = 1.55;     ///< from place to place; an entity's radius is about 0.8
  double jostle = 0.1;       ///< how far an entity strays from its place, along each axis
  double turn = 1;           ///< degrees a frame: 0 to 180
  std::uint64_t seed = 1;
};

class Packed final : public Scene {
 public:
  using Settings = PackedSettings;
  static constexpr std::string_view kName = "packed";
  static constexpr SceneTraits kTraits{};

  /// Fails, naming the number, if settings make no sense.
  static Result<Packed> make(const PackedSettings& settings);

  const PackedSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::span<const Shape> shapes() const override { return shapes_; }
  std::span<const Pose> poses() const override { return poses_; }
  std::size_t shape_number(std::size_t body) const override { return body % shapes_.size(); }
  bool is_static(std::size_t) const override { return false; }
  bool is_fast(std::size_t) const override { return false; }

  void step() override;

 private:
  explicit Packed(const PackedSettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<void> set_pose(std::size_t body);

  struct Place {
    Vec3 center = Vec3::zero();
    Quat rotation;
    Quat turn;                          ///< what a frame adds to the rotation
    std::array<double, 3> phase, rate;  ///< turns, and turns a frame, of the way along each axis
  };

  PackedSettings settings_;
  Rng rng_;
  std::vector<Shape> shapes_;
  std::vector<Place> places_;
  std::vector<Pose> poses_;
  std::uint64_t frame_ = 0;
};

/// A lump of balls that overlap, in the cube from -1 to 1, as so many cubes along each side.
VoxelModel voxel_lump(std::uint32_t cells, Rng& rng);

}  // namespace glance::scenes
