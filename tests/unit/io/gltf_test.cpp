// glTF files that are as they should be: every way to say where vertices and faces are.
#include <gtest/gtest.h>

#include <cmath>

#include "support/mesh_samples.h"

namespace glance::test {
namespace {

TEST(Gltf, IndicesOfEveryWidthAndNone) {
  Json json = gltf_json();
  const auto read_with = [&](int type, const std::string& faces) {
    json["accessors"][1]["componentType"] = type;
    json["bufferViews"][1]["byteLength"] = faces.size();
    const Result<MeshFile> data = read_json(json, corner_bytes() + faces);
    ASSERT_TRUE(data) << data.error().message;
    expect_tetrahedron(*data, 10, std::to_string(type));
    EXPECT_EQ(data->vertices.size(), 4u);
  };
  read_with(5121, face_bytes<std::uint8_t>());
  read_with(5123, face_bytes<std::uint16_t>());
  read_with(5125, face_bytes<std::uint32_t>());

  std::string soup;
  for (const Triangle& t : kFaces) {
    for (const std::uint32_t v : t) soup += corner_bytes().substr(12 * v, 12);
  }
  json["meshes"][0]["primitives"][0].erase("indices");
  json["accessors"][0]["count"] = 12;
  json["bufferViews"][0]["byteLength"] = soup.size();
  json["bufferViews"][1]["byteOffset"] = 0;
  const Result<MeshFile> data = read_json(json, soup);
  ASSERT_TRUE(data) << data.error().message;
  expect_tetrahedron(*data, 10, "no indices");
}

/// All triangles in one mode, for the corners 0, 1, 2, 3, 2, 1.
std::string triangles_of(int mode, std::size_t skipped = 0) {
  Json json = gltf_json();
  json["accessors"][1]["count"] = 6;
  json["meshes"][0]["primitives"][0]["mode"] = mode;
  json["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", 0}}}, {"indices", 1}});
  std::string faces;
  for (const std::uint16_t v : {0, 1, 2, 3, 2, 1}) faces += raw(v);
  const Result<MeshFile> data = read_json(json, corner_bytes() + faces + std::string(12, '\0'));
  if (!data) return data.error().message;
  EXPECT_EQ(data->skipped_faces, skipped) << mode;
  EXPECT_EQ(data->vertices.size(), 4u) << "two primitives that share their vertices";
  std::string text;
  for (const Triangle& t : data->triangles) text += fmt::format("{}{}{} ", t[0], t[1], t[2]);
  EXPECT_TRUE(text.ends_with("012 321 "));  // of the second primitive
  return text.substr(0, text.size() - 8);
}

TEST(Gltf, StripsFansAndWhatHasNoArea) {
  EXPECT_EQ(triangles_of(4), "012 321 ");
  EXPECT_EQ(triangles_of(5), "012 132 232 312 ");
  EXPECT_EQ(triangles_of(6), "012 023 032 021 ");
  EXPECT_EQ(triangles_of(0, 6), "");
  EXPECT_EQ(triangles_of(1, 3), "");
  EXPECT_EQ(triangles_of(2, 6), "");
  EXPECT_EQ(triangles_of(3, 5), "");
  EXPECT_EQ(triangles_of(7),
            "meshes[0].primitives[0]: damaged: 7 is not a kind of primitive (0 to 6)");
}

TEST(Gltf, InterleavedAttributes) {
  std::string bytes(8, '?');  // the view begins after these
  for (std::size_t v = 0; v < 4; v++) bytes += "normal.." + corner_bytes().substr(12 * v, 12);
  bytes += face_bytes<std::uint16_t>();
  Json json = gltf_json();
  json["bufferViews"][0] = {
      {"buffer", 0}, {"byteOffset", 8}, {"byteLength", 80}, {"byteStride", 20}};
  json["bufferViews"][1]["byteOffset"] = 88;
  json["accessors"][0]["byteOffset"] = 8;
  const Result<MeshFile> data = read_json(json, bytes);
  ASSERT_TRUE(data) << data.error().message;
  expect_tetrahedron(*data, 10, "interleaved");
}

