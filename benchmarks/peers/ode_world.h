// ODE, the Open Dynamics Engine: geoms in a space. It offers no distance.
#pragma once

#include <memory>

#include "peers/world_peer.h"

namespace glance::bench {

std::unique_ptr<WorldPeer> make_ode_sweep();  ///< dSweepAndPruneSpace
std::unique_ptr<WorldPeer> make_ode_hash();   ///< dHashSpace

}  // namespace glance::bench
