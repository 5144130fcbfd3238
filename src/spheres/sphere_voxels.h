// The surface of a voxel model, and which of its cubes are at the surface.
#pragma once

#include "glance/generate.h"
#include "glance/sphere_tree.h"
#include "rooms.h"

namespace glance::rooms::spheres {

/// Refuses what SphereTree::make refuses.
Result<void> check_voxels(const VoxelModel& voxels);

/// Beyond the model all is empty.
inline bool is_set(const VoxelModel& voxels, int x, int y, int z) {
  const auto [nx, ny, nz] = voxels.size;
  if (x < 0 || y < 0 || z < 0 || x >= static_cast<int>(nx) || y >= static_cast<int>(ny) ||
      z >= static_cast<int>(nz)) {
    return false;
  }
  return voxels.cells[static_cast<std::size_t>(x) +
                      nx * (static_cast<std::size_t>(y) + std::size_t{ny} * z)] != 0;
}

/// Two triangles for each side of a set cube that faces an empty one. Of a model that is checked.
TriangleSoup voxel_faces(const VoxelModel& voxels);

}  // namespace glance::rooms::spheres
