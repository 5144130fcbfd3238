#include "glance/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "glance/tolerance.h"
#include "io/mesh_readers.h"

namespace glance {
using namespace rooms::io;

namespace {

constexpr std::string_view kFormats = "obj, stl, ply, off, gltf, glb, dae";

Result<MeshFile> read_collada([[maybe_unused]] std::string_view text) {
#ifdef GLANCE_HAS_ASSIMP
  return read_dae(text);
#else
  return fail(ErrorCode::unsupported,
              "DAE files are read by Assimp, without which this library was built: convert the "
              "file to glTF, or build with -DGLANCE_WITH_ASSIMP=ON (Debian package libassimp-dev)");
#endif
}

Result<MeshFile> read_format(std::string_view bytes, std::string format,
                             const std::string& folder) {
  std::ranges::transform(format, format.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  Result<MeshFile> data;
  if (bytes.empty()) {
    return fail(ErrorCode::bad_data, "the file is empty");
  } else if (format == "obj") {
    data = read_obj(bytes);
  } else if (format == "stl") {
    data = read_stl(bytes);
  } else if (format == "ply") {
    data = read_ply(bytes);
  } else if (format == "off") {
    data = read_off(bytes);
  } else if (format == "gltf" || format == "glb") {
    data = read_gltf(bytes, format, folder);
  } else if (format == "dae") {
    data = read_collada(bytes);
  } else {
    return fail(ErrorCode::unsupported,
                fmt::format("unknown format '{}'; supported: {}", format, kFormats));
  }
  if (!data) return data;
  if (data->triangles.empty()) return fail(ErrorCode::bad_data, "the file has no triangles");
  if (data->triangles.size() > kMaxTriangles) {
    return fail(ErrorCode::out_of_range,
                fmt::format("the file has {} triangles; at most {} are allowed",
                            data->triangles.size(), kMaxTriangles));
  }
  if (data->vertices.size() > UINT32_MAX) {
    return fail(ErrorCode::out_of_range, fmt::format("the file has {} vertices; at most {} are "
                                                     "allowed",
                                                     data->vertices.size(), UINT32_MAX));
  }
  finish_nodes(*data);
  return data;
}

/// Whether there is something to read. Asked before the extension is looked at: a misspelt name
/// should not be told that its format is unknown.
Result<void> check_is_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status))
    return fail(ErrorCode::no_file, "is a folder, not a file");
  if (status.type() == std::filesystem::file_type::not_found)
    return fail(ErrorCode::no_file, "no such file");
  if (!std::filesystem::exists(status)) return fail(ErrorCode::no_file, error.message());
  if (!std::filesystem::is_regular_file(status))
    return fail(ErrorCode::no_file, "is a device or pipe, not a file");
  return {};
}

Result<std::string> read_bytes(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return fail(ErrorCode::no_file, "the file cannot be opened");
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(file.gcount()) != size)
    return fail(ErrorCode::no_file, "the file cannot be read");
  return bytes;
}

Result<MeshFile> read_path(const std::string& path) {
  if (Result<void> there = check_is_file(path); !there) return fail(there.error());
  const std::filesystem::path name(path);
  const std::string ending = name.extension().string();
  if (ending.size() < 2) {
    return fail(ErrorCode::unsupported,
                fmt::format("no file name extension; supported: {}", kFormats));
  }
  const Result<std::string> bytes = read_bytes(path);
  if (!bytes) return fail(bytes.error());
  const std::string folder = name.has_parent_path() ? name.parent_path().string() : ".";
  return read_format(*bytes, ending.substr(1), folder);
}

}  // namespace

Result<MeshFile> read_mesh(const std::string& path) {
  Result<MeshFile> data = read_path(path);
  if (data) return data;
  return fail(data.error().code, fmt::format("{}: {}", path, data.error().message));
}

Result<MeshFile> read_mesh(std::span<const std::byte> bytes, std::string_view format) {
  return read_format({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                     std::string(format), "");
}

Result<Shape> load_mesh(const std::string& path, const MeshOptions& options, MeshReport* report) {
  const Result<MeshFile> data = read_mesh(path);
  if (!data) return fail(data.error());
  Result<Shape> shape = Shape::mesh(data->vertices, data->triangles, options, report);
  if (!shape) {
    return fail(shape.error().code, fmt::format("{}: {}", path, shape.error().message));
  }
  return shape;
}

}  // namespace glance
