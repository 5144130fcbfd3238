// The distance between two small meshes without their trees.
//
// Volumes of a tree stick out on all sides, and two that face each other have to be divided again
// and again before they tell which triangles are nearest. Here every triangle gets a box in a frame
// that has one axis along the direction in which the bodies are nearest, as far as is known (that
// of last frame's closest points, or between the centroids); and pyramids of such boxes are
// searched, sixteen pairs at a time. Making them takes some ten nanoseconds a triangle: it pays for
// meshes of up to some thousand.
#pragma once

#include "mesh/distance_goal.h"

namespace glance::mesh {

/// Whether that is the way to answer: two meshes, small ones, and the shortest distance.
bool suits_flat_search(const MeshQuestion& question, const LeafGoal& goal);

/// Shows the goal all triangles that may be nearer than what it has found, nearest first.
void flat_search(const MeshQuestion& question, DistanceGoal& goal);

}  // namespace glance::mesh