TEST(Gltf, SparseElementsReplaceOthers) {
  // Corners 1 and 3 are zeros in the buffer, or all are without one.
  std::string plain = corner_bytes();
  for (const std::size_t v : {1, 3}) plain.replace(12 * v, 12, std::string(12, '\0'));
  const std::string replaced = corner_bytes().substr(12, 12) + corner_bytes().substr(36, 12);
  Json json = gltf_json();
  for (const int type : {5121, 5123, 5125}) {
    std::string indices;
    for (const std::uint32_t v : {1u, 3u})
      indices += raw(v).substr(0, type == 5121 ? 1 : type == 5123 ? 2 : 4);
    indices.resize(8);
    json["bufferViews"][2] = {{"buffer", 0}, {"byteOffset", 72}, {"byteLength", 8}};
    json["bufferViews"][3] = {{"buffer", 0}, {"byteOffset", 80}, {"byteLength", 24}};
    json["accessors"][0]["sparse"] = {{"count", 2},
                                      {"indices", {{"bufferView", 2}, {"componentType", type}}},
                                      {"values", {{"bufferView", 3}}}};
    const Result<MeshFile> data =
        read_json(json, plain + face_bytes<std::uint16_t>() + indices + replaced);
    ASSERT_TRUE(data) << data.error().message;
    expect_tetrahedron(*data, 10, "sparse");
  }
  json["accessors"][0].erase("bufferView");
  json["accessors"][0]["sparse"]["count"] = 1;
  const Result<MeshFile> zeros = read_json(
      json, plain + face_bytes<std::uint16_t>() + raw(std::uint32_t{2}) + raw(0) + replaced);
  ASSERT_TRUE(zeros) << zeros.error().message;
  EXPECT_EQ(zeros->vertices, (std::vector<Vec3>{{10, 0, 0}, {10, 0, 0}, {11, 0, 0}, {10, 0, 0}}));
}

TEST(Gltf, NodesPlaceMeshes) {
  // b in a, as translation, rotation and scale; c is the same as one matrix; d is left out.
  Json json = gltf_json();
  json["nodes"] = Json::parse(R"([
    {"name": "a", "translation": [0, 0, 100], "children": [1]},
    {"name": "b", "mesh": 0, "translation": [1, 2, 3], "rotation": [0, 0, 1, 0], "scale": [1, 2, 4]},
    {"mesh": 1, "matrix": [-1, 0, 0, 0,  0, -2, 0, 0,  0, 0, 4, 0,  1, 2, 103, 1]},
    {"name": "d", "mesh": 0}])");
  json["meshes"].push_back(json["meshes"][0]);
  json["meshes"][1]["name"] = "box";
  json["scenes"][0]["nodes"] = {0, 2};
  const Result<MeshFile> data = read_json(json);
  ASSERT_TRUE(data) << data.error().message;
  ASSERT_EQ(data->nodes.size(), 2u);
  EXPECT_EQ(data->nodes[0].name, "b");
  EXPECT_EQ(data->nodes[1].name, "box");  // of the mesh: the node has none
  EXPECT_EQ(data->nodes[0].mesh, 0u);
  EXPECT_EQ(data->nodes[1].mesh, 1u);
  for (const MeshNode& node : data->nodes) {
    EXPECT_EQ(node.triangle_count, 4u);
    EXPECT_EQ(node.linear, Mat3::diagonal({-1, -2, 4}));
    EXPECT_EQ(node.translation, Vec3(1, 2, 103));
    for (std::size_t i = 0; i < 4; i++) {
      const Triangle& t = data->triangles[node.first_triangle + i];
      for (std::size_t k = 0; k < 3; k++) {
        EXPECT_EQ(data->vertices[t[k]], node.linear * kCorners[kFaces[i][k]] + node.translation);
      }
    }
  }
}

TEST(Gltf, RotationsAreInDoubles) {
  // A turn by 90 degrees about z, with a quaternion of floats: 0.70710677 is not half the root
  // of 2.
  Json json = gltf_json();
  json["nodes"][0] = {{"mesh", 0}, {"rotation", {0, 0, 0.70710677, 0.70710677}}};
  const Result<MeshFile> data = read_json(json);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_NEAR(data->vertices[1].x(), 0, 1e-15);
  EXPECT_NEAR(data->vertices[1].y(), 1, 1e-15);
  json["nodes"][0]["rotation"] = {0, 0, 0.7, 0.7};
  EXPECT_NE(error_of(read_json(json)).find("a quaternion of length 0.98"), std::string::npos);
}

