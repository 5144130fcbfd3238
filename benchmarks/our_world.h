// This library's worlds, as the benchmarks see them.
#pragma once

#include <memory>

#include "glance/world.h"
#include "peers/world_peer.h"

namespace glance::bench {

std::unique_ptr<WorldPeer> make_our_world(const char* name, Boxes boxes);

}  // namespace glance::bench
