// What `glance sim` says about a run: a table for people, JSON for programs.
#pragma once

#include <string>

#include "common/json_line.h"
#include "scenes/simulation.h"

namespace glance::app {

/// Lines, each ended by a newline.
std::string sim_table(const scenes::SimulationSettings& settings,
                      const scenes::Simulation& simulation);

/// {"bodies": .., "frames": .., "seconds_per_frame": {"total", "bounds", "broad", "narrow"},
///  "pairs": {"overlapping", "touching"}, "hash": "..", "bytes": ..} and more; pairs are means
/// per frame, and so are contacts and pairs swept in "interframe".
Json sim_json(const scenes::SimulationSettings& settings, const scenes::Simulation& simulation);

}  // namespace glance::app
