// The distance between two small meshes without their trees.
//
// The volumes of a tree protrude on all sides, and two that face each other have to be split again
// and again before it is clear which triangles are nearest. Here every triangle gets a box in a
// frame that has one axis along the direction in which the bodies are nearest, as far as is known
// (that of the last closest points, or between the centroids). Pyramids of such boxes are searched,
// sixteen pairs at a time. Building them takes some ten nanoseconds per triangle: it pays for
// meshes of up to some thousand triangles.
#pragma once

#include "mesh/distance_goal.h"

namespace glance::rooms::mesh {

/// Whether this search is suitable: two small meshes, and the shortest distance.
bool suits_flat_search(const MeshQuestion& question, const LeafGoal& goal);

/// Shows the goal all triangles that may be nearer than what it has found, nearest first.
void flat_search(const MeshQuestion& question, DistanceGoal& goal);

}  // namespace glance::rooms::mesh
