// glTF and COLLADA through Assimp. What tells that a file is cut off is looked at here first, since
// Assimp takes some such files, and fewer bytes then reach its parsers.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.ReadsBuffersBesideTheFileButNoOthers).
#include <fmt/format.h>

#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <cstring>
#include <filesystem>

#include "base/bytes.h"
#include "glance/tolerance.h"
#include "io/isolated.h"
#include "io/mesh_readers.h"

namespace glance::io {
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
    if (depth > kMaxNesting) return fail(ErrorCode::bad_data, "brackets are nested too deeply");
    if (depth < 0)
      return fail(ErrorCode::bad_data, "damaged: a bracket is closed that was not opened");
    const std::string_view spaces = " \t\r\n";
    if (depth == 0 && c != '}' && c != ']' && spaces.find(c) == spaces.npos) {
      return fail(ErrorCode::bad_data, "damaged: a glTF file is one object of JSON");
    }
  }
  if (depth != 0 || in_string)
    return fail(ErrorCode::bad_data, "cut off: brackets or quotes are not closed");
  return {};
}

/// Twelve bytes (a word, the version, the length of all), then chunks with length and kind.
Result<void> check_glb(std::string_view bytes) {
  const auto number = [&](std::size_t at) {
    return ByteReader(bytes.substr(at)).get<std::uint32_t>();
  };
  if (bytes.size() < 20)
    return fail(ErrorCode::bad_data, fmt::format("cut off: {} bytes", bytes.size()));
  if (!bytes.starts_with("glTF"))
    return fail(ErrorCode::bad_data, "a binary glTF file begins with 'glTF'");
  if (number(4) != 2)
    return fail(ErrorCode::bad_data, fmt::format("version {} of binary glTF, not 2", number(4)));
  if (number(8) != bytes.size()) {
    return fail(
        ErrorCode::bad_data,
        fmt::format("{} bytes are said to be there, but the file has {}", number(8), bytes.size()));
  }
  std::size_t at = 12;
  while (at < bytes.size()) {
    if (bytes.size() - at < 8) return fail(ErrorCode::bad_data, "damaged: a chunk is cut off");
    const std::size_t length = number(at);
    if (length > bytes.size() - at - 8)
      return fail(ErrorCode::bad_data, "damaged: a chunk is longer than the file");
    if (at == 12) {
      if (number(16) != 0x4e4f534au)
        return fail(ErrorCode::bad_data, "damaged: the first chunk is not JSON");
      // Filled up with spaces, or (against the standard) zeros.
      std::string_view json = bytes.substr(at + 8, length);
      while (json.ends_with('\0')) json.remove_suffix(1);
      if (Result<void> good = check_json(json); !good) return good;
    }
    at += 8 + length;
  }
  return {};
}

/// Whether lists hold numbers only: Assimp never comes to the end of an index that is none.
bool holds_numbers(std::string_view tag, std::string_view text) {
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
  const bool whole = name == "p" || name == "vcount" || name == "v";
  if (!whole && name != "float_array" && name != "matrix") return true;
  const std::string_view known = whole ? "0123456789+- \t\r\n" : "0123456789+-.eEnaifNAIF \t\r\n";
  return text.substr(0, text.find('<')).find_first_not_of(known) == text.npos;
}

/// Whether the last thing closed is the whole document.
Result<void> check_collada(std::string_view text) {
  const std::size_t end = text.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  if (!text.ends_with("</COLLADA>"))
    return fail(ErrorCode::bad_data, "cut off: it does not end with </COLLADA>");
  int depth = 0;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; at++) {
    const char next = text[at + 1];
    if (next == '/')
      depth--;
    else if (next != '!' && next != '?')
      depth++;
    const std::size_t close = text.find('>', at);
    if (close == text.npos) return fail(ErrorCode::bad_data, "damaged: a tag is not closed");
    if (text[close - 1] == '/') depth--;
    if (depth > kMaxNesting) return fail(ErrorCode::bad_data, "elements are nested too deeply");
    if (!holds_numbers(text.substr(at + 1, close - at - 1), text.substr(close + 1))) {
      return fail(ErrorCode::bad_data, "damaged: a list of numbers holds something else");
    }
  }
  return {};
}

/// Where a node is, as a matrix that need not be rigid; the identity at first.
struct Placement {
  double entry[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

  double operator()(int row, int column) const { return entry[row][column]; }
};

/// a * b in doubles.
Placement product(const Placement& a, const aiMatrix4x4& b) {
  Placement m;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      m.entry[i][j] = a(i, 0) * double(b[0][j]) + a(i, 1) * double(b[1][j]) +
                      (a(i, 2) * double(b[2][j]) + a(i, 3) * double(b[3][j]));
    }
  }
  return m;
}

Result<void> add_mesh(MeshFile& data, const aiMesh& mesh, const Placement& place) {
  const std::size_t first = data.vertices.size();
  if (first + mesh.mNumVertices >= UINT32_MAX)
    return fail(ErrorCode::out_of_range, "too many vertices");
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
        return fail(ErrorCode::bad_data, fmt::format("a face names vertex {} of a mesh that has {}",
                                                     face.mIndices[k], mesh.mNumVertices));
      }
      t[k] = static_cast<std::uint32_t>(first) + face.mIndices[k];
    }
    data.triangles.push_back(t);
  }
  if (data.triangles.size() > kMaxTriangles) {
    return fail(ErrorCode::bad_data, fmt::format("more than {} triangles", kMaxTriangles));
  }
  return {};
}

