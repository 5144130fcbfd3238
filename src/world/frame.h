// One frame of a world: I-COLLIDE's figure 5, line by line.
#pragma once

#include "glance/world.h"

namespace glance {

FrameReport run_frame(World::State& world, const DetectOptions& asked);

}  // namespace glance
