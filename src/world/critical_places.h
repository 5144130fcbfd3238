// Where bodies are in frames under a budget, how they have moved since the last of these, and their
// spheres (CriticalMemory::places).
#pragma once

#include "world/state.h"

namespace glance::rooms::world {

/// Of all bodies, at the beginning of a frame.
void follow_bodies(WorldState& world);

/// Of a body in this frame. None where there is a margin: with it bodies touch that are apart, and
/// spheres do not know of it.
const BodySpheres& spheres_of(WorldState& world, std::uint32_t body);

}  // namespace glance::rooms::world
