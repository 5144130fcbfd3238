// Shapes in lines of `glance pairs`: every kind, and what is none with the message it must get.
#include "common/shape_line.h"

#include <gtest/gtest.h>

#include <string>

#include "pairs/pair_line.h"

namespace glance::app {
namespace {

Shape shape(const std::string& text) {
  Result<Shape> parsed = parse_shape(text, "a");
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return parsed ? *parsed : Shape::point({0, 0, 0}).value();
}

std::string shape_error(const std::string& text) {
  const Result<Shape> parsed = parse_shape(text, "a");
  const PairLine line = parse_pair_line(R"({"a": )" + text + R"(, "b": {"sphere": 1}})");
  EXPECT_EQ(parsed.has_value(), line.pair.has_value());
  if (parsed) return "(no error)";
  EXPECT_EQ(line.pair.error().message, parsed.error().message) << "the same in a line";
  return parsed.error().message;
}

const std::string kNumber = "expected a number or a hex float such as \"0x1.8p+1\", found ";
const std::string kKeys =
    "hull, box, sphere, capsule, cylinder, cone, ellipsoid, halfspace, triangle, segment, point, "
    "mesh, compound, file";

// --- good shapes ------------------------------------------------------------

TEST(ShapeLine, FlatKinds) {
  EXPECT_EQ(shape(R"({"hull": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})").kind(), ShapeKind::hull);
  const Shape box = shape(R"({"box": [1, 2, 0.5]})");
  EXPECT_EQ(box.kind(), ShapeKind::box);
  EXPECT_EQ(box.sizes(), Vec3(1, 2, 0.5));
  const Shape triangle = shape(R"({"triangle": [[0,0,0],[1,0,0],[0,1,0]]})");
  EXPECT_EQ(triangle.kind(), ShapeKind::triangle);
  EXPECT_EQ(triangle.vertex_count(), 3u);
  const Shape segment = shape(R"({"segment": [[0,0,"0x1p-3"],[1,0,0]]})");
  EXPECT_EQ(segment.kind(), ShapeKind::segment);
  EXPECT_EQ(segment.vertices()[0], Vec3(0, 0, 0.125));
  const Shape point = shape(R"({"point": [1, 2, 3]})");
  EXPECT_EQ(point.kind(), ShapeKind::point);
  EXPECT_EQ(point.vertices()[0], Vec3(1, 2, 3));
}

TEST(ShapeLine, CurvedKinds) {
  const Shape sphere = shape(R"({"sphere": 0.75})");
  EXPECT_EQ(sphere.kind(), ShapeKind::sphere);
  EXPECT_EQ(sphere.rounding(), 0.75);
  EXPECT_EQ(shape(R"({"sphere": "0x1.8p-1"})").rounding(), 0.75);
  for (const ShapeKind kind : {ShapeKind::capsule, ShapeKind::cylinder, ShapeKind::cone}) {
    const std::string name(to_string(kind));
    const Shape round = shape("{\"" + name + R"(": {"half_length": 2, "radius": 0.5}})");
    EXPECT_EQ(round.kind(), kind);
    EXPECT_EQ(round.sizes(), Vec3(0.5, 0.5, 2));
  }
  const Shape ellipsoid = shape(R"({"ellipsoid": [1, 2, 3]})");
  EXPECT_EQ(ellipsoid.kind(), ShapeKind::ellipsoid);
  EXPECT_EQ(ellipsoid.sizes(), Vec3(1, 2, 3));
  const Shape halfspace = shape(R"({"halfspace": {"normal": [0, 0, -2], "offset": -1.5}})");
  EXPECT_EQ(halfspace.kind(), ShapeKind::halfspace);
  EXPECT_EQ(halfspace.sizes(), Vec3(0, 0, -1));
  EXPECT_EQ(halfspace.plane_offset(), -1.5);
}

TEST(ShapeLine, AnyKindMayBeRounded) {
  for (const std::string text :
       {R"("hull": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]])", R"("box": [1,1,1])", R"("sphere": 1)",
        R"("capsule": {"radius": 1, "half_length": 1})",
        R"("cylinder": {"radius": 1, "half_length": 1})",
        R"("cone": {"radius": 1, "half_length": 1})", R"("ellipsoid": [1,2,3])",
        R"("halfspace": {"normal": [1,0,0], "offset": 0})",
        R"("triangle": [[0,0,0],[1,0,0],[0,1,0]])", R"("segment": [[0,0,0],[1,0,0]])",
        R"("point": [0,0,0])"}) {
    const Shape plain = shape("{" + text + "}"), same = shape("{\"rounding\": 0, " + text + "}");
    const Shape rounded = shape("{" + text + ", \"rounding\": 0.25}");
    EXPECT_EQ(same.rounding(), plain.rounding());
    EXPECT_EQ(rounded.rounding(), plain.rounding() + 0.25);
    EXPECT_EQ(rounded.kind(), plain.kind());
    EXPECT_TRUE(shape_error("{" + text + ", \"rounding\": -1}").starts_with("a.rounding: the "));
    EXPECT_EQ(shape_error("{" + text + ", \"rounding\": null}"), "a.rounding: " + kNumber + "null");
  }
}

const std::string kTetrahedron = R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,"0x1p0"]], )"
                                 R"("triangles": [[0,2,1],[0,1,3],[1,2,3],[0,3,2]])";

