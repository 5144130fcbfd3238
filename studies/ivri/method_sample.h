// One sample of an experiment that sets methods side by side: a scene whose motions do not depend
// on the answers, asked about by one method.
#pragma once

#include <cstdint>

#include "glance/glance.h"
#include "scenes/ivri_cube.h"
#include "studies/experiment.h"

namespace glance::studies::ivri {

/// How many iterations of the interior point method the paper says to be usual (section 4.3).
inline constexpr std::uint32_t kApartSteps[] = {1, 3}, kTouchingSteps[] = {2, 5};

// Both give
//
//   seconds, pair_seconds   a mean frame, and a mean pair of those whose bounds overlap (if any)
//   tested, touching        such pairs per frame, and those of them that touch
//   cached                  the part of them that last frame's proof answered
//   verdicts                a hash of all verdicts, frame by frame: the same for all methods
//
// and of QueryMethod::lp also, of the first scene,
//
//   apart, apart_cached, apart_solved     pairs that are apart though their bounding spheres are
//                                         not; of these, answered by the plane of the frame
//                                         before, and by iterating
//   apart_steps, apart_usual              iterations of the latter; how many took kApartSteps
//   touch, touch_cached, ..               the same of those that touch (kTouchingSteps)
//
// All but the seconds are counts: the same on every machine.

/// How often, with seeds of their own, and how long after some frames that do not count.
struct CubeRuns {
  std::uint32_t scenes = 1, frames = 1500;
};

/// Worlds of the cube's bodies with tight boxes. Seconds are all of detection; pair_seconds the
/// exact part only, of frames with pairs in them. The slowest hundredth of the frames is left out.
Result<Values> measure_cube(const scenes::CubeSettings& settings, QueryMethod method,
                            const CubeRuns& runs);

struct ApproachSettings {
  double side = 6, speed = 0.02, turn = 10;  ///< as scenes::approach takes them
  std::uint32_t repeats = 20;
  std::uint64_t seed = 1;
};

/// A body that approaches its like, `repeats` times: the last five frames before contact, unless
/// boxes or spheres around the two are apart, which takes no time here. (Counts of those that
/// touch are of the frame after.)
Result<Values> measure_approach(const Shape& shape, const ApproachSettings& settings,
                                QueryMethod method);

}  // namespace glance::studies::ivri
