// Li and Chen's section 5.2: names that its plan, its table and its page share.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "glance/mesh.h"
#include "studies/agreement.h"
#include "studies/claim.h"
#include "studies/experiment.h"
#include "studies/study.h"

namespace glance::studies::li_chen {

// Experiments: table 1 (x: the run), every volume (x: its place in kVolumes), how often a rebuild
// is deferred, and how far bodies move at once (in steps of the paper's).
inline constexpr std::string_view kRuns = "runs";
inline constexpr std::string_view kVolumeKinds = "volumes";
inline constexpr std::string_view kDeferrals = "deferrals";
inline constexpr std::string_view kSteps = "steps";

// Series of all but the deferrals: strategies.
inline constexpr std::string_view kTopDown = "top_down";
inline constexpr std::string_view kBothWays = "both_ways";
inline constexpr std::string_view kPredict = "predict";
inline constexpr std::string_view kDeferred = "deferred";
inline constexpr std::array kStrategies{kTopDown, kBothWays, kPredict, kDeferred};

/// Series of the deferrals: volumes.
inline constexpr std::array kVolumes{VolumeKind::sphere, VolumeKind::aabb,   VolumeKind::obb,
                                     VolumeKind::kdop14, VolumeKind::kdop18, VolumeKind::kdop26};

/// How often it was deferred in the paper's better strategy.
inline constexpr int kPaperDeferrals = 1;

Agreement compare_verdicts(const Measurements& measurements);

/// Speed-up as the paper has it: 0 is none, 1 twice as fast. `value` is "seconds" or a count.
double speedup(double top_down, double other);

/// The step from which on the list does not pay; nothing if it does everywhere.
std::optional<double> break_even(const Measurements& measurements, std::string_view value);

std::vector<Claim> claims(const Measurements& measurements);

// For the list of studies (study.h).
std::vector<ExperimentPlan> plan(const StudyOptions& options);
Result<std::string> page(const Measurements& measurements);
std::string brief(const Measurements& measurements);

}  // namespace glance::studies::li_chen
