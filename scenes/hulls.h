// Hulls of thousands of corners in a row, each of which touches the next to the last digit: what
// doubles cannot decide, and big integers take long for. They turn all the time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct HullsSettings {
  std::uint32_t hulls = 12;
  std::uint32_t corners = 5000;
  double turn = 2;  ///< degrees a frame
  std::uint64_t seed = 1;
};

class Hulls final : public Scene {
 public:
  using Settings = HullsSettings;
  static constexpr std::string_view kName = "hulls";
  static constexpr SceneTraits kTraits{};

  /// Fails, naming the number, if settings make no sense.
  static Result<Hulls> make(const HullsSettings& settings);

  const HullsSettings& settings() const { return settings_; }
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
  explicit Hulls(const HullsSettings& settings) : settings_(settings) {}
  Result<void> line_up();

  HullsSettings settings_;
  std::vector<Shape> shapes_;
  std::vector<Pose> poses_;
  std::vector<Quat> rotations_, turns_;
};

}  // namespace glance::scenes
