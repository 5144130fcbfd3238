// Two meshes, at least one of them solid, that touch while no two triangles overlap: is a point of
// one strictly inside the other? See docs/design/mesh_pairs.md, "Solids that touch".
#pragma once

#include <optional>

#include "mesh/mesh_question.h"

namespace glance::rooms::mesh {

/// Such a point (world frame, rounded), if there is one. Exact, for solids that touch or pass
/// through themselves, too.
std::optional<Vec3> find_beside_contact(const MeshSide& a, const MeshSide& b, Workspace& workspace);

}  // namespace glance::rooms::mesh
