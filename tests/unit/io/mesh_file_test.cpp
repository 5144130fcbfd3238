// Mesh files of every format: what is written is read back, and a file cut at any byte is refused,
// or is a smaller mesh where the format does not say how much there is.
#include "glance/mesh_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "io/mesh_readers.h"
#include "support/mesh_samples.h"

namespace glance::test {
using namespace rooms::io;

namespace {

std::string obj() {
  std::string text = "# a tetrahedron\no thing\n";
  for (const Vec3& v : kCorners) text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
  for (const Triangle& t : kFaces)
    text += fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  return text;
}

std::string off() {
  std::string text = "OFF\n4 4 0\n";
  for (const Vec3& v : kCorners) text += fmt::format("{} {} {}\n", v.x(), v.y(), v.z());
  for (const Triangle& t : kFaces) text += fmt::format("3 {} {} {}\n", t[0], t[1], t[2]);
  return text;
}

std::string stl_words() {
  std::string text = "solid a facet of it\n";
  for (const Triangle& t : kFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t v : t) {
      text += fmt::format("vertex {} {} {}\n", kCorners[v].x(), kCorners[v].y(), kCorners[v].z());
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid\n";
}

std::string stl_binary() {
  std::string bytes(80, ' ');
  bytes.replace(0, 5, "solid");  // as some programs write
  bytes += raw(static_cast<std::uint32_t>(kFaces.size()));
  for (const Triangle& t : kFaces) {
    for (int k = 0; k < 3; k++) bytes += raw(0.0f);
    for (const std::uint32_t v : t) {
      for (int k = 0; k < 3; k++) bytes += raw(static_cast<float>(kCorners[v][k]));
    }
    bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string ply(const std::string& encoding) {
  std::string bytes = "ply\nformat " + encoding +
                      " 1.0\ncomment made by a test\nelement vertex 4\nproperty double x\n"
                      "property double y\nproperty double z\nproperty uchar red\nelement face 4\n"
                      "property list uchar int vertex_indices\nend_header\n";
  const auto put = [&](auto value) {
    std::string one = raw(value);
    if (encoding == "binary_big_endian") std::reverse(one.begin(), one.end());
    bytes += encoding == "ascii" ? fmt::format("{} ", +value) : one;
  };
  for (const Vec3& v : kCorners) {
    for (int k = 0; k < 3; k++) put(v[k]);
    put(std::uint8_t{200});
  }
  for (const Triangle& t : kFaces) {
    put(std::uint8_t{3});
    for (const std::uint32_t v : t) put(static_cast<std::int32_t>(v));
  }
  if (encoding == "ascii") bytes.back() = '\n';
  return bytes;
}

/// Shifted by 10 along x by its node; faces as a list of triangles.
std::string dae() {
  std::string places, faces;
  for (const Vec3& v : kCorners) places += fmt::format("{} {} {} ", v.x(), v.y(), v.z());
  for (const Triangle& t : kFaces) faces += fmt::format("{} {} {} ", t[0], t[1], t[2]);
  return fmt::format(
      R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a" count="12">{}</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>
</technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>{}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node id="n"><translate>10 0 0</translate>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene>
</COLLADA>
)",
      places, faces);
}

struct Sample {
  const char* name;
  const char* format;
  std::string bytes;
  double shift = 0;           ///< along x, by the file's scene
  bool says_how_much = true;  ///< and so every cut is found
};

std::vector<Sample> samples() {
  return {{"obj", "obj", obj(), 0, false},
          {"off", "off", off()},
          {"stl in words", "stl", stl_words()},
          {"stl", "stl", stl_binary()},
          {"ply in words", "ply", ply("ascii")},
          {"ply", "ply", ply("binary_little_endian")},
          {"ply, big endian", "ply", ply("binary_big_endian")},
#ifdef GLANCE_HAS_ASSIMP
          {"dae", "dae", dae(), 10},
#endif
          {"gltf", "gltf", as_gltf(gltf_json()), 10},
          {"glb", "glb", as_glb(gltf_json().dump()), 10}};
}

TEST(MeshFile, ReadsEveryFormat) {
  const MeshFolder folder;
  for (const Sample& sample : samples()) {
    const Result<MeshFile> data = read(sample.bytes, sample.format);
    ASSERT_TRUE(data) << sample.name << ": " << data.error().message;
    expect_tetrahedron(*data, sample.shift, sample.name);
    std::string ending = sample.format;
    if (ending == "obj") ending = "OBJ";
    const Result<MeshFile> file = read_mesh(folder.write("mesh." + ending, sample.bytes));
    ASSERT_TRUE(file) << sample.name << ": " << file.error().message;
    expect_tetrahedron(*file, sample.shift, sample.name);
  }
}

TEST(MeshFile, LoadsShapes) {
  const MeshFolder folder;
  MeshReport report;
  const auto shape = load_mesh(folder.write("a.stl", stl_binary()), {.solid = true}, &report);
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_NEAR(shape->mass().volume, 1 / 6.0, 1e-15);
  EXPECT_EQ(report.merged_vertices, 8u);
  std::string open = obj();
  open.resize(open.rfind("f "));
  const auto refused = load_mesh(folder.write("open.obj", open), {.solid = true});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("open.obj: a solid's surface must be closed"),
            std::string::npos);
}

TEST(MeshFile, RefusesFilesCutAtAnyByte) {
  for (const Sample& sample : samples()) {
    const std::size_t text_end =
        sample.bytes.ends_with('\n') ? sample.bytes.size() - 1 : sample.bytes.size();
    for (std::size_t size = 0; size < sample.bytes.size(); size++) {
      const Result<MeshFile> data = read(sample.bytes.substr(0, size), sample.format);
      if (size >= text_end) {  // only the end of the last line is missing
        EXPECT_TRUE(data) << sample.name;
      } else if (sample.says_how_much) {
        ASSERT_FALSE(data) << sample.name << " cut at " << size << " of " << sample.bytes.size();
        EXPECT_FALSE(data.error().message.empty());
      } else if (data) {
        EXPECT_LE(data->triangles.size(), kFaces.size());
        for (const Triangle& t : data->triangles) {
          for (const std::uint32_t v : t) EXPECT_LT(v, data->vertices.size());
        }
      }
    }
  }
}

TEST(MeshFile, SaysWhatIsWrong) {
  EXPECT_EQ(error_in("", "obj"), "the file is empty");
  EXPECT_EQ(error_in("v 0 0 0\n", "obj"), "the file has no triangles");
  EXPECT_EQ(error_in("x", "xyz"),
            "unknown format 'xyz'; supported: obj, stl, ply, off, gltf, glb, dae");
  EXPECT_EQ(error_in("v 0 0\n", "obj"), "line 1: a vertex needs three numbers");
  EXPECT_EQ(error_in("v 0 0 0\n\nf 1 1 2\n", "obj"),
            "line 3: '2' is not one of the 1 vertices so far");
  EXPECT_EQ(error_in("v 0 0 0\nf 1 1\n", "obj"), "line 2: a face needs three corners");
  EXPECT_EQ(error_in("OFF\n1 1 0\n", "off"), "truncated: the file has 0 of 1 vertices");
  EXPECT_EQ(error_in("OFF\n1 1 0\n1 2 3\n3 0 0 1\n", "off"),
            "line 4: 3 corners are expected, numbers from 0 to 0");
  std::string stl = stl_binary();
  stl[80] = 5;
  EXPECT_EQ(error_in(stl.replace(0, 5, "thing"), "stl"),
            "the header says 5 triangles, which need 334 bytes, but the file has 284");
  EXPECT_EQ(error_in("solid x\nfacet normal 0 0 up", "stl"),
            "a number is expected after 0 triangles, found 'up'");
  EXPECT_EQ(error_in("solid x\nfacet normal 0 0 1\nouter", "stl"),
            "truncated: the file ends after 0 triangles, where 'loop' is expected");
  std::string huge = ply("binary_little_endian");
  huge.replace(huge.find("vertex 4"), 8, "vertex 4000000000000");
  EXPECT_NE(error_in(huge, "ply").find("of 4000000000000 elements 'vertex'"), std::string::npos);
}

/// Whether there is a file is said first: a misspelt folder should not be told that its format is
/// unknown.
TEST(MeshFile, SaysThatAFileIsMissingBeforeItJudgesTheName) {
  const MeshFolder folder;
  const auto error = [](const std::string& path) {
    const Error told = read_mesh(path).error();
    EXPECT_TRUE(told.message.starts_with(path + ": ")) << told.message;
    return std::string(to_string(told.code)) + told.message.substr(path.size());
  };
  EXPECT_EQ(error("/nowhere/at/all.obj"), "no_file: no such file");
  EXPECT_EQ(error("/nowhere/at/all"), "no_file: no such file");
  EXPECT_EQ(error(folder.write("a.obj", obj()) + "/b.obj"), "no_file: no such file");
  EXPECT_EQ(error(folder.path()), "no_file: is a folder, not a file");
  EXPECT_EQ(error("/dev/null"), "no_file: is a device or pipe, not a file");
  EXPECT_EQ(error(folder.write("mesh", obj())),
            "unsupported: no file name extension; supported: obj, stl, ply, off, gltf, glb, dae");
  EXPECT_EQ(error(folder.write("mesh.Step", obj())),
            "unsupported: unknown format 'step'; supported: obj, stl, ply, off, gltf, glb, dae");
  EXPECT_EQ(error(folder.write("empty.stl", "")), "bad_data: the file is empty");
}

#ifndef GLANCE_HAS_ASSIMP
TEST(MeshFile, DaeNeedsAssimp) {
  const Result<MeshFile> data = read(dae(), "dae");
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::unsupported);
  EXPECT_NE(data.error().message.find("GLANCE_WITH_ASSIMP=ON"), std::string::npos);
}
#endif

/// "name triangles" for every part.
std::string parts(const Result<MeshFile>& data) {
  if (!data) return data.error().message;
  std::string text;
  std::size_t end = 0;
  for (const MeshNode& node : data->nodes) {
    EXPECT_EQ(node.first_triangle, end);
    end += node.triangle_count;
    text += fmt::format("{} {}, ", node.name, node.triangle_count);
  }
  EXPECT_EQ(end, data->triangles.size());
  return text;
}

TEST(MeshFile, PartsHaveTheirNames) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
  EXPECT_EQ(parts(read(v + "f 1 2 3\n", "obj")), " 1, ");
  EXPECT_EQ(parts(read(v + "o the box\r\nf 1 2 4 3\ng lid \nf 1 2 3\n", "obj")),
            "the box 2, lid 1, ");
  EXPECT_EQ(parts(read(v + "f 1 2 3\no\ng empty\no a\nf 1 2 3\no b\no a\nf 1 2 3\n", "obj")),
            " 1, a 1, a 1, ");
  EXPECT_EQ(parts(read(off(), "off")), " 4, ");
  EXPECT_EQ(parts(read(ply("ascii"), "ply")), " 4, ");
  EXPECT_EQ(parts(read(stl_binary(), "stl")), " 4, ");
  EXPECT_EQ(parts(read(stl_words() + "solid\nendsolid\n" + stl_words(), "stl")),
            "a facet of it 4, a facet of it 4, ");
  const Result<MeshFile> data = read(v + "o a\nf 1 2 3\no b\nf 1 2 3\n", "obj");
  EXPECT_NE(data->nodes[0].mesh, data->nodes[1].mesh);  // no instances
  EXPECT_EQ(data->nodes[1].linear, Mat3::identity());
  EXPECT_EQ(data->nodes[1].translation, Vec3::zero());
}

TEST(MeshFile, ObjHasManyWaysToNameACorner) {
  const std::string places = "v 0 0 0 1\nv +1 0 0\nv 0 1e0 0 0.5 0.5 0.5\nvt 0 0\nvn 0 0 1\n";
  for (const char* face : {"f 1 2 3", "f -3 -2 -1", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1",
                           "f 1/1/1 2/1/1 \\\n3/1/1", "f 1 2 3 # last", "f\t1  2 3\r"}) {
    const Result<MeshFile> data = read(places + face + "\nl 1 2\np 1\n", "obj");
    ASSERT_TRUE(data) << face << ": " << data.error().message;
    EXPECT_EQ(data->triangles, (std::vector<Triangle>{{0, 1, 2}})) << face;
    EXPECT_EQ(data->skipped_faces, 2u);
  }
  for (const char* face : {"f 0 1 2", "f 1 2 4", "f -4 1 2", "f 1 2 3/", "f 1 2 3//", "f 1 2 x",
                           "f 1 2 3/1/", "f 1 2 1e0", "f 1 2 99999999999999999999"}) {
    EXPECT_FALSE(read(places + face + "\n", "obj")) << face;
  }
}

TEST(MeshFile, KeepsDoublesAndWhatIsNotFinite) {
  const Result<MeshFile> data =
      read("v 0.1 1e-320 -0\nv 1e400 nan 0\nv 1e-400 inf 3\nf 1 2 3\n", "obj");
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->vertices[0].x(), 0.1);
  EXPECT_EQ(data->vertices[0].y(), 1e-320);
  EXPECT_FALSE(std::isfinite(data->vertices[1].x()));
  EXPECT_TRUE(std::isnan(data->vertices[1].y()));
  EXPECT_EQ(data->vertices[2].x(), 0);
}

