// What `glance pairs` gives: the keys, numbers that survive, certificates and work.
#include "pairs/pair_answer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "pairs/pair_session.h"

namespace glance::app {
namespace {

/// The answer for two cubes of side 2, the second moved along y.
Json answer_at(const std::string& y) {
  return Json::parse(
      PairSession().answer(R"({"id": [3], "a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]}, )"
                           R"("pose_b": {"translation": [0, )" +
                           y + ", 0]}}"));
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

std::string certificate_json(const Certificate& certificate) {
  Distance d;
  d.certificate = certificate;
  return answer_to_json(nullptr, d, QueryMethod::automatic)["certificate"].dump();
}

TEST(PairAnswer, HasItsKeysInOrder) {
  const Json out = answer_at("5");
  EXPECT_EQ(keys(out),
            (std::vector<std::string>{"id", "verdict", "distance", "depth", "lower", "upper",
                                      "normal", "point_a", "point_b", "feature_a", "feature_b",
                                      "method", "certificate", "work"}));
  EXPECT_EQ(out["id"], Json::parse("[3]"));
  EXPECT_EQ(out["verdict"], "apart");
  EXPECT_EQ(out["distance"], 3.0);
  EXPECT_EQ(out["depth"], 0.0);
  EXPECT_EQ(out["normal"], Json::parse("[0, 1, 0]"));
  EXPECT_EQ(out["method"], "auto");
  EXPECT_EQ(keys(Json::parse(PairSession().answer("[]"))),
            (std::vector<std::string>{"id", "error"}));
}

TEST(PairAnswer, AllThreeVerdicts) {
  EXPECT_EQ(answer_at("\"0x1.0000000000001p1\"")["verdict"], "apart");
  EXPECT_EQ(answer_at("2")["verdict"], "touching");
  EXPECT_EQ(answer_at("\"0x1.fffffffffffffp0\"")["verdict"], "overlapping");
}

TEST(PairAnswer, NumbersReadBackToTheSameBits) {
  Distance d;
  d.verdict = Verdict::apart;
  d.distance = 0.1 + 0.2;
  d.depth = std::numeric_limits<double>::denorm_min();
  d.lower = std::nextafter(d.distance, 0.0);
  d.upper = std::nextafter(d.distance, 1.0);
  d.normal = {1.0 / 3, -2.0 / 3, std::nextafter(1.0, 2.0)};
  d.point_a = {1e300, -1e-300, 123456789.12345679};
  d.feature_a = {FeatureKind::edge, 12};
  d.feature_b = {FeatureKind::face, 4000000000u};
  const Json out = Json::parse(to_line(answer_to_json("x", d, QueryMethod::oracle)));
  EXPECT_EQ(out["distance"].get<double>(), d.distance);
  EXPECT_EQ(out["depth"].get<double>(), d.depth);
  EXPECT_EQ(out["lower"].get<double>(), d.lower);
  EXPECT_EQ(out["upper"].get<double>(), d.upper);
  for (int i = 0; i < 3; i++) {
    EXPECT_EQ(out["normal"][i].get<double>(), d.normal[i]);
    EXPECT_EQ(out["point_a"][i].get<double>(), d.point_a[i]);
  }
  EXPECT_EQ(out["feature_a"], "edge 12");
  EXPECT_EQ(out["feature_b"], "face 4000000000");
  EXPECT_EQ(out["method"], "oracle");
}

TEST(PairAnswer, NoNegativeZero) {
  Distance d;
  d.distance = d.depth = d.lower = d.upper = -0.0;
  d.normal = d.point_a = d.point_b = Vec3::constant(-0.0);
  EXPECT_EQ(to_line(answer_to_json(nullptr, d, QueryMethod::voronoi)),
            R"({"id":null,"verdict":"undecided","distance":0.0,"depth":0.0,"lower":0.0,)"
            R"("upper":0.0,"normal":[0.0,0.0,0.0],"point_a":[0.0,0.0,0.0],)"
            R"("point_b":[0.0,0.0,0.0],"feature_a":"vertex 0","feature_b":"vertex 0",)"
            R"("method":"voronoi","certificate":null,"work":{}})");
}

TEST(PairAnswer, StaysOnOneLineOfValidUtf8) {
  const std::string out = to_line(error_to_json("a\nb\xff", "c\r\n\xc3"));
  EXPECT_EQ(out.find_first_of("\r\n"), out.npos);
  EXPECT_EQ(Json::parse(out)["id"], "a\nb\xEF\xBF\xBD");
  EXPECT_EQ(Json::parse(out)["error"], "c\r\n\xEF\xBF\xBD");
}

