// Damaged glTF files: each is refused with a message that says what is wrong, and none is read
// beyond its end.
#include <gtest/gtest.h>

#include "support/mesh_samples.h"

namespace glance::test {
namespace {

/// A file with one change: `value` is put where `pointer` says, or what is there is removed if it
/// is null.
Json changed(const std::string& pointer, const std::string& value) {
  Json json = gltf_json();
  const Json::json_pointer at(pointer);
  if (value == "null") {
    json[at.parent_pointer()].erase(at.back());
  } else {
    json[at] = Json::parse(value);
  }
  return json;
}

struct Damage {
  const char *pointer, *value, *message;
};

/// As a binary file, whose buffer is not described by the change.
void expect_messages(const std::vector<Damage>& cases) {
  ASSERT_EQ(error_in(as_glb(gltf_json().dump()), "glb"), "no error");
  for (const Damage& damage : cases) {
    const std::string json = changed(damage.pointer, damage.value).dump();
    EXPECT_EQ(error_in(as_glb(json), "glb"), damage.message) << damage.pointer << damage.value;
  }
}

TEST(GltfDamaged, BracketsMustFit) {
  EXPECT_EQ(error_in("{", "gltf"), "truncated: brackets or quotes are not closed");
  EXPECT_EQ(error_in("{\"a", "gltf"), "truncated: brackets or quotes are not closed");
  EXPECT_EQ(error_in("{\"a\\", "gltf"), "truncated: brackets or quotes are not closed");
  EXPECT_EQ(error_in("{}}", "gltf"), "damaged: a bracket is closed that was not opened");
  EXPECT_EQ(error_in("\"{}\"", "gltf"), "damaged: a glTF file is one object of JSON");
  EXPECT_EQ(error_in("x{}", "gltf"), "damaged: a glTF file is one object of JSON");
  EXPECT_EQ(error_in("[]", "gltf"), "damaged: a glTF file is one object of JSON");
  EXPECT_EQ(error_in("{\"asset\": [1,,2]}", "gltf"), "damaged: no JSON from byte 14 on");
  EXPECT_EQ(error_in("{\"images\":}", "gltf"), "damaged: no JSON from byte 11 on");
  EXPECT_EQ(error_in("{\"scene\": 1e999}", "gltf"),
            "damaged: a number of the JSON is out of range");
  EXPECT_EQ(error_in("{}", "gltf"), "damaged: the file has no 'asset'");
  EXPECT_EQ(error_in(as_gltf(gltf_json()) + "}", "gltf"),
            "damaged: a bracket is closed that was not opened");
  EXPECT_EQ(error_in(std::string(5000, '[') + std::string(5000, ']'), "gltf"),
            "brackets are nested too deeply");
  std::string nested = "1";
  for (int i = 0; i < 250; i++) nested = "[" + nested + "]";
  EXPECT_EQ(error_of(read_json(changed("/nodes/0/extras", nested))), "no error");
}

TEST(GltfDamaged, ChunksMustFillTheFile) {
  const std::string good = as_glb(gltf_json().dump());
  const auto with = [&](std::size_t at, std::uint32_t value) {
    return error_in(std::string(good).replace(at, 4, raw(value)), "glb");
  };
  EXPECT_EQ(error_in("glTF", "glb"),
            "truncated: a binary glTF file has at least 20 bytes, this one has 4");
  EXPECT_EQ(with(0, 5), "a binary glTF file begins with 'glTF'");
  EXPECT_EQ(with(4, 1), "version 1 of binary glTF is not supported, only 2");
  EXPECT_EQ(with(8, 99),
            fmt::format("the header says that the file has 99 bytes, but it has {}", good.size()));
  EXPECT_EQ(with(12, 0xfffffff0), "damaged: a chunk is longer than the file");
  EXPECT_EQ(with(16, 7), "damaged: the first chunk is not JSON");
  EXPECT_EQ(with(good.size() - 72 - 4, 7),
            "damaged: buffers[0] has no 'uri' that says where its bytes are");
}

TEST(GltfDamaged, MembersMustHaveTheirTypes) {
  expect_messages(
      {{"/asset", "null", "damaged: the file has no 'asset'"},
       {"/asset/version", "2", "damaged: 'version' of asset is not a string"},
       {"/asset/version", "\"1.0\"", "glTF version '1.0' is not supported, only 2.0"},
       {"/scene", "-1", "damaged: 'scene' of the file is not a whole number from 0 to 2147483647"},
       {"/scenes", "{}", "damaged: 'scenes' is not an array"},
       {"/scenes/0", "[]", "damaged: scenes[0] is not an object"},
       {"/scenes/0/nodes", "[0.5]",
        "damaged: 'nodes' of scenes[0] is not an array of whole numbers from 0 to 2147483647"},
       {"/nodes/0/mesh", "\"0\"",
        "damaged: 'mesh' of nodes[0] is not a whole number from 0 to 2147483647"},
       {"/nodes/0/mesh", "4294967296",
        "damaged: 'mesh' of nodes[0] is not a whole number from 0 to 2147483647"},
       {"/nodes/0/matrix", "[1,2]", "damaged: 'matrix' of nodes[0] is not an array of 16 numbers"},
       {"/nodes/0/translation", "[1,2,null]",
        "damaged: 'translation' of nodes[0] is not an array of 3 numbers"},
       {"/nodes/0/name", "7", "damaged: 'name' of nodes[0] is not a string"},
       {"/meshes/0/primitives", "3", "damaged: 'meshes[0].primitives' is not an array"},
       {"/meshes/0/primitives/0/attributes", "null",
        "damaged: meshes[0].primitives[0] has no 'attributes'"},
       {"/meshes/0/primitives/0/attributes/POSITION", "0.0",
        "damaged: 'POSITION' of meshes[0].primitives[0].attributes is not a whole number from 0 to "
        "2147483647"},
       {"/meshes/0/primitives/0/indices", "1.5",
        "damaged: 'indices' of meshes[0].primitives[0] is not a whole number from 0 to 2147483647"},
       {"/accessors/0/count", "-4",
        "damaged: 'count' of accessors[0] is not a whole number, at least 0"},
       {"/accessors/0/bufferView", "true",
        "damaged: 'bufferView' of accessors[0] is not a whole number from 0 to 2147483647"},
       {"/accessors/0/sparse", "{\"count\": 1}", "damaged: accessors[0].sparse has no 'indices'"},
       {"/bufferViews/0/byteLength", "null", "damaged: bufferViews[0] has no 'byteLength'"},
       {"/buffers/0/byteLength", "1e2",
        "damaged: 'byteLength' of buffers[0] is not a whole number, at least 0"},
       {"/buffers/1", "{\"byteLength\": 72}",
        "damaged: buffers[1] has no 'uri' that says where its bytes are"}});
}

TEST(GltfDamaged, RequiredExtensionsAreNamed) {
  for (const std::string name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                 "KHR_mesh_quantization", "EXT_mesh_gpu_instancing"}) {
    Json json = gltf_json();
    json["extensionsRequired"] = {"KHR_materials_unlit", name};
    const Result<MeshFile> data = read_json(json);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, ErrorCode::unsupported);
    EXPECT_EQ(data.error().message,
              "the file needs the glTF extension '" + name + "', which is not supported");
  }
}

