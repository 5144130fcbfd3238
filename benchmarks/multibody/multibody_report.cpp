#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/common/workload.h"
#include "benchmarks/multibody/multibody.h"

namespace glance::bench {
namespace {

std::string time_text(double ms) { return fmt::format("{:.{}f}", ms, ms < 1 ? 4 : 2); }

std::vector<std::string> row(const std::string& name, const std::optional<RaceResult>& result,
                             const Round& round) {
  std::vector<std::string> cells{name};
  if (!result) {
    cells.resize(10, "-");
    return cells;
  }
  const RaceResult& r = *result;
  for (const double ms : {r.ms.mean, r.ms.median, r.ms.p99, r.ms.early, r.ms.late}) {
    cells.push_back(time_text(ms));
  }
  cells.push_back(fmt::format("{:.2f}", r.ms.mean / round.results[0]->ms.mean));
  cells.push_back(fmt::format("{:.0f}", r.candidates));
  cells.push_back(fmt::format("{}", r.missed));
  cells.push_back(fmt::format("{}", r.invented));
  return cells;
}

/// Where both terms are the same; infinity, if the steep one is not there.
double crossing(const Scaling& scaling) {
  return scaling.terms.crossover().value_or(std::numeric_limits<double>::infinity());
}

std::string growth(const Scaling& scaling) {
  std::string text = fmt::format("### {}\n\n", scaling.sort == SortMethod::automatic
                                                   ? "Our defaults: one list"
                                                   : "Three lists, as in the paper");
  text += fmt::format(
      "From {} to {} bodies the time grows as n^{:.3f} (+-{:.3f}), the exchanges as n^{:.3f} "
      "(+-{:.3f}).\nOver all sizes the time is near {:.4f} n + {:.6f} n^(5/3) us: the two terms "
      "are the same at {:.0f} bodies.\n\n",
      kFitFrom, kFitTo, scaling.time.exponent, scaling.time.error, scaling.swaps.exponent,
      scaling.swaps.error, 1e3 * scaling.terms.linear, 1e3 * scaling.terms.higher,
      crossing(scaling));
  std::vector<std::vector<std::string>> rows{{"bodies", "ms", "us a body", "exponent", "swaps",
                                              "swaps a body", "exponent", "broad", "candidates"}};
  const ScalePoint* before = nullptr;
  for (const ScalePoint& p : scaling.points) {
    const auto exponent = [&](double ScalePoint::*value) {
      return before ? fmt::format("{:.2f}", local_exponent(*before, p, value)) : "";
    };
    rows.push_back({fmt::format("{}", p.bodies), time_text(p.ms),
                    fmt::format("{:.3f}", 1e3 * p.ms / p.bodies), exponent(&ScalePoint::ms),
                    fmt::format("{:.0f}", p.swaps), fmt::format("{:.2f}", p.swaps / p.bodies),
                    exponent(&ScalePoint::swaps), fmt::format("{:.0f} %", 100 * p.broad_share),
                    fmt::format("{:.0f}", p.candidates)});
    before = &p;
  }
  return text + table(rows);
}

nlohmann::json to_json(const RaceResult& r) {
  return {{"ms", r.ms.mean},        {"ms_median", r.ms.median}, {"ms_p99", r.ms.p99},
          {"ms_early", r.ms.early}, {"ms_late", r.ms.late},     {"candidates", r.candidates},
          {"touching", r.touching}, {"missed", r.missed},       {"invented", r.invented}};
}

nlohmann::json to_json(const Scaling& scaling) {
  nlohmann::json result = {{"sort", to_string(scaling.sort)},
                           {"from", kFitFrom},
                           {"to", kFitTo},
                           {"time_exponent", scaling.time.exponent},
                           {"time_exponent_error", scaling.time.error},
                           {"swaps_exponent", scaling.swaps.exponent},
                           {"swaps_exponent_error", scaling.swaps.error},
                           {"linear_ms", scaling.terms.linear},
                           {"steep_ms", scaling.terms.higher},
                           {"crossing", crossing(scaling)}};
  for (const ScalePoint& p : scaling.points) {
    result["points"].push_back({{"bodies", p.bodies},
                                {"ms", p.ms},
                                {"swaps", p.swaps},
                                {"candidates", p.candidates},
                                {"broad_share", p.broad_share}});
  }
  return result;
}

}  // namespace

std::vector<std::string> explanation(const MultibodyReport& report) {
  return {
      circumstances(),
      fmt::format("Random polytopes of 36 faces and radius 1 that fly about in a cube, turn by 10 "
                  "degrees and move by"),
      "10 % of their radius a frame, bounce off the walls and exchange velocities where they touch",
      fmt::format("(I-COLLIDE section 5.3), {} frames. All get the same poses, written down "
                  "beforehand, and one thread.",
                  report.frames),
      "",
      "Milliseconds of processor time a frame: handing all poses over (in the library's own type)",
      "and finding every pair that touches; for ours set_poses and detect. Contenders take turns "
      "of",
      fmt::format("{} frames; each frame's time is the median of {} or more passes. The first "
                  "frame, in which worlds",
                  kTurn, report.effort.repetitions),
      "are built, does not count. p99 is of the frames, early and late are means of the first and "
      "last",
      fmt::format("{} frames, ratio is to ours (means).", kTurn),
      "",
      "candidates: pairs that were asked about, a frame; it shows how tight the boxes are.",
      "missed, false: pairs against the exact verdicts on every pair whose boxes overlap, summed",
      "over all frames; the oracle checks those verdicts in every 25th.",
      "boolean: which pairs touch. distance: of every candidate also how far apart, and where.",
      "",
      "ode: dSweepAndPruneSpace and dHashSpace, dCollide with CONTACTS_UNIMPORTANT; no distance.",
      "bullet32, bullet64: single and double precision, margin 0. \"tree\" (btDbvtBroadphase) and",
      "\"sweep\" (bt32BitAxisSweep3) are performDiscreteCollisionDetection, which also finds "
      "depths;",
      "\"asked\": the broad phase's pairs through btGjkPairDetector, without depths.",
      "fcl: DynamicAABBTreeCollisionManager, by update() (\"tree\") or by update(objects)",
      "(\"reinserting\"), and SaPCollisionManager (\"sweep\"); fcl::collide and fcl::distance.",
      "The peers are used as the distribution builds them. \"ours, three lists\" is "
      "Sort::insertion: the",
      "sweep and prune of the paper.",
  };
}

std::string section(const Round& round, const MultibodyReport& report) {
  std::string text = fmt::format("## {}\n\n", round.name());
  text += fmt::format(
      "{:.1f} pairs touch a frame, {} in all; the smallest boxes of {:.0f} overlap. The oracle: "
      "{} of {} verdicts\nin {} frames differ.\n\n",
      static_cast<double>(round.touching) / static_cast<double>(report.frames), round.touching,
      round.tight_pairs, round.oracle_disagrees, round.oracle_pairs, round.oracle_frames);
  std::vector<std::vector<std::string>> rows{
      {"", "mean", "median", "p99", "early", "late", "ratio", "candidates", "missed", "false"}};
  for (std::size_t i = 0; i < round.results.size(); i++) {
    rows.push_back(row(report.contenders[i], round.results[i], round));
  }
  return text + table(rows);
}

std::string section(std::span<const Scaling> scalings) {
  std::string text =
      "## How our time grows\n\n"
      "Boolean frames at 1 %. Theory: exchanges in sorted lists, or comparisons along one, grow "
      "as\nn^(5/3), the rest as n. The exponents in the tables are from the line above. broad: the "
      "broad\nphase's share of the time.\n";
  for (const Scaling& scaling : scalings) text += fmt::format("\n{}", growth(scaling));
  return text;
}

std::string summary(const MultibodyReport& report) {
  std::string text = "## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  return text;
}

std::string page(const MultibodyReport& report) {
  std::string text =
      "# Many bodies: ours and its peers\n\n"
      "Written by `./bench multibody --write`; not by hand.\n\n";
  for (const std::string& line : explanation(report)) text += line + "\n";
  text += fmt::format("\n{}", summary(report));
  for (const Round& round : report.rounds) text += fmt::format("\n{}", section(round, report));
  if (!report.scalings.empty()) text += fmt::format("\n{}", section(report.scalings));
  return text;
}

std::string json(const MultibodyReport& report) {
  const Machine here = machine();
  nlohmann::json result = {{"benchmark", "multibody"},
                           {"cpu", here.cpu},
                           {"compiler", here.compiler},
                           {"frames", report.frames},
                           {"passes_at_least", report.effort.repetitions},
                           {"rounds", nlohmann::json::array()}};
  for (const NamedVersion& v : versions()) result["versions"][v.name] = v.version;
  for (const Round& round : report.rounds) {
    nlohmann::json line = {{"name", round.name()},
                           {"bodies", round.bodies},
                           {"density", round.density},
                           {"question", to_string(round.question)},
                           {"touching", round.touching},
                           {"tight_pairs", round.tight_pairs},
                           {"oracle",
                            {{"frames", round.oracle_frames},
                             {"pairs", round.oracle_pairs},
                             {"disagrees", round.oracle_disagrees}}},
                           {"ratio", report.ratio(round)},
                           {"contenders", nlohmann::json::object()}};
    for (std::size_t i = 0; i < round.results.size(); i++) {
      if (round.results[i]) line["contenders"][report.contenders[i]] = to_json(*round.results[i]);
    }
    result["rounds"].push_back(line);
  }
  for (const Scaling& scaling : report.scalings) result["scaling"].push_back(to_json(scaling));
  for (const Bar& bar : bars(report)) {
    result["summary"].push_back(
        {{"promise", bar.promise}, {"found", bar.found}, {"verdict", bar.verdict()}});
  }
  return result.dump(1) + "\n";
}

}  // namespace glance::bench
