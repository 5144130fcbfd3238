#include "narrow/mesh_query.h"

namespace glance {

void mesh_collide(const PairQuestion&, Collision&) {}
void mesh_distance(const PairQuestion&, Distance&) {}
void mesh_nearer_than(const PairQuestion&, double, Nearness&) {}
void mesh_touching_parts(const PairQuestion&, std::vector<TouchingParts>&, Work&) {}
Verdict mesh_locate(const Shape&, const Pose&, const Vec3&) { return Verdict::undecided; }

}  // namespace glance
