// The options that choose how a world detects, for every command that has one.
#pragma once

#include <string>

#include "glance/world.h"

namespace CLI {
class App;
}

namespace glance::app {

// What is set here has to outlive the parsing of the command line.

/// One of the methods that answer pairs.
void add_method_option(CLI::App& command, const std::string& option, const std::string& description,
                       QueryMethod& method);

/// How collisions are detected. Nothing of it changes which bodies touch.
struct Detection {
  BoxKind boxes = BoxKind::automatic;
  WorldOptions world;
  DetectOptions detect;
  std::uint64_t threads = 0;  ///< 0: one per core

  /// The world's options, with the threads.
  WorldOptions world_options() const;
};

void add_detect_options(CLI::App& command, Detection& detection);

}  // namespace glance::app
