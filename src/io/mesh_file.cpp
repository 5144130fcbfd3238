#include "glance/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "glance/tolerance.h"
#include "io/mesh_readers.h"

namespace glance {
using namespace io;

namespace {

constexpr std::string_view kFormats = "obj, stl, ply, off, gltf, glb, dae";

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
  } else if (format == "gltf" || format == "glb" || format == "dae") {
    data = read_scene(bytes, format, folder);
  } else {
    return fail(ErrorCode::unsupported,
                fmt::format("unknown format '{}', known are: {}", format, kFormats));
  }
  if (data && data->triangles.empty()) return fail(ErrorCode::bad_data, "no triangle is in it");
  if (data && data->triangles.size() > kMaxTriangles) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} triangles are too many: at most {} are allowed",
                            data->triangles.size(), kMaxTriangles));
  }
  return data;
}

Result<std::string> read_bytes(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return fail(ErrorCode::no_file, "there is no such file");
  if (!std::filesystem::is_regular_file(status)) return fail(ErrorCode::bad_data, "is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return fail(ErrorCode::no_file, "cannot be opened");
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(file.gcount()) != size)
    return fail(ErrorCode::no_file, "cannot be read");
  return bytes;
}

}  // namespace

Result<MeshFile> read_mesh(const std::string& path) {
  const std::filesystem::path name(path);
  const std::string ending = name.extension().string();
  const auto told = [&](const Error& error) {
    return fail(error.code, fmt::format("{}: {}", path, error.message));
  };
  if (ending.size() < 2) {
    return told({ErrorCode::unsupported,
                 fmt::format("no ending tells the format, known are: {}", kFormats)});
  }
  const Result<std::string> bytes = read_bytes(path);
  if (!bytes) return told(bytes.error());
  const std::string folder = name.has_parent_path() ? name.parent_path().string() : ".";
  Result<MeshFile> data = read_format(*bytes, ending.substr(1), folder);
  if (!data) return told(data.error());
  return data;
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
