// The tool: runs the command and turns every way to fail into one message on standard error and one
// exit code.
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "commands.h"
#include "common/complain.h"

int main(int argc, char** argv) {
  // Standard input and output are used through streams only; in step with stdio
  // they would read a long line character by character.
  std::ios::sync_with_stdio(false);
  // `glance .. | head` ends as quietly as other tools do when the reader has had enough, even if
  // the caller ignores the signal. (A full disk and a closed output are errors, which are
  // reported.)
  std::signal(SIGPIPE, SIG_DFL);

  int exit_code = glance::app::kExitBad;
  try {
    exit_code = glance::app::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << glance::app::message_line("out of memory");
  } catch (const std::exception& error) {
    std::cerr << glance::app::message_line(error.what());
  }
  // Commands that notice a write error say so themselves; this is for the rest.
  if (exit_code == glance::app::kExitDone && !std::cout.flush()) {
    exit_code = glance::app::complain("cannot write to standard output");
  }
  return exit_code;
}
