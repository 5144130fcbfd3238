// Scenes by name, for `glance sim --scene` and for all other code that asks for one by its name.
//
// A scene is one file: x.cpp (and x.h if other code makes it directly). It defines x_scene(), which
// knows its name, what there is to see, its options and how it is made. scenes/CMakeLists.txt lists
// the file, and nothing else names the scene.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scenes/scene.h"

namespace glance::scenes {

/// One of a few names.
struct SceneChoice {
  std::vector<std::string_view> names;  ///< the first is the default
  std::function<void(std::size_t)> choose;
};

/// As a command line has it: where its value goes, and until then its default.
struct SceneOption {
  std::string_view name;  ///< "--bodies"
  std::string_view description;
  std::variant<std::uint32_t*, double*, std::optional<Shape>*, SceneChoice> value;
};

/// What a scene is made with besides its options.
struct SceneRequest {
  std::uint64_t seed = 1;
  bool between_frames = false;  ///< whether contacts between frames are looked for
};

/// What a scene is going to need.
struct SceneNeeds {
  std::string what;  ///< "24 bodies"
  std::uint64_t bodies = 0;
  double shape_bytes = 0;
};

class SceneMaker {
 public:
  virtual ~SceneMaker() = default;

  virtual std::string_view name() const = 0;
  /// What it shows, in one or two sentences of one line.
  virtual std::string_view help() const = 0;
  virtual SceneTraits traits() const = 0;
  /// They point into this maker, and take effect in this order: presets come first.
  virtual std::vector<SceneOption> options() = 0;
  /// Before anything is built. Fails, in the words of the options, if they make no sense.
  virtual Result<SceneNeeds> needs() const = 0;
  virtual Result<std::unique_ptr<Scene>> make(const SceneRequest& request) const = 0;
};

/// What most makers share: settings that are bound to options.
template <class S>
class MakerOf : public SceneMaker {
 public:
  std::string_view name() const override { return S::kName; }
  SceneTraits traits() const override { return S::kTraits; }
  Result<std::unique_ptr<Scene>> make(const SceneRequest& request) const override {
    typename S::Settings settings = settings_;
    settings.seed = request.seed;
    return scene_of<S>(settings)();
  }

 protected:
  typename S::Settings settings_;
};

/// All scenes; the first one is the default.
std::vector<std::unique_ptr<SceneMaker>> all_scenes();

/// None if there is no such scene.
std::unique_ptr<SceneMaker> find_scene(std::string_view name);

/// Fails for 0: "--bodies 0: at least one body is needed".
Result<void> check_bodies(std::uint32_t bodies);

}  // namespace glance::scenes