TEST(GltfDamaged, AccessorsStayWithinTheirBuffers) {
  const std::string in_mesh = "meshes[0].primitives[0]: damaged: ";
  const auto check = [&](const char* pointer, const char* value, const std::string& message) {
    expect_messages({{pointer, value, (in_mesh + message).c_str()}});
  };
  check("/meshes/0/primitives/0/attributes/POSITION", "2", "a mesh names accessors[2] of 2");
  check("/accessors/0/type", "\"VEC2\"",
        "the positions in accessors[0] are not vectors of three floats (component type 5126)");
  check("/accessors/0/componentType", "5130",
        "the positions in accessors[0] are not vectors of three floats (component type 5130)");
  check("/accessors/1/componentType", "5122",
        "the indices in accessors[1] are not unsigned whole numbers (component type 5122)");
  check("/accessors/1/type", "\"VEC2\"",
        "the indices in accessors[1] are not unsigned whole numbers (component type 5123)");
  check("/accessors/0/bufferView", "2", "accessors[0] names bufferViews[2] of 2");
  check("/bufferViews/0/buffer", "1", "bufferViews[0] names buffers[1] of 1");
  check(
      "/accessors/0/count", "5",
      "accessors[0] has 5 elements from byte 0 on, of 12 bytes each, but its bufferViews[0] has 48 "
      "bytes");
  check(
      "/accessors/0/byteOffset", "4",
      "accessors[0] has 4 elements from byte 4 on, of 12 bytes each, but its bufferViews[0] has 48 "
      "bytes");
  check("/accessors/0/byteOffset", "9223372036854775807",
        "accessors[0] has 4 elements from byte 9223372036854775807 on, of 12 bytes each, but its "
        "bufferViews[0] has 48 bytes");
  check("/bufferViews/0/byteLength", "73", "bufferViews[0] ends 0 + 73 bytes into a buffer of 72");
  check("/bufferViews/1/byteOffset", "9223372036854775807",
        "bufferViews[1] ends 9223372036854775807 + 24 bytes into a buffer of 72");
  check("/bufferViews/0/byteStride", "8",
        "the elements of accessors[0] have 12 bytes, but each begins 8 after the last");
  check("/accessors/0/count", "3", "a face names vertex 3, but there are only 3");
  check("/accessors/1/count", "11", "11 corners do not make triangles of three");
  check("/accessors/0/sparse",
        R"({"count": 3, "indices": {"bufferView": 1, "componentType": 5126},
            "values": {"bufferView": 0}})",
        "the sparse indices of accessors[0] have the type 5126");
  check(
      "/accessors/0/sparse",
      R"({"count": 13, "indices": {"bufferView": 1, "componentType": 5123},
            "values": {"bufferView": 0}})",
      "accessors[0].sparse has 13 elements from byte 0 on, of 2 bytes each, but its bufferViews[1] "
      "has 24 bytes");
  check("/accessors/0/sparse",
        R"({"count": 3, "indices": {"bufferView": 0, "byteOffset": 12, "componentType": 5125},
            "values": {"bufferView": 0}})",
        "the sparse part of accessors[0] replaces element 1065353216 of 4");
}