TEST(PairAnswer, CertificatesHaveThePartsThatTheProofNeeds) {
  Certificate c;
  c.direction = {1, -0.0, 0.5};
  c.plane = {{{0, 1}, {2, 3}, {4, 5}}};
  c.pairs = {{{6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}, {16, 4294967295}}};
  c.axis = 2;
  EXPECT_EQ(certificate_json(c), "null");

  c.verdict = Verdict::apart;
  EXPECT_EQ(certificate_json(c), R"({"direction":[1.0,0.0,0.5]})");
  c.plane_count = 2;
  EXPECT_EQ(certificate_json(c), R"({"plane":[[0,1],[2,3]],"axis":2})");
  c.axis = Certificate::kNoAxis;
  EXPECT_EQ(certificate_json(c), R"({"plane":[[0,1],[2,3]]})");
  c.axis = 2;

  c.verdict = Verdict::touching;
  c.plane_count = 3;
  c.pair_count = 1;
  EXPECT_EQ(certificate_json(c), R"({"plane":[[0,1],[2,3],[4,5]],"pairs":[[6,7]]})");
  c.plane_count = 1;
  EXPECT_EQ(certificate_json(c), R"({"plane":[[0,1]],"pairs":[[6,7]],"axis":2})");

  c.verdict = Verdict::overlapping;
  c.plane_count = 0;
  c.pair_count = 6;
  EXPECT_EQ(certificate_json(c),
            R"({"pairs":[[6,7],[8,9],[10,11],[12,13],[14,15],[16,4294967295]]})");

  // Of curved bodies and half-spaces.
  c = {.verdict = Verdict::overlapping, .direction = {1, 0, 0}, .point = {1, 2, 3}};
  EXPECT_EQ(certificate_json(c), R"({"point":[1.0,2.0,3.0]})");
  c.verdict = Verdict::touching;
  EXPECT_EQ(certificate_json(c), R"({"direction":[1.0,0.0,0.0],"point":[1.0,2.0,3.0]})");
  c.direction = Vec3::zero();
  EXPECT_EQ(certificate_json(c), R"({"point":[1.0,2.0,3.0]})");
  c = {.verdict = Verdict::apart, .direction = {1, 0, 0}};
  EXPECT_EQ(certificate_json(c), R"({"direction":[1.0,0.0,0.0]})");
}

TEST(PairAnswer, WorkLeavesZerosOut) {
  Distance d;
  d.work.exact_pivots = 7;
  d.work.handed_over = true;
  EXPECT_EQ(answer_to_json(nullptr, d, QueryMethod::automatic)["work"].dump(),
            R"({"exact_pivots":7,"handed_over":true})");
  d.work = {.feature_steps = 1,
            .simplex_steps = 2,
            .vertex_steps = 3,
            .exact_pivots = 4,
            .lp_steps = 5,
            .depth_steps = 6,
            .volume_updates = 7,
            .volume_tests = 8,
            .primitive_tests = 9,
            .list_entries = 10,
            .method = QueryMethod::gjk,
            .from_cache = true,
            .handed_over = true,
            .exact = true};
  EXPECT_EQ(
      answer_to_json(nullptr, d, QueryMethod::automatic)["work"].dump(),
      R"({"feature_steps":1,"simplex_steps":2,"lp_steps":5,"vertex_steps":3,"exact_pivots":4,)"
      R"("depth_steps":6,"volume_updates":7,"volume_tests":8,"primitive_tests":9,"list_entries":10,)"
      R"("method":"gjk","from_cache":true,"handed_over":true,"exact":true})");
}

TEST(PairAnswer, InfinityIsNull) {
  Distance d;
  d.verdict = Verdict::overlapping;
  d.depth = std::numeric_limits<double>::infinity();
  d.lower = -d.depth;
  d.upper = -1;
  const Json out = Json::parse(to_line(answer_to_json(nullptr, d, QueryMethod::automatic)));
  EXPECT_TRUE(out["depth"].is_null());
  EXPECT_TRUE(out["lower"].is_null());
  EXPECT_EQ(out["upper"], -1);
}

TEST(PairAnswer, ContactsHaveTheirPointsAndTheNormal) {
  Json json = error_to_json(1, "x");
  Contacts contacts;
  add_contacts(json, contacts);
  EXPECT_EQ(to_line(json), R"({"id":1,"error":"x","contacts":[],"contact_normal":[0.0,0.0,0.0]})");
  contacts.count = 1;
  contacts.normal = {0, 0, 1};
  contacts.points[0] = {
      {1, 2, 0.5},        {1, 2, -0.0}, 0.5, {FeatureKind::face, 3}, {FeatureKind::edge, 4},
      0xfedcba9876543210u};
  add_contacts(json, contacts);
  EXPECT_EQ(json["contacts"].dump(),
            R"([{"id":"fedcba9876543210","point_a":[1.0,2.0,0.5],"point_b":[1.0,2.0,0.0],)"
            R"("depth":0.5,"feature_a":"face 3","feature_b":"edge 4"}])");
  EXPECT_EQ(json["contact_normal"].dump(), "[0.0,0.0,1.0]");
}

TEST(PairAnswer, VerificationComesLast) {
  Json json = error_to_json(1, "x");
  add_verification(json, {});
  EXPECT_EQ(to_line(json), R"({"id":1,"error":"x","verified":true})");
  add_verification(json, fail("no such vertex"));
  EXPECT_EQ(to_line(json),
            R"({"id":1,"error":"x","verified":false,"verify_error":"no such vertex"})");
}

}  // namespace
}  // namespace glance::app
