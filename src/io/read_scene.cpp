// glTF and COLLADA through Assimp. What tells that a file is cut off is looked at here first, since
// Assimp takes some such files, and fewer bytes then reach its parsers.
#include <fmt/format.h>

#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <filesystem>

#include "glance/tolerance.h"
#include "io/mesh_readers.h"

namespace glance {
namespace {

/// The file itself, from memory; of others only those beside it that are buffers.
class SceneFiles final : public Assimp::IOSystem {
 public:
  SceneFiles(std::string name, std::string_view bytes, std::string folder)
      : name_(std::move(name)), bytes_(bytes), folder_(std::move(folder)) {}

  bool Exists(const char* path) const override {
    return path == name_ || (is_buffer(path) && disk_.Exists(beside(path).c_str()));
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    if (path == name_) {
      return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes_.data()),
                                        bytes_.size());
    }
    return is_buffer(path) && mode[0] == 'r' ? disk_.Open(beside(path).c_str(), "rb") : nullptr;
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  /// A path below the folder, as Assimp asks for it.
  bool is_buffer(const std::filesystem::path& path) const {
    if (folder_.empty() || path.is_absolute() || path.extension() != ".bin") return false;
    for (const auto& step : path) {
      if (step == "..") return false;
    }
    return true;
  }
  std::string beside(const std::filesystem::path& path) const {
    return (std::filesystem::path(folder_) / path).string();
  }

  std::string name_;
  std::string_view bytes_;
  std::string folder_;
  mutable Assimp::DefaultIOSystem disk_;
};

/// Nesting that no scene has, and that a parser which calls itself may not survive.
constexpr int kMaxNesting = 256;

/// Whether one object of JSON is there, and all of it.
Result<void> check_json(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        i++;
      else if (c == '"')
        in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') depth++;
    if (c == '}' || c == ']') depth--;
    if (depth > kMaxNesting) return fail("brackets are nested too deeply");
    if (depth < 0) return fail("damaged: a bracket is closed that was not opened");
    const std::string_view spaces = " \t\r\n";
    if (depth == 0 && c != '}' && c != ']' && spaces.find(c) == spaces.npos) {
      return fail("damaged: a glTF file is one object of JSON");
    }
  }
  if (depth != 0 || in_string) return fail("cut off: brackets or quotes are not closed");
  return {};
}

/// Twelve bytes (a word, the version, the length of all), then chunks with length and kind.
Result<void> check_glb(std::string_view bytes) {
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
  };
  if (bytes.size() < 20) return fail(fmt::format("cut off: {} bytes", bytes.size()));
  if (!bytes.starts_with("glTF")) return fail("a binary glTF file begins with 'glTF'");
  if (number(4) != 2) return fail(fmt::format("version {} of binary glTF, not 2", number(4)));
  if (number(8) != bytes.size()) {
    return fail(
        fmt::format("{} bytes are said to be there, but the file has {}", number(8), bytes.size()));
  }
  std::size_t at = 12;
  while (at < bytes.size()) {
    if (bytes.size() - at < 8) return fail("damaged: a chunk is cut off");
    const std::size_t length = number(at);
    if (length > bytes.size() - at - 8) return fail("damaged: a chunk is longer than the file");
    if (at == 12) {
      if (number(16) != 0x4e4f534au) return fail("damaged: the first chunk is not JSON");
      // Filled up with spaces, or (against the standard) zeros.
      std::string_view json = bytes.substr(at + 8, length);
      while (json.ends_with('\0')) json.remove_suffix(1);
      if (Result<void> good = check_json(json); !good) return good;
    }
    at += 8 + length;
  }
  return {};
}

