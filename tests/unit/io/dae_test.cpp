// COLLADA files: what Assimp makes of them, and what it does not get to see.
#include <gtest/gtest.h>

#include "support/mesh_samples.h"

namespace glance::test {
namespace {

/// A tetrahedron in the geometry "g", with faces and nodes as given. In `faces`, $ stands for the
/// input that names the vertices.
std::string dae(std::string nodes, std::string faces = "") {
  if (faces.empty()) faces = "<triangles count=\"4\">$<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>";
  const std::string input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
  for (std::size_t at; (at = faces.find('$')) != faces.npos;) faces.replace(at, 1, input);
  return R"(<?xml version="1.0"?>
<!-- a > comment <p>x</p> -->
<COLLADA version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g" name="it's a > b"><mesh><source id="s">
<float_array id="a" count="12">0 0 0 1 0 0 0 2 0 0 0 0.5</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>)" +
         faces +
         R"(</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="w">)" +
         nodes +
         R"(</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#w"/></scene>
</COLLADA>
)";
}

const std::string kNode = "<node><instance_geometry url=\"#g\"/></node>";

TEST(Dae, NodesPlaceMeshes) {
  const Result<MeshFile> data =
      read(dae("<node id=\"n\" name=\"first\"><translate>10 0 0</translate>"
               "<instance_geometry url=\"#g\"/></node>"
               "<node name=\"second\"><scale>1 2 4</scale><instance_geometry url=\"#g\"/></node>"),
           "dae");
  ASSERT_TRUE(data) << data.error().message;
  ASSERT_EQ(data->nodes.size(), 2u);
  EXPECT_EQ(data->nodes[0].name, "first");
  EXPECT_EQ(data->nodes[1].name, "second");
  EXPECT_EQ(data->nodes[0].mesh, data->nodes[1].mesh);
  EXPECT_EQ(data->nodes[0].translation, Vec3(10, 0, 0));
  EXPECT_EQ(data->nodes[1].linear, Mat3::diagonal({1, 2, 4}));
  for (const MeshNode& node : data->nodes) {
    ASSERT_EQ(node.triangle_count, 4u);
    for (std::size_t i = 0; i < 4; i++) {
      const Triangle& t = data->triangles[node.first_triangle + i];
      for (std::size_t k = 0; k < 3; k++) {
        EXPECT_EQ(data->vertices[t[k]], node.linear * kCorners[kFaces[i][k]] + node.translation);
      }
    }
  }
}

TEST(Dae, NamesOfMeshesStandInForThoseOfNodes) {
  const Result<MeshFile> data = read(dae(kNode), "dae");
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->nodes[0].name, "it's a > b");
}

TEST(Dae, FacesOfEveryKind) {
  const auto count = [](const std::string& faces) {
    const Result<MeshFile> data = read(dae(kNode, faces), "dae");
    return data ? fmt::format("{} {}", data->triangles.size(), data->skipped_faces)
                : data.error().message;
  };
  EXPECT_EQ(count("<polylist count=\"2\">$<vcount>3 4</vcount><p>0 1 2 0 1 3 2</p></polylist>"),
            "3 0");
  EXPECT_EQ(count("<polygons count=\"1\">$<p>0 1 2 3</p></polygons>"), "2 0");
  EXPECT_EQ(count("<tristrips count=\"1\">$<p>0 1 2 3</p></tristrips>"), "2 0");
  EXPECT_EQ(count("<triangles count=\"1\">$<p>0 1 2</p></triangles><lines count=\"1\">$<p>0 1</p>"
                  "</lines>"),
            "1 1");
}

