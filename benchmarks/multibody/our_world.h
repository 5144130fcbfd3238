// This library's worlds, as the benchmarks see them.
#pragma once

#include <memory>

#include "glance/world.h"
#include "peers/world_peer.h"

namespace glance::bench {

struct OurKind {
  BoxKind boxes = BoxKind::automatic;
  SortMethod sort = SortMethod::automatic;
};

std::unique_ptr<WorldPeer> make_our_world(const char* name, const OurKind& kind);

}  // namespace glance::bench
