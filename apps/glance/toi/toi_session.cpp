#include "toi/toi_session.h"

#include "toi/toi_answer.h"
#include "toi/toi_line.h"

namespace glance::app {
namespace {

/// Which parts or triangles meet.
void add_sub_shapes(Json& json, const MovingPair& pair, const Impact& impact) {
  if (!impact.hit) return;
  if (!pair.a.is_convex()) json["sub_a"] = sub_shape_to_json(impact.sub_a);
  if (!pair.b.is_convex()) json["sub_b"] = sub_shape_to_json(impact.sub_b);
}

}  // namespace

std::string ToiSession::answer(std::string_view line) {
  const ReadLine<MovingPair> parsed =
      parse_toi_line(line, {.memory = &memory_, .files = settings_.files});
  if (!parsed.value) return to_line(error_to_json(parsed.id, parsed.value.error().message));
  const MovingPair& pair = *parsed.value;
  const ImpactOptions options{.tolerance = settings_.tolerance,
                              .absolute_tolerance = settings_.absolute_tolerance,
                              .margin = pair.margin,
                              .proof = settings_.verify};
  const Impact impact = time_of_impact({pair.a, pair.motion_a}, {pair.b, pair.motion_b}, options);
  Json json = impact_to_json(parsed.id, impact);
  add_sub_shapes(json, pair, impact);
  if (settings_.verify) {
    const Result<void> verified = verify(impact, {pair.a, pair.motion_a}, {pair.b, pair.motion_b});
    add_verification(json, verified);
    const bool convex = pair.a.is_convex() && pair.b.is_convex();
    if (!convex && impact.proof.empty()) {
      json["verified"] = nullptr;  // there is no proof to reject
    } else if (!verified) {
      refused_count_++;
    }
  }
  if (!pair.notes.empty()) json["notes"] = pair.notes;
  return to_line(json);
}

}  // namespace glance::app
