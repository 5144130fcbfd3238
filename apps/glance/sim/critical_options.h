// Options for frames that end with a budget: how much, in which order, where a viewer looks.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "scenes/simulation.h"

namespace CLI {
class App;
}

namespace glance::app {

/// "4ms", "0.5s", "200us" (time), "20000w" (units of work) or "unlimited".
Result<Budget> parse_budget(std::string_view text);
/// As parse_budget takes it.
std::string show_budget(const Budget& budget);

/// "640,360" in pixels; none for "random".
Result<std::optional<std::array<double, 2>>> parse_gaze(std::string_view text);
std::string show_gaze(const std::optional<std::array<double, 2>>& gaze);

/// What is set here has to outlive the parsing of the command line.
void add_critical_options(CLI::App& command, scenes::CriticalSettings& settings);

/// For a command line that was parsed; none without --budget. Fails if options contradict it.
Result<std::optional<scenes::CriticalSettings>> critical_settings(
    const CLI::App& command, const scenes::CriticalSettings& settings);

}  // namespace glance::app
