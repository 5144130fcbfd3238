// One question about two bodies of which at least one is not convex.
#pragma once

#include "glance/query.h"

namespace glance {

struct PairQuestion {
  const Shape& a;
  const Pose& pose_a;
  const Shape& b;
  const Pose& pose_b;
  PairCache& cache;
  const QueryOptions& options;
};

/// Of all that is said of pairs of parts, which decides.
inline int rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::apart: return 0;
    case Verdict::touching: return 1;
    case Verdict::undecided: return 2;
    case Verdict::overlapping: break;
  }
  return 3;
}

/// To the work on a body, that on two of its parts. Says nothing of how they were answered.
inline void add_steps(const Work& of_parts, Work& sum) {
  sum.feature_steps += of_parts.feature_steps;
  sum.simplex_steps += of_parts.simplex_steps;
  sum.vertex_steps += of_parts.vertex_steps;
  sum.exact_pivots += of_parts.exact_pivots;
  sum.lp_steps += of_parts.lp_steps;
  sum.depth_steps += of_parts.depth_steps;
  sum.volume_updates += of_parts.volume_updates;
  sum.volume_tests += of_parts.volume_tests;
  sum.primitive_tests += of_parts.primitive_tests;
  sum.list_entries += of_parts.list_entries;
  sum.handed_over |= of_parts.handed_over;
  sum.exact |= of_parts.exact;
}

}  // namespace glance
