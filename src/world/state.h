// What a World holds.
#pragma once

#include <memory>
#include <vector>

#include "broad/broad_phase.h"
#include "glance/workspace.h"
#include "glance/world.h"
#include "world/bodies.h"
#include "world/critical_frame.h"
#include "world/pair_filter.h"
#include "world/pair_table.h"

namespace glance {

struct World::State {
  explicit State(const WorldOptions& options);

  WorldOptions options;
  world::Bodies bodies;
  world::PairFilter filter;
  std::unique_ptr<broad::BroadPhase> broad;
  world::PairTable pairs;

  DetectOptions asked;  ///< in the last frame
  QueryOptions query;   ///< of it, with the workspace
  Workspace workspace;
  /// About all pairs if all are reported, else about those that touch; in id order. The last
  /// frame's are kept for pairs at rest.
  std::vector<PairReport> answers, last_answers;
  std::vector<PairReport> touching;  ///< those of `answers` that touch, if all are reported
  std::vector<broad::PairKey> ended_keys;
  std::vector<BodyPair> begun, ended;
  std::vector<InterframeContact> interframe;
  std::size_t list_entries = 0;  ///< that all pairs remember together
  world::CriticalMemory critical;

  std::size_t bytes() const;
};

}  // namespace glance
