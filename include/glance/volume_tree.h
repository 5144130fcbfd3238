// A look into the tree of volumes around a mesh: sizes, costs, and one level as a picture.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

struct TreeStatistics {
  VolumeKind volume = VolumeKind::automatic;
  std::size_t triangles = 0, leaves = 0, nodes = 0;
  int levels = 0;              ///< of the deepest leaf; the root is level 0 and counts
  std::size_t bytes = 0;       ///< of the tree, without the triangles
  std::size_t mesh_bytes = 0;  ///< of vertices and triangles
  double build_seconds = 0;    ///< as measured when it was made; 0 for a tree that was refitted
  /// How well the leaves fit: the sum of their surface areas over twice the area of the triangles.
  double leaf_excess = 0;
  /// Smallest radius of a leaf's volume: of a sphere its own, of others half their diagonal.
  double smallest_leaf = 0;
  /// Surface area of all nodes over the root's: what a search has to expect.
  double area_ratio = 0;
};

/// Refuses a shape that is no mesh.
GLANCE_API Result<TreeStatistics> tree_statistics(const Shape& mesh);

/// Checks that every node encloses its triangles, that each leaf is reached once, and the order
/// of the nodes. An error here is a bug of the library.
GLANCE_API Result<void> validate_tree(const Shape& mesh);

/// The outline of one node, in the mesh's frame, as a closed surface.
struct VolumeOutline {
  std::vector<Vec3> vertices;
  std::vector<std::vector<std::uint32_t>> faces;  ///< counter-clockwise from outside
};

/// Of a sphere: rings of latitude, enough to look round.
GLANCE_API VolumeOutline sphere_outline(const Vec3& center, double radius);

/// The volumes of one level (and of leaves above it), so that together they cover the mesh.
GLANCE_API Result<std::vector<VolumeOutline>> tree_level(const Shape& mesh, int level);

}  // namespace glance
