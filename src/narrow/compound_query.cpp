#include "narrow/compound_query.h"

namespace glance {

void compound_collide(const PairQuestion&, Collision&) {}
void compound_distance(const PairQuestion&, Distance&) {}
void compound_nearer_than(const PairQuestion&, double, Nearness&) {}
void compound_touching_parts(const PairQuestion&, std::vector<TouchingParts>&, Work&) {}
Verdict compound_locate(const Shape&, const Pose&, const Vec3&) { return Verdict::undecided; }

}  // namespace glance
