// Solid meshes: whether one body is inside the other, and how deep two of them overlap.
#pragma once

#include <optional>

#include "mesh/mesh_question.h"

namespace glance::mesh {

/// A point of one body (in the world, rounded) that is inside the other, which is solid; for bodies
/// of which no two triangles or parts overlap. `touching`: some touch; else one vertex tells for
/// all that hang together with it.
std::optional<Vec3> find_inside(const MeshQuestion& question, bool touching);

/// Bounds on the shortest translation that ends an overlap.
struct DepthBounds {
  /// That of the convex hulls: along `normal` it ends the overlap.
  double upper = 0;
  Vec3 normal = Vec3::zero();  ///< unit, from A to B
  /// The largest distance of a vertex that is inside the other body, a solid, from that one's
  /// surface: it has to get out. Of large meshes only some vertices are looked at.
  double lower = 0;
};
DepthBounds solid_depth(const MeshQuestion& question);

}  // namespace glance::mesh
