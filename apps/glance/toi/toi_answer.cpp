#include "toi/toi_answer.h"

namespace glance::app {
namespace {

/// Only what there was.
Json to_json(const ImpactWork& work) {
  Json json = Json::object();
  add_work(json, "steps", work.steps);
  add_work(json, "gaps", work.gaps);
  add_work(json, "distances", work.distances);
  add_work(json, "volume_tests", work.volume_tests);
  add_work(json, "primitive_tests", work.primitive_tests);
  add_work(json, "from_cache", work.from_cache);
  return json;
}

}  // namespace

Json impact_to_json(const Json& id, const Impact& impact) {
  Json json = {{"id", id},
               {"hit", impact.hit},
               {"time", number_to_json(impact.time)},
               {"lower", number_to_json(impact.lower)},
               {"upper", number_to_json(impact.upper)}};
  if (impact.hit) {
    json["distance"] = number_to_json(impact.distance);
    json["point"] = vector_to_json(impact.point);
    json["normal"] = vector_to_json(impact.normal);
  }
  json["starts_overlapping"] = impact.starts_overlapping;
  if (impact.grazing) json["grazing"] = true;
  if (impact.undecided) json["undecided"] = true;
  json["tolerance"] = number_to_json(impact.tolerance);
  json["work"] = to_json(impact.work);
  return json;
}

}  // namespace glance::app
