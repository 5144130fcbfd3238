// The pairs of a frame under a budget (O'Sullivan-Dingliana section 3.4): spheres first, level by
// level, then the bodies themselves, in the order that a schedule gives.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>

#include "broad/pair_key.h"
#include "critical/schedule.h"
#include "glance/world.h"
#include "narrow/sphere_hits.h"

namespace glance {

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
  bool has_spheres = false;
  SphereHits hits;
  /// The answer, once it is settled; until then what is known: bounds, and the two spheres that
  /// were found to meet last.
  PairReport report;
  Vec3 centre = Vec3::Zero();  ///< of the collision, in the world
  double centres_apart = 0;    ///< of those two spheres
};

/// What a world keeps for frames with a budget.
struct CriticalMemory {
  std::vector<CriticalPair> pairs, last_pairs;  ///< in id order; in the last frame
  std::vector<double> importance;
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

  void note_bent(BodyId id) { bent.insert(id); }
};

/// In place of answer_pairs: fills the world's answers, and says what is open.
void answer_critically(World::State& world, const CriticalOptions& options, FrameCounters& counters,
                       CriticalReport& report);

}  // namespace glance
