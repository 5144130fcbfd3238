// Divides a solid mesh into convex parts that together cover all of it.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// Settings of `decompose`.
struct DecomposeOptions {
  /// The largest number of parts; >= 1.
  int max_parts = 64;
  /// Parts are divided until the volume that they enclose outside the solid, all together, is at
  /// most this fraction of the solid's volume.
  double max_excess = 0.05;
  /// The number of cutting planes that are tried along each axis for each cut.
  int planes = 16;
};

/// The answer of `decompose`.
struct Decomposition {
  /// Convex hulls, in the mesh's frame. Every triangle, and every point inside the solid, is in at
  /// least one of them.
  std::vector<Shape> parts;
  /// The volume of the solid, and the sum of the volumes of the parts (length^3).
  double solid_volume = 0, parts_volume = 0;
  /// (parts_volume - solid_volume) / solid_volume: an upper bound on the fraction by which the
  /// volume of the union of the parts exceeds that of the solid.
  double excess = 0;
};

/// Divides a solid mesh. Fails for a shape that is not a solid mesh, and for options out of range.
GLANCE_API Result<Decomposition> decompose(const Shape& solid,
                                           const DecomposeOptions& options = {});

}  // namespace glance
