// Where the theory of sweep and prune shows: at constant density n bodies make n^(5/3) swaps
// a frame, and in the end time must follow.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/icollide/study.h"

namespace glance::studies::icollide {
namespace {

/// From n to 2n, with some room so that coarse samples have points in it.
struct Range {
  double low, high;
};
constexpr std::array<Range, 4> kDoublings{{{125, 250}, {250, 500}, {500, 1000}, {1000, 2000}}};
constexpr double kRoom = 1.15;
/// Swaps are as the theory has them from this exponent on; time shows it from halfway between
/// linear and that.
constexpr double kAsTheory = kSwapExponent - 0.1, kShows = (1 + kSwapExponent) / 2;

std::optional<PowerLaw> local(const Curve& curve, const Range& range) {
  return fit_power_law(curve, range.low / kRoom, range.high * kRoom);
}

Cell show(const std::optional<PowerLaw>& law) {
  return {law ? fmt::format("{:.2f} \xC2\xB1 {:.2f}", law->exponent, law->error) : "\xE2\x80\x93"};
}

/// Where the exponent reaches a limit and stays there.
std::string from_where(const Curve& curve, double limit) {
  double from = 0;  // nowhere
  for (const Range& range : kDoublings) {
    const auto law = local(curve, range);
    if (!law) continue;
    const bool reached = law->exponent >= limit;
    if (!reached) from = 0;
    if (reached && from == 0) from = range.low;
  }
  return from > 0 ? fmt::format("from {} bodies on", show_number(from, 4))
                  : "not up to 2000 bodies";
}

std::string higher_term(const Curve& seconds) {
  const auto fit = fit_two_terms(seconds, kSwapExponent, kFitFrom, kFitTo);
  if (!fit) return "too few samples";
  const auto crossover = fit->crossover();
  constexpr double kStandardErrors = 2;
  if (!crossover || fit->higher < kStandardErrors * fit->error) return "lost in the noise";
  return fmt::format("{:.0f} % of the time at 2000 bodies, half of it at about {}",
                     100 * fit->share(kFitTo), show_number(*crossover, 2));
}

}  // namespace

void add_scaling(HtmlPage& page, const Measurements& measurements) {
  const MeasuredExperiment& bodies = measurements.find(kBodies);
  const MeasuredSeries &fixed = bodies.find(kFixed), &tight = bodies.find(kTight);
  const std::array<Curve, 7> curves{fixed.curve("swaps"),
                                    tight.curve("swaps"),
                                    fixed.curve("sort"),
                                    tight.curve("sort"),
                                    fixed.curve("seconds"),
                                    tight.curve("seconds"),
                                    bodies.find(kDefaults).curve("seconds")};
  page.heading("How it scales: exponents of n");
  page.paragraph(
      "At constant density the cube that n bodies fill has a side of n^(1/3), so that each of the "
      "n ends passes about n^(2/3) others as it moves: in theory there are n^(5/3) swaps per "
      "frame, an exponent of 1.67. Time follows once swaps outweigh the work per body.");
  const std::vector<std::string> columns{"bodies",       "swaps, fixed",   "swaps, tight",
                                         "sort, fixed",  "sort, tight",    "frame, fixed",
                                         "frame, tight", "frame, defaults"};
  std::vector<std::vector<Cell>> rows;
  for (const Range& range : kDoublings) {
    std::vector<Cell> row{
        {fmt::format("{} to {}", show_number(range.low, 4), show_number(range.high, 4))}};
    for (const Curve& curve : curves) row.push_back(show(local(curve, range)));
    rows.push_back(std::move(row));
  }
  std::vector<Cell> whole{{"100 to 2,000"}};
  for (const Curve& curve : curves) whole.push_back(show(fit_power_law(curve, kFitFrom, kFitTo)));
  rows.push_back(std::move(whole));
  page.table(columns, rows, true);
  const auto both = [&](std::size_t first, double limit) {
    return fmt::format("fixed cubes {}, tight boxes {}", from_where(curves[first], limit),
                       from_where(curves[first + 1], limit));
  };
  page.paragraph(
      fmt::format("Where the theory shows. Swaps, an exponent of {:.2f} or more: {}. Time of the "
                  "sort, {:.2f} or "
                  "more (halfway from linear): {}. Time per frame: {}.",
                  kAsTheory, both(0, kAsTheory), kShows, both(2, kShows), both(4, kShows)));
  page.paragraph(
      fmt::format("If a n + b n^(5/3) is fitted to the time per frame from 100 to 2000 bodies, "
                  "the second term is, with fixed cubes, {}; with tight boxes, {}.",
                  higher_term(curves[4]), higher_term(curves[5])));
}

}  // namespace glance::studies::icollide
