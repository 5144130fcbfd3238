// The table "what the paper says / what we see" of O'Sullivan and Dingliana. The right column and
// the verdict are computed from the measurements, whatever these say.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/osullivan/study.h"

namespace glance::studies::osullivan {
namespace {

/// "Approximately halved": at most this part is left.
constexpr double kHalved = 0.6;
/// "Significant" overhead of sorting: from this factor on.
constexpr double kSignificant = 1.1;
/// "Increase dramatically": from the median frame to the slowest hundredth.
constexpr double kDramatic = 5;
/// "Full control": this many percent of the frames.
constexpr double kInTime = 99;
/// Up to here a scene is sparse, from there on dense (% of the volume).
constexpr double kSparse = 0.2, kDense = 5, kAnyDensity = 100;

constexpr std::string_view kQueues = "queues", kRoundRobin = "round-robin", kSorted = "sorted",
                           kSequential = "sequential";

/// "48 %".
std::string as_percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

/// The y at just this x.
std::optional<double> at(const Curve& curve, double x) {
  for (const auto& [place, y] : curve) {
    if (place == x) return y;
  }
  return {};
}

class OsullivanTable : ClaimList {
 public:
  explicit OsullivanTable(const Measurements& m) : m_(m) {}

  std::vector<Claim> make() {
    halved();
    for (std::size_t i = 1; i < kModels.size(); i++) halved_for(i);
    best_schedule();
    more_time();
    sorting();
    overhead();
    jerky();
    in_time();
    sparse();
    dense();
    at_rest();
    asleep();
    return std::move(claims_);
  }

 private:
  const MeasuredExperiment& most_entities() const {
    return m_.find(inaccuracy_of(kEntities.back()));
  }

  void halved() {
    Claim& claim = add("Priority queues (3.4.3)",
                       "Perceived inaccuracy is about halved for large numbers of objects.");
    const auto part = queues_by_round_robin(most_entities(), kClaimedAt, "perceived_by_bounds");
    const auto centres = queues_by_round_robin(most_entities(), kClaimedAt, "perceived_by_centres");
    if (!part || !centres) return;
    std::string others;
    for (const std::uint32_t entities : kEntities) {
      const auto here = queues_by_round_robin(m_.find(inaccuracy_of(entities)), kClaimedAt,
                                              "perceived_by_bounds");
      if (!here || entities == kEntities.back()) continue;
      others += fmt::format("{}{} at {}", others.empty() ? " Of fewer entities: " : ", ",
                            as_percent(*here), entities);
    }
    set(claim, outcome_if(*part <= kHalved),
        fmt::format(
            "At {} entities and {} % of the full cost, {} of round-robin's (gaps by bounds; "
            "by centres {}).{}{}",
            kEntities.back(), kClaimedAt, as_percent(*part), as_percent(*centres), others,
            others.empty() ? "" : "."));
  }

  void halved_for(std::size_t model) {
    Claim& claim = add(fmt::format("The same, noticed otherwise ({})", kModels[model].name),
                       "Perceived inaccuracy is about halved for large numbers of objects.");
    const MeasuredExperiment& e = m_.find(kScores);
    const auto x = static_cast<double>(model);
    const auto part = queues_by_round_robin(e, x, "perceived_by_bounds");
    const auto itself = queues_by_round_robin(e, x, "perceived_by_bounds", kQueuesByItself);
    if (!part || !itself) return;
    set(claim, outcome_if(*part <= kHalved),
        fmt::format("{} of round-robin's if the default model schedules and this one scores; {} if "
                    "it does both.",
                    as_percent(*part), as_percent(*itself)));
  }

  void best_schedule() {
    Claim& claim =
        add("Of all schedules (3.4.3)", "Priority queues are the most effective of the four.");
    const MeasuredExperiment& e = most_entities();
    std::string text;
    bool best = true;
    std::optional<double> queues;
    for (const Schedule schedule : kSchedules) {
      const auto value = at(e.find(to_string(schedule)).curve("perceived_by_bounds"), kClaimedAt);
      if (!value) return;
      if (!queues) queues = value;
      best = best && *queues <= *value;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(schedule),
                          show_number(*value));
    }
    set(claim, outcome_if(best),
        fmt::format("Perceived at {} entities and {} %: {}.", kEntities.back(), kClaimedAt, text));
  }

