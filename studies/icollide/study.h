// I-COLLIDE's section 6: names that its plan, its table and its page share.
#pragma once

#include <string_view>
#include <vector>

#include "studies/claim.h"
#include "studies/experiment.h"
#include "studies/study.h"

namespace glance::studies::icollide {

// Experiments.
inline constexpr std::string_view kBodies = "bodies";
inline constexpr std::string_view kFaces = "faces";
inline constexpr std::string_view kDensity = "density";
inline constexpr std::string_view kRotation = "rotation";

// Series. The paper's algorithms: boxes found by walking from vertex to vertex, three lists
// sorted by insertion, closest-feature tracking; the last two without interior cells, as the
// paper's implementation was. And whatever we do where nothing is asked for.
inline constexpr std::string_view kTight = "tight";
inline constexpr std::string_view kFixed = "fixed";
inline constexpr std::string_view kTightNoCells = "tight, no interior cells";
inline constexpr std::string_view kFixedNoCells = "fixed, no interior cells";
inline constexpr std::string_view kDefaults = "defaults";

/// Exponent of the swaps per frame at constant density. n bodies fill a cube with a side of
/// n^(1/3), so that n^(2/3) ends lie along the way that an end moves in a frame; there are
/// n ends.
inline constexpr double kSwapExponent = 5.0 / 3;
/// The range of n that exponents are fitted over.
inline constexpr double kFitFrom = 100, kFitTo = 2000;

std::vector<Claim> claims(const Measurements& measurements);

/// How steep swaps and times are per doubling of n, and where the theory shows.
void add_scaling(HtmlPage& page, const Measurements& measurements);

// For the list of studies (study.h).
std::vector<ExperimentPlan> plan(const StudyOptions& options);
Result<std::string> page(const Measurements& measurements);
std::string brief(const Measurements& measurements);

}  // namespace glance::studies::icollide
