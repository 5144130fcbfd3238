// The command line: finds the command and turns every way to fail into one
// message on standard error and one exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "commands.h"
#include "glance/base.h"

namespace glance::app {
namespace {

int run(int argc, char** argv) {
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

}  // namespace
}  // namespace glance::app

int main(int argc, char** argv) {
  // Standard input and output are used through streams only; in step with stdio
  // they would read a long line character by character.
  std::ios::sync_with_stdio(false);
  // A reader that goes away is then an ordinary write error.
  std::signal(SIGPIPE, SIG_IGN);

  int exit_code = glance::app::kExitBad;
  try {
    exit_code = glance::app::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "glance: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "glance: " << error.what() << '\n';
  }
  // Commands that notice a write error say so themselves; this is for the rest.
  if (exit_code == glance::app::kExitDone && !std::cout.flush()) {
    std::cerr << "glance: cannot write to standard output\n";
    exit_code = glance::app::kExitBad;
  }
  return exit_code;
}
