#include "sim/critical_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

#include "common/options.h"

namespace glance::app {
namespace {

constexpr std::array kSchedules{Choice<Schedule>{"queues", Schedule::priority_queues},
                                Choice<Schedule>{"round-robin", Schedule::round_robin},
                                Choice<Schedule>{"sequential", Schedule::sequential},
                                Choice<Schedule>{"sorted", Schedule::sorted}};
constexpr std::array kUndecided{Choice<Undecided>{"touch", Undecided::touch},
                                Choice<Undecided>{"apart", Undecided::apart}};

/// The number that a text begins with, and what comes after it; none if it is not finite.
std::optional<double> number_before(std::string_view text, std::string_view& rest) {
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return {};
  rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  return number;
}

}  // namespace

Result<Budget> parse_budget(std::string_view text) {
  if (text == "unlimited") return Budget();
  std::string_view unit;
  const std::optional<double> number = number_before(text, unit);
  const double seconds = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (!number || (seconds == 0 && unit != "w")) {
    return fail(fmt::format(
        "expected a time (4ms, 0.5s, 200us), work (20000w) or unlimited, found '{}'", text));
  }
  if (*number < 0) return fail(fmt::format("must not be negative, found '{}'", text));
  if (seconds > 0) return Budget::for_seconds(*number * seconds);
  constexpr double kMostUnits = 0x1p53;  // so far every whole number is a double
  if (*number != std::floor(*number) || *number > kMostUnits) {
    return fail(fmt::format("expected a whole number of units, at most 2^53, found '{}'", text));
  }
  return Budget::for_work(static_cast<std::uint64_t>(*number));
}

std::string show_budget(const Budget& budget) {
  if (budget.units() != Budget::kUnlimited) return fmt::format("{}w", budget.units());
  if (!std::isfinite(budget.seconds())) return "unlimited";
  return fmt::format("{:.6g}ms", 1e3 * budget.seconds());
}

Result<std::optional<std::array<double, 2>>> parse_gaze(std::string_view text) {
  using Gaze = std::optional<std::array<double, 2>>;
  if (text == "random") return Gaze();
  std::string_view rest, end;
  const std::optional<double> x = number_before(text, rest);
  if (x && rest.starts_with(',')) {
    const std::optional<double> y = number_before(rest.substr(1), end);
    if (y && end.empty()) return Gaze({*x, *y});
  }
  return fail(fmt::format("expected x,y in pixels, or random, found '{}'", text));
}

std::string show_gaze(const std::optional<std::array<double, 2>>& gaze) {
  return gaze ? fmt::format("{},{}", (*gaze)[0], (*gaze)[1]) : "random";
}

void add_critical_options(CLI::App& command, scenes::CriticalSettings& s) {
  start_group(command, "Frames that end in time");
  add_parsed(command, "--budget",
             "What a frame may cost: a time (4ms, 0.5s, 200us), units of work (20000w), or "
             "unlimited",
             "BUDGET", "none", [&s](const std::string& text) -> Result<void> {
               const Result<Budget> budget = parse_budget(text);
               if (!budget) return fail(budget.error());
               s.budget = *budget;
               return {};
             });
  add_choice(command, "--schedule", "With --budget: which pairs are tested first", kSchedules,
             s.schedule);
  add_choice(command, "--undecided", "With --budget: what undecided pairs count as", kUndecided,
             s.undecided);
  add_parsed(command, "--gaze",
             "With --budget: where a viewer looks, in a picture of 1280 by 720 pixels, or random",
             "X,Y", show_gaze(s.gaze), [&s](const std::string& text) -> Result<void> {
               const auto gaze = parse_gaze(text);
               if (!gaze) return fail(gaze.error());
               s.gaze = *gaze;
               return {};
             });
}

Result<std::optional<scenes::CriticalSettings>> critical_settings(
    const CLI::App& command, const scenes::CriticalSettings& settings) {
  using Critical = std::optional<scenes::CriticalSettings>;
  if (!is_given(command, "--budget")) {
    for (const char* option : {"--schedule", "--undecided", "--gaze"}) {
      if (is_given(command, option)) return fail(fmt::format("{} needs --budget", option));
    }
    return Critical();
  }
  if (is_given(command, "--record") && !settings.budget.is_unlimited()) {
    return fail("--record keeps exact answers: it cannot be combined with a --budget that ends");
  }
  return Critical(settings);
}

}  // namespace glance::app