  void more_time() {
    Claim& claim = add("More time (3.4.2)",
                       "The further down the trees, the smaller the geometric inaccuracy.");
    const MeasuredExperiment& e = most_entities();
    std::string text;
    bool falls = true;
    for (const Schedule schedule : kSchedules) {
      const Curve curve = e.find(to_string(schedule)).curve("by_bounds");
      if (curve.size() < 2) return;
      for (std::size_t i = 1; i < curve.size(); i++) {
        falls = falls && curve[i].second < curve[i - 1].second;
      }
      text += fmt::format("{}{} {} to {}", text.empty() ? "" : ", ", to_string(schedule),
                          show_number(curve.front().second), show_number(curve.back().second));
    }
    const Curve first = e.find(kQueues).curve("by_bounds");
    set(claim, outcome_if(falls),
        fmt::format("From {:g} % to {:g} % of the full cost: {}.", first.front().first,
                    first.back().first, text));
  }

  /// Seconds of a frame of the same work, over all budgets.
  std::optional<Ratio> time_of(std::string_view schedule, std::string_view by) const {
    const MeasuredExperiment& e = most_entities();
    return mean_ratio(e.find(schedule).curve("seconds"), e.find(by).curve("seconds"), 0, 100);
  }

  void sorting() {
    Claim& claim = add("Sorting (3.4.3)",
                       "Sorting by importance is a significant overhead, and degrades the result.");
    const MeasuredExperiment& e = most_entities();
    const auto time = time_of(kSorted, kSequential);
    const Curve sorted = e.find(kSorted).curve("perceived_by_bounds");
    const auto plain = at(e.find(kSequential).curve("perceived_by_bounds"), kClaimedAt);
    if (!time || !plain || !(*plain > 0)) return;
    // In the time of the other, it comes so much less far.
    const auto in_its_time = value_at(sorted, kClaimedAt / time->factor);
    if (!in_its_time) return;
    set(claim, both(above(*time, kSignificant), outcome_if(*in_its_time > *plain)),
        fmt::format("A frame of the same work takes {} the time of sequential. In the time that "
                    "sequential takes for {} % of the work, perceived inaccuracy is {} of its.",
                    times(*time), kClaimedAt, as_percent(*in_its_time / *plain)));
  }

  void overhead() {
    Claim& claim = add("Queues in place of sorting (3.4.3)",
                       "Choosing a queue by importance is less overhead than sorting by it.");
    const auto time = time_of(kQueues, kSorted), by_turns = time_of(kQueues, kRoundRobin);
    if (!time || !by_turns) return;
    set(claim, below(*time, 1),
        fmt::format("A frame of the same work takes queues {} the time of sorted, {} that of "
                    "round-robin.",
                    times(*time), times(*by_turns)));
  }

  /// Of the corner scene.
  std::optional<double> corner(std::string_view series, std::string_view value) const {
    const Curve curve = m_.find(kCorner).find(series).curve(value);
    if (curve.empty()) return {};
    return curve.front().second;
  }

  void jerky() {
    Claim& claim = add("All in one corner (2.1)",
                       "Frames are fairly constant until all balls are in one corner, and then "
                       "take 20 to 30 times as long, or more.");
    const auto median = corner(kNoBudget, "median_seconds"),
               slow = corner(kNoBudget, "p99_seconds"), most = corner(kNoBudget, "most_seconds");
    if (!median || !slow || !most || !(*median > 0)) return;
    set(claim, outcome_if(*slow >= kDramatic * *median),
        fmt::format("Without a budget half of the frames take {} or less, the slowest hundredth {} "
                    "({}) or more, the slowest {}.",
                    show_seconds(*median), show_seconds(*slow), times(*slow / *median),
                    show_seconds(*most)));
  }

