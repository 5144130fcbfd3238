// One sample of the broad phase alone: flying bodies, all of them or a few among many at rest.
#pragma once

#include <cstdint>

#include "scenes/multibody.h"
#include "studies/experiment.h"

namespace glance::studies::osullivan {

/// One of ten bodies moves, passing the others, if `resting`; otherwise all do, and exchange
/// velocities where they touch. Boxes are fixed cubes. Gives, for a mean frame after some that do
/// not count,
///
///   seconds                    of the broad phase; of the middle half of the frames
///   woken, new_bounds          pairs that were looked at, bodies with new bounds: space-time only
///   pairs, touching            whose boxes overlap, that touch
///
/// and `verdicts`, a hash of the pairs that touch in every frame: the same for all broad phases.
Result<Values> measure_broad(const scenes::MultibodySettings& settings, BroadMethod broad,
                             bool resting, std::uint32_t frames);

}  // namespace glance::studies::osullivan
