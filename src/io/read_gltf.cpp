// glTF: the meshes of a scene, each where its node puts it. tinygltf turns the JSON into structures
// (gltf_model); this and its helpers believe none of the numbers in them.
// Tested in tests/unit/io/gltf_test.cpp (Gltf.StripsFansAndWhatHasNoArea).
#include <fmt/format.h>

#include <map>
#include <set>

#include "glance/tolerance.h"
#include "io/gltf_accessor.h"
#include "io/gltf_scene.h"
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// How many vertices and corners of faces a scene may have beyond one per byte of the file's
/// buffers. Without instances there are fewer than one per byte; a small file whose nodes show the
/// same mesh again and again must not ask for all memory.
constexpr std::uint64_t kMostCopies = std::uint64_t{1} << 26;

/// How many elements an accessor says that it has; 0 if it is not there (which is an error later).
std::uint64_t count_of(const tinygltf::Model& model, int accessor) {
  const auto i = static_cast<std::size_t>(accessor);
  return accessor >= 0 && i < model.accessors.size() ? model.accessors[i].count : 0;
}

/// Whether the scene keeps to kMostCopies, as far as the file says it: before anything is copied.
Result<void> check_size(const tinygltf::Model& model, const std::vector<PlacedMesh>& placed) {
  std::uint64_t left = kMostCopies;
  for (const tinygltf::Buffer& buffer : model.buffers) left += buffer.data.size();
  std::set<int> seen;  // positions of the current mesh: primitives may share them
  for (const PlacedMesh& mesh : placed) {
    seen.clear();
    for (const tinygltf::Primitive& primitive : model.meshes[mesh.mesh].primitives) {
      const auto position = primitive.attributes.find("POSITION");
      if (position == primitive.attributes.end()) continue;
      const std::uint64_t vertices = count_of(model, position->second);
      const bool has_indices = primitive.indices >= 0;
      const std::uint64_t corners = has_indices ? count_of(model, primitive.indices) : vertices;
      for (const std::uint64_t count :
           {seen.insert(position->second).second ? vertices : 0, corners}) {
        if (count > left) {
          return fail(ErrorCode::out_of_range,
                      fmt::format("the nodes of the scene show the same meshes again and again: "
                                  "more than {} vertices and corners of faces",
                                  kMostCopies));
        }
        left -= count;
      }
    }
  }
  return {};
}

class Builder {
 public:
  explicit Builder(const tinygltf::Model& model) : model_(model) {}

  Result<void> add(const PlacedMesh& placed) {
    const tinygltf::Mesh& mesh = model_.meshes[placed.mesh];
    const bool has_name = placed.node && !placed.node->name.empty();
    begin_node(data_, has_name ? placed.node->name : mesh.name);
    MeshNode& node = data_.nodes.back();
    node.mesh = placed.mesh;
    node.linear = placed.linear;
    node.translation = placed.translation;
    const Mat3& m = placed.linear;
    is_mirrored_ = triple(m.col(0), m.col(1), m.col(2)) < 0;
    first_of_.clear();
    for (std::size_t i = 0; i < mesh.primitives.size(); i++) {
      Result<void> added = add_primitive(mesh.primitives[i], placed);
      if (added) continue;
      return fail(added.error().code, fmt::format("meshes[{}].primitives[{}]: {}", placed.mesh, i,
                                                  added.error().message));
    }
    return {};
  }

  MeshFile take() { return std::move(data_); }

 private:
  /// Vertices that this node already has, or new ones: primitives of a mesh may share them.
  struct Vertices {
    std::uint32_t first = 0;
    std::size_t count = 0;
  };

  Result<Vertices> place_vertices(int accessor, const PlacedMesh& placed) {
    if (const auto found = first_of_.find(accessor); found != first_of_.end()) return found->second;
    const Result<std::vector<Vec3>> positions = read_positions(model_, accessor);
    if (!positions) return fail(positions.error());
    if (data_.vertices.size() + positions->size() > UINT32_MAX)
      return fail(ErrorCode::out_of_range, "the scene has too many vertices");
    const Vertices vertices{static_cast<std::uint32_t>(data_.vertices.size()), positions->size()};
    for (const Vec3& p : *positions) {
      data_.vertices.push_back(placed.linear * p + placed.translation);
    }
    first_of_.emplace(accessor, vertices);
    return vertices;
  }

