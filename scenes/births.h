// Bodies of all kinds fly about in a box, and in every frame some of them are removed, new
// ones are added, and some get another size: the work that a new shape causes comes up in every
// frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/flight.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct BirthsSettings {
  std::uint32_t bodies = 200;
  std::uint32_t births = 2;     ///< a frame
  std::uint32_t rescaled = 10;  ///< a frame
  std::uint64_t seed = 1;
};

class Births final : public Scene {
 public:
  using Settings = BirthsSettings;
  static constexpr std::string_view kName = "births";
  static constexpr SceneTraits kTraits{.come_and_go = true, .unprepared = true};

  /// Fails, naming the number, if settings make no sense.
  static Result<Births> make(const BirthsSettings& settings);

  const BirthsSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::span<const Shape> shapes() const override { return shapes_; }
  std::span<const Pose> poses() const override { return poses_; }
  std::size_t shape_number(std::size_t body) const override { return body; }
  bool is_static(std::size_t) const override { return false; }
  bool is_fast(std::size_t) const override { return false; }
  std::span<const std::uint32_t> removed() const override { return removed_; }
  std::span<const Rescaled> rescaled() const override { return rescaled_; }

  void step() override;

 private:
  explicit Births(const BirthsSettings& settings) : settings_(settings), rng_(settings.seed) {}
  Result<Shape> next_shape();
  Result<void> add_body();
  void remove_body(std::size_t body);
  Result<void> set_pose(std::size_t body);

  BirthsSettings settings_;
  Rng rng_;
  double half_side_ = 1;
  std::uint64_t born_ = 0;
  std::vector<Shape> shapes_;
  std::vector<Flight> flights_;
  std::vector<Pose> poses_;
  std::vector<std::uint32_t> removed_;
  std::vector<Rescaled> rescaled_;
};

}  // namespace glance::scenes
