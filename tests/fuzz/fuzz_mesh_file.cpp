// Mesh files from a stranger: refused with a message, or a mesh whose triangles name its vertices,
// of which a shape can be made or refused.
#include <array>

#include "byte_reader.h"
#include "glance/mesh_file.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  static constexpr std::array<std::string_view, 7> kFormats{"obj",  "stl", "ply", "off",
                                                            "gltf", "glb", "dae"};
  ByteReader in(data, size);
  const std::string_view format = kFormats[in.below(kFormats.size())];
  const std::string_view rest = in.rest();
  const Result<MeshFile> mesh = read_mesh(std::as_bytes(std::span(rest)), format);
  if (!mesh) {
    require(!mesh.error().message.empty(), "a refusal says why");
    return 0;
  }
  require(!mesh->triangles.empty(), "a mesh has triangles");
  for (const Triangle& t : mesh->triangles) {
    for (const std::uint32_t v : t) {
      require(v < mesh->vertices.size(), "triangles name vertices");
    }
  }
  MeshReport report;
  const Result<Shape> shape = Shape::mesh(mesh->vertices, mesh->triangles, {}, &report);
  require(shape || !shape.error().message.empty(), "a refusal says why");
  require(report.triangles == mesh->triangles.size(), "the report is of this mesh");
  require(!to_string(report).empty(), "a report says something");
  return 0;
}
