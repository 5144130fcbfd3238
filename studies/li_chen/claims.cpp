// The table "what the paper says / what we see" of Li and Chen. The right column and the verdict
// are computed from the measurements, whatever these say.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/li_chen/study.h"

namespace glance::studies::li_chen {
namespace {

// What the paper measured (table 1): speed-ups.
constexpr double kPaperPredict = 0.35, kPaperDeferred = 0.71;  // the least of ten runs each
/// "Almost always": at least this part of the cases.
constexpr double kAlmostAlways = 0.9;
/// A difference between single runs that is more than noise.
constexpr double kWorthTheName = 1.02;

/// "84 %".
std::string percent_of(double speedup) { return fmt::format("{:.0f} %", 100 * speedup); }

std::string percent_of(const Ratio& ratio) {
  return fmt::format("{:.0f} \xC2\xB1 {:.0f} %", 100 * (ratio.factor - 1),
                     100 * ratio.factor * ratio.error);
}

class LiChenTable : ClaimList {
 public:
  explicit LiChenTable(const Measurements& m) : m_(m) {}

  std::vector<Claim> make() {
    runs(kPredict, "The list alone (4.3)", "40 % faster than top-down on average, 35 to 46 %.",
         kPaperPredict);
    runs(kDeferred, "Rebuilding deferred (4.4)",
         "84 % faster than top-down on average, 71 to 104 %.", kPaperDeferred);
    bound();
    deferred_wins();
    more_deferrals();
    both_ways();
    every_volume();
    jumps();
    return std::move(claims_);
  }

 private:
  /// How much less of a value a strategy takes than top-down, over all runs.
  std::optional<Ratio> gain(std::string_view strategy, std::string_view value,
                            std::string_view against = kTopDown) const {
    const MeasuredExperiment& e = m_.find(kRuns);
    return mean_ratio(e.find(against).curve(value), e.find(strategy).curve(value), 0, kEverywhere);
  }

  void runs(std::string_view strategy, std::string topic, std::string paper, double least) {
    Claim& claim = add(std::move(topic), std::move(paper));
    const auto time = gain(strategy, "seconds"), tests = gain(strategy, "volume_tests");
    if (!time || !tests) return;
    set(claim, above(*time, 1 + least),
        fmt::format("{} in time, {} in pairs of volumes tested.", percent_of(*time),
                    percent_of(*tests)));
  }

  void bound() {
    Claim& claim = add("What a list can save (5.2)",
                       "At most 100 %: the nodes above the list are as many as those in it.");
    const auto tests = gain(kDeferred, "volume_tests");
    if (!tests) return;
    set(claim, below(*tests, 2), fmt::format("{} in pairs of volumes tested.", percent_of(*tests)));
  }

  void deferred_wins() {
    Claim& claim = add("Deferring once (5.2)", "Almost always ahead of not deferring.");
    const MeasuredExperiment& e = m_.find(kRuns);
    const Curve without = e.find(kPredict).curve("seconds"),
                with = e.find(kDeferred).curve("seconds");
    const std::size_t all = std::min(without.size(), with.size());
    if (all == 0) return;
    std::size_t ahead = 0;
    for (std::size_t i = 0; i < all; i++) ahead += with[i].second < without[i].second;
    set(claim, outcome_if(static_cast<double>(ahead) >= kAlmostAlways * static_cast<double>(all)),
        fmt::format("In {} of {} runs.", ahead, all));
  }

  void more_deferrals() {
    Claim& claim = add("Deferring more than once (5.2)",
                       "Deferring more is no good: it becomes slower again.");
    const std::string_view spheres = to_string(VolumeKind::sphere);
    const Curve times = m_.find(kDeferrals).find(spheres).curve("seconds");
    const Curve tests = m_.find(kDeferrals).find(spheres).curve("volume_tests");
    const auto once = value_at(times, kPaperDeferrals);
    const auto tests_once = value_at(tests, kPaperDeferrals);
    if (!once || !tests_once || times.back().first <= kPaperDeferrals) return;
    // Each number of deferrals counts, and is shown.
    Outcome outcome = Outcome::as_in_paper;
    std::string text;
    for (std::size_t i = 0; i < std::min(times.size(), tests.size()); i++) {
      const auto [deferrals, seconds] = times[i];
      if (deferrals <= kPaperDeferrals) continue;
      outcome = both(outcome, slower(seconds / *once));
      text += fmt::format("{}deferring {} times takes {} the time ({} the pairs of volumes)",
                          text.empty() ? "" : "; ", deferrals, studies::times(seconds / *once),
                          studies::times(tests[i].second / *tests_once));
    }
    set(claim, outcome, fmt::format("Compared with once, {}.", text));
  }

