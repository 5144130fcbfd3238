// A feeder bowl full of small parts: it shakes up and down and to and fro about its axis, and the
// parts in it rest, hop and slide. Each frame has hundreds of contacts that last.
//
//   Bowl scene = *Bowl::make({.parts = 200});
//   scene.respond_at(contacts);   // of each frame, and then
//   scene.step();
//
// Lengths in metres, times in seconds. Up is +z, the bowl's axis the z axis.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/rigid_bodies.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct BowlSettings {
  std::uint32_t parts = 200;
  double shaking = 2.5;   ///< largest acceleration of the bowl, up and down, as a multiple of g
  double frequency = 20;  ///< of shaking, a second
  std::uint64_t seed = 1;
};

class Bowl final : public Scene {
 public:
  using Settings = BowlSettings;
  static constexpr std::string_view kName = "bowl";
  static constexpr SceneTraits kTraits{.response = ResponseMode::impulse, .rigid = true};

  /// Fails, naming the number, if settings make no sense.
  static Result<Bowl> make(const BowlSettings& settings);

  const BowlSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::size_t counted_bodies() const override { return body_count() - 1; }  ///< but for the bowl
  std::vector<SceneCount> counts() const override;
  std::span<const Shape> shapes() const override { return shapes_; }
  /// The bowl first, then the parts.
  std::span<const Pose> poses() const override { return rigid_.poses(); }
  std::size_t shape_number(std::size_t body) const override {
    return body == 0 ? 0 : 1 + (body - 1) % (shapes_.size() - 1);
  }
  bool is_static(std::size_t) const override { return false; }
  bool is_fast(std::size_t) const override { return false; }
  std::span<const std::uint32_t> placed() const override { return placed_; }

  /// The bowl grows with the number of parts: times what it is for 200 of them.
  double scale() const { return scale_; }
  const RigidBodies& rigid() const { return rigid_; }
  /// Parts that left the bowl (over its rim, if not through it) and were put back in, so far.
  std::uint64_t put_back() const { return put_back_; }

  void respond_at(const FrameResponse& response) override { rigid_.respond(response); }
  void step() override;

 private:
  explicit Bowl(const BowlSettings& settings);
  Result<Shape> bowl_shape() const;
  Result<void> make_shapes();
  RigidState bowl_state() const;
  bool has_left(std::size_t body) const;

  BowlSettings settings_;
  Rng rng_;
  double scale_ = 1;
  std::vector<Shape> shapes_;
  RigidBodies rigid_;
  std::vector<std::uint32_t> placed_;
  std::uint64_t frame_ = 0, put_back_ = 0;
};

}  // namespace glance::scenes
