// A run of lines: what is checked, what is kept, and that keeping changes no verdict.
#include "pairs/pair_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/json_line.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/every_kind.h"
#include "support/pair_zoo.h"

namespace glance::app {
namespace {

/// Two boxes that move past each other, and a third body now and then.
std::vector<std::string> film() {
  const Shape a = Shape::box({1, 0.5, 0.25}).value();
  const Shape b = platonic(Platonic::icosahedron, 0.7).value();
  const Shape guest = random_polytope(5, 20).value();
  std::vector<std::string> lines;
  for (int i = 0; i <= 60; i++) {
    const Quat turn = Quat::from_rotation_vector({0, 0, 0.05 * i});
    const Pose pose = Pose::make(turn, {-3 + 0.1 * i, 0.2, 0.1}).value();
    lines.push_back(dump_query({a, {}}, {i % 7 == 3 ? guest : b, pose}));
  }
  lines.emplace_back("nonsense");
  return lines;
}

std::vector<Json> answers(const PairSettings& settings, const std::vector<std::string>& lines) {
  PairSession session(settings);
  std::vector<Json> out;
  for (const std::string& line : lines) out.push_back(Json::parse(session.answer(line)));
  return out;
}

TEST(PairSession, EveryMethodAndCoherenceGiveTheSameVerdicts) {
  const std::vector<std::string> lines = film();
  const std::vector<Json> expected =
      answers({.query = {.tuning = {.method = QueryMethod::oracle}}}, lines);
  for (const QueryMethod method :
       {QueryMethod::automatic, QueryMethod::voronoi, QueryMethod::oracle, QueryMethod::gjk,
        QueryMethod::closed_form, QueryMethod::lp}) {
    for (const bool coherent : {false, true}) {
      const std::vector<Json> got =
          answers({.query = {.tuning = {.method = method}}, .coherent = coherent}, lines);
      for (std::size_t i = 0; i + 1 < lines.size(); i++) {
        EXPECT_EQ(got[i]["verdict"], expected[i]["verdict"]) << lines[i];
        EXPECT_NEAR(got[i]["distance"].get<double>(), expected[i]["distance"].get<double>(), 1e-12);
        EXPECT_NEAR(got[i]["depth"].get<double>(), expected[i]["depth"].get<double>(), 1e-12);
        EXPECT_EQ(got[i]["method"], to_string(method));
      }
      EXPECT_EQ(got.back(), expected.back());
    }
  }
}

TEST(PairSession, AnswersWhatTheLibraryAnswers) {
  for (const test::PairClass kind : test::kPairClasses) {
    const test::Pair pair = test::make_pair(kind, 3);
    const Distance d = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b});
    const Json out =
        Json::parse(PairSession().answer(dump_query({pair.a, pair.pose_a}, {pair.b, pair.pose_b})));
    EXPECT_EQ(out["verdict"], to_string(d.verdict)) << test::to_string(kind);
    EXPECT_EQ(out["distance"].get<double>(), d.distance) << test::to_string(kind);
    EXPECT_EQ(out["depth"].get<double>(), d.depth) << test::to_string(kind);
  }
}

TEST(PairSession, CountsTheCertificatesThatAreRefused) {
  const std::vector<std::string> lines = film();
  PairSession session({.query = {}, .verify = true});
  std::size_t refused = 0;
  for (const std::string& line : lines) {
    const Json out = Json::parse(session.answer(line));
    if (out.contains("error")) {
      EXPECT_FALSE(out.contains("verified"));
      continue;
    }
    EXPECT_EQ(out["verified"].get<bool>(), !out.contains("verify_error"));
    if (!out["verified"]) refused++;
  }
  EXPECT_EQ(session.refused_count(), refused);
}

TEST(PairSession, AnAnswerWithoutACertificateIsRefused) {
  PairSession session({.query = {.tuning = {.certify = false}}, .verify = true});
  const Json out = Json::parse(session.answer(film()[0]));
  EXPECT_EQ(out["verified"], false);
  EXPECT_EQ(out["verify_error"], "the answer is apart, its certificate says undecided");
  EXPECT_EQ(session.refused_count(), 1u);
}

TEST(PairSession, EveryKindIsAnsweredAndProved) {
  const std::vector<Shape> shapes = test::plain_shapes_of_every_kind();
  const Pose near =
      Pose::make(Quat::from_rotation_vector({0.1, 0.2, 0.3}), {0.3, 0.4, 0.5}).value();
  PairSession session({.contacts = true, .verify = true});
  for (std::size_t i = 0; i < shapes.size(); i++) {
    const Shape &a = shapes[i], &b = shapes[(7 * i + 3) % shapes.size()];
    const std::string line = dump_query({a, {}}, {b, near});
    const Json out = Json::parse(session.answer(line));
    EXPECT_EQ(out["verdict"], to_string(collide({a, {}}, {b, near}).verdict)) << line;
    EXPECT_EQ(out["verified"], true) << line << '\n' << out;
    EXPECT_EQ(out["contacts"].empty(), out["verdict"] == "apart") << line << '\n' << out;
  }
  EXPECT_EQ(session.refused_count(), 0u);
}

TEST(PairSession, TheMarginIsThatOfTheLine) {
  PairSession session({.contacts = true, .verify = true});
  const auto ask = [&](const std::string& margin) {
    return Json::parse(session.answer(R"({"a": {"sphere": 1}, "b": {"box": [1, 1, 1]}, )"
                                      R"("pose_b": {"translation": [2.25, 0, 0]})" +
                                      margin + "}"));
  };
  for (const auto& [margin, verdict] : {std::pair{"", "apart"},
                                        {R"(, "margin": 0.125)", "apart"},
                                        {R"(, "margin": 0.25)", "touching"},
                                        {R"(, "margin": 0.5)", "overlapping"},
                                        {R"(, "margin": 0)", "apart"}}) {
    const Json out = ask(margin);
    EXPECT_EQ(out["verdict"], verdict) << margin;
    EXPECT_EQ(out["verified"], true) << out;
    EXPECT_NEAR(out["distance"].get<double>(), 0.25, 1e-12);
    EXPECT_EQ(out["contacts"].size(), std::string_view(verdict) == "apart" ? 0u : 1u);
  }
}

TEST(PairSession, VerifiesOnlyWhenAskedTo) {
  PairSession session;
  EXPECT_FALSE(Json::parse(session.answer(film()[0])).contains("verified"));
  EXPECT_EQ(session.refused_count(), 0u);
}

}  // namespace
}  // namespace glance::app
