// The pairs of a frame under a budget (O'Sullivan-Dingliana section 3.4): in the order that a
// schedule gives, each as far as there is time.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <unordered_map>

#include "broad/pair_key.h"
#include "critical/schedule.h"
#include "glance/world.h"
#include "narrow/sphere_hits.h"

namespace glance {

class Bodies;

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
  const SphereTree *tree_a = nullptr, *tree_b = nullptr;
  SphereHits hits;
  /// The answer, once it is settled; until then what is known: bounds, where the last two spheres
  /// that were found to meet are, and the verdict, if spheres showed it and a distance is asked.
  PairReport report;
  Vec3 centre = Vec3::Zero();  ///< of the collision, in the world
  double centres_apart = 0;    ///< of those two spheres

  bool has_spheres() const { return tree_a && tree_b; }
  bool is_undecided() const {
    return stage != Stage::settled && report.verdict == Verdict::undecided;
  }
};

/// The pairs of a frame, in id order. Those of earlier frames leave their memory to later ones.
class CriticalPairs {
 public:
  std::span<CriticalPair> all() { return std::span(slots_).first(count_); }
  std::span<const CriticalPair> all() const { return std::span(slots_).first(count_); }
  CriticalPair& add() {
    if (count_ == slots_.size()) slots_.emplace_back();
    return slots_[count_++];
  }
  void clear() { count_ = 0; }
  std::size_t bytes() const;

 private:
  std::vector<CriticalPair> slots_;
  std::size_t count_ = 0;
};

/// Where a body was when a frame with a budget last saw it, and how it has moved since.
struct CriticalPlace {
  BodyId id;
  Pose pose;
  Vec3 way = Vec3::Zero();  ///< of its centre of mass
  /// No point of it has moved farther; infinite if that is not known.
  double motion = 0;
  bool has_looked = false;  ///< for its tree
  const SphereTree* tree = nullptr;
};

/// What a world keeps for frames with a budget.
struct CriticalMemory {
  CriticalPairs pairs, last_pairs;  ///< of this frame, and of the last one
  std::vector<double> importance;
  std::vector<SpherePair> sphere_pairs;  ///< FrameReport::sphere_pairs
  Scheduler scheduler;
  /// Of each shape, by its identity; the shape with it, so that no other takes its place. None
  /// where it has no tree.
  struct ShapeTree {
    Shape shape;
    std::optional<SphereTree> tree;
  };
  std::unordered_map<const void*, ShapeTree> trees;
  SphereTreeOptions tree_options;
  /// Bodies whose shape has been changed part by part: a tree a frame would cost too much.
  std::set<BodyId> bent;
  std::vector<CriticalPlace> places;  ///< by index
  bool missed_a_frame = true;  ///< one without a budget came after the last one with a budget
  double finish_seconds = 0;   ///< for each pair, at the end of the last frame

  void note_bent(BodyId id) { bent.insert(id); }
  /// Trees with other options are gone.
  void use(const SphereTreeOptions& options);
  /// Trees of shapes that no body has any more, once they are most of all: worlds in which bodies
  /// come and go do not grow. Those that the last frame used stay, so that no answer depends on
  /// when this happens.
  void drop_unused(const Bodies& bodies);
  /// Of a body's shape, made if need be (`built` counts it); null for half-spaces, and for what
  /// changes from frame to frame.
  const SphereTree* tree(const Shape& shape, BodyId id, std::size_t& built);
  std::size_t bytes() const;
};

/// In place of answer_pairs: fills the world's answers, and says what is open. `begun`: when the
/// frame did.
void answer_critically(World::State& world, const CriticalOptions& options,
                       std::chrono::steady_clock::time_point begun, FrameCounters& counters,
                       CriticalReport& report);

}  // namespace glance
