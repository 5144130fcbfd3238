// How the items of a tree are divided, again and again, until each is alone.
#pragma once

#include "base/executor.h"
#include "bound/tree.h"

namespace glance::rooms::bound {

/// The nodes and the order of items for these corners (at least one). It is the same for any
/// number of threads: where a node's children go depends on how many items are before it only.
TreeTopology divide_items(std::span<const Corners> corners, TreeBuilder builder,
                          Executor* executor);

}  // namespace glance::rooms::bound
