// Boxes that fall into a bin and lie there in a heap: thousands of contacts that last.
//
// Lengths in metres, times in seconds; up is +z.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/rigid_bodies.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct HeapSettings {
  std::uint32_t boxes = 1500;
  std::uint64_t seed = 1;
};

class Heap final : public Scene {
 public:
  using Settings = HeapSettings;
  static constexpr std::string_view kName = "heap";
  static constexpr SceneTraits kTraits{.response = ResponseMode::impulse, .rigid = true};

  /// Fails, naming the number, if settings make no sense.
  static Result<Heap> make(const HeapSettings& settings);

  const HeapSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  /// Floor and four walls first, which are half-spaces, then the boxes.
  std::span<const Shape> shapes() const override { return shapes_; }
  std::span<const Pose> poses() const override { return rigid_.poses(); }
  std::size_t shape_number(std::size_t body) const override;
  bool is_static(std::size_t body) const override { return body < kWalls; }
  bool is_fast(std::size_t) const override { return false; }

  const RigidBodies& rigid() const { return rigid_; }

  void respond_at(const FrameResponse& response) override { rigid_.respond(response); }
  void step() override { rigid_.step(); }

 private:
  explicit Heap(const HeapSettings& settings);
  static constexpr std::size_t kWalls = 5;

  HeapSettings settings_;
  std::vector<Shape> shapes_;
  RigidBodies rigid_;
};

}  // namespace glance::scenes
