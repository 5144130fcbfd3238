// A hundred bodies in a box that drift into one of its corners, and spread again: a frame costs
// little while they are far from each other, and much when all are in one heap. Half of them are
// balls, the others convex bodies of other kinds; and two large meshes drift with them, which come
// to lie side by side in the corner.
//
//   Corner scene = *Corner::make({.bodies = 100});
//   // scene.shape_of(i), scene.poses()[i] of every body i, then once per frame:
//   scene.step();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct CornerSettings {
  std::uint32_t bodies = 100;        ///< of radius 1, about
  std::uint32_t triangles = 40'000;  ///< of each of the two meshes; 0: there are none
  std::uint32_t period = 200;        ///< frames from one heap to the next; at least 4
  double turn = 2;                   ///< degrees a frame: 0 to 180
  std::uint64_t seed = 1;
};

class Corner final : public Scene {
 public:
  using Settings = CornerSettings;
  static constexpr std::string_view kName = "corner";
  static constexpr SceneTraits kTraits{};

  /// Fails, naming the number, if settings make no sense.
  static Result<Corner> make(const CornerSettings& settings);

  const CornerSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::span<const Shape> shapes() const override { return shapes_; }
  // The bodies, after them the meshes, and last six half-spaces: the walls, which are static.
  std::span<const Pose> poses() const override { return poses_; }
  std::size_t shape_number(std::size_t body) const override { return shape_of_[body]; }
  bool is_static(std::size_t body) const override { return body >= drifts_.size(); }
  bool is_fast(std::size_t) const override { return false; }

  /// Without walls.
  std::size_t drifting() const { return drifts_.size(); }
  /// 0 while they are spread, 1 when all are in the corner.
  double gathered() const;

  void step() override;

 private:
  explicit Corner(const CornerSettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<void> make_shapes();
  void add_drift(std::size_t shape, const Vec3& spread, const Vec3& heap);
  Result<void> set_pose(std::size_t body);

  struct Drift {
    Vec3 spread = Vec3::zero(), heap = Vec3::zero();  ///< the ends of its way
    Quat rotation;
    Quat turn;  ///< what a frame adds to the rotation
  };

  CornerSettings settings_;
  Rng rng_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> shape_of_;
  std::vector<Drift> drifts_;
  std::vector<Pose> poses_;
  std::uint64_t frame_ = 0;
};

}  // namespace glance::scenes
