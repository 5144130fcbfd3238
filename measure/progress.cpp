#include "measure/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "measure/markup.h"

namespace glance::measure {
namespace {

/// Seconds from one message to the next.
constexpr double kOnTerminal = 0.3, kInLogs = 10;
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

bool on_terminal() { return isatty(STDERR_FILENO) != 0; }

Progress::Progress(std::string what, const ProgressOptions& options)
    : what_(std::move(what)),
      options_(options),
      out_(options.out ? *options.out : std::cerr),
      next_(options.patience) {}

Progress::~Progress() { erase(); }

void Progress::erase() {
  if (shown_ && options_.terminal) out_ << kEraseLine << std::flush;
  shown_ = false;
}

void Progress::one_begins(std::string_view label) {
  done_++;
  if (!options_.terminal) return;
  out_ << fmt::format("{}[{}/{}] {}", kEraseLine, done_, options_.total, label) << std::flush;
  shown_ = true;
}

std::string Progress::text() const {
  std::string text = fmt::format("{} ", done_);
  if (options_.total > 0) text += fmt::format("of {} ", options_.total);
  text += what_;
  if (options_.time_left && options_.total >= done_) {
    const double left =
        since_.seconds() * static_cast<double>(options_.total - done_) / static_cast<double>(done_);
    text += fmt::format(", about {} left", show_seconds(std::max(1.0, std::round(left)), 2));
  }
  return text;
}

void Progress::show_if_due() {
  const double now = since_.seconds();
  if (now < next_) return;
  out_ << (options_.terminal ? fmt::format("{}{}", kEraseLine, text()) : text() + "\n")
       << std::flush;
  shown_ = true;
  next_ = now + (options_.terminal ? kOnTerminal : kInLogs);
}

}  // namespace glance::measure
