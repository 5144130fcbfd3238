// Samples of frames with a budget: how wrong they are, and how long they take.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "glance/glance.h"
#include "scenes/corner.h"
#include "scenes/packed.h"
#include "studies/experiment.h"

namespace glance::studies::osullivan {

/// How frames of the packed scene are looked at.
struct WatchedFrames {
  std::uint64_t units = Budget::kUnlimited;  ///< of work, per frame
  Schedule schedule = Schedule::priority_queues;
  /// What importance is found with, and what perceived inaccuracy.
  PerceptionModel scheduled_by = {}, scored_by = {};
};

/// The packed scene, whose bodies move whatever is found, watched by eyes that wander about: the
/// same frames, as often as they are asked for.
class PackedSample {
 public:
  static Result<PackedSample> make(const scenes::PackedSettings& settings, std::uint32_t frames);

  /// Of a mean frame:
  ///
  ///   seconds                          thread CPU time of detection; of the middle half of frames
  ///   units                            of work
  ///   asked, undecided, touching       pairs
  ///   by_centres, by_bounds, perceived_by_centres, perceived_by_bounds   as in Inaccuracy
  ///
  /// All but the seconds are the same on every machine, whatever was asked for before.
  Values measure(const WatchedFrames& watched);

  /// Units of a mean frame without an end.
  double full_units();

 private:
  PackedSample(const scenes::Packed& start, World world, std::uint32_t frames);

  scenes::Packed start_;
  ViewCamera camera_;
  World world_;
  std::uint64_t gaze_seed_;
  std::uint32_t frames_;
  std::optional<double> full_units_;
};

/// What the frames of the corner scene took.
struct CornerFrames {
  std::vector<double> seconds;      ///< thread CPU time of detection alone, ascending
  double units = 0;                 ///< of a mean frame with a budget
  double asked = 0, undecided = 0;  ///< pairs of a mean frame with a budget

  /// What so many percent of the frames took at most.
  double quantile(double percent) const;
  /// Percent of the frames that took at most so long.
  double within(double limit) const;
};

/// `budget`: none for exact answers, as long as they take. Trees of spheres are built before.
Result<CornerFrames> measure_corner(const scenes::CornerSettings& settings, std::uint32_t frames,
                                    const std::optional<Budget>& budget);

}  // namespace glance::studies::osullivan
