// One sample of Li and Chen's experiment: a crowd on its track, asked about with one strategy.
#pragma once

#include "glance/query.h"
#include "scenes/crowd.h"
#include "studies/experiment.h"

namespace glance::studies::li_chen {

/// Every pair of the crowd at every motion, each with a memory of its own. Gives
///
///   seconds            of all motions together
///   volume_updates, volume_tests, primitive_tests
///                      N_u, N_v and N_p of equation (1), of all motions together
///   list_entries       of all pairs after the last motion
///   checks, colliding  pairs asked about, and those that touch or overlap
///   verdicts           a hash of all verdicts: the same for all strategies and volumes
///
/// All but the seconds are counts: the same on every machine.
Values measure_crowd(const Shape& shape, const scenes::CrowdTrack& track, const ListOptions& list);

}  // namespace glance::studies::li_chen
