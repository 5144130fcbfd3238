// What a World holds.
#pragma once

#include <memory>
#include <vector>

#include "broad/broad_phase.h"
#include "glance/workspace.h"
#include "glance/world.h"
#include "world/bodies.h"
#include "world/critical_memory.h"
#include "world/pair_filter.h"
#include "world/pair_table.h"
#include "world/state_access.h"

namespace glance {

struct World::State {
  explicit State(const WorldOptions& options);

  WorldOptions options;
  world::Bodies bodies;
  world::PairRules filter;
  std::unique_ptr<broad::BroadPhase> broad;
  world::PairTable pairs;

  DetectOptions asked;  ///< in the last frame
  QueryOptions query;   ///< of it, with the workspace
  Workspace workspace;
  /// The answers about all pairs if all are reported, otherwise about those that touch; in id
  /// order. Those of the last frame are kept for pairs at rest.
  std::vector<PairReport> answers, last_answers;
  std::vector<ContactPoint> contact_points, last_contact_points;  ///< of these
  std::vector<ContactPoint> found_points;  ///< of pairs that were asked, and not yet published
  std::vector<PairReport> touching;        ///< those of `answers` that touch, if all are reported
  std::vector<PairReport> undecided;
  std::vector<broad::PairKey> ended_keys;
  std::vector<BodyPair> begun, ended;
  std::vector<SweptContact> swept_contacts;
  std::size_t list_entries = 0;  ///< that all pairs remember together
  world::CriticalMemory critical;

  std::size_t bytes() const;
};

}  // namespace glance
