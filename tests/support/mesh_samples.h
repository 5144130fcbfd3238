// Small mesh files for tests, put together in memory: a tetrahedron, and what reads it back.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "glance/mesh_file.h"

namespace glance::test {

using Json = nlohmann::json;

inline const std::vector<Vec3> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 0.5}};
inline const std::vector<Triangle> kFaces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

template <class T>
std::string raw(const T& value) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));  // the tests run on little-endian machines
  return bytes;
}

/// The corners as floats.
inline std::string corner_bytes() {
  std::string bytes;
  for (const Vec3& v : kCorners) {
    for (int k = 0; k < 3; k++) bytes += raw(static_cast<float>(v[k]));
  }
  return bytes;
}

/// The faces as numbers of a type.
template <class T>
std::string face_bytes() {
  std::string bytes;
  for (const Triangle& t : kFaces) {
    for (const std::uint32_t v : t) bytes += raw(static_cast<T>(v));
  }
  return bytes;
}

/// 48 bytes of corners, 24 of faces with indices of 16 bits.
inline std::string gltf_buffer() { return corner_bytes() + face_bytes<std::uint16_t>(); }

/// A glTF file of the tetrahedron, whose node shifts it by 10 along x; without its buffer.
inline Json gltf_json() {
  return Json::parse(R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0, "translation": [10, 0, 0]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "buffers": [{"byteLength": 72}],
    "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48},
                    {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
       "min": [0, 0, 0], "max": [1, 2, 0.5]},
      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]})");
}

inline std::string base64(std::string bytes) {
  static const char* const kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  bytes.resize(bytes.size() + padding);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; k++)
      group = group << 8 | static_cast<unsigned char>(bytes[i + k]);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[group >> shift & 63];
  }
  return text.replace(text.size() - padding, padding, padding, '=');
}

/// The file as text, with the buffer in it.
inline std::string as_gltf(Json json, const std::string& buffer = gltf_buffer()) {
  json["buffers"] = {{{"byteLength", buffer.size()},
                      {"uri", "data:application/octet-stream;base64," + base64(buffer)}}};
  return json.dump();
}

/// The file in binary: a head, the JSON, and the buffer as they are.
inline std::string as_glb(std::string json, std::string buffer = gltf_buffer()) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  buffer.resize((buffer.size() + 3) / 4 * 4);
  const auto size = [](std::size_t n) { return raw(static_cast<std::uint32_t>(n)); };
  return "glTF" + size(2) + size(28 + json.size() + buffer.size()) + size(json.size()) + "JSON" +
         json + size(buffer.size()) + std::string("BIN\0", 4) + buffer;
}

inline Result<MeshFile> read(const std::string& bytes, std::string_view format) {
  return read_mesh(std::as_bytes(std::span(bytes)), format);
}

inline Result<MeshFile> read_json(const Json& json, const std::string& buffer = gltf_buffer()) {
  return read(as_gltf(json, buffer), "gltf");
}

inline std::string error_of(const Result<MeshFile>& data) {
  return data ? "no error" : data.error().message;
}
inline std::string error_in(const std::string& bytes, std::string_view format) {
  return error_of(read(bytes, format));
}

/// Whether the mesh is the tetrahedron: the same triangles in the same order.
inline void expect_tetrahedron(const MeshFile& data, double shift, const std::string& name) {
  ASSERT_EQ(data.triangles.size(), kFaces.size()) << name;
  for (std::size_t i = 0; i < kFaces.size(); i++) {
    for (std::size_t k = 0; k < 3; k++) {
      const Vec3 expected = kCorners[kFaces[i][k]] + Vec3(shift, 0, 0);
      EXPECT_EQ(data.vertices.at(data.triangles[i][k]), expected) << name;
    }
  }
  EXPECT_EQ(data.skipped_faces, 0u);
  ASSERT_EQ(data.nodes.size(), 1u) << name;
  EXPECT_EQ(data.nodes[0].first_triangle, 0u) << name;
  EXPECT_EQ(data.nodes[0].triangle_count, kFaces.size()) << name;
}

/// A folder that is there as long as this.
class MeshFolder {
 public:
  MeshFolder()
      : path_(std::filesystem::temp_directory_path() / fmt::format("glance_meshes_{}", getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~MeshFolder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace glance::test