TEST(Dae, WhatCrashesAssimpIsRefused) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = dae(kNode);
    EXPECT_NE(text.find(from), text.npos) << from;
    return error_in(text.replace(text.find(from), from.size(), to), "dae");
  };
  const auto faces = [](const std::string& text) { return error_in(dae(kNode, text), "dae"); };
  EXPECT_EQ(with("2 1", "2 1"), "no error");
  EXPECT_EQ(with(" count=\"12\"", ""),
            "damaged: <float_array> does not say how many values it has");
  EXPECT_EQ(with("count=\"12\"", "count=\"13\""),
            "damaged: <float_array> says that it has 13 values, but has 12");
  EXPECT_EQ(with("count=\"12\"", "count=\"11\""),
            "damaged: an <accessor> needs 12 values of the array 'a', which has 11");
  EXPECT_EQ(with("count=\"4\"", "count=\"5\""),
            "damaged: an <accessor> needs 15 values of the array 'a', which has 12");
  EXPECT_EQ(with("stride=\"3\"", "stride=\"2\""), "no error");
  EXPECT_EQ(with("stride=\"3\"", "offset=\"1\" stride=\"3\""),
            "damaged: an <accessor> needs 13 values of the array 'a', which has 12");
  EXPECT_EQ(with("stride=\"3\"", "stride=\"3000000000\""),
            "damaged: count, offset and stride of an <accessor> must be whole numbers");
  EXPECT_EQ(with("source=\"#a\"", "source=\"#b\""),
            "damaged: an <accessor> names the array 'b', which is not there");
  EXPECT_EQ(with("source=\"#a\"", "source=\"\""),
            "damaged: the source of an <accessor> is not '#' and the id of an array");
  EXPECT_EQ(with("<p>0", "<p>\xc0"), "damaged: the list of numbers in <p> holds something else");
  EXPECT_EQ(with("<input semantic=\"POSITION\" source=\"#s\"/>", ""),
            "damaged: <vertices> without positions");
  EXPECT_EQ(faces("<triangles count=\"1\"><p>0 1 2</p></triangles>"),
            "damaged: <triangles> names no vertices");
  EXPECT_EQ(faces("<triangles count=\"2\">$<p>0 1 2</p></triangles>"),
            "damaged: 3 indices do not make the 2 primitives of <triangles>, with 1 per vertex");
  EXPECT_EQ(faces("<polylist count=\"2\">$<p>0 1 2</p></polylist>"),
            "damaged: 3 indices do not make the 2 primitives of <polylist>, with 1 per vertex");
  EXPECT_EQ(faces("<polylist count=\"2\">$<vcount>3</vcount><p>0 1 2</p></polylist>"),
            "damaged: <polylist> has 2 polygons, but says the corners of 1");
  EXPECT_EQ(faces("<tristrips count=\"1\">$<p>0</p></tristrips>"),
            "damaged: 1 indices do not make the 1 primitives of <tristrips>, with 1 per vertex");
  EXPECT_EQ(faces("<triangles count=\"1\">$<input semantic=\"NORMAL\" source=\"#s\" offset=\"64\"/>"
                  "<p>0 1 2</p></triangles>"),
            "damaged: the offset of an <input> is not a number below 64");
  EXPECT_EQ(error_in("<COLLADA>", "dae"), "truncated: it does not end with </COLLADA>");
  EXPECT_EQ(with("<library_geometries>", "<library_geometries><mesh>"),
            "damaged: </library_geometries> closes nothing");
  EXPECT_EQ(with("<asset>", "<![CDATA[x]]><asset>"),
            "damaged: only elements and comments are allowed");
}

/// Assimp's message about a number holds all numbers after it.
TEST(Dae, MessagesAreShort) {
  std::string text = dae(kNode), numbers = "- ";
  for (int i = 0; i < 400; i++) numbers += "0.5 ";
  text.replace(text.find("0 0 0 1"), 1, numbers);
  const std::string error = error_in(text, "dae");
  EXPECT_TRUE(error.starts_with("damaged: ")) << error;
  EXPECT_LE(error.size(), 209u);
}

TEST(Dae, NodesMustNotShowThemselves) {
  const std::string message =
      "damaged: nodes show themselves, or copies of copies: too many, or nested too deeply";
  EXPECT_EQ(error_in(dae("<node id=\"n\"><instance_geometry url=\"#g\"/></node>"
                         "<node><instance_node url=\"#n\"/></node>"),
                     "dae"),
            "no error");
  EXPECT_EQ(error_in(dae("<node id=\"n\"><node><instance_node url=\"#n\"/></node></node>"), "dae"),
            message);
  EXPECT_EQ(error_in(dae("<node id=\"n\"><instance_node url=\"#m\"/></node>"
                         "<node name=\"m\"><instance_node url=\"#n\"/></node>"),
                     "dae"),
            message);
  std::string copies = "<node id=\"n0\"><instance_geometry url=\"#g\"/></node>";  // 2^40 of it
  for (int i = 0; i < 40; i++) {
    const std::string show = fmt::format("<instance_node url=\"#n{}\"/>", i);
    copies += fmt::format("<node id=\"n{}\">", i + 1) + show + show + "</node>";
  }
  EXPECT_EQ(error_in(dae(copies), "dae"), message);
  std::string deep = "<COLLADA>";
  for (int i = 0; i < 5000; i++) deep += "<node>";
  EXPECT_EQ(error_in(deep + "</COLLADA>", "dae"), "elements are nested too deeply");
}

}  // namespace
}  // namespace glance::test
