// Ctrl-C (SIGINT) and SIGTERM, while something is at work that has to be brought to an end first.
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

  /// The signal that has come; 0 if none has.
  static int caught();
  /// With which a program ends, by convention, that a signal has stopped.
  static int exit_code(int signal) { return 128 + signal; }
};

}  // namespace glance::app