  void in_time() {
    Claim& claim = add("Interruption (2.1)",
                       "The application has full control over how long detection takes.");
    const auto within = corner(kBudgeted, "within_percent"),
               most = corner(kBudgeted, "most_seconds"), undecided = corner(kBudgeted, "undecided"),
               asked = corner(kBudgeted, "asked");
    const auto without = corner(kNoBudget, "within_percent");
    if (!within || !most || !undecided || !asked || !without) return;
    set(claim, outcome_if(*within >= kInTime),
        fmt::format("With a budget of {}, {:.1f} % of the frames take {} or less (without: {:.1f} "
                    "%), the longest {}. Of {} pairs per frame {} stay undecided.",
                    show_seconds(kBudget), *within, show_seconds(kLate), *without,
                    show_seconds(*most), show_number(*asked), show_number(*undecided)));
  }

  std::optional<Ratio> space_time_by_sweep(double low, double high, bool resting) const {
    const MeasuredExperiment& e = m_.find(kBroad);
    return mean_ratio(e.find(resting ? kSpaceTimeResting : kSpaceTime).curve("seconds"),
                      e.find(resting ? kSweepResting : kSweep).curve("seconds"), low, high);
  }

  void sparse() {
    Claim& claim = add("Space-time bounds, sparse (I-COLLIDE 4.4)",
                       "Waiting for the earliest possible contact works well where few collide.");
    const auto ratio = space_time_by_sweep(0, kSparse, false);
    if (!ratio) return;
    set(claim, below(*ratio, 1),
        fmt::format("Up to {} % of the volume, {} the time of sweep and prune.", kSparse,
                    times(*ratio)));
  }

  void dense() {
    Claim& claim = add("Space-time bounds, dense (I-COLLIDE 4.4)",
                       "It becomes slow when there are many near misses.");
    const auto ratio = space_time_by_sweep(kDense, kAnyDensity, false);
    if (!ratio) return;
    set(claim, above(*ratio, 1),
        fmt::format("From {} % on, {} the time of sweep and prune.", kDense, times(*ratio)));
  }

  void at_rest() {
    Claim& claim = add("Space-time bounds, at rest (Hubbard)",
                       "Until two bodies can meet, the broad phase has nothing to do.");
    const auto ratio = space_time_by_sweep(0, kAnyDensity, true);
    if (!ratio) return;
    set(claim, below(*ratio, 1),
        fmt::format("Nine of ten bodies at rest: {} the time of sweep and prune, over all "
                    "densities.",
                    times(*ratio)));
  }

  void asleep() {
    Claim& claim = add("Pairs asleep (Hubbard)",
                       "Pairs are looked at when the time comes that they can meet, not before.");
    const Curve woken = m_.find(kBroad).find(kSpaceTime).curve("woken");
    if (woken.empty()) return;
    constexpr double kPairs = kBroadBodies * (kBroadBodies - 1) / 2;
    const auto most =
        std::max_element(woken.begin(), woken.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    constexpr double kFew = 0.01;
    set(claim, outcome_if(most->second <= kFew * kPairs),
        fmt::format("Of {} pairs, {} wake per frame at {:g} % of the volume, {} at {:g} %.",
                    show_number(kPairs, 6), show_number(woken.front().second), woken.front().first,
                    show_number(woken.back().second), woken.back().first));
  }

  const Measurements& m_;
};

}  // namespace

std::optional<double> queues_by_round_robin(const MeasuredExperiment& e, double x,
                                            std::string_view value, std::string_view queues) {
  const auto part = at(e.find(queues).curve(value), x);
  const auto whole = at(e.find(kRoundRobin).curve(value), x);
  if (!part || !whole || !(*whole > 0)) return {};
  return *part / *whole;
}

Agreement compare_verdicts(const Measurements& m) {
  Agreement result;
  constexpr std::array kMoving{kSweep, kSpaceTime}, kResting{kSweepResting, kSpaceTimeResting};
  result.compare(m.find(kBroad), kMoving);
  result.compare(m.find(kBroad), kResting);
  result.first = kSweep;
  return result;
}

std::vector<Claim> claims(const Measurements& measurements) {
  return OsullivanTable(measurements).make();
}

}  // namespace glance::studies::osullivan