/// Twice the area of all triangles, seen along z.
double area(const MeshFile& data) {
  double sum = 0;
  for (const Triangle& t : data.triangles) {
    const Vec3 normal =
        cross(data.vertices[t[1]] - data.vertices[t[0]], data.vertices[t[2]] - data.vertices[t[0]]);
    EXPECT_GT(normal.z(), 0);
    sum += normal.z();
  }
  return sum;
}

TEST(MeshFile, CutsPolygonsWithDents) {
  // An arrow, an L, a comb with points within its edges.
  EXPECT_EQ(area(*read("v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4\n", "obj")), 8);
  EXPECT_EQ(
      area(*read("OFF\n6 1 0\n0 0 0\n2 0 0\n2 1 0\n1 1 0\n1 2 0\n0 2 0\n6 0 1 2 3 4 5\n", "off")),
      6);
  std::string comb;
  int corners = 0;
  const auto put = [&](double x, double y) {
    comb += fmt::format("v {} {} 0\n", x, y);
    corners++;
  };
  for (int i = 0; i <= 20; i++) put(i, 0);
  double expected = 0;
  for (int i = 20; i >= 0; i--) {
    put(i, i % 2 ? 1 : 3);
    if (i > 0) expected += 4;  // twice the mean height
  }
  comb += "f";
  for (int i = 1; i <= corners; i++) comb += fmt::format(" {}", i);
  const Result<MeshFile> data = read(comb + "\n", "obj");
  EXPECT_EQ(data->triangles.size(), static_cast<std::size_t>(corners) - 2);
  EXPECT_EQ(area(*data), expected);
}

TEST(MeshFile, PolygonsOfManyCornersAreTakenIfConvex) {
  for (const bool dent : {false, true}) {
    std::string text;
    const int n = 3000;
    for (int i = 0; i < n; i++) {
      const double r = dent && i == 5 ? 0.5 : 1, angle = 2 * M_PI * i / n;
      text += fmt::format("v {} {} 0\n", r * std::cos(angle), r * std::sin(angle));
    }
    text += "f";
    for (int i = 1; i <= n; i++) text += fmt::format(" {}", i);
    EXPECT_EQ(error_in(text + "\n", "obj"),
              dent
                  ? "line 3001: a face of 3000 corners that is not convex; at most 1024 are allowed"
                  : "no error");
  }
}

}  // namespace
}  // namespace glance::test
