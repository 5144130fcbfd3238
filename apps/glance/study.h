// A study: one paper's experiments, as `glance reproduce` runs them.
//
// A study says what is to be measured and makes a page of what was; running, progress and
// files are the same for all of them (reproduce.cpp). A new paper is one more entry in
// `studies()`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment.h"

namespace glance::app {

struct StudyOptions {
  bool quick = false;         ///< fewer samples and frames
  std::uint64_t frames = 0;   ///< of a sample; 0: as the study chooses
  std::uint64_t samples = 0;  ///< of each curve; 0: as the study chooses
  std::uint64_t rounds = 0;   ///< of which the fastest counts; 0: 3, or 2 if quick
  std::uint64_t seed = 1;
};

struct Study {
  std::string_view name;     ///< on the command line, and of the files
  std::string_view summary;  ///< one line
  std::vector<ExperimentPlan> (*plan)(const StudyOptions& options);
  Result<std::string> (*page)(const Measurements& measurements);
  /// What came out, in a few lines, each ended.
  std::string (*brief)(const Measurements& measurements);
};

/// All that there are.
std::span<const Study> studies();

// One file each.

std::vector<ExperimentPlan> icollide_plan(const StudyOptions& options);
Result<std::string> icollide_page(const Measurements& measurements);
std::string icollide_brief(const Measurements& measurements);

std::vector<ExperimentPlan> ivri_plan(const StudyOptions& options);
Result<std::string> ivri_page(const Measurements& measurements);
std::string ivri_brief(const Measurements& measurements);

}  // namespace glance::app
