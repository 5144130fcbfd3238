#include "pairs/pair_session.h"

#include "pairs/certificate_check.h"
#include "pairs/pair_answer.h"

namespace glance::app {

std::string PairSession::answer(std::string_view line) {
  const PairLine parsed = parse_pair_line(line, {.memory = &memory_, .files = settings_.files});
  if (!parsed.pair) return to_line(error_to_json(parsed.id, parsed.pair.error().message));
  const Pair& pair = *parsed.pair;
  PairCache fresh;
  PairCache& cache = settings_.coherent ? memory_.cache(pair.a, pair.b) : fresh;
  QueryOptions query = settings_.query;
  query.margin = pair.margin;
  const Distance found = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b}, query.with(cache));
  Json json = answer_to_json(parsed.id, found, settings_.query.tuning.method);
  if (!pair.a.is_convex()) json["sub_a"] = sub_shape_to_json(found.sub_a);
  if (!pair.b.is_convex()) json["sub_b"] = sub_shape_to_json(found.sub_b);
  if (settings_.contacts) {
    add_contacts(json, contacts({pair.a, pair.pose_a}, {pair.b, pair.pose_b}, query.with(cache)));
  }
  if (settings_.verify) {
    const std::optional<Result<void>> verified = check_certificate(pair, found);
    if (verified) {
      add_verification(json, *verified);
      if (!*verified) refused_count_++;
    } else {
      json["verified"] = nullptr;
    }
  }
  if (!pair.notes.empty()) json["notes"] = pair.notes;
  return to_line(json);
}

}  // namespace glance::app
