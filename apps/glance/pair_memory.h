// What `glance pairs --coherent` keeps from line to line.
//
// Shapes and pairs are recognised by the bits of their coordinates. What has been forgotten
// (memory is bounded) costs time, not answers.
#pragma once

#include <span>
#include <string>

#include "glance/query.h"
#include "recent.h"

namespace glance::app {

class PairMemory {
 public:
  /// Shape::hull and Shape::box, but what was made before is handed out again.
  Result<Shape> hull(std::span<const Vec3> points);
  Result<Shape> box(const Vec3& half_extents);

  /// The cache of a pair of the same kinds with these numbers, a before b; an empty one if the
  /// pair is new.
  /// Valid until the next call.
  PairCache& cache(const Shape& a, const Shape& b);

 private:
  static constexpr std::size_t kMaxCount = 4096, kMaxBytes = std::size_t{256} << 20;

  Recent<Shape> shapes_{kMaxCount, kMaxBytes};
  Recent<PairCache> caches_{kMaxCount, kMaxBytes};
};

}  // namespace glance::app