Result<MeshFile> collect(const aiScene& scene) {
  MeshFile data;
  if (!scene.mRootNode) return data;
  struct Placed {
    const aiNode* node;
    Placement place;
  };
  std::vector<Placed> open{{scene.mRootNode, Placement{}}};
  while (!open.empty()) {
    const Placed at = open.back();
    open.pop_back();
    const Placement place = product(at.place, at.node->mTransformation);
    for (unsigned i = 0; i < at.node->mNumMeshes; i++) {
      if (at.node->mMeshes[i] >= scene.mNumMeshes)
        return fail(ErrorCode::bad_data, "a node names a mesh that is not there");
      Result<void> added = add_mesh(data, *scene.mMeshes[at.node->mMeshes[i]], place);
      if (!added) return fail(added.error());
    }
    for (unsigned i = at.node->mNumChildren; i-- > 0;) {
      open.push_back({at.node->mChildren[i], place});
    }
  }
  return data;
}

Result<MeshFile> import_scene(std::string_view bytes, std::string_view format,
                              const std::string& folder) {
  try {
    Assimp::Importer importer;
    const std::string name = fmt::format("scene.{}", format);
    importer.SetIOHandler(new SceneFiles(name, bytes, folder));  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate);
    if (!scene) return fail(ErrorCode::bad_data, importer.GetErrorString());
    if (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE)
      return fail(ErrorCode::bad_data, "the scene is not complete");
    return collect(*scene);
  } catch (const std::exception& error) {
    return fail(ErrorCode::bad_data, fmt::format("damaged: {}", error.what()));
  }
}

/// An answer as bytes, from one process to the other: 0 and a message, or 1, three numbers,
/// vertices and triangles.
std::string packed(const Result<MeshFile>& data) {
  if (!data) return '\0' + data.error().message;
  const std::array<std::uint64_t, 3> counts{data->vertices.size(), data->triangles.size(),
                                            data->skipped_faces};
  std::string bytes(1, '\1');
  bytes.append(reinterpret_cast<const char*>(counts.data()), sizeof(counts));
  bytes.append(reinterpret_cast<const char*>(data->vertices.data()),
               data->vertices.size() * sizeof(Vec3));
  bytes.append(reinterpret_cast<const char*>(data->triangles.data()),
               data->triangles.size() * sizeof(Triangle));
  return bytes;
}

/// What came from a process that may have gone wrong is not trusted.
Result<MeshFile> unpacked(std::string_view bytes) {
  if (bytes.empty()) return fail(ErrorCode::bad_data, "damaged");
  if (bytes[0] == '\0') return fail(ErrorCode::bad_data, std::string(bytes.substr(1)));
  bytes.remove_prefix(1);
  std::array<std::uint64_t, 3> counts;
  if (bytes.size() < sizeof(counts)) return fail(ErrorCode::bad_data, "damaged");
  std::memcpy(counts.data(), bytes.data(), sizeof(counts));
  bytes.remove_prefix(sizeof(counts));
  if (counts[0] > bytes.size() || counts[1] > bytes.size() ||
      counts[0] * sizeof(Vec3) + counts[1] * sizeof(Triangle) != bytes.size()) {
    return fail(ErrorCode::bad_data, "damaged");
  }
  MeshFile data;
  data.vertices.resize(counts[0]);
  data.triangles.resize(counts[1]);
  data.skipped_faces = counts[2];
  const std::size_t split = counts[0] * sizeof(Vec3);
  if (counts[0] > 0) std::memcpy(data.vertices.data()->data(), bytes.data(), split);
  if (counts[1] > 0) {
    std::memcpy(data.triangles.data()->data(), bytes.data() + split, bytes.size() - split);
  }
  for (const Triangle& t : data.triangles) {
    if (std::max({t[0], t[1], t[2]}) >= counts[0]) return fail(ErrorCode::bad_data, "damaged");
  }
  return data;
}

}  // namespace

Result<MeshFile> read_scene(std::string_view bytes, std::string_view format,
                            const std::string& folder) {
  const Result<void> whole = format == "gltf"  ? check_json(bytes)
                             : format == "glb" ? check_glb(bytes)
                                               : check_collada(bytes);
  if (!whole) return fail(whole.error());
  // Assimp 5.2 crashes on some damaged files (one is in tests/fuzz/corpus/mesh_file); so do later
  // ones (its issues 6492, 6522, 6878). Let it do so elsewhere.
  const double seconds = 10 + 1e-5 * static_cast<double>(bytes.size());
  const std::size_t memory = (std::size_t{1} << 28) + 1000 * bytes.size();
  const Result<std::string> answer =
      run_isolated([&] { return packed(import_scene(bytes, format, folder)); }, seconds, memory);
  if (!answer)
    return fail(ErrorCode::bad_data, fmt::format("damaged: the reader {}", answer.error().message));
  return unpacked(*answer);
}

}  // namespace glance::io
