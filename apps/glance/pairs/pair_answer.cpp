#include "pairs/pair_answer.h"

#include <fmt/format.h>

#include <span>

namespace glance::app {
namespace {

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
  } else if (apart || (touching && certificate.direction != Vec3::zero())) {
    json["direction"] = vector_to_json(certificate.direction);
  }
  if (certificate.pair_count > 0) {
    json["pairs"] = to_json(certificate.hull_pairs());
  } else if (!apart) {
    json["point"] = vector_to_json(certificate.point);
  }
  const bool completed = certificate.plane_count == 1 || certificate.plane_count == 2;
  if (completed && certificate.axis != Certificate::kNoAxis) json["axis"] = certificate.axis;
  return json;
}

Json to_json(const ContactPoint& point) {
  Json json = {
      {"id", fmt::format("{:016x}", point.id)},   {"point_a", vector_to_json(point.point_a)},
      {"point_b", vector_to_json(point.point_b)}, {"depth", number_to_json(point.depth)},
      {"feature_a", to_string(point.feature_a)},  {"feature_b", to_string(point.feature_b)}};
  if (point.sub_a != SubShape()) json["sub_a"] = sub_shape_to_json(point.sub_a);
  if (point.sub_b != SubShape()) json["sub_b"] = sub_shape_to_json(point.sub_b);
  return json;
}

}  // namespace

Json work_to_json(const QueryWork& work) {
  Json json = Json::object();
  add_work(json, "feature_steps", work.feature_steps);
  add_work(json, "simplex_steps", work.simplex_steps);
  add_work(json, "lp_steps", work.lp_steps);
  add_work(json, "vertex_steps", work.vertex_steps);
  add_work(json, "exact_pivots", work.exact_pivots);
  add_work(json, "depth_steps", work.depth_steps);
  add_work(json, "volume_updates", work.volume_updates);
  add_work(json, "volume_tests", work.volume_tests);
  add_work(json, "primitive_tests", work.primitive_tests);
  add_work(json, "list_entries", work.list_entries);
  if (work.method != QueryMethod::automatic) json["method"] = to_string(work.method);
  add_work(json, "from_cache", work.from_cache);
  add_work(json, "handed_over", work.handed_over);
  add_work(json, "exact", work.exact);
  return json;
}

Json answer_to_json(const Json& id, const Distance& answer, QueryMethod method) {
  return {{"id", id},
          {"verdict", to_string(answer.verdict)},
          {"distance", number_to_json(answer.distance)},
          {"depth", number_to_json(answer.depth)},
          {"lower", number_to_json(answer.lower)},
          {"upper", number_to_json(answer.upper)},
          {"normal", vector_to_json(answer.normal)},
          {"point_a", vector_to_json(answer.point_a)},
          {"point_b", vector_to_json(answer.point_b)},
          {"feature_a", to_string(answer.feature_a)},
          {"feature_b", to_string(answer.feature_b)},
          {"method", to_string(method)},
          {"certificate", to_json(answer.certificate)},
          {"work", work_to_json(answer.work)}};
}

void add_contacts(Json& answer, const Contacts& contacts) {
  Json points = Json::array();
  for (const ContactPoint& point : contacts.span()) points.push_back(to_json(point));
  answer["contacts"] = std::move(points);
  answer["contact_normal"] = vector_to_json(contacts.normal);
}

}  // namespace glance::app
