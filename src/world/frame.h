// One frame of a world: I-COLLIDE's figure 5, line by line.
#pragma once

#include "glance/world.h"
#include "rooms.h"

namespace glance::world {

/// Runs a frame. The world's margin replaces that in the options. `critical`: the budget; null: no
/// limit.
FrameReport run_frame(World::State& world, const DetectOptions& options,
                      const BudgetOptions* critical = nullptr);

}  // namespace glance::world
