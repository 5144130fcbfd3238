// What a world keeps for frames under a budget: the pairs that are being looked at, where bodies
// were, their spheres, and what was measured for the cost model.
#pragma once

#include <algorithm>
#include <chrono>

#include "broad/pair_key.h"
#include "critical/schedule.h"
#include "glance/world.h"
#include "spheres/sphere_hits.h"
#include "world/critical_sweeps.h"
#include "world/critical_trees.h"
#include "world/first_steps.h"
#include "world/part_needs.h"

namespace glance::rooms::world {

/// How an undecided pair looks.
struct CriticalView {
  SpherePair met;        ///< the two spheres that were found to meet last, if it has spheres
  double by_bounds = 0;  ///< how likely a gap of the upper bound is noticed
};

/// A pair that is being looked at.
struct CriticalPair {
  enum class Stage : std::uint8_t {
    spheres,  ///< between two levels of the trees
    exact,    ///< the bodies themselves, perhaps in several steps
    settled,
  };

  PairKey key = 0;
  std::uint32_t place = 0;  ///< among the pairs of the broad phase
  Stage stage = Stage::exact;
  std::uint8_t tries = 0;        ///< of the exact test in this place that came to nothing
  std::optional<PartNeed> need;  ///< without which the exact test cannot go on
  BodySpheres spheres_a, spheres_b;
  SphereHits hits;
  /// The answer, once it is settled; until then what is known: bounds, where the last two spheres
  /// that were found to meet are, and the verdict, if it is known and more than that is asked.
  PairReport report;
  Vec3 centre = Vec3::zero();        ///< of the collision, in the world
  double centres_apart = 0;          ///< of those two spheres
  std::optional<CriticalView> view;  ///< kept until the next step: frames end sooner that way

  bool has_spheres() const { return spheres_a && spheres_b; }
  bool is_undecided() const {
    return stage != Stage::settled && report.verdict == Verdict::undecided;
  }
  /// They touch, and where is not known.
  bool lacks_contacts(Question asked) const {
    return asked == Question::contacts && stage != Stage::settled && report.touches();
  }
};

/// The pairs of a frame, in id order. Those of earlier frames leave their memory to later ones.
class CriticalPairs {
 public:
  std::span<CriticalPair> all() { return std::span(slots_).first(count_); }
  std::span<const CriticalPair> all() const { return std::span(slots_).first(count_); }
  CriticalPair& add() {
    if (count_ == slots_.size()) slots_.emplace_back();
    expect(count_ + kAhead);
    return slots_[count_++];
  }
  /// Announces that a pair will be used soon: its hits, which are not beside it, are fetched in the
  /// meantime (a tenth of the passes over all pairs).
  void expect(std::size_t number) const {
    if (number < slots_.size()) __builtin_prefetch(slots_[number].hits.hits().data(), 1);
  }
  void clear() { count_ = 0; }
  /// How many there has been memory for: more are new to it.
  std::size_t made() const { return slots_.size(); }
  /// Room that is not touched before it is used, and never moved in between.
  void reserve(std::size_t count) { slots_.reserve(count); }
  std::size_t bytes() const;

 private:
  static constexpr std::size_t kAhead = 8;

  std::vector<CriticalPair> slots_;
  std::size_t count_ = 0;
};

/// Where a body was when a frame with a budget last saw it, and how it has moved since.
struct CriticalPlace {
  BodyId id;
  Pose pose;
  Vec3 way = Vec3::zero();  ///< of its centre of mass
  /// No point of it has moved farther; infinite if that is not known.
  double motion = 0;
  bool has_looked = false;  ///< for its tree
  BodySpheres spheres;
  SphereNode sphere;  ///< around it: what `spheres` are if it has no tree
};

/// What a world keeps for frames with a budget.
struct CriticalMemory {
  CriticalPairs pairs, last_pairs;  ///< of this frame, and of the last one
  std::vector<double> importance;
  std::vector<SpherePair> sphere_pairs;  ///< FrameReport::sphere_pairs
  Scheduler scheduler;
  CriticalTrees trees;
  CriticalSweeps sweeps;
  FirstSteps first_steps;
  MadeParts parts;
  /// Whose making had to be given up: it takes much longer than its size says.
  MadeParts too_long;
  std::vector<CriticalPlace> places;  ///< by index
  bool missed_a_frame = true;    ///< one without a budget came after the last one with a budget
  std::size_t turn = 0;          ///< whose it is, where not all can be looked at
  std::size_t most_answers = 0;  ///< that a frame had

  // What was measured, for the cost model (seconds).
  double finish_seconds = kFirstFinish;  ///< for each finish weight, after the last step; at most
  double collect_seconds = 0;            ///< for each pair that is looked at, to begin with it
  double pair_seconds = kFirstPair;      ///< for each pair that is looked at, besides its steps
  double glance_seconds = kFirstGlance;  ///< for each pair that is not
  double finish_weight = 0;              ///< of all pairs of this frame
  std::chrono::steady_clock::time_point settled;  ///< when this frame's last step was done

  /// Room for so many pairs, so that no list of them is moved in the middle of a frame: that would
  /// take a millisecond for some thousand of them, most of it for pages of memory that are new.
  void reserve(std::size_t pairs);
  /// Notes what it took to collect the pairs of a frame. Returns how many times longer than usual,
  /// from 1 to kMostGrowth: what slows this down (others that use the same cache) is likely to slow
  /// down the end of the frame as well, since both mostly wait for memory.
  double note_collected(double looked_at, double seconds);
  /// After everything else of a frame with a budget: notes what followed its last step.
  void end_frame();

  /// Of a frame without a budget: what was known of bodies that have another shape now is void.
  void miss_a_frame(const Bodies& bodies);
  /// Trees with other options are gone.
  void use(const SphereTreeOptions& options);
  /// Makes the trees of all bodies, and what their meshes lack.
  void prepare(const Bodies& bodies, const SphereTreeOptions& options);
  /// Trees of shapes that no body has any more, once they are most of all: worlds in which bodies
  /// come and go do not grow. Those that the last frame used stay, so that no answer depends on
  /// when this happens.
  void drop_unused(const Bodies& bodies);
  std::size_t bytes() const;

 private:
  /// Before any was measured: more than on most machines (seconds).
  static constexpr double kFirstFinish = 1e-6, kFirstPair = 3e-6, kFirstGlance = 0.3e-6;

  /// How fast what was measured is forgotten: a frame that is quick says little of the next one.
  static constexpr double kForgotten = 0.02;
  /// What one frame may make of an estimate. If another program had the core meanwhile, the end of
  /// this frame took many times as long, which says nothing of the next one.
  static constexpr double kMostGrowth = 2;

  friend class CriticalFrame;
  /// What pairs took besides their steps, all together: both costs are corrected in proportion to
  /// their counts (normalized least mean squares).
  void note_pairs(double looked_at, double glanced_at, double seconds);
  void forget() {
    pairs.clear();
    places.clear();
  }
};

}  // namespace glance::rooms::world
