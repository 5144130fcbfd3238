// Tested in tests/unit/io/gltf_test.cpp (Gltf.ReadsBuffersBesideTheFileButNoOthers).
#define TINYGLTF_IMPLEMENTATION
#include <fstream>  // which tinygltf's writer forgets to include

#include "io/gltf_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <vector>

#include "io/gltf_members.h"
#include "io/gltf_text.h"
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// All buffers in other files together. A file may name the same one many times, and each time a
/// copy of it is made.
constexpr std::uintmax_t kMostBufferBytes = std::uintmax_t{1} << 34;

/// What tinygltf may read: .bin files in the folder or below it. (A symbolic link that stands there
/// is followed.)
struct Buffers {
  std::string folder;
  std::vector<std::uintmax_t> lengths;  ///< of the buffers in other files, the next one last
  std::uintmax_t bytes_left = kMostBufferBytes;
  std::string problem;  ///< why a buffer was not read

  /// The path of a file that may be read; otherwise sets `problem`. tinygltf looks for "name" first
  /// and then for "./name".
  bool find(std::string name, std::filesystem::path& path) {
    if (name.starts_with("./")) name.erase(0, 2);
    const std::filesystem::path given(name);
    const auto refuse = [&](std::string_view why) {
      problem = fmt::format("the buffer '{}' {}", name.substr(0, 100), why);
      return false;
    };
    if (name.starts_with("data:")) return refuse("is a data: URI of an unknown kind");
    if (folder.empty()) return refuse("is not in the file: from memory, no other file is read");
    if (given.is_absolute() || given.extension() != ".bin" ||
        std::find(given.begin(), given.end(), "..") != given.end() ||
        name.find('\0') != name.npos) {
      return refuse("is not read: only .bin files in the folder of the glTF file or below it are");
    }
    path = std::filesystem::path(folder) / given;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return refuse("is not there");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error || lengths.empty() || lengths.back() > bytes_left) return refuse("is too large");
    if (size < lengths.back())
      return refuse(fmt::format("has {} bytes; the file needs {} of it", size, lengths.back()));
    return true;
  }

  static bool exists(const std::string& name, void* self) {
    std::filesystem::path path;
    return static_cast<Buffers*>(self)->find(name, path);
  }
  static std::string same_name(const std::string& name, void*) { return name; }
  static bool read(std::vector<unsigned char>* out, std::string*, const std::string& name,
                   void* self) {
    auto& buffers = *static_cast<Buffers*>(self);
    std::filesystem::path path;
    if (!buffers.find(name, path)) return false;
    out->resize(buffers.lengths.back());
    buffers.bytes_left -= buffers.lengths.back();
    buffers.lengths.pop_back();
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(out->data()), static_cast<std::streamsize>(out->size()));
    return static_cast<std::size_t>(file.gcount()) == out->size();
  }
};

}  // namespace

Result<tinygltf::Model> load_gltf(std::string_view bytes, bool is_binary,
                                  const std::string& folder) {
  const Result<GltfText> file = open_gltf(bytes, is_binary);
  if (!file) return fail(file.error());
  const Result<std::vector<GltfBuffer>> said =
      check_gltf_members(file->json(), file->has_binary_chunk);
  if (!said) return fail(said.error());

  Buffers buffers{folder, {}, kMostBufferBytes, {}};
  for (auto buffer = said->rbegin(); buffer != said->rend(); ++buffer) {
    if (!buffer->uri.empty() && !tinygltf::IsDataURI(buffer->uri))
      buffers.lengths.push_back(buffer->byte_length);
  }
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({&Buffers::exists, &Buffers::same_name, &Buffers::read, nullptr, &buffers});
  tinygltf::Model model;
  std::string error, warning;
  bool done = false;
  try {
    const auto size = static_cast<unsigned>(file->bytes.size());
    done = is_binary
               ? loader.LoadBinaryFromMemory(
                     &model, &error, &warning,
                     reinterpret_cast<const unsigned char*>(file->bytes.data()), size, "")
               : loader.LoadASCIIFromString(&model, &error, &warning, file->bytes.data(), size, "");
  } catch (const std::exception& exception) {
    error = exception.what();
  }
  if (done) return model;
  if (!buffers.problem.empty()) return fail(ErrorCode::bad_data, buffers.problem);
  return damaged(first_line(error));
}

}  // namespace glance::rooms::io
