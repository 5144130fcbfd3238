// `--scene` and the options of all scenes, as the registry has them (scenes/registry.h).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenes/registry.h"

namespace CLI {
class App;
}

namespace glance::app {

class SceneOptions {
 public:
  SceneOptions() : makers_(scenes::all_scenes()) {}

  /// This has to outlive the parsing of the command line.
  void add_to(CLI::App& command);

  // For a command line that was parsed.

  const scenes::SceneMaker& scene() const { return *makers_[scene_]; }
  /// An option of one scene with another one is a mistake that must not go unnoticed.
  Result<void> check_owners(const CLI::App& command) const;
  /// Sets the scene's options. Fails for numbers that are too large. Until files are read, a ball
  /// stands in for each.
  Result<void> apply(const CLI::App& command);
  /// Last, when everything else is known to make sense.
  Result<void> read_files(const CLI::App& command);

  /// "off; toi in bullets".
  std::string default_interframe() const;
  /// "rockfall, bowl, heap": those whose bodies are rigid.
  std::string rigid_scenes() const;

 private:
  /// One option, whichever scenes have it, and the value that the command line gives it.
  struct Argument {
    std::string name;
    std::vector<std::size_t> owners = {};
    std::vector<std::string> defaults = {};  ///< for people, one for each owner
    std::optional<std::uint64_t> whole = {};
    std::optional<double> real = {};
    std::size_t choice = 0;
    std::string file = {};
  };

  Argument* find(std::string_view name);
  std::string names_of(const std::vector<std::size_t>& scenes) const;
  std::string default_of(const Argument& argument) const;
  void add(CLI::App& command, const scenes::SceneOption& option, Argument& argument);

  std::vector<std::unique_ptr<scenes::SceneMaker>> makers_;
  std::size_t scene_ = 0;
  std::deque<Argument> arguments_;  // whose addresses last
};

}  // namespace glance::app
