// Real files, where they are at hand: in the folder that GLANCE_MESH_DATA names, or beside the
// project. Their list says how many triangles each has.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/mesh_readers.h"
#include "support/mesh_samples.h"

namespace glance::test {
namespace {

struct Listed {
  std::string path;
  std::size_t triangles = 0;
};

/// Rows "| path | numbers .. | triangles | surface | .."; counts of vertices and bytes come first.
std::vector<Listed> read_list(const std::filesystem::path& list) {
  std::vector<Listed> files;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells;
    for (std::size_t at = 0, bar; (bar = line.find('|', at)) != line.npos; at = bar + 1)
      cells.emplace_back(io::trimmed(std::string_view(line).substr(at, bar - at)));
    if (cells.size() < 5) continue;
    const std::string ending = std::filesystem::path(cells[1]).extension().string();
    if (ending.empty()) continue;
    if (std::string(".obj .stl .ply .off .gltf .glb .dae ").find(ending + " ") == line.npos)
      continue;
    Listed file{cells[1], 0};
    for (std::size_t i = 2; i < 5; i++) {
      std::int64_t count;
      if (io::parse_whole(cells[i], count)) file.triangles = static_cast<std::size_t>(count);
    }
    files.push_back(file);
  }
  return files;
}

TEST(MeshData, RealFilesHaveTheTrianglesThatTheirListSays) {
  const char* given = std::getenv("GLANCE_MESH_DATA");
  const std::filesystem::path folder = given ? given : TEST_MESH_DATA;
  const std::vector<Listed> files = read_list(folder / "MANIFEST.md");
  if (files.empty()) GTEST_SKIP() << "no real files in " << folder;
  std::size_t compared = 0;
  for (const Listed& file : files) {
    const Result<MeshFile> data = read_mesh((folder / file.path).string());
    if (!data && data.error().code == ErrorCode::unsupported) continue;  // DAE without Assimp
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->triangles.size(), file.triangles) << file.path;
    std::size_t in_parts = 0;
    for (const MeshNode& node : data->nodes) in_parts += node.triangle_count;
    EXPECT_EQ(in_parts, file.triangles) << file.path;
    compared++;
  }
  EXPECT_GT(compared, 50u);
}

}  // namespace
}  // namespace glance::test
