// O'Sullivan and Dingliana's experiments: names that their plan, their table and their page share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glance/budget_frame.h"
#include "studies/agreement.h"
#include "studies/claim.h"
#include "studies/experiment.h"
#include "studies/study.h"

namespace glance::studies::osullivan {

// Experiments: inaccuracy against budget, one for each number of entities (x: % of the full cost);
// the same at one budget, scored by several models (x: place in kModels); frames of the corner
// scene (x: % of the frames); broad phases (x: density).
inline constexpr std::array kEntities{50u, 100u, 200u, 500u};
std::string inaccuracy_of(std::uint32_t entities);  ///< "500 entities"
inline constexpr std::string_view kScores = "models";
inline constexpr std::string_view kCorner = "corner";
inline constexpr std::string_view kBroad = "broad";

// Series of the inaccuracies: schedules, as to_string names them.
inline constexpr std::array kSchedules{Schedule::priority_queues, Schedule::round_robin,
                                       Schedule::sequential, Schedule::sorted};
/// Of the scores also: priority queues that know the model by which they are scored. (The others
/// are scheduled by the first.)
inline constexpr std::string_view kQueuesByItself = "queues, same model";

/// Which f(e, g) says what is noticed: the default, and two that were fixed along with it.
struct NamedModel {
  std::string_view name;
  PerceptionModel model;
};
inline constexpr std::array kModels{
    NamedModel{"default: threshold 3 pixels, doubled 64 pixels away, slope 2", {}},
    NamedModel{"threshold 6, doubled 128 away, slope 3",
               {.threshold = 6, .doubling = 128, .slope = 3}},
    NamedModel{"threshold 1.5, doubled 32 away, slope 1",
               {.threshold = 1.5, .doubling = 32, .slope = 1}}};

/// Where the paper's claim is looked at: the most entities, and % of the full cost.
inline constexpr double kClaimedAt = 25;

// Series of the corner scene.
inline constexpr std::string_view kNoBudget = "no budget";
inline constexpr std::string_view kBudgeted = "4 ms";
/// Seconds per frame; and how long one may be before it counts as late.
inline constexpr double kBudget = 4e-3, kLate = 4.3e-3;

// Series of the broad phases.
inline constexpr std::string_view kSweep = "sap";
inline constexpr std::string_view kSpaceTime = "spacetime";
inline constexpr std::string_view kSweepResting = "sap, most at rest";
inline constexpr std::string_view kSpaceTimeResting = "spacetime, most at rest";
inline constexpr double kBroadBodies = 1000;

/// Whether the broad phases found the same pairs.
Agreement compare_verdicts(const Measurements& measurements);

/// A value of priority queues as a part of round-robin's; none if it is not measured.
std::optional<double> queues_by_round_robin(const MeasuredExperiment& experiment, double x,
                                            std::string_view value,
                                            std::string_view queues = "queues");

std::vector<Claim> claims(const Measurements& measurements);

// For the list of studies (study.h).
std::vector<ExperimentPlan> plan(const StudyOptions& options);
Result<std::string> page(const Measurements& measurements);
std::string brief(const Measurements& measurements);

}  // namespace glance::studies::osullivan
