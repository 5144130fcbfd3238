// This library's time of impact, as the benchmarks see it.
#pragma once

#include <memory>

#include "glance/impact.h"
#include "peers/continuous_peer.h"

namespace glance::bench {

/// With the default tolerance.
std::unique_ptr<ContinuousPeer> make_our_impact();
/// With Bullet's: what counts as contact is then a distance of 0.001, as it does there.
std::unique_ptr<ContinuousPeer> make_our_coarse_impact();

/// The sums over all motions: they are the same on every machine.
ImpactWork work_of(std::span<const MovingPair> pairs);

}  // namespace glance::bench
