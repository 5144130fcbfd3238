#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "benchmarks/pairs/pairs.h"

#include <algorithm>

namespace glance::bench {
namespace {

constexpr int kWidth = 10;

std::string cell(const std::optional<Measurement>& m) {
  if (!m) return "-";
  return fmt::format("{}{:.{}f}", m->partial ? "~" : "", m->ns, m->ns < 100 ? 1 : 0);
}

std::string ratio(const Row& row) {
  return fmt::format("{:.{}f}", row.ratio(), row.ratio() < 0.1 ? 4 : 2);
}

/// "bullet32 gjk: 3 wrong, 64 off" for all that have any.
std::string complaints(const Row& row, const PairsReport& report) {
  std::string text;
  const auto add = [&](const std::string& name, const std::optional<Measurement>& m) {
    if (!m) return;
    std::string counts;
    for (const auto& [count, what] :
         {std::pair(m->wrong, "wrong"), std::pair(m->failed, "failed"), std::pair(m->off, "off")}) {
      if (count) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, what);
    }
    if (counts.empty()) return;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name, counts);
  };
  add("ours", row.ours);
  const auto& peers = report.peers_of(row);
  for (std::size_t i = 0; i < row.peers.size(); i++) add(peers[i], row.peers[i]);
  return text.empty() ? "none" : text;
}

std::string checked(const Row& row) {
  std::size_t most = static_cast<std::size_t>(row.ours->checked);
  for (const auto& peer : row.peers) {
    if (peer) most = std::max(most, static_cast<std::size_t>(peer->checked));
  }
  return fmt::format("{}/{}", most, row.poses);
}

/// "1000 near", "sphere-box".
std::string label(const Row& row, std::string_view separator) {
  if (row.primitives) return row.primitives->name;
  return fmt::format("{:>4}{}{}", row.setting.vertices, separator,
                     to_string(row.setting.closeness));
}

/// The two words of a contender's name.
std::pair<std::string, std::string> words(const std::string& name) {
  const std::size_t space = name.find(' ');
  if (space == name.npos) return {name, ""};
  return {name.substr(0, space), name.substr(space + 1)};
}

nlohmann::json to_json(const Measurement& m) {
  return {{"ns", m.ns},         {"queries", m.queries}, {"partial", m.partial}, {"wrong", m.wrong},
          {"failed", m.failed}, {"off", m.off},         {"checked", m.checked}};
}

}  // namespace

std::vector<std::string> explanation(const PairsReport& report) {
  return {
      circumstances(),
      fmt::format("Nanoseconds of processor time a query: medians of {} or more repetitions, taken "
                  "in turn.",
                  report.effort.repetitions),
      "Hulls of points on a unit sphere, up to 16 pairs of them in up to 64 poses each.",
      "far: one radius apart. near: 1 % of it. overlapping: 20 % of it past contact.",
      "cold: unrelated poses, nothing remembered. Else from pose to pose B turns by 10 or 1",
      "degrees and moves by 2 % of the radius, and what a library can remember, it may: ours its",
      "cache, \"fcl indep\" and \"bullet gjk\" their guess (the others have nothing, or ignore "
      "it).",
      "distance: with closest points. Nobody is asked for the depth of an overlap (\"fcl indep\"",
      "computes it all the same where it is asked for a boolean).",
      "bullet32 and bullet64: its single and double precision builds; \"detector\" is",
      "btGjkPairDetector, \"gjk\" is btGjkEpaSolver2::Distance. libccd offers no distance.",
      "The peers are used as the distribution builds them.",
      "ratio: the fastest peer / ours, right or wrong. ~: slow, so only some poses were asked.",
      "complaints: verdicts that differ from the exact oracle's (wrong), no answer (failed),",
      "distances wrong by more than 1e-4 of the radius (off); of the poses that were checked.",
      "primitives: shapes of each library's own kinds, of random sizes about 1; -: it has none, or",
      "does not answer that. boolean: near contact, half of them touch. distance: 2 to 50 % of the",
      "size apart. depth: 2 to 30 % past contact. Off: by more than 1e-6 of the size. libccd has",
      "support functions as its own tests write them; \"bullet dispatcher\" is what",
      "btCollisionDispatcher finds for the two kinds (btSphereSphereCollisionAlgorithm, ..).",
  };
}

