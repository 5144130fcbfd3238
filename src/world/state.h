// What a World holds.
#pragma once

#include <memory>
#include <vector>

#include "base/executor.h"
#include "broad/broad_phase.h"
#include "glance/world.h"
#include "world/bodies.h"
#include "world/critical_memory.h"
#include "world/frame_lists.h"
#include "world/lanes.h"
#include "world/pair_batch.h"
#include "world/pair_filter.h"
#include "world/pair_table.h"
#include "world/state_access.h"

namespace glance {

struct World::State {
  explicit State(const WorldOptions& options);

  WorldOptions options;
  std::unique_ptr<Executor> threads;  ///< the library's own
  world::Bodies bodies;
  world::PairRules filter;
  std::unique_ptr<broad::BroadPhase> broad;
  world::PairTable pairs;

  DetectOptions asked;  ///< in the last frame
  world::Lanes lanes;
  world::FrameLists lists;
  /// Those of the last frame are kept for pairs at rest.
  std::vector<PairReport> last_answers;
  std::vector<ContactPoint> last_contact_points;  ///< of these
  std::vector<BodyPair> ended;
  std::vector<world::PairBatch> batches;  ///< of the frame, if it runs in parallel
  std::size_t list_entries = 0;           ///< that all pairs remember together
  world::CriticalMemory critical;

  /// Null if the world has one thread.
  Executor* executor() const { return options.executor ? options.executor : threads.get(); }
  std::size_t bytes() const;
};

}  // namespace glance
