// The commands, and which of them the command line asks for.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "commands.h"
#include "glance/base.h"

namespace glance::app {

int run_command_line(int argc, char** argv) {
  CLI::App app("Collision detection among many moving bodies.", "glance");
  app.set_version_flag("--version", fmt::format("glance {}", version()));
  app.require_subcommand(0, 1);

  int exit_code = kExitDone;
  add_demo_command(app, exit_code);
  add_pairs_command(app, exit_code);
  add_toi_command(app, exit_code);
  add_check_command(app, exit_code);
  add_tree_command(app, exit_code);
  add_sim_command(app, exit_code);
  add_replay_command(app, exit_code);
  add_reproduce_command(app, exit_code);
  add_completion_command(app, exit_code);
  // After the commands, which would inherit it in front of their own.
  app.footer(
      fmt::format("Run 'glance COMMAND --help' for what a command takes, with an example.\n\n"
                  "Example:\n"
                  "  $ glance --version\n"
                  "  glance {}",
                  version()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitBad;
  }
  if (app.get_subcommands().empty()) {
    std::cerr << app.help();
    return kExitBad;
  }
  return exit_code;
}

}  // namespace glance::app
