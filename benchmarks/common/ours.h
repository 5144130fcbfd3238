// This library, as the benchmarks see it.
#pragma once

#include <memory>

#include "glance/query.h"
#include "peers/peer.h"

namespace glance::bench {

std::unique_ptr<Peer> make_ours();
/// Without proofs: to find what they cost.
std::unique_ptr<Peer> make_ours_uncertified();

Shape to_shape(const Hull& hull);
Shape to_shape(const Solid& solid);
Pose to_pose(const Placement& placement);
Hull to_hull(const Shape& shape);
Solid to_solid(const Shape& shape);
Placement to_placement(const Pose& pose);

}  // namespace glance::bench
