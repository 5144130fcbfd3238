#include "progress.h"

#include <fmt/format.h>

#include <iostream>
#include <string_view>
#include <utility>

namespace glance::app {
namespace {

constexpr std::chrono::milliseconds kPatience{2000}, kPeriod{300};
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(bool enabled, std::string what, std::uint64_t total)
    : enabled_(enabled), what_(std::move(what)), total_(total), next_(Clock::now() + kPatience) {}

Progress::~Progress() {
  if (shown_) std::cerr << kEraseLine << std::flush;
}

void Progress::show_if_due() {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  const std::string of = total_ > 0 ? fmt::format("of {} ", total_) : std::string();
  std::cerr << kEraseLine << fmt::format("{} {}{} done", done_, of, what_) << std::flush;
  shown_ = true;
  next_ = now + kPeriod;
}

}  // namespace glance::app