TEST(ShapeLine, MeshesAndCompounds) {
  const Shape surface = shape("{\"mesh\": {" + kTetrahedron + "}}");
  EXPECT_EQ(surface.kind(), ShapeKind::mesh);
  EXPECT_EQ(surface.mesh_view().triangles.size(), 4u);
  EXPECT_FALSE(surface.mesh_view().solid);
  EXPECT_TRUE(shape("{\"mesh\": {" + kTetrahedron + R"(, "solid": true}})").mesh_view().solid);
  const Shape pair = shape(R"({"compound": [{"shape": {"sphere": 1}},
      {"shape": {"compound": [{"shape": {"mesh": {)" +
                           kTetrahedron + R"(}},
        "pose": {"translation": [2, 0, 0]}}]}, "pose": {"translation": [0, 1, 0]}}]})");
  EXPECT_EQ(pair.kind(), ShapeKind::compound);
  ASSERT_EQ(pair.leaf_parts().size(), 2u);
  EXPECT_EQ(pair.leaf_parts()[1].shape.kind(), ShapeKind::mesh);
  EXPECT_EQ(pair.leaf_parts()[1].pose.translation(), Vec3(2, 1, 0));
}

// --- bad ones ---------------------------------------------------------------

TEST(ShapeLine, OneKindAndNoUnknownKeys) {
  EXPECT_EQ(shape_error("3"),
            "a: expected an object with " + kKeys + ", rounding, solid, found the number 3");
  EXPECT_EQ(shape_error("{}"), "a: expected one of " + kKeys + ", found none");
  EXPECT_EQ(shape_error(R"({"rounding": 1})"), "a: expected one of " + kKeys + ", found none");
  EXPECT_EQ(shape_error(R"({"sphere": 1, "box": [1, 1, 1]})"),
            "a: expected one kind, found box and sphere");
  EXPECT_EQ(shape_error(R"({"shpere": 1})"),
            "a: unknown key \"shpere\", known are " + kKeys + ", rounding, solid");
  EXPECT_EQ(shape_error(R"({"sphere": 1, "": 1})"),
            "a: unknown key \"\", known are " + kKeys + ", rounding, solid");
}

TEST(ShapeLine, WrongTypesSayWhere) {
  EXPECT_EQ(shape_error(R"({"sphere": [1]})"), "a.sphere: " + kNumber + "an array of 1");
  EXPECT_EQ(shape_error(R"({"sphere": "1"})"), "a.sphere: " + kNumber + "\"1\"");
  EXPECT_EQ(shape_error(R"({"ellipsoid": 1})"),
            "a.ellipsoid: expected an array of 3 numbers, found the number 1");
  EXPECT_EQ(shape_error(R"({"point": [1, 2]})"),
            "a.point: expected an array of 3 numbers, found an array of 2");
  EXPECT_EQ(shape_error(R"({"segment": [[0,0,0]]})"),
            "a.segment: expected an array of 2 points, found an array of 1");
  EXPECT_EQ(shape_error(R"({"segment": [[0,0,0],[0,false,0]]})"),
            "a.segment[1][1]: " + kNumber + "false");
  EXPECT_EQ(shape_error(R"({"triangle": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]})"),
            "a.triangle: expected an array of 3 points, found an array of 4");
  EXPECT_EQ(shape_error(R"({"triangle": [[0,0,0],[1,0,0],[0,1]]})"),
            "a.triangle[2]: expected an array of 3 numbers, found an array of 2");
}

