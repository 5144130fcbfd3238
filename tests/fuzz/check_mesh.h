// What holds for every mesh file, damaged or not: it is refused with a message, or a mesh whose
// triangles name its vertices and each belong to one part, and of which a shape can be made or
// refused.
#pragma once

#include "glance/mesh_file.h"
#include "require.h"

namespace glance::fuzz {

/// Making shapes of larger meshes takes longer than reading them, and is not what is tested here.
inline constexpr std::size_t kMostShaped = 10'000;

inline void check_mesh(const Result<MeshFile>& mesh) {
  if (!mesh) {
    require(!mesh.error().message.empty(), "a refusal says why");
    require(mesh.error().message.size() < 1000, "a message is short", mesh.error().message);
    return;
  }
  require(!mesh->triangles.empty(), "a mesh has triangles");
  for (const Triangle& t : mesh->triangles) {
    for (const std::uint32_t v : t) {
      require(v < mesh->vertices.size(), "triangles name vertices");
    }
  }
  std::size_t end = 0;
  for (const MeshNode& node : mesh->nodes) {
    require(node.triangle_count > 0, "a part has triangles");
    require(node.first_triangle == end, "each triangle belongs to one part");
    end += node.triangle_count;
  }
  require(end == mesh->triangles.size(), "parts hold all triangles");
  if (mesh->triangles.size() > kMostShaped || mesh->vertices.size() > kMostShaped) return;
  MeshReport report;
  const Result<Shape> shape = Shape::mesh(mesh->vertices, mesh->triangles, {}, &report);
  require(shape || !shape.error().message.empty(), "a refusal says why");
  require(report.triangles == mesh->triangles.size(), "the report is of this mesh");
  require(!to_string(report).empty(), "a report says something");
}

}  // namespace glance::fuzz
