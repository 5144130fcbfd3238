// A scene in a world, frame by frame, and what it cost: for the command line,
// the tests and the benchmarks alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "scenes/bullets.h"
#include "scenes/multibody.h"

namespace glance::scenes {

struct SimulationSettings {
  MultibodySettings scene;
  std::optional<BulletsSettings> bullets = {};  ///< in place of `scene`
  Boxes boxes = Boxes::automatic;
  WorldOptions world;
  DetectOptions detect;
};

/// Over all frames so far, the first one included, in which everything is new.
struct SimulationTotals {
  std::size_t frames = 0;
  FrameTimes times;                   ///< sums
  FrameCounters counters;             ///< sums (but `bodies` as it is)
  std::size_t sorted_anew = 0;        ///< frames
  std::vector<double> frame_seconds;  ///< the time of each frame

  std::uint64_t swaps() const { return counters.swaps[0] + counters.swaps[1] + counters.swaps[2]; }
  /// A count as the mean of a frame.
  double mean(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(frames);
  }
  /// The frame that took longest; there must be one.
  std::size_t slowest_frame() const;
  /// What the given part of all frames (0 to 1) took at most, in seconds.
  double quantile(double part) const;
};

class Simulation {
 public:
  /// Refuses what the scene or the world refuses.
  static Result<Simulation> make(const SimulationSettings& settings);

  /// Roughly the memory that so many bodies need, shapes not included.
  static std::size_t estimated_bytes(std::size_t bodies);

  /// One frame: the scene responds to the last one's contacts and moves on (the first frame is
  /// the start as it is), then detects. Only the latter counts into the times.
  FrameReport advance();

  // The frame that advance() looked at.

  /// By body numbers, in ascending order.
  std::span<const NumberedPair> touching() const { return touching_; }
  std::span<const Pose> poses() const { return scene_->poses(); }

  // The run.

  const Scene& scene() const { return *scene_; }
  const World& world() const { return world_; }
  const SimulationTotals& totals() const { return totals_; }
  /// Of every frame's touching pairs.
  const PairHash& hash() const { return hash_; }
  /// Of every frame's interframe contacts: how many, between whom, and when. 16 hexadecimal digits.
  std::string interframe_hash() const;

 private:
  Simulation(std::unique_ptr<Scene> scene, World world, const DetectOptions& detect);
  void add_to_totals(const FrameReport& report);

  std::unique_ptr<Scene> scene_;
  World world_;
  std::vector<BodyId> ids_;  ///< of the scene's bodies, in their order
  DetectOptions detect_;
  std::vector<NumberedPair> touching_;
  SimulationTotals totals_;
  PairHash hash_;
  Hash interframe_hash_;
};

/// The pairs of a report by their bodies' indices, in place of what `pairs` held. In a world
/// from which nothing was removed these are the numbers in which bodies were added.
void list_touching(const FrameReport& report, std::vector<NumberedPair>& pairs);

/// A recording of a scene's bodies, without frames yet. `margin` as the world has it.
Result<RecordingWriter> start_recording(std::ostream& out, const Scene& scene, double margin = 0);

}  // namespace glance::scenes
