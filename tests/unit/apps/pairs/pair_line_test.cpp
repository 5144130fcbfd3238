// What `glance pairs` takes, line by line: the good forms, and every kind of bad line with
// the message that it must get.
#include "pairs/pair_line.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "pairs/pair_session.h"

namespace glance::app {
namespace {

const std::string kBoxes = R"("a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]})";

/// A line with both boxes and something more.
std::string with(const std::string& more) { return "{" + kBoxes + ", " + more + "}"; }

/// A line whose `a` is the given text.
std::string with_a(const std::string& shape) {
  return R"({"id": 5, "a": )" + shape + R"(, "b": {"box": [1, 1, 1]}})";
}

std::string error_of(std::string_view line) {
  const PairLine parsed = parse_pair_line(line);
  return parsed.pair ? "(no error)" : parsed.pair.error().message;
}

Json answer(std::string_view line) { return Json::parse(PairSession().answer(line)); }

// --- good lines -------------------------------------------------------------

TEST(PairLine, HullAndBoxWithIdentityPoses) {
  const PairLine parsed = parse_pair_line(
      R"({"a": {"hull": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}, "b": {"box": [1, 2.5, 3e0]}})");
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_TRUE(parsed.id.is_null());
  EXPECT_EQ(parsed.pair->a.vertex_count(), 4u);
  EXPECT_EQ(parsed.pair->b.bounds().upper, Vec3(1, 2.5, 3));
  EXPECT_EQ(parsed.pair->pose_a, Pose());
  EXPECT_EQ(parsed.pair->pose_b, Pose());
}

TEST(PairLine, RotationIsGivenByRows) {
  const PairLine parsed = parse_pair_line(with(
      R"("pose_a": {"translation": [1, 2, 3], "rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}, )"
      R"("pose_b": {})"));
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_EQ(parsed.pair->pose_a.apply({1, 0, 0}), Vec3(1, 3, 3));
  EXPECT_EQ(parsed.pair->pose_b, Pose());
}

TEST(PairLine, QuaternionIsScalarFirst) {
  const PairLine parsed = parse_pair_line(with(R"("pose_b": {"quaternion": [0, 0, 0, 1]})"));
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_EQ(parsed.pair->pose_b.apply({1, 2, 3}), Vec3(-1, -2, 3));  // half a turn about z
}

TEST(PairLine, HexFloatsAreExactEverywhere) {
  const PairLine parsed = parse_pair_line(
      R"({"a": {"hull": [["0x1.999999999999ap-4", "-0x1.8p+1", "0X1P0"]]},
          "b": {"box": ["0x1", "0x.8", 2]},
          "pose_a": {"translation": ["0x0.0000000000001p-1022", 0, 0],
                     "quaternion": ["0x1p0", 0, 0, 0]},
          "pose_b": {"rotation": [["+0x1p0", 0, 0], [0, 1, 0], [0, 0, 1]]}})");
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_EQ(parsed.pair->a.vertices()[0], Vec3(0.1, -3, 1));
  EXPECT_EQ(parsed.pair->b.bounds().upper, Vec3(1, 0.5, 2));
  EXPECT_EQ(parsed.pair->pose_a.translation().x(), std::numeric_limits<double>::denorm_min());
}

TEST(PairLine, MarginIsALength) {
  EXPECT_EQ(parse_pair_line(with(R"("id": 1)")).pair->margin, 0);
  EXPECT_EQ(parse_pair_line(with(R"("margin": 0)")).pair->margin, 0);
  EXPECT_EQ(parse_pair_line(with(R"("margin": 0.125)")).pair->margin, 0.125);
  EXPECT_EQ(parse_pair_line(with(R"("margin": "0x1p-5")")).pair->margin, 0x1p-5);
  EXPECT_EQ(error_of(with(R"("margin": -1)")), "margin: must not be negative, but is -1");
  EXPECT_EQ(error_of(with(R"("margin": null)")),
            "margin: expected a number or a hex float such as \"0x1.8p+1\", found null");
  EXPECT_EQ(error_of(with(R"("margin": [1])")),
            "margin: expected a number or a hex float such as \"0x1.8p+1\", found an array of 1");
  EXPECT_TRUE(error_of(with(R"("margin": "nan")")).starts_with("margin: expected a number"));
  EXPECT_NE(error_of(with(R"("margin": 1e999)")), "(no error)");
}

