// The search through the trees of two bodies, from where the last search of the pair ended.
#pragma once

#include "mesh/leaf_goal.h"

namespace glance::mesh {

/// Shows the goal all pairs of leaves whose volumes are within its limit, until it says stop.
/// (Not for half-spaces: mesh_halfspace.h.)
void search_trees(const MeshQuestion& question, LeafGoal& goal);

/// Makes a list belong to the two bodies; if it was others', it is emptied.
void claim(const MeshQuestion& question, SeparationList& separation);

}  // namespace glance::mesh
