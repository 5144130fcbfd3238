// One frame of a world: I-COLLIDE's figure 5, line by line.
#pragma once

#include "glance/world.h"
#include "rooms.h"

namespace glance::world {

/// With the world's margin in place of that in the options.
/// `critical`: under a budget; null: to the end.
FrameReport run_frame(World::State& world, const DetectOptions& options,
                      const BudgetOptions* critical = nullptr);

}  // namespace glance::world
