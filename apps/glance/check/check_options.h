// What `glance check` is asked: two files, where they are, and how they are to be read.
#pragma once

#include <optional>
#include <string>

#include "check/check_report.h"
#include "common/length_unit.h"
#include "common/mesh_input.h"

namespace CLI {
class App;
}

namespace glance::app {

/// The options that there are for A, for B and for both of them.
struct MeshChoices {
  bool solid = false, surface = false;
  std::optional<double> scale;
  std::optional<LengthUnit> unit;
};

struct CheckArguments {
  std::string file_a, file_b;
  MeshChoices a, b, both;
  CheckSettings settings;
  std::optional<double> nearer_than;
  VolumeKind volume = VolumeKind::automatic;
  bool json = false, verbose = false;
};

/// What is set here has to outlive the parsing of the command line.
void add_check_options(CLI::App& command, CheckArguments& arguments);

/// What follows from the options together.
struct CheckPlan {
  CheckSettings settings;
  MeshSettings a, b;
  std::string unit;  ///< of all lengths in the answer; empty if none is named
};

/// Fails for options that contradict each other.
Result<CheckPlan> check_plan(const CheckArguments& arguments);

}  // namespace glance::app
