#include "common/json_writer.h"

#include <cmath>

namespace glance::app {

Json number_to_json(double x) {
  if (!std::isfinite(x)) return nullptr;
  return x == 0 ? 0.0 : x;
}

Json vector_to_json(const Vec3& v) {
  return Json::array({number_to_json(v.x()), number_to_json(v.y()), number_to_json(v.z())});
}

Json sub_shape_to_json(const SubShape& sub) {
  Json json = Json::object();
  if (sub.part != SubShape::kNone) json["part"] = sub.part;
  if (sub.triangle != SubShape::kNone) json["triangle"] = sub.triangle;
  return json;
}

Json error_to_json(const Json& id, std::string_view message) {
  return {{"id", id}, {"error", message}};
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
