// Times contenders on the recorded frames, and compares what they find.
#pragma once

#include <optional>

#include "benchmarks/common/measure.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/multibody/scene_frames.h"

namespace glance::bench {

/// Frames that one contender does before the next one's turn: many enough to find the machine's
/// caches warm, as it would in use.
inline constexpr std::size_t kTurn = 25;

/// Milliseconds of processor time a frame. Each frame's is the median over the passes; the first
/// frame, in which a world is built, does not count.
struct FrameCost {
  double mean = 0, median = 0, p99 = 0;
  double early = 0, late = 0;  ///< mean of the first and of the last kTurn frames
};

struct RaceResult {
  FrameCost ms;
  double candidates = 0;  ///< pairs asked about, a frame
  std::size_t touching = 0, missed = 0,
              invented = 0;  ///< in all frames, against the recorded pairs
};

/// Nothing for contenders that do not offer the question. Passes are over all frames, each with
/// new worlds; in every pass contenders take turns, and who is first changes.
std::vector<std::optional<RaceResult>> race(std::span<const WorldContender> contenders,
                                            const SceneFrames& recorded, Question question,
                                            const Effort& effort);

}  // namespace glance::bench
