// What `glance sim` is asked to do: the scene, the methods, the files to write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/detect_options.h"
#include "scenes/simulation.h"
#include "sim/scene_options.h"

namespace CLI {
class App;
}

namespace glance::app {

struct SimArguments {
  SceneOptions scene;
  std::optional<scenes::ResponseMode> response;  ///< none: as usual in the scene
  ResponseStart response_state = ResponseStart::current;
  std::uint64_t frames = 300, seed = 1;
  Detection detection;
  scenes::CriticalSettings critical;
  std::string json, record;
};

/// What is set here has to outlive the parsing of the command line.
void add_sim_options(CLI::App& command, SimArguments& arguments);

/// For a command line that was parsed. Fails, if options make no sense, before anything is built.
/// The arguments have to outlive what is returned.
Result<scenes::SimulationSettings> sim_settings(const CLI::App& command, SimArguments& arguments);

}  // namespace glance::app