  Result<void> add_primitive(const tinygltf::Primitive& primitive, const PlacedMesh& placed) {
    const auto position = primitive.attributes.find("POSITION");
    if (position == primitive.attributes.end()) {
      data_.skipped_faces++;  // allowed: something else says where the vertices are
      return {};
    }
    const Result<Vertices> vertices = place_vertices(position->second, placed);
    if (!vertices) return fail(vertices.error());
    std::vector<std::uint32_t> corners;
    if (primitive.indices >= 0) {
      Result<std::vector<std::uint32_t>> indices = read_indices(model_, primitive.indices);
      if (!indices) return fail(indices.error());
      corners = *std::move(indices);
      for (const std::uint32_t v : corners) {
        if (v < vertices->count) continue;
        return damaged(
            fmt::format("a face names vertex {}, but there are only {}", v, vertices->count));
      }
    } else {
      corners.resize(vertices->count);
      for (std::size_t i = 0; i < corners.size(); i++) corners[i] = static_cast<std::uint32_t>(i);
    }
    return add_faces(primitive.mode, corners, vertices->first);
  }

  Result<void> add_faces(int mode, const std::vector<std::uint32_t>& corners, std::uint32_t first) {
    const std::size_t n = corners.size();
    switch (mode) {
      case TINYGLTF_MODE_POINTS: data_.skipped_faces += n; return {};
      case TINYGLTF_MODE_LINE: data_.skipped_faces += n / 2; return {};
      case TINYGLTF_MODE_LINE_LOOP: data_.skipped_faces += n; return {};
      case TINYGLTF_MODE_LINE_STRIP: data_.skipped_faces += n > 0 ? n - 1 : 0; return {};
      case TINYGLTF_MODE_TRIANGLES:
      case TINYGLTF_MODE_TRIANGLE_STRIP:
      case TINYGLTF_MODE_TRIANGLE_FAN: break;
      default: return damaged(fmt::format("{} is not a kind of primitive (0 to 6)", mode));
    }
    const bool separate = mode == TINYGLTF_MODE_TRIANGLES;
    if (separate && n % 3 != 0)
      return damaged(fmt::format("{} corners do not make triangles of three", n));
    const std::size_t count = separate ? n / 3 : n > 2 ? n - 2 : 0;
    if (data_.triangles.size() + count > kMaxTriangles) {
      return fail(ErrorCode::out_of_range,
                  fmt::format("the scene has more than {} triangles", kMaxTriangles));
    }
    for (std::size_t i = 0; i < count; i++) {
      // Every second triangle of a strip turns the other way round.
      const std::size_t swap = mode == TINYGLTF_MODE_TRIANGLE_STRIP ? i % 2 : 0;
      const std::size_t a = separate ? 3 * i : mode == TINYGLTF_MODE_TRIANGLE_FAN ? 0 : i;
      const std::size_t begin = separate ? 3 * i : i;
      Triangle t{first + corners[a], first + corners[begin + 1 + swap],
                 first + corners[begin + 2 - swap]};
      if (is_mirrored_) std::swap(t[1], t[2]);
      data_.triangles.push_back(t);
    }
    return {};
  }

  const tinygltf::Model& model_;
  MeshFile data_;
  bool is_mirrored_ = false;
  std::map<int, Vertices> first_of_;  ///< accessors whose vertices the current node has
};

}  // namespace

Result<MeshFile> read_gltf(std::string_view bytes, std::string_view format,
                           const std::string& folder) {
  const Result<tinygltf::Model> model = load_gltf(bytes, format == "glb", folder);
  if (!model) return fail(model.error());
  const Result<std::vector<PlacedMesh>> placed = placed_meshes(*model);
  if (!placed) return fail(placed.error());
  if (Result<void> good = check_size(*model, *placed); !good) return fail(good.error());
  Builder builder(*model);
  for (const PlacedMesh& mesh : *placed) {
    if (Result<void> added = builder.add(mesh); !added) return fail(added.error());
  }
  return builder.take();
}

}  // namespace glance::rooms::io
