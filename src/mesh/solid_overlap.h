// Solid meshes: whether one body is inside the other, and how deep two of them overlap.
#pragma once

#include <optional>

#include "mesh/mesh_question.h"

namespace glance::rooms::mesh {

/// Finds a point of one body (in the world frame, rounded) that is inside the other, a solid. For
/// bodies no two triangles or parts of which overlap. `touching`: whether some touch; if not, one
/// vertex decides for everything that is connected to it.
std::optional<Vec3> find_inside(const MeshQuestion& question, bool touching);

/// Bounds on the shortest translation that ends an overlap.
struct DepthBounds {
  /// The depth of the convex hulls: a translation by this much along `normal` ends the overlap.
  double upper = 0;
  Vec3 normal = Vec3::zero();  ///< unit, from A to B
  /// The largest distance of a vertex inside the other body, a solid, from the surface of that
  /// body: every translation that ends the overlap moves it out. For large meshes only some
  /// vertices are examined.
  double lower = 0;
};
DepthBounds solid_depth(const MeshQuestion& question);

}  // namespace glance::rooms::mesh
