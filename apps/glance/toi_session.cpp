#include "toi_session.h"

#include "toi_answer.h"
#include "toi_line.h"

namespace glance::app {

std::string ToiSession::answer(std::string_view line) {
  const ReadLine<MovingPair> parsed = parse_toi_line(line);
  if (!parsed.value) return to_line(error_to_json(parsed.id, parsed.value.error().message));
  const MovingPair& pair = *parsed.value;
  const ImpactOptions options{
      .tolerance = settings_.tolerance, .margin = pair.margin, .proof = settings_.verify};
  const Impact impact = time_of_impact(pair.a, pair.motion_a, pair.b, pair.motion_b, options);
  Json json = impact_to_json(parsed.id, impact);
  if (settings_.verify) {
    const Result<void> verified = verify(impact, pair.a, pair.motion_a, pair.b, pair.motion_b);
    add_verification(json, verified);
    if (!verified) refused_count_++;
  }
  return to_line(json);
}

}  // namespace glance::app