TEST(PairLine, WholeNumbersOfAnySize) {
  const PairLine parsed = parse_pair_line(
      with_a(R"({"hull": [[9007199254740993, -9223372036854775808, 1000000000000000000000]]})"));
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_EQ(parsed.pair->a.vertices()[0], Vec3(9007199254740992.0, -0x1p63, 1e21));
}

TEST(PairLine, AnyIdIsEchoed) {
  for (const std::string id :
       {"null", "true", "0", "-7", "18446744073709551615", "0.1", R"("text \" \u00e9")", "[]",
        R"([1,[2,{"z":1,"a":null}]])", R"({"z":1,"a":{"m":2},"b":3})"}) {
    const PairLine good = parse_pair_line(with(R"("id": )" + id));
    EXPECT_TRUE(good.pair) << id;
    EXPECT_EQ(good.id.dump(), Json::parse(id).dump());
    EXPECT_EQ(answer("{\"id\": " + id + "}").dump(),
              R"({"id":)" + Json::parse(id).dump() + R"(,"error":"a is missing"})");
  }
}

TEST(PairLine, BlanksAndByteOrderMarkDoNotMatter) {
  EXPECT_TRUE(parse_pair_line(" \t{ " + kBoxes + " }\r").pair);
  EXPECT_TRUE(parse_pair_line("\xEF\xBB\xBF{" + kBoxes + "}").pair);
}

// --- keys -------------------------------------------------------------------

TEST(PairLine, UnknownKeysAreNamed) {
  EXPECT_EQ(error_of(with(R"("pose_c": 1)")),
            "unknown key \"pose_c\", known are id, a, pose_a, b, pose_b, margin");
  EXPECT_EQ(error_of(with(R"("pose_b": {"translaton": [0, 0, 0]})")),
            "pose_b: unknown key \"translaton\", known are translation, rotation, quaternion");
}

TEST(PairLine, MissingOrAmbiguousParts) {
  EXPECT_EQ(error_of("{}"), "a is missing");
  EXPECT_EQ(error_of(R"({"a": {"box": [1, 1, 1]}})"), "b is missing");
  EXPECT_EQ(error_of(with(R"("pose_a": {"rotation": [[1,0,0],[0,1,0],[0,0,1]],
                                        "quaternion": [1, 0, 0, 0]})")),
            "pose_a: expected rotation or quaternion, found both");
}

// --- types and lengths ------------------------------------------------------

TEST(PairLine, WrongTypesSayWhereAndWhat) {
  const std::string number = "expected a number or a hex float such as \"0x1.8p+1\", found ";
  EXPECT_EQ(error_of(with_a(R"({"hull": {}})")),
            "a.hull: expected an array of points, found an object");
  EXPECT_EQ(error_of(with_a(R"({"hull": [1, 2, 3]})")),
            "a.hull[0]: expected an array of 3 numbers, found the number 1");
  EXPECT_EQ(error_of(with_a(R"({"hull": [[0, 0, 0], [0, 0, 1], [1, 2]]})")),
            "a.hull[2]: expected an array of 3 numbers, found an array of 2");
  EXPECT_EQ(error_of(with_a(R"({"hull": [[0, 0, 0], [0, 0, 1], [1, 2, 3], [0, null, 0]]})")),
            "a.hull[3][1]: " + number + "null");
  EXPECT_EQ(error_of(with_a(R"({"box": [1, 1, 1, 1]})")),
            "a.box: expected an array of 3 numbers, found an array of 4");
  EXPECT_EQ(error_of(with_a(R"({"box": [1, true, 1]})")), "a.box[1]: " + number + "true");
  EXPECT_EQ(error_of(with(R"("pose_a": null)")),
            "pose_a: expected an object with translation, rotation, quaternion, found null");
  EXPECT_EQ(error_of(with(R"("pose_a": {"translation": "0x1p0"})")),
            "pose_a.translation: expected an array of 3 numbers, found \"0x1p0\"");
  EXPECT_EQ(error_of(with(R"("pose_b": {"rotation": [[1, 0, 0], [0, 1, 0]]})")),
            "pose_b.rotation: expected an array of 3 rows, found an array of 2");
  EXPECT_EQ(error_of(with(R"("pose_b": {"rotation": [[1, 0, 0], [0, {}, 0], [0, 0, 1]]})")),
            "pose_b.rotation[1][1]: " + number + "an object");
  EXPECT_EQ(error_of(with(R"("pose_b": {"quaternion": [1, 0, 0]})")),
            "pose_b.quaternion: expected an array of 4 numbers w, x, y, z, found an array of 3");
  EXPECT_EQ(error_of(with(R"("pose_b": {"quaternion": [1, 0, 0, []]})")),
            "pose_b.quaternion[3]: " + number + "an array of 0");
}

