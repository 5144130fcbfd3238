// Questions about a compound and anything else: from the volumes around its parts down to the
// parts (I-COLLIDE section 3.4). See docs/design/compounds.md.
#pragma once

#include <vector>

#include "convex/pair_question.h"

namespace glance::rooms::compound {

void compound_collide(const PairQuestion& question, Collision& c);
void compound_distance(const PairQuestion& question, Distance& d);
void compound_nearer_than(const PairQuestion& question, double limit, Nearness& n);
void compound_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                             QueryWork& work);
Verdict compound_locate(const Shape& compound, const Pose& pose, const Vec3& point);

}  // namespace glance::rooms::compound