/// Whether the last thing closed is the whole document.
Result<void> check_collada(std::string_view text) {
  const std::size_t end = text.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  if (!text.ends_with("</COLLADA>")) return fail("cut off: it does not end with </COLLADA>");
  int depth = 0;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; at++) {
    const char next = text[at + 1];
    if (next == '/')
      depth--;
    else if (next != '!' && next != '?')
      depth++;
    const std::size_t close = text.find('>', at);
    if (close == text.npos) return fail("damaged: a tag is not closed");
    if (text[close - 1] == '/') depth--;
    if (depth > kMaxNesting) return fail("elements are nested too deeply");
  }
  return {};
}

/// a * b in doubles.
Eigen::Matrix4d product(const Eigen::Matrix4d& a, const aiMatrix4x4& b) {
  Eigen::Matrix4d m;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      m(i, j) = a(i, 0) * double(b[0][j]) + a(i, 1) * double(b[1][j]) +
                (a(i, 2) * double(b[2][j]) + a(i, 3) * double(b[3][j]));
    }
  }
  return m;
}

Result<void> add_mesh(MeshData& data, const aiMesh& mesh, const Eigen::Matrix4d& place) {
  const std::size_t first = data.vertices.size();
  if (first + mesh.mNumVertices >= UINT32_MAX) return fail("too many vertices");
  for (unsigned v = 0; v < mesh.mNumVertices; v++) {
    const aiVector3D& p = mesh.mVertices[v];
    Vec3 q;
    for (int i = 0; i < 3; i++) {
      q[i] = place(i, 0) * double(p.x) + place(i, 1) * double(p.y) +
             (place(i, 2) * double(p.z) + place(i, 3));
    }
    data.vertices.push_back(q);
  }
  for (unsigned f = 0; f < mesh.mNumFaces; f++) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) {
      data.skipped_faces++;
      continue;
    }
    Triangle t;
    for (unsigned k = 0; k < 3; k++) {
      if (face.mIndices[k] >= mesh.mNumVertices) {
        return fail(fmt::format("a face names vertex {} of a mesh that has {}", face.mIndices[k],
                                mesh.mNumVertices));
      }
      t[k] = static_cast<std::uint32_t>(first) + face.mIndices[k];
    }
    data.triangles.push_back(t);
  }
  if (data.triangles.size() > kMaxTriangles) {
    return fail(fmt::format("more than {} triangles", kMaxTriangles));
  }
  return {};
}

Result<MeshData> collect(const aiScene& scene) {
  MeshData data;
  if (!scene.mRootNode) return data;
  struct Placed {
    const aiNode* node;
    Eigen::Matrix4d place;
  };
  std::vector<Placed> open{{scene.mRootNode, Eigen::Matrix4d::Identity()}};
  while (!open.empty()) {
    const Placed at = open.back();
    open.pop_back();
    const Eigen::Matrix4d place = product(at.place, at.node->mTransformation);
    for (unsigned i = 0; i < at.node->mNumMeshes; i++) {
      if (at.node->mMeshes[i] >= scene.mNumMeshes)
        return fail("a node names a mesh that is not there");
      Result<void> added = add_mesh(data, *scene.mMeshes[at.node->mMeshes[i]], place);
      if (!added) return fail(added.error().message);
    }
    for (unsigned i = at.node->mNumChildren; i-- > 0;) {
      open.push_back({at.node->mChildren[i], place});
    }
  }
  return data;
}

}  // namespace

Result<MeshData> read_scene(std::string_view bytes, std::string_view format,
                            const std::string& folder) {
  const Result<void> whole = format == "gltf"  ? check_json(bytes)
                             : format == "glb" ? check_glb(bytes)
                                               : check_collada(bytes);
  if (!whole) return fail(whole.error().message);
  try {
    Assimp::Importer importer;
    const std::string name = fmt::format("scene.{}", format);
    importer.SetIOHandler(new SceneFiles(name, bytes, folder));  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate);
    if (!scene) return fail(importer.GetErrorString());
    if (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) return fail("the scene is not complete");
    return collect(*scene);
  } catch (const std::exception& error) {
    return fail(fmt::format("damaged: {}", error.what()));
  }
}

}  // namespace glance