TEST(PairLine, OnlyHexFloatsInStrings) {
  for (const std::string text :
       {"",      "1.5",   "1",    "inf",     "-inf",         "nan",     "NaN",
        "0xinf", "0xnan", "0x",   "0x.",     "0xp1",         " 0x1p0",  "0x1p0 ",
        "0x1p",  "0x1p+", "0x1q", "--0x1p0", "0x1p0\\u0000", "0x1,8p0", "x1p0",
        "-",     "+"}) {
    const std::string error = error_of(with_a(R"({"box": [1, ")" + text + R"(", 1]})"));
    EXPECT_TRUE(error.starts_with("a.box[1]: expected a number or a hex float")) << error;
  }
}

TEST(PairLine, HexFloatsBeyondADoubleAreRefused) {
  EXPECT_EQ(error_of(with_a(R"({"box": [1, "0x1p5000", 1]})")),
            "a.box[1]: \"0x1p5000\" is too large for a double");
  EXPECT_EQ(error_of(with_a(R"({"box": [1, "-0x1p1024", 1]})")),
            "a.box[1]: \"-0x1p1024\" is too large for a double");
}

TEST(PairLine, OtherValuesAreNotPairs) {
  EXPECT_EQ(error_of("[1, 2]"), "expected an object with a and b, found an array of 2");
  EXPECT_EQ(error_of("null"), "expected an object with a and b, found null");
  EXPECT_EQ(error_of("\"a\""), "expected an object with a and b, found \"a\"");
  EXPECT_EQ(error_of("-1.5"), "expected an object with a and b, found the number -1.5");
}

// --- what the library refuses -----------------------------------------------

TEST(PairLine, LibraryErrorsNameTheirBody) {
  EXPECT_TRUE(error_of(with_a(R"({"hull": []})")).starts_with("a: "));
  EXPECT_TRUE(error_of(with_a(R"({"box": [1, -1, 1]})")).starts_with("a: half extents"));
  EXPECT_TRUE(error_of(R"({"a": {"box": [1, 1, 1]}, "b": {"hull": [[0, 0, 0], [1e300, 0, 0]]}})")
                  .starts_with("b: point 1 "));
  EXPECT_TRUE(error_of(with(R"("pose_a": {"rotation": [[2,0,0],[0,1,0],[0,0,1]]})"))
                  .starts_with("pose_a: rotation is not orthonormal"));
  EXPECT_TRUE(error_of(with(R"("pose_b": {"rotation": [[1,0,0],[0,1,0],[0,0,-1]]})"))
                  .starts_with("pose_b: rotation mirrors"));
  EXPECT_TRUE(error_of(with(R"("pose_b": {"quaternion": [0, 0, 0, 0]})"))
                  .starts_with("pose_b: quaternion (0, 0, 0, 0) is not of unit length"));
  EXPECT_TRUE(error_of(with(R"("pose_b": {"translation": [1e300, 0, 0]})"))
                  .starts_with("pose_b: translation"));
  EXPECT_EQ(answer(with_a(R"({"hull": []})"))["id"], 5);
}

TEST(PairLine, ManyPoints) {
  std::string points = "[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]";
  for (int i = 0; i < 200000; i++) points += ", [0.25, 0.125, " + std::to_string(i * 1e-6) + "]";
  const PairLine parsed = parse_pair_line(with_a("{\"hull\": [" + points + "]}"));
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  EXPECT_EQ(parsed.pair->a.vertex_count(), 4u);
}

}  // namespace
}  // namespace glance::app
