// The answers of a frame without a budget: each pair to its end, in id order.
#pragma once

#include "world/state.h"

namespace glance::rooms::world {

/// Asks and publishes pair by pair: an answer is needed only once. With an executor, batches of
/// pairs at the same time; what comes out is the same.
void settle_all(WorldState& world);

}  // namespace glance::rooms::world
