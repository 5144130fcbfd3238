// Times contenders on a workload, and counts what they got wrong.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "benchmarks/common/roster.h"
#include "benchmarks/common/workload.h"

namespace glance::bench {

struct Measurement {
  double ns = 0;            ///< a query: the median over the repetitions
  std::size_t queries = 0;  ///< in one repetition, each pose counted once
  bool partial = false;     ///< too slow for all poses: only the first ones were asked
  // Out of the `checked` poses that were asked and that the oracle decided (grade.h):
  int checked = 0, wrong = 0, off = 0, failed = 0;
};

/// For one row. Repetitions over some time even out what else the machine does.
struct Effort {
  int repetitions = 0;  ///< at least
  double seconds = 0;   ///< at least
};

/// Nothing for contenders that do not offer the question. They take turns within every
/// repetition, so that whatever slows the machine down slows all of them.
std::vector<std::optional<Measurement>> measure(std::span<const Contender> contenders,
                                                const Workload& workload, Question question,
                                                bool coherent, const Effort& effort);

}  // namespace glance::bench
