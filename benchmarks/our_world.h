// This library's worlds, as the benchmarks see them.
#pragma once

#include <memory>

#include "glance/world.h"
#include "peers/world_peer.h"

namespace glance::bench {

struct OurKind {
  Boxes boxes = Boxes::automatic;
  Sort sort = Sort::automatic;
};

std::unique_ptr<WorldPeer> make_our_world(const char* name, const OurKind& kind);

}  // namespace glance::bench
