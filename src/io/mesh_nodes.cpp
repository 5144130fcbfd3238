// The named parts of a mesh file.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.PartsHaveTheirNames).
#include <vector>

#include "io/mesh_readers.h"

namespace glance::rooms::io {

void begin_node(MeshFile& data, std::string_view name) {
  if (data.nodes.empty() && !data.triangles.empty()) data.nodes.emplace_back();
  MeshNode& node = data.nodes.emplace_back();
  node.name = name;
  node.first_triangle = data.triangles.size();
  node.mesh = data.nodes.size() - 1;
}

void finish_nodes(MeshFile& data) {
  if (data.nodes.empty()) data.nodes.emplace_back();
  for (std::size_t i = 0; i < data.nodes.size(); i++) {
    const bool is_last = i + 1 == data.nodes.size();
    const std::size_t end = is_last ? data.triangles.size() : data.nodes[i + 1].first_triangle;
    data.nodes[i].triangle_count = end - data.nodes[i].first_triangle;
  }
  std::erase_if(data.nodes, [](const MeshNode& node) { return node.triangle_count == 0; });
}

}  // namespace glance::rooms::io
