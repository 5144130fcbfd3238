// What is measured for O'Sullivan and Dingliana: schedules against budgets (section 3.4), frame
// times of the corner scene (section 2.1), and Hubbard's broad phase.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "studies/osullivan/broad_sample.h"
#include "studies/osullivan/critical_sample.h"
#include "studies/osullivan/study.h"
#include "studies/study.h"

namespace glance::studies::osullivan {
namespace {

constexpr std::uint32_t kPackedFrames = 120, kQuickPackedFrames = 20;
constexpr std::uint32_t kCornerFrames = 1000, kQuickCornerFrames = 400;  // five heaps, two heaps
constexpr std::uint32_t kBroadFrames = 400, kQuickBroadFrames = 100;

/// Scenes, and what was measured of them that is asked for again.
class Runs {
 public:
  explicit Runs(const StudyOptions& options) : options_(options) {}

  /// `percent` of the full cost; `scored`, `scheduled`: places in kModels.
  Result<Values> inaccuracy(std::uint32_t entities, double percent, Schedule schedule,
                            std::size_t scheduled = 0, std::size_t scored = 0) {
    const auto key = std::tuple(entities, percent, schedule, scheduled, scored);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    const Result<PackedSample*> scene = packed(entities);
    if (!scene) return fail(scene.error());
    const double units = std::round((*scene)->full_units() * percent / 100);
    const WatchedFrames watched{.units = static_cast<std::uint64_t>(units),
                                .schedule = schedule,
                                .scheduled_by = kModels[scheduled].model,
                                .scored_by = kModels[scored].model};
    return values_.emplace(key, (*scene)->measure(watched)).first->second;
  }

  Result<const CornerFrames*> corner(bool with_budget) {
    std::optional<CornerFrames>& frames = corner_[with_budget ? 1 : 0];
    if (!frames) {
      Result<CornerFrames> made =
          measure_corner({.seed = options_.seed},
                         chosen(options_.frames, options_.quick, kCornerFrames, kQuickCornerFrames),
                         with_budget ? std::optional(Budget::for_seconds(kBudget)) : std::nullopt);
      if (!made) return fail(made.error());
      frames = *std::move(made);
    }
    return &*frames;
  }

 private:
  Result<PackedSample*> packed(std::uint32_t entities) {
    if (const auto known = packed_.find(entities); known != packed_.end()) return &known->second;
    Result<PackedSample> made = PackedSample::make(
        {.entities = entities, .seed = options_.seed},
        chosen(options_.frames, options_.quick, kPackedFrames, kQuickPackedFrames));
    if (!made) return fail(made.error());
    return &packed_.emplace(entities, *std::move(made)).first->second;
  }

  StudyOptions options_;
  std::map<std::uint32_t, PackedSample> packed_;
  std::map<std::tuple<std::uint32_t, double, Schedule, std::size_t, std::size_t>, Values> values_;
  std::array<std::optional<CornerFrames>, 2> corner_;
};

using SharedRuns = std::shared_ptr<Runs>;

ExperimentPlan plan_inaccuracy(const SharedRuns& runs, std::uint32_t entities,
                               const StudyOptions& options) {
  const std::vector<double> all = {5, 10, 25, 50, 100}, few = {10, kClaimedAt, 100};
  ExperimentPlan plan{inaccuracy_of(entities),
                      "budget, % of the full cost",
                      some_of(options.quick ? few : all, options),
                      {},
                      true};
  for (const Schedule schedule : kSchedules) {
    plan.series.push_back({std::string(to_string(schedule)), [runs, entities, schedule](double x) {
                             return runs->inaccuracy(entities, x, schedule);
                           }});
  }
  return plan;
}

ExperimentPlan plan_scores(const SharedRuns& runs, std::uint32_t entities) {
  const auto series = [&](std::string_view name, Schedule schedule, bool same_model) {
    return SeriesPlan{std::string(name), [runs, entities, schedule, same_model](double x) {
                        const auto model = static_cast<std::size_t>(x);
                        return runs->inaccuracy(entities, kClaimedAt, schedule,
                                                same_model ? model : 0, model);
                      }};
  };
  return {std::string(kScores),
          "model",
          {0, 1, 2},
          {series(to_string(Schedule::round_robin), Schedule::round_robin, true),
           series(to_string(Schedule::priority_queues), Schedule::priority_queues, false),
           series(kQueuesByItself, Schedule::priority_queues, true)},
          true};
}

ExperimentPlan plan_corner(const SharedRuns& runs, const StudyOptions& options) {
  ExperimentPlan plan{std::string(kCorner),
                      "% of the frames",
                      some_of({0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100}, options),
                      {},
                      true};
  for (const bool with_budget : {false, true}) {
    plan.series.push_back({std::string(with_budget ? kBudgeted : kNoBudget),
                           [runs, with_budget](double x) -> Result<Values> {
                             const Result<const CornerFrames*> frames = runs->corner(with_budget);
                             if (!frames) return fail(frames.error());
                             const CornerFrames& f = **frames;
                             return Values{{"seconds", f.quantile(x)},
                                           {"median_seconds", f.quantile(50)},
                                           {"p99_seconds", f.quantile(99)},
                                           {"most_seconds", f.quantile(100)},
                                           {"within_percent", f.within(kLate)},
                                           {"units", f.units},
                                           {"asked", f.asked},
                                           {"undecided", f.undecided},
                                           {"frames", static_cast<double>(f.seconds.size())}};
                           }});
  }
  return plan;
}

ExperimentPlan plan_broad(const StudyOptions& options) {
  struct BroadSeries {
    std::string_view name;
    BroadMethod broad;
    bool resting;
  };
  ExperimentPlan plan{std::string(kBroad),
                      "density, % of the volume",
                      some_of({0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20}, options),
                      {}};
  for (const BroadSeries& series :
       {BroadSeries{kSweep, BroadMethod::sweep_and_prune, false},
        BroadSeries{kSpaceTime, BroadMethod::space_time, false},
        BroadSeries{kSweepResting, BroadMethod::sweep_and_prune, true},
        BroadSeries{kSpaceTimeResting, BroadMethod::space_time, true}}) {
    plan.series.push_back({std::string(series.name), [options, series](double x) {
                             scenes::MultibodySettings settings;
                             settings.bodies = static_cast<std::uint32_t>(kBroadBodies);
                             settings.density = x;
                             settings.seed = options.seed;
                             return measure_broad(settings, series.broad, series.resting,
                                                  chosen(options.frames, options.quick,
                                                         kBroadFrames, kQuickBroadFrames));
                           }});
  }
  return plan;
}

}  // namespace

std::string inaccuracy_of(std::uint32_t entities) { return fmt::format("{} entities", entities); }

std::vector<ExperimentPlan> plan(const StudyOptions& options) {
  const auto runs = std::make_shared<Runs>(options);
  std::vector<double> entities(kEntities.begin(), kEntities.end());
  if (options.quick) entities = {entities.front(), entities.back()};
  std::vector<ExperimentPlan> plans;
  for (const double count : some_of(entities, options)) {
    plans.push_back(plan_inaccuracy(runs, static_cast<std::uint32_t>(count), options));
  }
  plans.push_back(plan_scores(runs, kEntities.back()));
  plans.push_back(plan_corner(runs, options));
  plans.push_back(plan_broad(options));
  return plans;
}

}  // namespace glance::studies::osullivan
