// What frames with a budget leave to the next one, as bytes: for stored worlds.
#pragma once

#include "base/bytes.h"
#include "world/state.h"

namespace glance::rooms::world {

/// Only what the next frame may make use of: so a world and its copy give the same bytes.
void put_critical(const WorldState& world, ByteWriter& out);
/// Into a world whose bodies are there. Rebuilds the sphere-trees that it had.
Result<void> get_critical(ByteReader& in, WorldState& world);

}  // namespace glance::rooms::world
