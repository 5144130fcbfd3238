// What a simulation asks a scene: its bodies, and where they are in the next frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "glance/glance.h"

namespace glance::scenes {

/// What touching bodies do.
enum class ResponseMode : std::uint8_t {
  none,      ///< nothing
  exchange,  ///< exchange velocities: I-COLLIDE's rule for equals
  impulse,   ///< impulses at all contacts together (glance/response.h)
};

/// "none", "exchange", "impulse".
std::string_view to_string(ResponseMode mode);

/// Contacts of a frame for a scene to respond to. Bodies by number.
struct FrameResponse {
  ResponseMode mode = ResponseMode::impulse;
  ResponseStart start = ResponseStart::current;
  std::span<const ResponseContact> contacts;  ///< see FrameContacts
  std::size_t exact = 0;                      ///< so many of them, the first ones, are exact
  std::span<const NumberedPair> begun;        ///< touch for certain, and did not before
  Budget budget = {};                         ///< for all that is left to do
};

/// A body of another size.
struct Rescaled {
  std::uint32_t body = 0;
  double scale = 1;  ///< of its shape as it was added
};

/// Properties of all scenes of a kind.
struct SceneTraits {
  /// What touching bodies do, unless something else is asked for; none: they follow prescribed
  /// motions, whatever is asked for.
  ResponseMode response = ResponseMode::none;
  bool rigid = false;        ///< whether impulses move them, and gravity
  bool come_and_go = false;  ///< whether there are others in later frames
  /// Whether it makes no sense to prepare trees for budgets, as frames make shapes of their own.
  bool unprepared = false;
  BetweenFrames between_frames = BetweenFrames::off;  ///< unless asked otherwise
};

/// A setting and its name in reports.
using SceneFact =
    std::pair<std::string_view, std::variant<bool, std::uint64_t, double, std::string>>;

/// Something that a scene counts.
struct SceneCount {
  std::string_view group;  ///< empty: by itself
  std::string_view name;
  std::uint64_t value = 0;
  std::string_view note;  ///< for people; empty: not for them
};

class Scene {
 public:
  virtual ~Scene() = default;

  virtual std::string_view name() const { return {}; }
  virtual SceneTraits traits() const { return {}; }
  /// Bodies and motion, in words: one or two lines, each ended.
  virtual std::string describe() const { return {}; }
  virtual std::vector<SceneFact> facts() const { return {}; }
  /// Since the beginning.
  virtual std::vector<SceneCount> counts() const { return {}; }
  /// What a paper says about the speed of this scene; empty if nothing.
  virtual std::string_view quotation() const { return {}; }
  /// Bodies without walls and ground.
  virtual std::size_t counted_bodies() const;

  virtual std::span<const Shape> shapes() const = 0;
  virtual std::span<const Pose> poses() const = 0;
  /// The number of a body's shape among shapes().
  virtual std::size_t shape_number(std::size_t body) const = 0;
  virtual bool is_static(std::size_t body) const = 0;
  /// Whether it may pass others between two frames (BodyOptions::fast).
  virtual bool is_fast(std::size_t body) const = 0;

  std::size_t body_count() const { return poses().size(); }
  const Shape& shape_of(std::size_t body) const { return shapes()[shape_number(body)]; }

  /// The pairs that touch in this frame, in ascending order: for scenes in which that matters.
  virtual void respond(std::span<const NumberedPair> contacts) { (void)contacts; }
  /// Where and how deep, for scenes of rigid bodies.
  virtual void respond_at(const FrameResponse& response) { (void)response; }
  /// One frame further.
  virtual void step() = 0;
  /// Bodies, ascending, that the last step put somewhere else at once (World::place).
  virtual std::span<const std::uint32_t> placed() const { return {}; }
  /// Bodies that the last step took away, one after the other: each time the last of all gets the
  /// number of the one that is gone. Those that it added came after that, at the end.
  virtual std::span<const std::uint32_t> removed() const { return {}; }
  /// Bodies that have another size since the last step (World::set_scale).
  virtual std::span<const Rescaled> rescaled() const { return {}; }

 protected:
  Scene() = default;
  Scene(const Scene&) = default;
  Scene(Scene&&) = default;
  Scene& operator=(const Scene&) = default;
  Scene& operator=(Scene&&) = default;
};

/// How a scene is made, as often as it is needed.
using SceneRecipe = std::function<Result<std::unique_ptr<Scene>>()>;

/// Of a scene whose type is known: scene_of<Heap>({.boxes = 120}).
template <class S>
SceneRecipe scene_of(const typename S::Settings& settings) {
  return [settings]() -> Result<std::unique_ptr<Scene>> {
    Result<S> scene = S::make(settings);
    if (!scene) return fail(scene.error());
    return std::make_unique<S>(*std::move(scene));
  };
}

}  // namespace glance::scenes
