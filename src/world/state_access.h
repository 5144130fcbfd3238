// The name of what a World holds (world/state.h), for the functions of this room.
#pragma once

#include "glance/world.h"
#include "rooms.h"

namespace glance::rooms::world {

struct StateAccess {
  using State = World::State;
};
using WorldState = StateAccess::State;

}  // namespace glance::rooms::world
