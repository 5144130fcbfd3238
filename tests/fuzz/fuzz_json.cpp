// Lines for `glance pairs` from a stranger: each is answered with one line of JSON, and every
// answer that is not an error carries a proof.
#include <algorithm>
#include <string_view>

#include "byte_reader.h"
#include "common/json_line.h"
#include "pairs/pair_session.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  constexpr std::size_t kMostBytes = 4096;  // the oracle's time grows with the points
  if (size > kMostBytes) return 0;
  ByteReader in(data, size);
  app::PairSettings settings;
  settings.coherent = in.flag();
  settings.verify = in.flag();
  settings.files = false;  // of which there are none, and some could be anything
  settings.query.depth = settings.contacts = in.flag();
  app::PairSession session(settings);

  std::string_view lines = in.rest();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const std::string answer = session.answer(line);
    require(answer.find('\n') == answer.npos, "an answer is one line", answer);
    const app::Json json = app::Json::parse(answer, nullptr, false);
    require(json.is_object() && json.contains("id"), "an answer is JSON with an id", answer);
    require(json.contains("error") != json.contains("verdict"), "an error or a verdict", answer);
  }
  require(session.refused_count() == 0, "certificates prove their verdicts", in.rest());
  return 0;
}
