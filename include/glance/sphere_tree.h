// Trees of spheres around a body, for detection that can stop at any level (O'Sullivan-Dingliana
// section 3.3): every level covers the surface of the body, each closer than the one above.
//
//   const Result<SphereTree> tree = SphereTree::make(*shape, {.levels = 4});
//   for (const SphereNode& node : tree->level(2)) ...
//
// Spheres hidden on all sides by others are left out: inside they may leave a hollow, so that a
// body in it touches no sphere. Whoever asks about solids looks for that
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

namespace glance {

/// A model of small cubes, set or empty. The cube (x, y, z) is cells[x + size[0] (y + size[1] z)],
/// from origin + cell (x, y, z) to origin + cell (x + 1, y + 1, z + 1).
struct VoxelModel {
  std::array<std::uint32_t, 3> size = {};
  std::vector<std::uint8_t> cells;  ///< 0: empty, else set
  Vec3 origin = Vec3::zero();
  double cell = 1;  ///< side of a cube, > 0
};

/// How spheres are placed.
enum class SphereBuilder : std::uint8_t {
  octree,  ///< around what cells of an octree hold of the body (the paper's)
  fitted,  ///< through pieces of the surface, from inside of the body: tighter, at no more spheres
};
GLANCE_API std::string_view to_string(SphereBuilder builder);  ///< "octree", "fitted"

struct SphereTreeOptions {
  SphereBuilder builder = SphereBuilder::fitted;
  int levels = 4;  ///< the root's included; 1 to kMaxSphereLevels

  bool operator==(const SphereTreeOptions&) const = default;
};

/// In the frame of the shape.
struct SphereNode {
  Vec3 center = Vec3::zero();
  double radius = 0;
  /// Some point of the body is no farther from the center than this: two spheres c apart stand for
  /// bodies that are at most c + near_a + near_b apart.
  double near = 0;
  /// No point of the sphere is farther from the body than this (the Hausdorff distance from the
  /// sphere to the body, or a bound on it).
  double overhang = 0;
  /// The ball of this radius about the center lies within the body; 0 where `near` is not. Two
  /// spheres c apart stand for bodies that are at most c - depth_a - depth_b apart: that overlap,
  /// if that is negative.
  double depth = 0;
  std::uint32_t child = 0;     ///< the first of its children, which stand next to each other
  std::uint32_t children = 0;  ///< 0: a leaf
  std::uint32_t parent = 0;    ///< the root is its own
  std::uint32_t level = 0;     ///< the root's is 0

  bool is_leaf() const { return children == 0; }
};

/// Nodes stand level by level, from the root. Branches may end at different levels. Immutable and
/// shared: copies are cheap.
class GLANCE_API SphereTree {
 public:
  /// Of any bounded shape: convex ones (rounding included), meshes and compounds. Refuses
  /// half-spaces, and levels out of range.
  static Result<SphereTree> make(const Shape& shape, const SphereTreeOptions& options = {});
  /// Refuses a model without a set cell, or whose size does not match.
  static Result<SphereTree> make(const VoxelModel& voxels, const SphereTreeOptions& options = {});

  std::span<const SphereNode> nodes() const;
  int levels() const;
  /// The spheres that stand for the body at a level: the nodes of that level, and the leaves above
  /// it. Allocates.
  std::vector<SphereNode> level(int level) const;
  /// Whether it covers all of the inside as well, so that no hollow is left: then no body can hide.
  bool covers_inside() const;
  SphereBuilder builder() const;
  std::size_t bytes() const;
  /// Order of the nodes, radii, links: what every reader may rely on.
  Result<void> validate() const;

  struct Data;

 private:
  std::shared_ptr<const Data> data_;
};

/// How well the spheres of a level fit, by points at random in their bounding box.
struct SphereFit {
  double volume = 0;     ///< of all of them together (length^3)
  double excess = 0;     ///< of that, what is outside of the body
  double hausdorff = 0;  ///< the largest overhang
};
/// Of a tree of this shape; refuses a level that it does not have.
GLANCE_API Result<SphereFit> sphere_fit(const SphereTree& tree, const Shape& shape, int level,
                                        int samples = 20'000, std::uint64_t seed = 1);

/// The body of a voxel model as a solid mesh: the outer faces of its cubes, two triangles each.
GLANCE_API Result<Shape> voxel_mesh(const VoxelModel& voxels);

}  // namespace glance