std::string Row::group() const {
  const std::string motion = to_string(setting.motion);
  return fmt::format("{}{}, {}", primitives ? "primitives, " : "",
                     setting.motion == Motion::cold ? motion : "coherent, " + motion,
                     question == Question::boolean    ? "boolean"
                     : question == Question::distance ? "distance with closest points"
                                                      : "depth and normal");
}

std::string column_heads(const Row& row, const PairsReport& report) {
  std::string first = fmt::format("{:>20} {:>{}}", "", "ours", kWidth);
  std::string second = fmt::format("{:<20} {:>{}}", row.primitives ? "" : "vertices", "", kWidth);
  for (const std::string& name : report.peers_of(row)) {
    const auto [library, method] = words(name);
    first += fmt::format(" {:>{}}", library, kWidth);
    second += fmt::format(" {:>{}}", method, kWidth);
  }
  return fmt::format("{} {:>8} {:>10}\n{} {:>8} {:>10}  complaints", first, "", "", second, "ratio",
                     "checked");
}

std::string row_text(const Row& row, const PairsReport& report) {
  std::string text = fmt::format("{:<20} {:>{}}", label(row, " "), cell(row.ours), kWidth);
  for (const auto& peer : row.peers) text += fmt::format(" {:>{}}", cell(peer), kWidth);
  return fmt::format("{} {:>8} {:>10}  {}", text, ratio(row), checked(row),
                     complaints(row, report));
}

std::string markdown(const PairsReport& report) {
  std::string text =
      "# Pairs of convex bodies: ours and its peers\n\n"
      "Written by `./bench pairs --write`; not by hand.\n\n";
  for (const std::string& line : explanation(report)) text += line + "\n";
  text += "\n## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  std::string group;
  for (const Row& row : report.rows) {
    const auto& peers = report.peers_of(row);
    if (group != row.group()) {
      group = row.group();
      text += fmt::format("\n## {}\n\n{} ours |", group, row.primitives ? "| |" : "| vertices | |");
      for (const std::string& name : peers) text += fmt::format(" {} |", name);
      text += fmt::format(" ratio | checked | complaints |\n{}--:|",
                          row.primitives ? "|---|" : "|--:|---|");
      for (std::size_t i = 0; i < peers.size(); i++) text += "--:|";
      text += "--:|--:|---|\n";
    }
    text += fmt::format("| {} | {} |", label(row, " | "), cell(row.ours));
    for (const auto& peer : row.peers) text += fmt::format(" {} |", cell(peer));
    text += fmt::format(" {} | {} | {} |\n", ratio(row), checked(row), complaints(row, report));
  }
  text += "\n## Proofs\n\n```\n";
  for (const std::string& line : certification(report)) text += line + "\n";
  return text + "```\n";
}

std::string json(const PairsReport& report) {
  const Machine here = machine();
  nlohmann::json result = {
      {"benchmark", "pairs"},        {"cpu", here.cpu},
      {"compiler", here.compiler},   {"repetitions_at_least", report.effort.repetitions},
      {"all_rows", report.all_rows}, {"rows", nlohmann::json::array()}};
  for (const NamedVersion& v : versions()) result["versions"][v.name] = v.version;
  for (const Row& row : report.rows) {
    nlohmann::json line = {{"name", row.name()},
                           {"motion", to_string(row.setting.motion)},
                           {"question", to_string(row.question)},
                           {"poses", row.poses},
                           {"ratio", row.ratio()},
                           {"ours", to_json(*row.ours)},
                           {"peers", nlohmann::json::object()}};
    if (row.primitives) {
      line["pair"] = row.primitives->name;
    } else {
      line["vertices"] = row.setting.vertices;
      line["closeness"] = to_string(row.setting.closeness);
    }
    for (std::size_t i = 0; i < row.peers.size(); i++) {
      if (row.peers[i]) line["peers"][report.peers_of(row)[i]] = to_json(*row.peers[i]);
    }
    if (row.uncertified) line["uncertified"] = to_json(*row.uncertified);
    result["rows"].push_back(line);
  }
  for (const Bar& bar : bars(report)) {
    result["summary"].push_back(
        {{"promise", bar.promise}, {"found", bar.found}, {"verdict", bar.verdict()}});
  }
  return result.dump(1) + "\n";
}

}  // namespace glance::bench
