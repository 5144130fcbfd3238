// The pairs of a frame under a budget (O'Sullivan-Dingliana section 3.4): in the order that a
// schedule gives, each as far as there is time.
#pragma once

#include <chrono>

#include "world/state.h"

namespace glance::rooms::world {

/// In place of settle_all: fills the lists of the frame, and says what is open. `begun`: when the
/// frame did.
void settle_critically(WorldState& world, const BudgetOptions& options,
                       std::chrono::steady_clock::time_point begun, BudgetReport& report);

}  // namespace glance::rooms::world
