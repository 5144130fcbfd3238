// A mesh and a half-space: its lowest triangles along the half-space's normal.
#pragma once

#include "mesh/leaf_goal.h"

namespace glance::rooms::mesh {

/// Shows the goal those triangles that may be lower than its limit, lowest boxes first. (A
/// half-space has no volume that a tree could test.)
void search_halfspace(const MeshQuestion& question, LeafGoal& goal);

}  // namespace glance::rooms::mesh
