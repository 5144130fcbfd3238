// Information about the tree of volumes around a mesh: sizes, costs, and the outlines of one level.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// What `tree_statistics` measures.
struct TreeStatistics {
  VolumeKind volume = VolumeKind::automatic;  ///< the kind of the volumes
  /// Counts of the tree.
  std::size_t triangles = 0, leaves = 0, nodes = 0;
  int levels = 0;              ///< levels down to the deepest leaf, the root included
  std::size_t bytes = 0;       ///< bytes of the tree, without the triangles
  std::size_t mesh_bytes = 0;  ///< bytes of vertices and triangles
  double build_seconds = 0;    ///< time that building took; 0 for a tree that was refitted
  /// How well the leaves fit: the sum of their surface areas over twice the area of the triangles.
  double leaf_excess = 0;
  /// The smallest radius of a leaf's volume: for spheres their radius, for other volumes half of
  /// their diagonal.
  double smallest_leaf = 0;
  /// The surface area of all nodes over that of the root: a measure of the expected cost of a
  /// search.
  double area_ratio = 0;
};

/// Measures the tree of a mesh. Fails for a shape that is not a mesh.
GLANCE_API Result<TreeStatistics> tree_statistics(const Shape& mesh);

/// Checks that every node encloses its triangles, that each leaf is reached once, and the order of
/// the nodes. An error here is a bug in the library.
GLANCE_API Result<void> validate_tree(const Shape& mesh);

/// The outline of one node, in the mesh's frame, as a closed surface.
struct VolumeOutline {
  /// Corners of the faces.
  std::vector<Vec3> vertices;
  std::vector<std::vector<std::uint32_t>> faces;  ///< counter-clockwise seen from outside
};

/// Returns the outline of a sphere: rings of latitude, fine enough to look round.
GLANCE_API VolumeOutline sphere_outline(const Vec3& center, double radius);

/// Returns the volumes of one level and of the leaves above it, which together cover the mesh.
/// Fails for a shape that is not a mesh, or for a level that the tree does not have.
GLANCE_API Result<std::vector<VolumeOutline>> tree_level(const Shape& mesh, int level);

}  // namespace glance
