// Lines that are not JSON, not quite, or too much of it: whatever arrives is
// answered with one short line that says where the trouble is.
#include "common/json_line.h"

#include <gtest/gtest.h>

#include <string>

#include "pairs/pair_line.h"
#include "pairs/pair_session.h"

namespace glance::app {
namespace {

/// A good line with something more.
std::string line_with(const std::string& more) {
  return R"({"a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]}, )" + more + "}";
}

/// A line whose `a` is the given text.
std::string line_with_a(const std::string& shape) {
  return R"({"id": 5, "a": )" + shape + R"(, "b": {"box": [1, 1, 1]}})";
}

std::string json_error(std::string_view line) { return read_json_line(line).error; }

Json answer_to(std::string_view line) { return Json::parse(PairSession().answer(line)); }

std::string repeat(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; i++) out += text;
  return out;
}

TEST(JsonLine, RepeatedKeysAreNamed) {
  EXPECT_EQ(json_error(line_with(R"("a": {})")), "the key \"a\" is given twice");
  EXPECT_EQ(json_error(line_with_a(R"({"box": [1, 1, 1], "box": [1, 1, 1]})")),
            "a: the key \"box\" is given twice");
  EXPECT_EQ(json_error(line_with(R"("id": [0, {"x": {"k": 1, "k": 1}}])")),
            "id[1].x: the key \"k\" is given twice");
  // The first id was complete; one that is itself broken was not.
  EXPECT_EQ(answer_to(R"({"id": 1, "id": 2})")["id"], 1);
  EXPECT_EQ(answer_to(R"({"id": {"k": 1, "k": 2}})")["id"], nullptr);
}

TEST(JsonLine, NumbersBeyondADoubleAreRefused) {
  EXPECT_EQ(json_error(line_with_a(R"({"hull": [[0, 0, 0], [0, 1e999, 0]]})")),
            "a.hull[1][1]: 1e999 is too large for a double");
  EXPECT_EQ(json_error("1e999"), "1e999 is too large for a double");
  EXPECT_EQ(json_error("[0, -1e999]"), "[1]: -1e999 is too large for a double");
  EXPECT_EQ(answer_to(line_with_a(R"({"box": [1, 1e999, 1]})"))["id"], 5);
  EXPECT_EQ(answer_to(R"({"id": 1e999})").dump(),
            R"({"id":null,"error":"id: 1e999 is too large for a double"})");
  EXPECT_EQ(answer_to(R"({"id": [1e999]})")["id"], nullptr);
}

TEST(JsonLine, EveryCutOfALineIsAnswered) {
  const std::string line =
      line_with(R"("id": "\u00e9", "pose_a": {"translation": ["0x1p0", -1.5e+3, 0], )"
                R"("quaternion": [1, 0, 0, 0]})");
  int echoed = 0;
  for (std::size_t size = 0; size < line.size(); size++) {
    const Json out = answer_to(line.substr(0, size));
    // The id whole, once something follows it, and never a part of it.
    if (out["id"] != nullptr) {
      EXPECT_EQ(out["id"], "\u00e9") << size;
      echoed++;
    }
    const std::string error = out["error"];
    EXPECT_TRUE(error.starts_with("not JSON at column ")) << error;
    EXPECT_EQ(error.find("json.exception"), error.npos) << error;
    EXPECT_EQ(error.find("line 1"), error.npos) << error;
  }
  EXPECT_GT(echoed, 10);
  EXPECT_TRUE(parse_pair_line(line).pair);
  EXPECT_EQ(answer_to(R"({"id": 17, "a": {"bo)")["id"], 17);
  EXPECT_EQ(answer_to(R"({"id": 1)")["id"], nullptr);  // of 17, perhaps
}

TEST(JsonLine, SyntaxErrorsSayWhereAndWhat) {
  EXPECT_EQ(json_error(R"({"id": 1, "a": )"),
            "not JSON at column 16: syntax error while parsing value - unexpected end of input; "
            "expected '[', '{', or a literal");
  for (const std::string text : {"{,}", "{} {}", "nan", "{'a': 1}", "{\"a\": 01}", "[1,]",
                                 "{\"a\": NaN}", "// note", "{\"id\": \"\\ud800\"}", "\xff"}) {
    EXPECT_TRUE(json_error(text).starts_with("not JSON at column ")) << text << json_error(text);
  }
}

TEST(JsonLine, NulBytesDoNotHideWhatFollows) {
  using namespace std::string_literals;
  EXPECT_EQ(json_error("{\"id\": 1}\0 and more"s), "not JSON at column 10: a NUL byte");
  EXPECT_EQ(json_error("\0"s), "not JSON at column 1: a NUL byte");
}

TEST(JsonLine, InvalidUtf8IsAnsweredInValidUtf8) {
  const Json out = answer_to("{\"id\": \"\xff\xfe\"}");
  EXPECT_EQ(out["id"], nullptr);
  EXPECT_NE(out["error"].get<std::string>().find("UTF-8"), std::string::npos);
}

TEST(JsonLine, DeepNestingIsRefusedWithoutRecursion) {
  const std::size_t million = 1000000;
  const std::string deep = "nested more than 64 deep";
  EXPECT_EQ(json_error(repeat("[", million)), deep);
  EXPECT_EQ(json_error(repeat("{\"a\":", million)), deep);
  EXPECT_EQ(json_error(repeat("[", million) + repeat("]", million)), deep);
  const Json out = answer_to(R"({"id": 3, "a": )" + repeat("[", million));
  EXPECT_EQ(out["id"], 3);
  EXPECT_EQ(out["error"], deep);

  // The limit itself: the line's object and 63 arrays are 64 levels.
  const std::string fits = repeat("[", kMaxJsonDepth - 1) + repeat("]", kMaxJsonDepth - 1);
  EXPECT_EQ(answer_to(line_with("\"id\": " + fits))["id"].dump(), fits);
  EXPECT_EQ(json_error(line_with("\"id\": [" + fits + "]")), deep);
}

TEST(JsonLine, MessagesStayShort) {
  const std::string huge(1000000, 'x');
  for (const std::string& line :
       {"\"" + huge, line_with("\"" + huge + "\": 1"), line_with_a("\"" + huge + "\""),
        line_with_a(R"({"box": [1, 1, ")" + huge + "\"]}"), "{\"" + huge + "\": 1e999}",
        "{\"" + huge + "\": 1, \"" + huge + "\": 2}"}) {
    const std::string error = answer_to(line)["error"];
    EXPECT_FALSE(error.empty());
    EXPECT_LT(error.size(), 1000u);
  }
}

TEST(JsonLine, ManyKeysTakeLinearTime) {
  std::string id = "{\"0\":0";
  for (int i = 1; i < 300000; i++) id += ",\"" + std::to_string(i) + "\":0";
  id += "}";
  EXPECT_EQ(parse_pair_line(line_with("\"id\": " + id)).id.dump(), id);
}

}  // namespace
}  // namespace glance::app
