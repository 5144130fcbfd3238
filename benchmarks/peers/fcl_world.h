// FCL: collision objects in a broad-phase manager.
#pragma once

#include <memory>

#include "peers/world_peer.h"

namespace glance::bench {

/// DynamicAABBTreeCollisionManager, the whole tree fitted to the moved objects ..
std::unique_ptr<WorldPeer> make_fcl_tree();
/// .. or each object taken out and put in again, which costs more and keeps the tree good.
std::unique_ptr<WorldPeer> make_fcl_tree_reinserting();
std::unique_ptr<WorldPeer> make_fcl_sweep();  ///< SaPCollisionManager

}  // namespace glance::bench
