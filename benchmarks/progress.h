// What is being done, on a terminal only: elsewhere the rows are the progress.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <string>

namespace glance::bench {

class Progress {
 public:
  explicit Progress(std::size_t all) : all_(all) {}
  ~Progress() { erase(); }

  void show(const std::string& what) {
    done_++;
    if (enabled_) std::cerr << fmt::format("\r\x1b[K[{}/{}] {}", done_, all_, what) << std::flush;
  }
  void erase() const {
    if (enabled_) std::cerr << "\r\x1b[K" << std::flush;
  }

 private:
  bool enabled_ = isatty(STDERR_FILENO) != 0;
  std::size_t all_, done_ = 0;
};

}  // namespace glance::bench
