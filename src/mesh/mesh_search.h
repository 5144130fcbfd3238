// Searches the trees of two bodies, starting where the last search of this pair ended.
#pragma once

#include "mesh/leaf_goal.h"

namespace glance::rooms::mesh {

/// Shows the goal all pairs of leaves whose volumes are within its limit, until the goal says stop.
/// (Not for half-spaces; see mesh_halfspace.h.)
void search_trees(const MeshQuestion& question, LeafGoal& goal);

/// Makes sure that a list belongs to these two bodies; a list of other bodies is emptied.
void claim(const MeshQuestion& question, SeparationList& separation);

}  // namespace glance::rooms::mesh
