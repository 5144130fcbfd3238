// A convex body without volume (a segment, a polygon, a disc) that touches a solid mesh, no
// triangle of which it overlaps: is a point of it strictly inside? The surface may divide it in
// many parts.
#pragma once

#include <optional>

#include "mesh/mesh_question.h"

namespace glance::rooms::mesh {

/// Such a point (world frame, rounded), if there is one. Exact for segments and polygons; for discs
/// and flat ellipsoids up to parts that rounding hides.
std::optional<Vec3> find_flat_inside(const MeshSide& solid, const MeshSide& body,
                                     Workspace& workspace);

}  // namespace glance::rooms::mesh
