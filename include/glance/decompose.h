// A solid mesh as a union of convex parts that cover all of it.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

struct DecomposeOptions {
  /// Most parts; >= 1.
  int max_parts = 64;
  /// Parts are divided until what they enclose beyond the solid is at most this part of its
  /// volume, all together.
  double max_excess = 0.05;
  /// Cutting planes that are tried along each axis, for each cut.
  int planes = 16;
};

struct Decomposition {
  /// Convex (hulls), in the mesh's frame. Every triangle and every point inside the solid is in
  /// one.
  std::vector<Shape> parts;
  /// Of the solid, and of the parts together where each point counts as often as it is covered.
  double solid_volume = 0, parts_volume = 0;
  /// (parts_volume - solid_volume) / solid_volume: an upper bound of the volume that the union of
  /// the parts has too much.
  double excess = 0;
};

/// Refuses a shape that is no solid mesh, and options out of range.
GLANCE_API Result<Decomposition> decompose(const Shape& solid,
                                           const DecomposeOptions& options = {});

}  // namespace glance
