// One question about two bodies of which at least one is not convex.
#pragma once

#include "glance/query.h"
#include "rooms.h"

namespace glance::rooms::convex {

struct PairQuestion {
  const Shape& a;
  const Pose& pose_a;
  const Shape& b;
  const Pose& pose_b;
  PairCache& cache;
  const QueryOptions& options;
};

/// Orders the verdicts of pairs of parts: the one of highest rank is the verdict of the bodies.
inline int rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::apart: return 0;
    case Verdict::touching: return 1;
    case Verdict::undecided: return 2;
    case Verdict::overlapping: break;
  }
  return 3;
}

}  // namespace glance::rooms::convex
