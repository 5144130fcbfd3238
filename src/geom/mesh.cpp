// Names and reports of meshes.
// Tested in tests/unit/geom/tri_mesh_test.cpp (TriMesh.NamesOfVolumesAndBuilders).
#include "glance/mesh.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace glance {
std::string_view to_string(VolumeKind kind) {
  static constexpr std::array<std::string_view, 7> kNames{"auto",   "sphere", "aabb",  "obb",
                                                          "kdop14", "kdop18", "kdop26"};
  const auto number = static_cast<std::size_t>(kind);
  return number < kNames.size() ? kNames[number] : "unknown";
}

std::string_view to_string(TreeBuilder builder) {
  switch (builder) {
    case TreeBuilder::sah: return "sah";
    case TreeBuilder::median: return "median";
  }
  return "unknown";
}

std::string to_string(const MeshReport& r) {
  std::string text;
  const auto line = [&]<class... T>(fmt::format_string<T...> format, T&&... values) {
    if (!text.empty()) text += '\n';
    fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
  };
  if (r.non_finite_vertices > 0) {
    line("{} of {} vertices are not finite: dropped, with {} triangles that use them",
         r.non_finite_vertices, r.vertices, r.non_finite_triangles);
  }
  if (r.degenerate_triangles > 0) {
    line("{} of {} triangles have no area: dropped", r.degenerate_triangles, r.triangles);
  }
  if (r.duplicate_triangles > 0) {
    line("{} of {} triangles have the corners of an earlier one: dropped", r.duplicate_triangles,
         r.triangles);
  }
  if (r.unused_vertices > 0) {
    line("{} of {} vertices are not used: dropped", r.unused_vertices, r.vertices);
  }
  if (r.merged_vertices > 0) {
    line("{} of {} vertices are at the place of an earlier one: joined", r.merged_vertices,
         r.vertices);
  }
  if (r.turned_triangles > 0) {
    line("{} of {} triangles were turned so that neighbours agree on which side is outside",
         r.turned_triangles, r.triangles);
  }
  if (r.misoriented_edges > 0) {
    line("{} edges have triangles that cannot agree on which side is outside", r.misoriented_edges);
  }
  if (r.non_manifold_edges > 0) {
    line("{} edges have three triangles or more", r.non_manifold_edges);
  }
  if (r.boundary_edges > 0) {
    line("{} edges have one triangle only, {} closed loops of them", r.boundary_edges, r.holes);
  }
  if (r.closed) {
    line("closed, in {} {}, volume {:.6g}{}", r.pieces, r.pieces == 1 ? "piece" : "pieces",
         r.volume, r.volume < 0 ? " (inside out)" : "");
  } else {
    line("not closed, in {} {}", r.pieces, r.pieces == 1 ? "piece" : "pieces");
  }
  return text;
}

}  // namespace glance
