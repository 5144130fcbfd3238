// What `glance pairs` and `glance toi` keep from line to line: shapes (a file is read once), and
// with `pairs --coherent` what pairs remember.
//
// Shapes and pairs are recognised by the bits of their coordinates, files by their names. What was
// forgotten (memory is bounded) costs time, and changes no answer.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "common/recent.h"
#include "glance/query.h"

namespace glance::app {

struct KnownShape {
  Shape shape;
  std::string note;  ///< what was found wrong with it; empty if nothing
};

/// What distinguishes a mesh or a compound from others.
std::string mesh_key(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                     bool solid);
std::string compound_key(std::span<const CompoundPart> parts);

class PairMemory {
 public:
  /// As Shape::hull and Shape::box, but shapes that were made before are returned again.
  Result<Shape> hull(std::span<const Vec3> points);
  Result<Shape> box(const Vec3& half_extents);
  /// The shape that was made under this key before, or else the one that `make` makes.
  Result<KnownShape> recall(std::string key, const std::function<Result<KnownShape>()>& make);

  /// The cache of a pair of the same kinds with these numbers, a before b; an empty one if the
  /// pair is new.
  /// Valid until the next call.
  PairCache& cache(const Shape& a, const Shape& b);

 private:
  static constexpr std::size_t kMaxCount = 4096, kMaxBytes = std::size_t{256} << 20;

  Recent<KnownShape> shapes_{kMaxCount, kMaxBytes};
  Recent<PairCache> caches_{kMaxCount, kMaxBytes};
};

}  // namespace glance::app
