// The parts into which other triangles divide a triangle: those that touch it along an edge, lie in
// its plane, or pass through it. For each part there is a point, infinitely near to a border, at
// which signs are exact.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mesh/sample_point.h"

namespace glance::rooms::mesh {

class FaceCells {
 public:
  /// Corners are in the frames of their bodies, whose poses have to stay.
  FaceCells(const Pose& pose, const TriangleCorners& face) : pose_(pose), face_(face) {}

  /// Another triangle. `borders`: bit k for the edge from corner k to the next, unless the surface
  /// goes on flat beyond it.
  void add(const Pose& pose, const TriangleCorners& other, unsigned borders) {
    others_.push_back({&pose, other, borders});
  }

  /// Shows points of the triangle, at least one in each part, until one is what was looked for.
  /// Returns whether there was one.
  bool any_of(const std::function<bool(const SamplePoint&)>& is_wanted) const;

 private:
  struct Other {
    const Pose* pose;
    TriangleCorners corners;
    unsigned borders;
  };

  const Pose& pose_;
  TriangleCorners face_;
  std::vector<Other> others_;
};

}  // namespace glance::rooms::mesh
