// The flat parts of a mesh: sets of triangles that hang together by edges and lie in one plane, in
// exact arithmetic. So what is known about the plane of one triangle holds for all of them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geom/tri_mesh.h"

namespace glance::rooms::geom {

inline constexpr std::uint32_t kNoTriangle = 0xffffffffu;

struct FlatPatch {
  std::array<std::uint32_t, 3> base;  ///< vertices of one of its triangles
  std::uint32_t triangles = 0;        ///< how many
  std::uint32_t first_corner = 0,
                corner_count = 0;  ///< of its convex hull, in FlatPatches::corners
};

struct FlatPatches {
  std::vector<FlatPatch> patches;
  std::vector<std::uint32_t> of_triangle;  ///< every triangle is in one, possibly alone
  std::vector<std::uint32_t> corners;      ///< vertices
  /// Across the edge from corner k of a triangle to the next: the triangle that shares this edge
  /// with it alone, in the other direction; kNoTriangle if there is none.
  std::vector<std::array<std::uint32_t, 3>> neighbours;

  static FlatPatches of(const TriMesh& mesh);

  std::span<const std::uint32_t> corners_of(std::uint32_t patch) const {
    return {corners.data() + patches[patch].first_corner, patches[patch].corner_count};
  }
  std::size_t bytes() const;
};

}  // namespace glance::rooms::geom
