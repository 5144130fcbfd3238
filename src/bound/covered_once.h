// Parts of a mesh that are known not to meet themselves, without examining pairs of triangles. Seen
// along a coordinate axis all triangles of such a part turn the same way, and no point is covered
// by two of them: so they have nothing in common but corners and edges that they share.
#pragma once

#include "geom/flat_patches.h"

namespace glance::rooms::bound {

struct CoveredOnce {
  /// By triangle: bit k is set if it is seen counter-clockwise along axis k (from its positive
  /// end), bit 3 + k if clockwise. Each has at least one; of slanted views not all are told.
  std::vector<std::uint8_t> views;
  /// By patch: its triangles fill a convex polygon. Patches of few triangles are not examined.
  std::vector<std::uint8_t> patches;
  /// By vertex: the triangles around it form one closed fan, which covers its surroundings once.
  std::vector<std::uint8_t> vertices;

  static CoveredOnce of(const TriMesh& mesh, const FlatPatches& flat);

  int axis(std::uint32_t triangle) const;
  /// +1 or -1: how it turns, seen along axis().
  int facing(std::uint32_t triangle) const;
};

}  // namespace glance::rooms::bound
