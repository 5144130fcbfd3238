// One sample of an experiment with many bodies: a simulation, run for some frames.
#pragma once

#include <cstdint>

#include "scenes/multibody.h"
#include "scenes/simulation.h"
#include "studies/experiment.h"

namespace glance::studies::icollide {

/// Runs it for so many frames, after some that do not count, and gives, for a mean frame:
///
///   seconds, update, sort, exact   the whole of detection and its parts: boxes, sweep and
///                                  prune, exact answers. The mean of the middle half of the
///                                  frames, by their time. Moving the scene is not in it.
///   swaps, box_steps, pairs, touching, begun, feature_steps
///                                  counts, the mean of all frames: the same on every machine
///
/// and `frames`, how many there were. At least one is needed.
Result<Values> measure_multibody(const scenes::SimulationSettings& settings, std::uint32_t frames);

}  // namespace glance::studies::icollide