TEST(GltfDamaged, WhatTinygltfRefuses) {
  expect_messages(
      {{"/bufferViews/0/byteStride", "13",
        "damaged: Invalid `byteStride' value. `byteStride' must be the multiple of 4 : 13"},
       {"/accessors/0/type", "\"VEC5\"",
        "damaged: Unsupported `type` for accessor object. Got \"VEC5\""},
       {"/buffers/0/byteLength", "73",
        "damaged: Invalid `byteLength'. Must be equal or less than binary size: `byteLength' = 73, "
        "binary size = 72"}});
  EXPECT_EQ(error_of(read_json(changed("/accessors/0/componentType", "1"))),
            "damaged: Invalid `componentType` in accessor. Got 1");
  // A message does not hold a whole buffer.
  Json json = gltf_json();
  json["buffers"] = {{{"byteLength", 72},
                      {"uri", "data:application/octet-stream;base64," + std::string(5000, 'A')}}};
  const std::string error = error_in(json.dump(), "gltf");
  EXPECT_TRUE(error.starts_with("damaged: Failed to decode 'uri'")) << error;
  EXPECT_LT(error.size(), 300u);
}

TEST(GltfDamaged, NodesMustBeTrees) {
  const auto nodes = [](const char* text, const char* shown = "[0]") {
    Json json = changed("/nodes", text);
    json["scenes"][0]["nodes"] = Json::parse(shown);
    return error_of(read_json(json));
  };
  EXPECT_EQ(nodes(R"([{"children": [1]}, {"mesh": 0}])"), "no error");
  EXPECT_EQ(nodes(R"([{"children": [1]}, {"children": [0]}])"),
            "damaged: 2 nodes are their own ancestors");
  EXPECT_EQ(nodes(R"([{"mesh": 0}, {"children": [1]}])"),
            "damaged: 1 nodes are their own ancestors");
  EXPECT_EQ(nodes(R"([{"children": [2]}, {"children": [2]}, {"mesh": 0}])"),
            "damaged: nodes[2] has two parents");
  EXPECT_EQ(nodes(R"([{"children": [1, 1]}, {"mesh": 0}])"), "damaged: nodes[1] has two parents");
  EXPECT_EQ(nodes(R"([{"children": [1]}])"), "damaged: nodes[0] has the child nodes[1] of 1");
  EXPECT_EQ(nodes(R"([{"mesh": 1}])"), "damaged: nodes[0] shows meshes[1] of 1");
  EXPECT_EQ(nodes(R"([{"mesh": 0}])", "[0, 0]"),
            "damaged: scenes[0] shows nodes[0], which it showed before");
  EXPECT_EQ(nodes(R"([{"mesh": 0}])", "[7]"), "damaged: scenes[0] shows nodes[7] of 1");
  EXPECT_EQ(nodes(R"([{"children": [1]}, {"mesh": 0}])", "[1]"),
            "damaged: scenes[0] shows nodes[1], which is the child of another");
  EXPECT_EQ(error_of(read_json(changed("/scene", "3"))), "damaged: the file shows scenes[3] of 1");
  EXPECT_EQ(error_of(read_json(changed("/scenes", "null"))),
            "damaged: the file shows scenes[0] of none");
  EXPECT_EQ(nodes(R"([{"mesh": 0, "matrix": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}])"),
            "damaged: the last row of the matrix of nodes[0] is 0 0 0 2, not 0 0 0 1");
  EXPECT_EQ(nodes(R"([{"mesh": 0, "rotation": [0,0,0,0]}])"),
            "damaged: the rotation of nodes[0] is a quaternion of length 0, not 1");
}

/// Every byte of a file set to others: refused, or a mesh. (mesh_file_test.cpp cuts at every byte.)
TEST(GltfDamaged, AnyByteMayBeAnother) {
  std::size_t refused = 0, read_anyway = 0;
  for (const bool binary : {false, true}) {
    const std::string good = binary ? as_glb(gltf_json().dump()) : as_gltf(gltf_json());
    for (std::size_t at = 0; at < good.size(); at++) {
      for (const char c : {'\0', '\xff', '0', '9', '-', '"', ']', ','}) {
        std::string file = good;
        file[at] = c;
        const Result<MeshFile> data = read(file, binary ? "glb" : "gltf");
        (data ? read_anyway : refused)++;
        if (!data) continue;
        for (const Triangle& t : data->triangles) {
          for (const std::uint32_t v : t) ASSERT_LT(v, data->vertices.size());
        }
      }
    }
  }
  EXPECT_GT(refused, 8000u);
  EXPECT_GT(read_anyway, 1000u);
}

}  // namespace
}  // namespace glance::test
