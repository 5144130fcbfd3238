// What `glance sim` is asked for: a scene, ways to detect, places to write to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "detect_options.h"
#include "scenes/simulation.h"

namespace CLI {
class App;
}

namespace glance::app {

enum class SceneName : std::uint8_t {
  multibody,
  bullets,
  packed,
  corner,
  rockfall,
  bowl,
  heap,
  hulls,
  births,
};

/// Of I-COLLIDE's pictures.
enum class Preset : std::uint8_t { paper, frame3, frame4 };

struct SimArguments {
  SceneName scene = SceneName::multibody;
  Preset preset = Preset::paper;
  std::uint64_t bodies = 1000, faces = 36, shapes = 256;
  scenes::MultibodySettings multibody;
  std::uint64_t plates = 0, projectiles = 0;  ///< set from the scene's defaults
  scenes::BulletsSettings bullets;
  scenes::PackedSettings packed;
  std::uint64_t triangles = 0, period = 0;  ///< set from the scene's defaults
  scenes::CornerSettings corner;
  scenes::RockfallSettings rockfall;
  scenes::BowlSettings bowl;
  scenes::HeapSettings heap;
  std::uint64_t corners = 0;  ///< set from the scene's defaults
  scenes::HullRowSettings hulls;
  std::uint64_t born = 0, rescaled = 0;  ///< set from the scene's defaults
  scenes::BirthsSettings births;
  std::optional<scenes::ResponseMode> response;  ///< none: as the scene is used to
  scenes::ResponseStart response_state = scenes::ResponseStart::current;
  std::uint64_t frames = 300, seed = 1;
  Detection detection;
  scenes::CriticalSettings critical;
  std::string model, json, record;
};

/// What is set here has to outlive the parsing of the command line.
void add_sim_options(CLI::App& command, SimArguments& arguments);

/// Of a command line that was parsed. Refuses what makes no sense, before anything is built.
Result<scenes::SimulationSettings> sim_settings(const CLI::App& command, SimArguments arguments);

}  // namespace glance::app
