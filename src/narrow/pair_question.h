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

}  // namespace glance