TEST(ShapeLine, BodiesAboutAnAxisNeedBothSizes) {
  for (const std::string kind : {"capsule", "cylinder", "cone"}) {
    const auto error = [&](const std::string& value) {
      return shape_error("{\"" + kind + "\": " + value + "}");
    };
    const std::string place = "a." + kind;
    EXPECT_EQ(error("1"),
              place + ": expected an object with radius, half_length, found the number 1");
    EXPECT_EQ(error(R"({"radius": 1})"), place + ": half_length is missing");
    EXPECT_EQ(error(R"({"half_length": 1})"), place + ": radius is missing");
    EXPECT_EQ(error(R"({"radius": 1, "height": 1})"),
              place + ": unknown key \"height\", known are radius, half_length");
    EXPECT_EQ(error(R"({"radius": null, "half_length": 1})"),
              place + ".radius: " + kNumber + "null");
    EXPECT_TRUE(error(R"({"radius": -1, "half_length": 1})").starts_with("a: the radius of a "));
    EXPECT_TRUE(
        error(R"({"radius": 1, "half_length": -1})").starts_with("a: the half length of a "));
  }
}

TEST(ShapeLine, HalfspacesNeedNormalAndOffset) {
  const auto error = [&](const std::string& value) {
    return shape_error("{\"halfspace\": " + value + "}");
  };
  EXPECT_EQ(error("[1, 0, 0]"),
            "a.halfspace: expected an object with normal, offset, found an array of 3");
  EXPECT_EQ(error(R"({"offset": 1})"), "a.halfspace: normal is missing");
  EXPECT_EQ(error(R"({"normal": [1, 0, 0]})"), "a.halfspace: offset is missing");
  EXPECT_EQ(error(R"({"normal": [1, 0], "offset": 1})"),
            "a.halfspace.normal: expected an array of 3 numbers, found an array of 2");
  EXPECT_EQ(error(R"({"normal": [1, 0, 0], "offset": true})"),
            "a.halfspace.offset: " + kNumber + "true");
  EXPECT_EQ(error(R"({"normal": [1, 0, 0], "offset": 1, "d": 1})"),
            "a.halfspace: unknown key \"d\", known are normal, offset");
  EXPECT_TRUE(
      error(R"({"normal": [0, 0, 0], "offset": 1})").starts_with("a: the normal of a half"));
  EXPECT_TRUE(
      error(R"({"normal": [0, 0, 1], "offset": 1e300})").starts_with("a: the offset of a "));
}

TEST(ShapeLine, BadMeshesSayWhere) {
  const auto error = [](const std::string& value) {
    return shape_error("{\"mesh\": " + value + "}");
  };
  EXPECT_EQ(error("[]"),
            "a.mesh: expected an object with vertices, triangles, solid, found an array of 0");
  EXPECT_EQ(error(R"({"triangles": []})"), "a.mesh: vertices is missing");
  EXPECT_EQ(error(R"({"vertices": []})"), "a.mesh: triangles is missing");
  const std::string start = R"({"vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": )";
  EXPECT_EQ(error(start + "3}"),
            "a.mesh.triangles: expected an array of triangles, found the number 3");
  EXPECT_EQ(error(start + "[[0,1]]}"),
            "a.mesh.triangles[0]: expected an array of 3 numbers of vertices, found an array of 2");
  const std::string index = "expected the number of a vertex, from 0 on, found ";
  EXPECT_EQ(error(start + "[[0,1,-2]]}"), "a.mesh.triangles[0][2]: " + index + "the number -2");
  EXPECT_EQ(error(start + "[[0,1,1.5]]}"), "a.mesh.triangles[0][2]: " + index + "the number 1.5");
  EXPECT_EQ(error(start + "[[0,1,4294967296]]}"),
            "a.mesh.triangles[0][2]: " + index + "the number 4294967296");
  EXPECT_TRUE(error(start + "[[0,1,3]]}").starts_with("a: ")) << error(start + "[[0,1,3]]}");
  EXPECT_TRUE(error(start + "[]}").starts_with("a: "));
  EXPECT_TRUE(error(start + "[[0,1,1]]}").starts_with("a: ")) << "none is left";
  EXPECT_TRUE(error(start + R"([[0,1,2]], "solid": true})").starts_with("a: ")) << "it is open";
  EXPECT_EQ(error(start + R"([[0,1,2]], "solid": 1})"),
            "a.mesh.solid: expected true or false, found the number 1");
  EXPECT_TRUE(shape_error("{\"mesh\": {" + kTetrahedron + "}, \"rounding\": 1}")
                  .starts_with("a.rounding: "));
  EXPECT_EQ(shape_error("{\"mesh\": {" + kTetrahedron + "}, \"solid\": true}"),
            "a.solid: goes with a file, or into the mesh");
}

