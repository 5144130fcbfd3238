// A mesh and a half-space: its lowest triangles along the half-space's normal.
#pragma once

#include "mesh/mesh_pair.h"

namespace glance::mesh {

/// Shows the pair those triangles that may be lower than its limit, lowest boxes first. (A
/// half-space has no volume that a tree could test.)
void search_halfspace(MeshPair& pair);

}  // namespace glance::mesh
