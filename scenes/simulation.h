// A scene in a world, frame by frame, and what it cost: for the command line,
// the tests and the benchmarks alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "measure/disturbance.h"
#include "scenes/scene.h"
#include "scenes/viewer.h"

namespace glance::scenes {

/// Frames that end with a budget (glance/budget_frame.h), seen by a viewer in front of the scene.
struct CriticalSettings {
  Budget budget = {};
  Schedule schedule = Schedule::priority_queues;
  Undecided undecided = Undecided::touch;
  /// Pixels of a picture of 1280 by 720; none: the gaze wanders at random.
  std::optional<std::array<double, 2>> gaze = std::array<double, 2>{640, 360};
  std::uint64_t gaze_seed = 1;
  PerceptionModel model = {};
  SphereTreeOptions trees = {};
};

struct SimulationSettings {
  SceneRecipe scene;  ///< scene_of<Multibody>({.bodies = 12}), or of a SceneMaker
  BoxKind boxes = BoxKind::automatic;
  WorldOptions world;
  DetectOptions detect;  ///< rigid bodies that respond are asked for Question::contacts
  std::optional<CriticalSettings> critical = {};  ///< none: exact answers, as long as they take
  std::optional<ResponseMode> response = {};      ///< none: as the scene is used to (SceneTraits)
  ResponseStart response_start = ResponseStart::current;
};

/// For frames with a budget: sums of BudgetReport.
struct CriticalTotals {
  std::size_t asked = 0, undecided = 0, undecided_sweeps = 0;
  std::size_t interrupted = 0, late = 0;  ///< frames
  std::uint64_t units = 0;
  Inaccuracy inaccuracy;
};

/// How exact the contacts were to which bodies responded: sums of FrameContacts.
struct ResponseTotals {
  std::size_t contacts = 0;
  std::size_t exact_pairs = 0, sphere_pairs = 0, coarse_pairs = 0, left_out_pairs = 0;
};

/// Over all frames so far, the first one included, in which everything is new.
struct SimulationTotals {
  std::size_t frames = 0;
  FrameTimes times;                   ///< sums
  FrameCounters counters;             ///< sums; see FrameCounters::operator+=
  std::size_t sorted_anew = 0;        ///< frames
  std::vector<double> frame_seconds;  ///< the time of each frame: detection
  /// The same with the response, by the steady clock, and of this thread alone.
  std::vector<double> wall_seconds, thread_seconds;
  std::vector<measure::ThreadEvents> events;  ///< that made it longer, for each frame
  CriticalTotals critical;
  ResponseTotals response;

  std::uint64_t swaps() const { return counters.swaps[0] + counters.swaps[1] + counters.swaps[2]; }
  /// A count as the mean per frame.
  double mean(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(frames);
  }
  /// The frame that took longest; there must be one.
  std::size_t slowest_frame() const;
  /// The longest time of the given fraction (0 to 1) of all frames, in seconds.
  double quantile(double part) const;
};

class Simulation {
 public:
  /// Fails if the scene or the world does.
  static Result<Simulation> make(const SimulationSettings& settings);

  /// Roughly the memory that so many bodies need, shapes not included.
  static std::size_t estimated_bytes(std::size_t bodies);

  /// One frame: the scene responds to the last one's contacts and moves on (the first frame is
  /// the start as it is), then detects. Only the latter counts in the times, except for
  /// `wall_seconds` and `thread_seconds`. A budget is for both: the response has its share, and
  /// detection the rest.
  FrameReport advance();

  // The frame that advance() looked at.

  /// By body numbers, in ascending order.
  std::span<const NumberedPair> touching() const { return touching_; }
  std::span<const Pose> poses() const { return scene_->poses(); }

  // The run.

  const Scene& scene() const { return *scene_; }
  const World& world() const { return world_; }
  const SimulationTotals& totals() const { return totals_; }
  /// What touching bodies do.
  ResponseMode response_mode() const { return response_; }
  /// Hash of every frame's touching pairs.
  const PairHash& hash() const { return hash_; }
  /// Hash of every frame's interframe contacts: their number, pairs and times. 16 hexadecimal
  /// digits.
  std::string interframe_hash() const;

 private:
  Simulation(std::unique_ptr<Scene> scene, World world, const SimulationSettings& settings,
             ResponseMode response);
  struct FrameStopwatch;
  FrameReport detect(const FrameStopwatch& response);
  double response_share() const;
  void respond();
  void update_bodies();
  Result<void> add_body(std::size_t number);
  void list_numbers(const FrameReport& report);
  void add_to_totals(const FrameReport& report);

  std::unique_ptr<Scene> scene_;
  World world_;
  std::vector<BodyId> ids_;             ///< of the scene's bodies, in their order
  std::vector<std::uint32_t> numbers_;  ///< in the scene, by the body's index in the world
  BoxKind boxes_ = BoxKind::automatic;
  DetectOptions detect_;
  ResponseMode response_ = ResponseMode::none;
  ResponseStart response_start_ = ResponseStart::current;
  bool rigid_ = false;
  FrameReport last_;  ///< of the last frame; its spans last as long as the world is not changed
  FrameContacts contacts_;
  std::vector<NumberedPair> begun_;
  std::optional<BudgetOptions> critical_;
  std::optional<WanderingGaze> gaze_;
  std::vector<NumberedPair> touching_;
  SimulationTotals totals_;
  PairHash hash_;
  Hash interframe_hash_;
};

/// The pairs of a report that touch or are taken to, by their bodies' indices and in their order,
/// replacing what `pairs` held. In a world from which nothing was removed these are the numbers
/// in which bodies were added.
void list_touching(const FrameReport& report, std::vector<NumberedPair>& pairs);

/// A recording of a scene's bodies, without frames yet. `margin` as the world has it.
Result<RecordingWriter> start_recording(std::ostream& out, const Scene& scene, double margin = 0);

}  // namespace glance::scenes
