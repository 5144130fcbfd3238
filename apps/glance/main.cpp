// The tool: runs the command and turns every way to fail into one message on standard error and one
// exit code.
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "commands.h"

int main(int argc, char** argv) {
  // Standard input and output are used through streams only; in step with stdio
  // they would read a long line character by character.
  std::ios::sync_with_stdio(false);
  // A reader that goes away is then an ordinary write error.
  std::signal(SIGPIPE, SIG_IGN);

  int exit_code = glance::app::kExitBad;
  try {
    exit_code = glance::app::run_command_line(argc, argv);
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
