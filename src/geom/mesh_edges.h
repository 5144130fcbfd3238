// What the edges of a set of triangles say of the surface: its pieces, holes, which side is
// outside, and whether it encloses something.
#pragma once

#include <span>

#include "glance/mesh.h"
#include "rooms.h"

namespace glance::rooms::geom {

/// Turns triangles so that neighbours agree on which side is outside, as far as they can: across
/// edges of exactly two triangles, from one to the next; within each connected set, the majority
/// keeps its orientation. Sets the fields of `report` from `pieces` to `closed`. Triangles have
/// three different vertices below `vertex_count`, and no two the same three.
void examine_edges(std::size_t vertex_count, std::span<Triangle> triangles, MeshReport& report);

/// Whether every edge is used equally often in both directions. Then the winding number of the
/// surface is a whole number at every point that is not on it (docs/design/meshes.md).
bool is_closed(std::size_t vertex_count, std::span<const Triangle> triangles);

}  // namespace glance::rooms::geom
