#include "pair_answer.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace glance::app {
namespace {

/// No "-0.0" in answers: it surprises people and means nothing here. Infinity is null, since
/// JSON has none.
Json plain(double x) {
  if (!std::isfinite(x)) return nullptr;
  return x == 0 ? 0.0 : x;
}

Json to_json(const Vec3& v) { return Json::array({plain(v.x()), plain(v.y()), plain(v.z())}); }

Json to_json(std::span<const VertexPair> pairs) {
  Json array = Json::array();
  for (const VertexPair& pair : pairs) array.push_back(Json::array({pair.a, pair.b}));
  return array;
}

/// Only the parts that the proof consists of (certificate.h).
Json to_json(const Certificate& certificate) {
  if (certificate.verdict == Verdict::undecided) return nullptr;
  Json json = Json::object();
  const bool apart = certificate.verdict == Verdict::apart;
  const bool touching = certificate.verdict == Verdict::touching;
  if (certificate.plane_count > 0) {
    json["plane"] = to_json(certificate.plane_pairs());
  } else if (apart || (touching && certificate.direction != Vec3::Zero())) {
    json["direction"] = to_json(certificate.direction);
  }
  if (certificate.pair_count > 0) {
    json["pairs"] = to_json(certificate.hull_pairs());
  } else if (!apart) {
    json["point"] = to_json(certificate.point);
  }
  const bool completed = certificate.plane_count == 1 || certificate.plane_count == 2;
  if (completed && certificate.axis != Certificate::kNoAxis) json["axis"] = certificate.axis;
  return json;
}

/// Only what there was.
Json to_json(const Work& work) {
  Json json = Json::object();
  const auto add = [&](const char* name, auto value) {
    if (value) json[name] = value;
  };
  add("feature_steps", work.feature_steps);
  add("simplex_steps", work.simplex_steps);
  add("lp_steps", work.lp_steps);
  add("vertex_steps", work.vertex_steps);
  add("exact_pivots", work.exact_pivots);
  add("depth_steps", work.depth_steps);
  if (work.method != Method::automatic) json["method"] = to_string(work.method);
  add("from_cache", work.from_cache);
  add("handed_over", work.handed_over);
  add("exact", work.exact);
  return json;
}

Json to_json(const ContactPoint& point) {
  return {{"id", fmt::format("{:016x}", point.id)},  {"point_a", to_json(point.point_a)},
          {"point_b", to_json(point.point_b)},       {"depth", plain(point.depth)},
          {"feature_a", to_string(point.feature_a)}, {"feature_b", to_string(point.feature_b)}};
}

}  // namespace

Json answer_to_json(const Json& id, const Distance& answer, Method method) {
  return {{"id", id},
          {"verdict", to_string(answer.verdict)},
          {"distance", plain(answer.distance)},
          {"depth", plain(answer.depth)},
          {"lower", plain(answer.lower)},
          {"upper", plain(answer.upper)},
          {"normal", to_json(answer.normal)},
          {"point_a", to_json(answer.point_a)},
          {"point_b", to_json(answer.point_b)},
          {"feature_a", to_string(answer.feature_a)},
          {"feature_b", to_string(answer.feature_b)},
          {"method", to_string(method)},
          {"certificate", to_json(answer.certificate)},
          {"work", to_json(answer.work)}};
}

Json error_to_json(const Json& id, std::string_view message) {
  return {{"id", id}, {"error", message}};
}

void add_contacts(Json& answer, const Contacts& contacts) {
  Json points = Json::array();
  for (const ContactPoint& point : contacts.span()) points.push_back(to_json(point));
  answer["contacts"] = std::move(points);
  answer["contact_normal"] = to_json(contacts.normal);
}

void add_verification(Json& answer, const Result<void>& verified) {
  answer["verified"] = verified.has_value();
  if (!verified) answer["verify_error"] = verified.error().message;
}

std::string to_line(const Json& answer) {
  // Text from the line may be anything.
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace glance::app
