// Rocks that fall down a ravine: they bounce, roll, hit each other, and break in two where they are
// hit hard. What leaves the ravine is gone, and other rocks start at its top.
//
//   Rockfall scene = *Rockfall::make({.rocks = 24});
//   scene.respond_at(contacts);   // of each frame, and then
//   scene.step();                 // removed(), and poses() of those that are there now
//
// Lengths in metres, times in seconds. Downhill is +x, up +z.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/glance.h"
#include "scenes/rigid_bodies.h"
#include "scenes/scene.h"

namespace glance::scenes {

struct RockfallSettings {
  std::uint32_t rocks = 24;  ///< that are there at least
  std::uint32_t most = 120;  ///< with their fragments: beyond that nothing breaks
  double break_speed = 5;    ///< a hit that changes the velocity by more breaks a rock (m/s)
  std::uint32_t breaks = 3;  ///< how often a rock and its parts may break
  std::uint64_t seed = 1;
};

/// The ground: a ravine of triangles, and rock below it.
class Ravine {
 public:
  static constexpr double kLength = 40, kHalfWidth = 10;

  explicit Ravine(Rng& rng);
  /// Closed, solid.
  Result<Shape> shape() const;
  /// Height of the ground above a place.
  double height(double x, double y) const;

 private:
  static constexpr std::uint32_t kAlong = 60, kAcross = 30;  ///< rectangles
  Vec3 corner(std::uint32_t i, std::uint32_t j) const;

  std::vector<double> bumps_;  ///< of the corners
};

class Rockfall final : public Scene {
 public:
  using Settings = RockfallSettings;
  static constexpr std::string_view kName = "rockfall";
  static constexpr SceneTraits kTraits{
      .response = ResponseMode::impulse, .rigid = true, .come_and_go = true};

  /// Fails, naming the number, if settings make no sense.
  static Result<Rockfall> make(const RockfallSettings& settings);

  const RockfallSettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::size_t counted_bodies() const override { return body_count() - 1; }  ///< but for the ground
  std::vector<SceneCount> counts() const override;
  /// The ground first, which is static, then rocks and fragments.
  std::span<const Shape> shapes() const override { return rigid_.shapes(); }
  std::span<const Pose> poses() const override { return rigid_.poses(); }
  std::size_t shape_number(std::size_t body) const override { return body; }
  bool is_static(std::size_t body) const override { return body == 0; }
  bool is_fast(std::size_t) const override { return false; }
  std::span<const std::uint32_t> removed() const override { return removed_; }

  const Ravine& ravine() const { return ravine_; }
  const RigidBodies& rigid() const { return rigid_; }
  /// So far.
  std::uint64_t broken() const { return broken_; }
  std::uint64_t left() const { return left_; }

  void respond_at(const FrameResponse& response) override;
  void step() override;

 private:
  explicit Rockfall(const RockfallSettings& settings);
  Result<bool> add_rock(double least_x, double most_x);
  void mark_hits(std::span<const ResponseContact> contacts);
  void break_or_leave();
  bool has_left(std::size_t body) const;

  /// A hit that breaks a rock.
  struct Hit {
    double speed = 0;
    Vec3 point = Vec3::zero();
  };

  RockfallSettings settings_;
  Rng rng_;
  Ravine ravine_;
  RigidBodies rigid_;
  std::vector<std::uint32_t> breaks_;  ///< how often each body broke already
  std::vector<Hit> hits_;              ///< of this frame, body by body
  std::vector<std::uint32_t> removed_;
  std::uint64_t broken_ = 0, left_ = 0;
};

}  // namespace glance::scenes
