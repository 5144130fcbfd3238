// Questions about a mesh and another mesh or a convex body. See docs/design/mesh_pairs.md.
#pragma once

#include <vector>

#include "convex/pair_question.h"

namespace glance::rooms::mesh {

void mesh_collide(const PairQuestion& question, Collision& c);
void mesh_distance(const PairQuestion& question, Distance& d);
void mesh_nearer_than(const PairQuestion& question, double limit, Nearness& n);
void mesh_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                         QueryWork& work);
Verdict mesh_locate(const Shape& mesh, const Pose& pose, const Vec3& point);

}  // namespace glance::rooms::mesh
