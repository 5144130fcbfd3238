// libccd. It offers no distance and remembers nothing.
#pragma once

#include <memory>

#include "peers/peer.h"

namespace glance::bench {

std::unique_ptr<Peer> make_ccd_mpr();
std::unique_ptr<Peer> make_ccd_gjk();

}  // namespace glance::bench
