// Ctrl-C (SIGINT) and SIGTERM, during work that has to be finished properly first.
#pragma once

namespace glance::app {

/// While it lives, the first such signal is noted, and the second ends the program at once. One at
/// a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The signal that was caught; 0 if none was.
  static int caught();
  /// By convention, the exit code of a program that a signal has stopped.
  static int exit_code(int signal) { return 128 + signal; }
};

}  // namespace glance::app
