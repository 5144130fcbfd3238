#include "mesh/tree_memory.h"

#include <algorithm>

#include "bound/mesh_body.h"

namespace glance::mesh {

TreeSize tree_size(const Shape& shape) {
  if (shape.kind() != ShapeKind::mesh) return {kConvexTree, 1, 1};
  const TreeTopology& tree = mesh_of(shape).tree().topology();
  return {tree.id, tree.nodes.size(), tree.items.size()};
}

bool SeparationList::fits(const TreeSize& a, const TreeSize& b) const {
  if (has_last && (last.a >= a.items || last.b >= b.items)) return false;
  return std::ranges::all_of(entries, [&](const ListEntry& entry) {
    return entry.pair.a < a.nodes && entry.pair.b < b.nodes;
  });
}

}  // namespace glance::mesh
