// Tested in tests/unit/spheres/sphere_tree_test.cpp (SphereTree).
#include "spheres/sphere_voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace glance::rooms::spheres {

Result<void> check_voxels(const VoxelModel& voxels) {
  const auto [nx, ny, nz] = voxels.size;
  // So that numbers of corners fit 32 bits, with room for twice as many triangles.
  constexpr std::uint32_t kMostAlong = 1024;
  for (const std::uint32_t n : voxels.size) {
    if (n < 1 || n > kMostAlong) {
      return fail(fmt::format("a voxel model of {} x {} x {} cubes: each must be 1 to {}", nx, ny,
                              nz, kMostAlong));
    }
  }
  const std::size_t count = std::size_t{nx} * ny * nz;
  if (voxels.cells.size() != count) {
    return fail(fmt::format("{} cells given for {} x {} x {} = {} cubes", voxels.cells.size(), nx,
                            ny, nz, count));
  }
  if (!(voxels.cell >= kMinExtent && voxels.cell <= kMaxCoordinate / kMostAlong)) {
    return fail(fmt::format("the side of a cube must be a length > 0, not {}", voxels.cell));
  }
  if (!is_finite(voxels.origin) ||
      voxels.origin.max_abs() > kMaxCoordinate - kMostAlong * voxels.cell) {
    return fail(ErrorCode::out_of_range,
                fmt::format("the origin of the voxel model is out of range: ({}, {}, {})",
                            voxels.origin.x(), voxels.origin.y(), voxels.origin.z()));
  }
  if (std::ranges::none_of(voxels.cells, [](std::uint8_t c) { return c != 0; })) {
    return fail(ErrorCode::bad_geometry, "the voxel model has no cube that is set");
  }
  return {};
}

TriangleSoup voxel_faces(const VoxelModel& voxels) {
  const std::uint32_t nx = voxels.size[0], ny = voxels.size[1], nz = voxels.size[2];
  TriangleSoup soup;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;  // only looked up: order is no matter
  const auto corner = [&](const std::array<int, 3>& at) {
    const std::uint64_t key = at[0] + (nx + 1) * (at[1] + (std::uint64_t{ny} + 1) * at[2]);
    const auto [entry, added] = numbers.try_emplace(key, soup.vertices.size());
    if (added) {
      soup.vertices.push_back(voxels.origin + voxels.cell * Vec3(at[0], at[1], at[2]));
    }
    return entry->second;
  };
  for (int z = 0; z < static_cast<int>(nz); z++) {
    for (int y = 0; y < static_cast<int>(ny); y++) {
      for (int x = 0; x < static_cast<int>(nx); x++) {
        if (!is_set(voxels, x, y, z)) continue;
        for (int side = 0; side < 6; side++) {
          const int axis = side / 2, up = side % 2;
          std::array<int, 3> next{x, y, z};
          next[axis] += up ? 1 : -1;
          if (is_set(voxels, next[0], next[1], next[2])) continue;
          // Counter-clockwise about the axis; the other way around on the lower side.
          const int u = (axis + 1) % 3, v = (axis + 2) % 3;
          std::array<std::uint32_t, 4> loop;
          for (int i = 0; i < 4; i++) {
            std::array<int, 3> at{x, y, z};
            at[axis] += up;
            at[u] += i == 1 || i == 2;
            at[v] += i >= 2;
            loop[static_cast<std::size_t>(up ? i : 3 - i)] = corner(at);
          }
          soup.triangles.push_back({loop[0], loop[1], loop[2]});
          soup.triangles.push_back({loop[0], loop[2], loop[3]});
        }
      }
    }
  }
  return soup;
}

}  // namespace glance::rooms::spheres

namespace glance {
using namespace rooms::spheres;

Result<Shape> voxel_mesh(const VoxelModel& voxels) {
  if (const auto good = check_voxels(voxels); !good) return fail(good.error());
  const TriangleSoup faces = voxel_faces(voxels);
  return Shape::mesh(faces.vertices, faces.triangles, {.solid = true});
}

}  // namespace glance
