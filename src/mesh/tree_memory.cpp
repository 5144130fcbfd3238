#include "mesh/tree_memory.h"

#include <algorithm>

#include "bound/mesh_body.h"

namespace glance::rooms::mesh {

/// A convex body is searched as a tree of one leaf, and all convex bodies share one id: node 0 is
/// valid in each.
TreeSize tree_size(const Shape& shape) {
  if (shape.kind() != ShapeKind::mesh) return {kConvexTree, 1, 1};
  const TreeTopology& tree = mesh_of(shape).tree().topology();
  return {tree.id, tree.nodes.size(), tree.items.size()};
}

/// Entries are used as indices without further checks, so a list that was read from a file is
/// checked once, against both trees.
bool SeparationList::fits(const TreeSize& a, const TreeSize& b) const {
  if (has_last && (last.a >= a.items || last.b >= b.items)) return false;
  return std::ranges::all_of(entries, [&](const ListEntry& entry) {
    return entry.pair.a < a.nodes && entry.pair.b < b.nodes;
  });
}

}  // namespace glance::rooms::mesh
