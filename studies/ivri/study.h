// IVRI-CD's section 6: names that its plan, its table and its page share.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "studies/agreement.h"
#include "studies/claim.h"
#include "studies/experiment.h"
#include "studies/study.h"

namespace glance::studies::ivri {

// Experiments. The first five are those of the paper's figures 8 to 12; the last two are the
// collisions between frames, of which the paper shows no measurement.
inline constexpr std::string_view kVertices = "vertices";
inline constexpr std::string_view kObjects = "objects";
inline constexpr std::string_view kCube = "cube";
inline constexpr std::string_view kSpeed = "speed";
inline constexpr std::string_view kTurn = "turn";
inline constexpr std::string_view kBullets = "bullets";
inline constexpr std::string_view kSpins = "spins";
inline constexpr std::array kMethodExperiments{kVertices, kObjects, kCube, kSpeed, kTurn};
inline constexpr std::array kFlightExperiments{kBullets, kSpins};

// Series of the first five: methods.
inline constexpr std::string_view kLp = "lp";
inline constexpr std::string_view kVoronoi = "voronoi";
inline constexpr std::string_view kGjk = "gjk";
inline constexpr std::array kMethods{kLp, kVoronoi, kGjk};

// Series of the others: how a contact is looked for.
inline constexpr std::string_view kFrames = "frames";
inline constexpr std::string_view kPaperHull = "paper";
inline constexpr std::string_view kSafeHull = "safe";
inline constexpr std::string_view kToi = "toi";
inline constexpr std::array kFlightTests{kFrames, kPaperHull, kSafeHull, kToi};

/// Of the flights with spin: body lengths per frame.
inline constexpr double kSpinSpeed = 1;

/// Of the methods.
Agreement compare_verdicts(const Measurements& measurements);

std::vector<Claim> claims(const Measurements& measurements);

// For the list of studies (study.h).
std::vector<ExperimentPlan> plan(const StudyOptions& options);
Result<std::string> page(const Measurements& measurements);
std::string brief(const Measurements& measurements);

}  // namespace glance::studies::ivri
