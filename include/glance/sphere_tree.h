// Trees of spheres around a body, for detection that can stop at any level (O'Sullivan-Dingliana
// section 3.3): the spheres of every level cover the surface of the body, each level more closely
// than the one above.
//
//   const Result<SphereTree> tree = SphereTree::make(*shape, {.levels = 4});
//   for (const SphereNode& node : tree->level(2)) ...
//
// Spheres that others hide on all sides are left out. This may leave a hollow in the inside, so
// that a body in the hollow touches no sphere; a test of solids has to check for that
// (docs/design/sphere_trees.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "glance/export.h"
#include "glance/shape.h"
#include "glance/tolerance.h"

namespace glance::rooms::spheres {
struct TreeAccess;
}

namespace glance {

/// A model of small cubes, each set or empty. The cube (x, y, z) is cells[x + size[0] (y + size[1]
/// z)]; it reaches from origin + cell (x, y, z) to origin + cell (x + 1, y + 1, z + 1).
struct VoxelModel {
  std::array<std::uint32_t, 3> size = {};  ///< number of cubes along x, y and z
  std::vector<std::uint8_t> cells;         ///< 0: empty; otherwise set
  Vec3 origin = Vec3::zero();  ///< the corner of the model with the smallest coordinates
  double cell = 1;             ///< side of a cube (length), > 0
};

/// How the spheres are placed.
enum class SphereBuilder : std::uint8_t {
  octree,  ///< around the part of the body in each cell of an octree (the paper's method)
  fitted,  ///< around pieces of the surface, with centres inside the body: tighter, with no more
           ///< spheres
};
GLANCE_API std::string_view to_string(SphereBuilder builder);  ///< "octree", "fitted"

/// How a sphere-tree is built.
struct SphereTreeOptions {
  SphereBuilder builder = SphereBuilder::fitted;  ///< how the spheres are placed
  int levels = 4;  ///< levels, the root included; 1 to kMaxSphereLevels

  bool operator==(const SphereTreeOptions&) const = default;
};

/// A sphere of a tree, in the frame of the shape.
struct SphereNode {
  /// Where it is.
  Vec3 center = Vec3::zero();
  /// Its radius (length).
  double radius = 0;
  /// Some point of the body is within this distance of the center. If the centers of two spheres
  /// are c apart, their bodies are at most c + reach_a + reach_b apart.
  double reach = 0;
  /// No point of the sphere is farther from the body than this: the Hausdorff distance from the
  /// sphere to the body, or an upper bound on it.
  double overhang = 0;
  /// The ball of this radius about the center lies within the body; 0 where `reach` is not 0. If
  /// the centers of two spheres are c apart, the signed distance of their bodies is at most c -
  /// depth_a
  /// - depth_b: they overlap if this is negative.
  double depth = 0;
  std::uint32_t child = 0;     ///< index of the first child; children are consecutive
  std::uint32_t children = 0;  ///< number of children; 0: a leaf
  std::uint32_t parent = 0;    ///< index of the parent; the root is its own parent
  std::uint32_t level = 0;     ///< 0 for the root

  /// Whether it has no children.
  bool is_leaf() const { return children == 0; }
};

/// A tree of spheres. The nodes are stored level by level, from the root. Branches may end at
/// different levels. Immutable and shared: copies are cheap.
class GLANCE_API SphereTree {
 public:
  /// Builds the tree of any bounded shape: convex (rounding included), mesh or compound. Fails for
  /// half-spaces and for levels out of range.
  static Result<SphereTree> make(const Shape& shape, const SphereTreeOptions& options = {});
  /// Builds the tree of a voxel model. Fails if no cell is set, or if the sizes do not match.
  static Result<SphereTree> make(const VoxelModel& voxels, const SphereTreeOptions& options = {});

  /// All nodes; the root is the first.
  std::span<const SphereNode> nodes() const;
  /// The number of levels.
  int levels() const;
  /// Returns the spheres that represent the body at a level: the nodes of that level, and the
  /// leaves above it. Allocates.
  std::vector<SphereNode> level(int level) const;
  /// Whether the spheres cover the whole inside as well: then there is no hollow in which another
  /// body could hide.
  bool covers_inside() const;
  /// How the spheres were placed.
  SphereBuilder builder() const;
  /// The bytes of memory held.
  std::size_t bytes() const;
  /// Checks what every reader relies on: the order of the nodes, radii, links. An error here is a
  /// bug in the library.
  Result<void> validate() const;

 private:
  friend struct rooms::spheres::TreeAccess;
  struct Data;

  std::shared_ptr<const Data> data_;
};

/// How well the spheres of a level fit, estimated with random points in their bounding box.
struct SphereFit {
  double volume = 0;     ///< volume of the union of the spheres (length^3)
  double excess = 0;     ///< the part of it outside the body
  double hausdorff = 0;  ///< the largest overhang
};
/// Measures a level of a tree of this shape. Fails if the tree has no such level.
GLANCE_API Result<SphereFit> sphere_fit(const SphereTree& tree, const Shape& shape, int level,
                                        int samples = 20'000, std::uint64_t seed = 1);

/// Makes the body of a voxel model as a solid mesh: the outer faces of its cubes, two triangles
/// each.
GLANCE_API Result<Shape> voxel_mesh(const VoxelModel& voxels);

}  // namespace glance