TEST(ShapeLine, BadCompoundsAndFilesSayWhere) {
  EXPECT_EQ(shape_error(R"({"compound": 1})"),
            "a.compound: expected an array of parts, found the number 1");
  EXPECT_TRUE(shape_error(R"({"compound": []})").starts_with("a: "));
  EXPECT_EQ(shape_error(R"({"compound": [{"pose": {}}]})"), "a.compound[0]: shape is missing");
  EXPECT_EQ(shape_error(R"({"compound": [{"shape": {"sphere": 1}, "at": {}}]})"),
            "a.compound[0]: unknown key \"at\", known are shape, pose");
  EXPECT_EQ(shape_error(R"({"compound": [{"shape": {"compound": [{"shape": {"sphere": "x"}}]}}]})"),
            "a.compound[0].shape.compound[0].shape.sphere: " + kNumber + "\"x\"");
  EXPECT_TRUE(
      shape_error(R"({"compound": [{"shape": {"halfspace": {"normal": [1,0,0], "offset": 0}}}]})")
          .starts_with("a: "));
  std::string nested = R"({"sphere": 1})";
  for (int i = 0; i < 40; i++) nested = R"({"compound": [{"shape": )" + nested + "}]}";
  EXPECT_EQ(parse_shape(nested, "a").error().message, "a: nested more than 64 deep");
  EXPECT_EQ(shape_error(R"({"file": 1})"),
            "a.file: expected the name of a file, found the number 1");
  EXPECT_EQ(shape_error(R"({"file": "x.obj", "solid": 0})"),
            "a.solid: expected true or false, found the number 0");
  EXPECT_TRUE(shape_error(R"({"file": "/nonexistent.obj"})").starts_with("a: "));
  const PairLine line =
      parse_pair_line(R"({"a": {"file": "x.obj"}, "b": {"sphere": 1}})", {.files = false});
  ASSERT_FALSE(line.pair);
  EXPECT_EQ(line.pair.error().message, "a.file: files are not read here");
}

TEST(ShapeLine, ReportsWhatWasCleaned) {
  const PairLine line = parse_pair_line(
      R"({"a": {"sphere": 1}, "b": {"mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0]], )"
      R"("triangles": [[0,1,2],[0,1,1]]}}})");
  ASSERT_TRUE(line.pair);
  ASSERT_EQ(line.pair->notes.size(), 1u);
  EXPECT_TRUE(line.pair->notes[0].starts_with("b: ")) << line.pair->notes[0];
}

TEST(ShapeLine, SizesMayBeZero) {
  EXPECT_EQ(shape(R"({"sphere": 0})").kind(), ShapeKind::point);
  EXPECT_EQ(shape(R"({"capsule": {"radius": 1, "half_length": 0}})").kind(), ShapeKind::sphere);
  EXPECT_EQ(shape(R"({"cylinder": {"radius": 1, "half_length": -0.0}})").sizes(), Vec3(1, 1, 0));
  EXPECT_EQ(shape(R"({"cone": {"radius": 1, "half_length": 0}})").kind(), ShapeKind::cylinder);
  EXPECT_EQ(shape(R"({"ellipsoid": [1, 0, 1]})").sizes(), Vec3(1, 0, 1));
  EXPECT_EQ(shape(R"({"ellipsoid": [0, 0, 1]})").kind(), ShapeKind::segment);
}

TEST(ShapeLine, SizesMustNotBeNegativeAndMustBeInRange) {
  EXPECT_TRUE(shape_error(R"({"sphere": -1})").starts_with("a: the radius of a sphere must be"));
  EXPECT_TRUE(shape_error(R"({"sphere": 1e300})").starts_with("a: the radius of a sphere must be"));
  EXPECT_TRUE(shape_error(R"({"ellipsoid": [1, -1, 0]})").starts_with("a: the semi-axis"));
  EXPECT_TRUE(shape_error(R"({"point": [1e300, 0, 0]})").starts_with("a: point 0 "));
}

}  // namespace
}  // namespace glance::app
