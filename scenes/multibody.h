// I-COLLIDE section 5.3: polytopes that fly about in a box, bounce off its walls and exchange
// velocities where they touch. The scene moves the bodies, and is told which of them touch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "glance/glance.h"
#include "scenes/flight.h"
#include "scenes/scene.h"

namespace glance::scenes {

enum class Path : std::uint8_t {
  straight,  ///< constant velocities between collisions
  random,    ///< a new direction of flight and axis of rotation every frame
};

enum class ShapesMix : std::uint8_t {
  hulls,  ///< random polytopes, as in the paper
  all,    ///< bodies of every kind (shape_mix.h), and half-spaces as walls around them
};

/// "hulls", "all".
std::string_view to_string(ShapesMix mix);

/// The paper's parameters, with its defaults (section 6).
struct MultibodySettings {
  std::uint32_t bodies = 1000;
  std::uint32_t faces = 36;  ///< of each polytope: even, at least 4
  double rotation = 10;      ///< degrees a frame
  double translation = 10;   ///< percent of the body's radius a frame
  double density = 1;        ///< percent of the volume that the bodies fill; > 0
  std::uint64_t seed = 1;
  std::uint32_t shapes = 256;  ///< at most so many different ones, shared
  Path path = Path::straight;
  /// How many times the smallest body the largest one is, in length: sizes are scattered evenly by
  /// their logarithms.
  double size_spread = 1;
  /// Instead of random polytopes; `faces` and `shapes` are not used then.
  std::optional<Shape> model = {};
  ShapesMix mix = ShapesMix::hulls;  ///< not with a model
  bool fast = false;                 ///< whether those that fly count as fast (BodyOptions::fast)
};

/// Whether these are the paper's own parameters (section 6), for which it reports 23 frames a
/// second.
bool is_paper_scene(const MultibodySettings& settings);

class Multibody final : public Scene {
 public:
  using Settings = MultibodySettings;
  static constexpr std::string_view kName = "multibody";
  static constexpr SceneTraits kTraits{.response = ResponseMode::exchange};

  /// Fails, naming the number, if settings make no sense.
  static Result<Multibody> make(const MultibodySettings& settings);

  const MultibodySettings& settings() const { return settings_; }
  std::string_view name() const override { return kName; }
  SceneTraits traits() const override { return kTraits; }
  std::string describe() const override;
  std::vector<SceneFact> facts() const override;
  std::string_view quotation() const override;
  std::size_t counted_bodies() const override { return settings_.bodies; }
  std::span<const Shape> shapes() const override { return shapes_; }
  /// The bodies that fly, and after them the walls, which are static.
  std::span<const Pose> poses() const override { return poses_; }
  bool is_static(std::size_t body) const override { return body >= flights_.size(); }
  bool is_fast(std::size_t body) const override { return settings_.fast && !is_static(body); }
  std::size_t shape_number(std::size_t body) const override {
    return is_static(body) ? flying_shapes_ + (body - flights_.size()) : body % flying_shapes_;
  }
  /// The walls are at +-half_side along each axis. Bodies are reflected when their centroid
  /// passes a wall.
  double half_side() const { return half_side_; }

  /// Two bodies by number.
  using Contact = NumberedPair;

  /// Bodies that touch and approach each other exchange their velocities, in the order
  /// given (I-COLLIDE: an elastic reaction between equals). Walls are ignored: they reflect
  /// in step().
  void respond(std::span<const Contact> contacts) override;

  /// Impulses at the contacts of bodies that fly: elastic, smooth, all of the same density. (In
  /// between they go on turning about the same axis.)
  void respond_at(const FrameResponse& response) override;

  /// Velocity of the centroid, length per frame. For bodies that fly only.
  const Vec3& velocity(std::size_t body) const { return flights_[body].velocity; }
  const Vec3& center(std::size_t body) const { return flights_[body].center; }

  /// Advances by one frame: moves, turns, and reflects at the walls.
  void step() override;

 private:
  explicit Multibody(const MultibodySettings& settings)
      : settings_(settings), rng_(settings.seed) {}
  Result<void> make_shapes();
  Result<void> spread_sizes();
  void add_walls();
  void set_course(std::size_t body);
  Result<RigidBody> rigid_body(std::size_t body) const;
  Result<void> set_pose(std::size_t body);

  MultibodySettings settings_;
  Rng rng_;
  std::vector<Shape> shapes_;  ///< those that fly, then the walls
  std::size_t flying_shapes_ = 0;
  std::vector<Flight> flights_;
  std::vector<Pose> poses_;
  double half_side_ = 0;
  // For impulses, made by the first of them.
  std::vector<RigidBody> bodies_;
  std::vector<RigidState> states_;
  std::vector<ResponseContact> between_;
};

}  // namespace glance::scenes