  /// Whether a run that takes so many times as long is slower, as the paper says.
  static Outcome slower(double factor) {
    if (factor > kWorthTheName) return Outcome::as_in_paper;
    return factor < 1 / kWorthTheName ? Outcome::differs : Outcome::unclear;
  }

  void both_ways() {
    Claim& claim =
        add("Moving both ways (4.2)",
            "Saves a quarter of the list's nodes if a node is equally likely to move up, "
            "down or not: less than one may expect, and less than predicting.");
    const auto time = gain(kBothWays, "seconds"), tests = gain(kBothWays, "volume_tests");
    const auto behind = gain(kPredict, "seconds", kBothWays);
    if (!time || !tests || !behind) return;
    set(claim, above(*behind, 1),
        fmt::format("{} faster than top-down in time, {} in pairs of volumes; predicting takes {} "
                    "the time of it.",
                    percent_of(*time), percent_of(*tests), times(1 / behind->factor)));
  }

  void every_volume() {
    Claim& claim = add("Other volumes (6)",
                       "Consistent improvements over various models; OBBs are being tried.");
    const MeasuredExperiment& e = m_.find(kVolumeKinds);
    const Curve top = e.find(kTopDown).curve("seconds"), list = e.find(kDeferred).curve("seconds");
    const std::size_t all = std::min(top.size(), list.size());
    if (all == 0) return;
    bool faster = true;
    std::string text;
    for (std::size_t i = 0; i < all; i++) {
      const double gained = speedup(top[i].second, list[i].second);
      faster = faster && gained > 0;
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                          to_string(kVolumes[static_cast<std::size_t>(top[i].first)]),
                          percent_of(gained));
    }
    set(claim, outcome_if(faster), text + ".");
  }

  void jumps() {
    Claim& claim =
        add("Large jumps (6)",
            "The list can be slower than top-down when bodies make large or random jumps.");
    const MeasuredExperiment& e = m_.find(kSteps);
    const Curve top = e.find(kTopDown).curve("seconds"), list = e.find(kDeferred).curve("seconds");
    if (top.empty() || list.size() != top.size()) return;
    double worst = 0, at = 0;
    for (std::size_t i = 0; i < top.size(); i++) {
      if (list[i].second / top[i].second > worst) {
        worst = list[i].second / top[i].second;
        at = top[i].first;
      }
    }
    const auto even = break_even(m_, "seconds");
    set(claim, outcome_if(worst > 1),
        fmt::format("At worst {} the time of top-down, at {} of the paper's steps at once. {}",
                    times(worst), at,
                    even ? fmt::format("Break-even at {} steps.", show_number(*even))
                         : std::string("It pays at every step tried.")));
  }

  const Measurements& m_;
};

}  // namespace

double speedup(double top_down, double other) { return other > 0 ? top_down / other - 1 : 0; }

std::optional<double> break_even(const Measurements& m, std::string_view value) {
  const MeasuredExperiment& e = m.find(kSteps);
  const Curve top = e.find(kTopDown).curve(value), list = e.find(kDeferred).curve(value);
  for (std::size_t i = 0; i < std::min(top.size(), list.size()); i++) {
    const double here = speedup(top[i].second, list[i].second);
    if (here > 0) continue;
    if (i == 0) return top[0].first;
    // Between this place and the one before, along the logarithm of the step.
    const double before = speedup(top[i - 1].second, list[i - 1].second);
    const double part = before / (before - here);
    return top[i - 1].first * std::pow(top[i].first / top[i - 1].first, part);
  }
  return std::nullopt;
}

Agreement compare_verdicts(const Measurements& m) {
  Agreement result;
  for (const std::string_view name : {kRuns, kVolumeKinds, kSteps}) {
    result.compare(m.find(name), kStrategies);
  }
  // All volumes, at all deferrals, have the same track.
  std::vector<std::string_view> volumes;
  for (const VolumeKind volume : kVolumes) volumes.push_back(to_string(volume));
  result.compare(m.find(kDeferrals), volumes);
  result.first = kTopDown;
  return result;
}

std::vector<Claim> claims(const Measurements& measurements) {
  return LiChenTable(measurements).make();
}

}  // namespace glance::studies::li_chen