TEST(Gltf, InstancesOfOneMesh) {
  Json json = gltf_json();
  json["nodes"] = Json::array();
  json["scenes"][0]["nodes"] = Json::array();
  for (int i = 0; i < 5; i++) {
    json["nodes"].push_back(
        {{"mesh", 0}, {"name", fmt::format("n{}", i)}, {"translation", {10 * i, 0, 0}}});
    json["scenes"][0]["nodes"].push_back(i);
  }
  const Result<MeshFile> data = read_json(json);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->triangles.size(), 20u);
  EXPECT_EQ(data->vertices.size(), 20u);
  ASSERT_EQ(data->nodes.size(), 5u);
  for (std::size_t i = 0; i < 5; i++) {
    EXPECT_EQ(data->nodes[i].name, fmt::format("n{}", i));
    EXPECT_EQ(data->nodes[i].mesh, 0u);
    EXPECT_EQ(data->nodes[i].first_triangle, 4 * i);
    EXPECT_EQ(data->nodes[i].translation, Vec3(10.0 * static_cast<double>(i), 0, 0));
  }
}

/// Six times the volume inside, negative for a surface that is inside out.
double signed_volume(const MeshFile& data) {
  double sum = 0;
  for (const Triangle& t : data.triangles)
    sum += triple(data.vertices[t[0]], data.vertices[t[1]], data.vertices[t[2]]);
  return sum;
}

TEST(Gltf, MirroredMeshesAreNotInsideOut) {
  Json json = gltf_json();
  for (const int x : {1, -1}) {
    for (const int mode : {4, 5, 6}) {
      json["nodes"][0] = {{"mesh", 0}, {"scale", {x, 1, 1}}};
      json["meshes"][0]["primitives"][0]["mode"] = mode;
      const Result<MeshFile> data = read_json(json);
      ASSERT_TRUE(data) << data.error().message;
      if (mode == 4) {
        EXPECT_EQ(signed_volume(*data), 1) << x;
      }
    }
  }
}

TEST(Gltf, ReadsBuffersBesideTheFileButNoOthers) {
  const MeshFolder folder;
  folder.write("inner/data.bin", gltf_buffer());
  folder.write("inner/below/a b.bin", gltf_buffer());
  folder.write("inner/data.txt", gltf_buffer());
  folder.write("inner/short.bin", gltf_buffer().substr(0, 60));
  const std::string above = folder.write("data.bin", gltf_buffer());
  const auto named = [](const std::string& uri) {
    Json json = gltf_json();
    json["buffers"] = {{{"byteLength", 72}, {"uri", uri}}};
    return json.dump();
  };
  folder.write("inner/long.bin", gltf_buffer() + "more");
  for (const std::string uri :
       {"data.bin", "long.bin", "./data.bin", "below/a%20b.bin", "below/a b.bin"}) {
    const Result<MeshFile> data = read_mesh(folder.write("inner/scene.gltf", named(uri)));
    ASSERT_TRUE(data) << uri << ": " << data.error().message;
    expect_tetrahedron(*data, 10, uri);
    EXPECT_EQ(error_in(named(uri), "gltf").find("the buffer '"), 0u);  // in memory, none is beside
  }
  const std::string not_read =
      "is not read: only .bin files in the folder of the glTF file or below it are";
  const std::vector<std::pair<std::string, std::string>> refused{
      {"../data.bin", not_read},
      {"below/../../data.bin", not_read},
      {"%2e%2e/data.bin", not_read},
      {above, not_read},
      {"file://" + above, "is not there"},
      {"data.txt", not_read},
      {"/etc/passwd", not_read},
      {"data.bin%00.txt", not_read},
      {"other.bin", "is not there"},
      {"below", not_read},
      {"data:,abc", "is a data: URI of an unknown kind"},
      {"short.bin", "has 60 bytes; the file needs 72 of it"}};
  for (const auto& [uri, message] : refused) {
    const std::string path = folder.write("inner/scene.gltf", named(uri));
    const std::string error = error_of(read_mesh(path));
    EXPECT_NE(error.find(message), std::string::npos) << uri << ": " << error;
  }
}

