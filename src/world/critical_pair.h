// One pair under a budget (O'Sullivan-Dingliana sections 3.3.2 and 3.4.1), step by step: spheres,
// level by level, then the bodies themselves.
#pragma once

#include "base/work_meter.h"
#include "broad/pair_key.h"
#include "spheres/sphere_hits.h"
#include "world/state.h"

namespace glance::rooms::world {

/// Makes pairs, and takes them further; counts what that takes.
class PairRefiner {
 public:
  PairRefiner(WorldState& world, WorkMeter& meter) : world_(world), meter_(meter) {}

  /// A pair about which nothing is known yet; `place` among the pairs of the broad phase. Either
  /// may have no spheres: then the pair is without.
  void begin(CriticalPair& pair, PairKey key, std::uint32_t place, const BodySpheres& a,
             const BodySpheres& b);
  /// A pair of the last frame, neither of which has moved or changed since: goes on.
  void go_on(CriticalPair& pair, std::uint32_t place, const BodySpheres& a, const BodySpheres& b);
  /// After begin: what was known in an earlier frame, since which the two have moved by so much
  /// together (unit of the shapes).
  void remember(CriticalPair& pair, const CriticalPair& before, double motion);
  /// What the next step takes, about, in units.
  std::uint64_t cost(const CriticalPair& pair) const;
  /// Whether there is not enough left for a pair whose exact test took more than it was given: it
  /// stays undecided in this frame.
  bool is_hopeless(const CriticalPair& pair) const;
  /// Makes what the pair needs, if that fits into what is left; false if it does not.
  bool make_need(CriticalPair& pair);
  /// Of a pair that is not settled.
  void step(CriticalPair& pair);

  /// The two spheres of a hit.
  SpherePair spheres(const CriticalPair& pair, const SphereHit& hit) const;
  /// Of a pair that is open: its point and normal, from the spheres that were found to meet last
  /// (figure 4), which it returns.
  SpherePair describe(CriticalPair& pair) const;

 private:
  const Bodies& bodies() const { return world_.bodies; }
  Vec3 placed(std::uint32_t body, const Vec3& point) const;
  void begin_without_spheres(CriticalPair& pair);
  void take_over(CriticalPair& pair);
  CriticalPair::Stage after_verdict(bool touches) const;
  void settle_overlap(CriticalPair& pair);
  void settle_apart(CriticalPair& pair, double lower);
  bool holds(std::uint32_t outer, const BodySpheres& spheres, std::uint32_t inner);
  void ask(CriticalPair& pair);
  /// Units for the next try of an exact answer.
  std::uint64_t allowance(const CriticalPair& pair) const;
  bool is_convex(const CriticalPair& pair) const;
  /// What is to be found out next with the bodies themselves.
  Question next_question(const CriticalPair& pair) const;
  /// A question that can be divided: then a step of it is asked, else it has so much for each try.
  bool has_steps(const CriticalPair& pair) const;
  const MeshBody& needed_mesh(const CriticalPair& pair) const;
  /// To make it; 0 if it has come to be there.
  std::uint64_t need_units(const CriticalPair& pair) const;
  /// What an answer took, in units.
  std::uint64_t usual_cost(const CriticalPair& pair, Question question, const QueryWork& work,
                           bool touches) const;

  WorldState& world_;
  WorkMeter& meter_;
  bool has_tried_ = false;  ///< to find an exact answer, in this frame
};

}  // namespace glance::rooms::world
