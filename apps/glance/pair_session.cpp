#include "pair_session.h"

#include <fmt/format.h>

#include "pair_answer.h"
#include "pair_line.h"

namespace glance::app {
namespace {

Result<void> check_certificate(const Pair& pair, const Distance& answer) {
  const Certificate& certificate = answer.certificate;
  if (certificate.verdict != answer.verdict) {
    return fail(fmt::format("the answer is {}, its certificate says {}", to_string(answer.verdict),
                            to_string(certificate.verdict)));
  }
  return verify(certificate, pair.a, pair.pose_a, pair.b, pair.pose_b, pair.margin);
}

}  // namespace

PairSession::PairSession(const PairSettings& settings) : settings_(settings) {
  if (settings.coherent) memory_.emplace();
}

std::string PairSession::answer(std::string_view line) {
  const PairLine parsed = parse_pair_line(line, memory_ ? &*memory_ : nullptr);
  if (!parsed.pair) return to_line(error_to_json(parsed.id, parsed.pair.error().message));
  const Pair& pair = *parsed.pair;
  PairCache fresh;
  PairCache& cache = memory_ ? memory_->cache(pair.a, pair.b) : fresh;
  QueryOptions query = settings_.query;
  query.margin = pair.margin;
  const Distance found = distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache, query);
  Json json = answer_to_json(parsed.id, found, settings_.query.method);
  if (settings_.contacts) {
    add_contacts(json, contacts(pair.a, pair.pose_a, pair.b, pair.pose_b, cache, query));
  }
  if (settings_.verify) {
    const Result<void> verified = check_certificate(pair, found);
    add_verification(json, verified);
    if (!verified) refused_count_++;
  }
  return to_line(json);
}

}  // namespace glance::app
