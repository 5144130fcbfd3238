// "12000 lines done" on the terminal, when there is reason to wonder.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace glance::app {

/// Says nothing before two seconds have passed, and takes back what it said in the end.
class Progress {
 public:
  /// `what` are done one by one, `total` of them (0: nobody knows).
  Progress(bool enabled, std::string what, std::uint64_t total = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void one_done() {
    done_++;
    if (enabled_) show_if_due();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void show_if_due();

  bool enabled_, shown_ = false;
  std::string what_;
  std::uint64_t total_, done_ = 0;
  Clock::time_point next_;
};

}  // namespace glance::app
