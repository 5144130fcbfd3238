// The reference answer for a pair: slow, simple, and sharing no code with the fast methods. The
// verdict is exact (oracle_verdict). Distance and depth are found by brute force in doubles
// (oracle_distance), and then measured once more with integers along the normal that the winning
// features define: so the sign is always that of the verdict, and where doubles could tell the
// right features from their neighbours, even a gap far below rounding has its value.
#pragma once

#include "glance/query.h"
#include "rooms.h"

namespace glance::rooms::exact {

Collision oracle_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

Distance oracle_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// The same answer; the depth is left out if it was not asked for.
Distance exact_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        bool depth);

}  // namespace glance::rooms::exact
