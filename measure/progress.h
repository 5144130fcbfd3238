// The progress of a run that takes long: "12000 lines done" in one line of the terminal, which is
// overwritten, and erased at the end.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "measure/stopwatch.h"

namespace glance::measure {

/// Whether standard error is a terminal.
bool on_terminal();

struct ProgressOptions {
  std::uint64_t total = 0;  ///< how many there are; 0: unknown
  bool time_left = false;   ///< adds an estimate; needs the total
  bool in_logs = false;     ///< where there is no terminal too: now and then, a line of its own
  double patience = 2;      ///< seconds in which nothing is said
  bool terminal = on_terminal();
  std::ostream* out = nullptr;  ///< none: standard error
};

class Progress {
 public:
  /// `what` is done one by one: "lines done".
  Progress(std::string what, const ProgressOptions& options);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void one_done() {
    done_++;
    if (options_.terminal || options_.in_logs) show_if_due();
  }
  /// For few that take long: "[3/12] what it is", at once, on a terminal only.
  void one_begins(std::string_view label);
  /// Makes room for other output.
  void erase();

 private:
  void show_if_due();
  std::string text() const;

  std::string what_;
  ProgressOptions options_;
  std::ostream& out_;
  bool shown_ = false;
  std::uint64_t done_ = 0;
  Stopwatch since_;
  double next_;  ///< seconds since the start
};

}  // namespace glance::measure
