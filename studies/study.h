// A study: one paper's experiments, as `glance reproduce` runs them.
//
// A study says what is to be measured and makes a page of what was; running, progress and
// files are the same for all of them (`glance reproduce`). A new paper is one more folder, and an
// entry in the list in study.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "studies/experiment.h"

namespace glance::studies {

struct StudyOptions {
  bool quick = false;         ///< fewer samples and frames
  std::uint64_t frames = 0;   ///< of a sample; 0: as the study chooses
  std::uint64_t samples = 0;  ///< of each curve; 0: as the study chooses
  std::uint64_t rounds = 0;   ///< of which the fastest counts; 0: 3, or 2 if quick
  std::uint64_t seed = 1;
  std::string model = {};  ///< a mesh file instead of the study's own; for those that take one
};

/// What was asked for; 0: `full`, or `few` if quick.
std::uint32_t chosen(std::uint64_t asked, bool quick, std::uint32_t full, std::uint32_t few);
/// So many of the places as asked for, evenly, both ends among them; 0: all.
std::vector<double> some_of(const std::vector<double>& places, const StudyOptions& options);

struct Study {
  std::string_view name;     ///< on the command line, and of the files
  std::string_view summary;  ///< one line
  std::vector<ExperimentPlan> (*plan)(const StudyOptions& options);
  Result<std::string> (*page)(const Measurements& measurements);
  /// What came out, in a few lines, each ended.
  std::string (*brief)(const Measurements& measurements);
  bool takes_model = false;        ///< StudyOptions::model
  std::string_view old_name = {};  ///< goes on working
};

/// All that there are, in alphabetical order.
std::span<const Study> all_studies();

/// By its name, or by one that it had before; none if there is no such study.
const Study* find_study(std::string_view name);

}  // namespace glance::studies