TEST(Gltf, TheSceneIsChosen) {
  Json json = gltf_json();
  const auto shift = [&]() -> double {
    const Result<MeshFile> data = read_json(json);
    if (!data) return std::nan("");
    return data->triangles.size() == 4 ? data->vertices[0].x() : -1;
  };
  json["nodes"] = Json::parse(
      R"([{"mesh": 0, "translation": [1, 0, 0]}, {"children": [2], "translation": [1, 0, 0]},
          {"mesh": 0, "translation": [1, 0, 0]}])");
  json["scenes"] = Json::parse(R"([{"nodes": [0]}, {"nodes": [1]}])");
  EXPECT_EQ(shift(), 1);
  json["scene"] = 1;
  EXPECT_EQ(shift(), 2);
  json.erase("scene");
  EXPECT_EQ(shift(), 1);  // the first
  json.erase("scenes");
  EXPECT_EQ(read_json(json)->triangles.size(), 8u);  // all nodes
  json.erase("nodes");
  EXPECT_EQ(shift(), 0);  // all meshes
}

TEST(Gltf, WhatIsNotGeometryIsNotLookedAt) {
  Json json = gltf_json();
  json["images"] = {{{"bufferView", 99}}, {{"uri", "no.png"}}, 5};
  json["materials"] = "none";
  json["skins"] = {{{"joints", {77}}}};
  json["animations"] = Json::array({Json::object()});
  json["extensions"]["KHR_lights_punctual"]["lights"] = {3};
  json["extras"] = {{"a:b,c}]", "\\\"}"}, {"n", 4294967296123}};
  json["nodes"][0]["skin"] = 0;
  json["nodes"][0]["extras"] = {1, 2};
  json["extensionsRequired"] = {"KHR_materials_unlit", "KHR_texture_transform"};
  const Result<MeshFile> data = read_json(json);
  ASSERT_TRUE(data) << data.error().message;
  expect_tetrahedron(*data, 10, "gltf");
  const Result<MeshFile> binary = read(as_glb(json.dump()), "glb");
  ASSERT_TRUE(binary) << binary.error().message;
  expect_tetrahedron(*binary, 10, "glb");
}

TEST(Gltf, BinaryFilesMayBePaddedOrHaveMoreChunks) {
  std::string json = gltf_json().dump();
  while (json.size() % 4 != 0) json += '\0';  // against the standard
  const Result<MeshFile> padded = read(as_glb(json), "glb");
  ASSERT_TRUE(padded) << padded.error().message;
  expect_tetrahedron(*padded, 10, "padded");
  std::string more = as_glb(gltf_json().dump()) + raw(std::uint32_t{4}) + "MOREmore";
  more.replace(8, 4, raw(static_cast<std::uint32_t>(more.size())));
  const Result<MeshFile> data = read(more, "glb");
  ASSERT_TRUE(data) << data.error().message;
  // All of it may be in the text.
  Json whole = Json::parse(as_gltf(gltf_json()));
  std::string text = whole.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto size = [](std::size_t n) { return raw(static_cast<std::uint32_t>(n)); };
  const std::string lone =
      "glTF" + size(2) + size(20 + text.size()) + size(text.size()) + "JSON" + text;
  ASSERT_TRUE(read(lone, "glb")) << error_in(lone, "glb");
}

TEST(Gltf, LongChainsOfNodes) {
  Json json = gltf_json();
  const int length = 20'000;
  json["nodes"] = Json::array();
  for (int i = 0; i < length; i++)
    json["nodes"].push_back({{"translation", {1, 0, 0}}, {"children", {i + 1}}});
  json["nodes"].push_back({{"mesh", 0}});
  const Result<MeshFile> data = read_json(json);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->nodes[0].translation, Vec3(length, 0, 0));
}

TEST(Gltf, InstancesMustNotAskForAllMemory) {
  // Of 8,000 nodes each shows a million vertices that are not even in the file.
  Json json = gltf_json();
  json["accessors"][0] = {{"componentType", 5126}, {"type", "VEC3"}, {"count", 1 << 20}};
  json["meshes"][0]["primitives"][0].erase("indices");
  json["meshes"][0]["primitives"][0]["mode"] = 0;
  json["nodes"] = Json::array();
  json["scenes"][0]["nodes"] = Json::array();
  for (int i = 0; i < 8000; i++) {
    json["nodes"].push_back({{"mesh", 0}});
    json["scenes"][0]["nodes"].push_back(i);
  }
  const Result<MeshFile> data = read_json(json);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::out_of_range);
  EXPECT_NE(data.error().message.find("more than 67108864 vertices and corners"),
            std::string::npos);
  json["scenes"][0]["nodes"] = {0};
  json["accessors"][0]["count"] = (1 << 20) + 1;
  EXPECT_NE(error_of(read_json(json)).find("at most 1048576 are allowed"), std::string::npos);
}

}  // namespace
}  // namespace glance::test
