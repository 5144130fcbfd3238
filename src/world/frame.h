// One frame of a world: I-COLLIDE's figure 5, line by line.
#pragma once

#include "world/state_access.h"

namespace glance::rooms::world {

/// Runs a frame. The world's margin replaces that in the options. `critical`: the budget; null: no
/// limit.
FrameReport run_frame(WorldState& world, const DetectOptions& options,
                      const BudgetOptions* critical = nullptr);

}  // namespace glance::rooms::world
