// What a sphere-tree is made of, and what its builders hand over.
#pragma once

#include <vector>

#include "glance/sphere_tree.h"
#include "spheres/sphere_field.h"

namespace glance {

struct SphereTree::Data {
  std::vector<SphereNode> nodes;
  int levels = 1;
  SphereBuilder builder = SphereBuilder::fitted;
  bool covers_inside = false;
};

}  // namespace glance

namespace glance::rooms::spheres {

struct TreeAccess {
  using Data = SphereTree::Data;
};
using SphereTreeData = TreeAccess::Data;

/// A sphere in the unit frame of the surface.
struct UnitBall {
  Vec3 center = Vec3::zero();
  double radius = 0;
};

/// A node in the frame of the shape, without links. Rounding errors are added to the radius.
SphereNode make_node(const SphereSurface& surface, const SphereField& field, const UnitBall& ball);

/// The sphere around a bounded shape, about its centre of mass: in no time.
SphereNode sphere_around(const Shape& shape);

/// Octrees are built level by level, over cells of any kind: parts of space, blocks of voxels.
/// By the paper's section 3.3.1.
SphereTreeData build_octree(const SphereSurface& surface, const SphereField& field, int levels);
SphereTreeData build_octree(const VoxelModel& voxels, const SphereSurface& surface,
                            const SphereField& field, int levels);

/// `counts`: how many spheres may stand for the body at each level.
SphereTreeData build_fitted(const SphereSurface& surface, const SphereField& field,
                            std::span<const std::size_t> counts);

/// How many spheres stand for the body at each level: its nodes, and the leaves above it.
std::vector<std::size_t> level_counts(const SphereTreeData& data);

}  // namespace glance::rooms::spheres
