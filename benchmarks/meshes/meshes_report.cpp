#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/meshes/meshes.h"
#include "measure/statistics.h"

namespace glance::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// What is promised: times as fast as FCL.
constexpr double kNearBoolean = 2, kNearCold = 3, kNearCoherent = 10;
constexpr double kCrowdBoolean = 3, kCrowdDistance = 20;

bool is_near(const MeshRow& row) { return row.hit_share < 0.5; }
bool asks_distance(const MeshRow& row) { return row.question == Question::distance; }

std::string ratio(const MeshResult& result) {
  return fmt::format("{:.2f} +- {:.0f} %", result.ratio, 50 * result.spread);
}

Rows times(const std::vector<MeshRow>& rows) {
  Rows result{
      {"", "hits", "fcl", "ours, cold", "ours, coherent", "ratio, cold", "ratio, coherent"}};
  for (const MeshRow& row : rows) {
    result.push_back({row.name(), fmt::format("{:.0f} %", 100 * row.hit_share),
                      fmt::format("{:.2f}", row.peer.us), fmt::format("{:.2f}", row.cold.us),
                      fmt::format("{:.2f}", row.coherent.us), ratio(row.cold),
                      ratio(row.coherent)});
  }
  return result;
}

Rows crowd_times(const MeshesReport& report) {
  Rows result{
      {"", "hits", "fcl", "ours, cold", "ours, coherent", "ratio, cold", "ratio, coherent"}};
  for (const MeshRow& row : report.crowd_rows) {
    const auto all = [&](const MeshResult& r) {
      return fmt::format("{:.1f}", 1e-3 * r.us * static_cast<double>(row.queries));
    };
    result.push_back({row.name(), fmt::format("{:.1f} %", 100 * row.hit_share), all(row.peer),
                      all(row.cold), all(row.coherent), ratio(row.cold), ratio(row.coherent)});
  }
  return result;
}

Rows costs(const MeshesReport& report) {
  Rows rows{{"", "triangles", "ms", "bytes a triangle"}};
  for (const MeshCost& cost : report.costs) {
    const auto triangles = static_cast<double>(cost.triangles);
    rows.push_back({fmt::format("{}, {}", cost.model, cost.contender),
                    fmt::format("{}", cost.triangles),
                    fmt::format("{:.1f}", 1e3 * cost.build_seconds),
                    fmt::format("{:.0f}", static_cast<double>(cost.bytes) / triangles)});
  }
  return rows;
}

Rows assemblies(const MeshesReport& report) {
  Rows rows{{"", "shapes", "triangles", "load, s", "MB", "first frame", "median", "99 %", "boxes",
             "asked", "touching"}};
  for (const AssemblyFrames& a : report.assemblies) {
    rows.push_back({fmt::format("{} parts, {:.0f} % turn", a.parts, a.moving),
                    fmt::format("{}", a.shapes), fmt::format("{}", a.triangles),
                    fmt::format("{:.1f}", a.load_seconds),
                    fmt::format("{:.0f}", 1e-6 * static_cast<double>(a.bytes)),
                    fmt::format("{:.2f}", a.first), fmt::format("{:.2f}", a.median),
                    fmt::format("{:.2f}", a.p99), fmt::format("{:.0f}", a.candidates),
                    fmt::format("{:.0f}", a.tested), fmt::format("{:.0f}", a.touching)});
  }
  return rows;
}

Bar equal(const MeshesReport& report) {
  std::size_t verdicts = 0, distances = 0, failed = 0, contradictions = 0, asked = 0;
  for (const auto* rows : {&report.rows, &report.volume_rows, &report.crowd_rows}) {
    for (const MeshRow& row : *rows) {
      verdicts += row.verdicts;
      distances += row.distances;
      failed += row.failed;
      contradictions += row.contradictions;
      asked += 2 * row.queries;  // cold and coherent
    }
  }
  return {
      "the same verdicts as FCL, distances equal to 1e-9 of the extent",
      fmt::format("{} verdicts and {} distances differ, {} failed, of {}; not counted: {} times "
                  "FCL's distance contradicts its own boolean answer",
                  verdicts, distances, failed, asked, contradictions),
      verdicts + distances + failed == 0};
}

template <class Wanted>
Bar fast(const std::string& promise, const std::vector<MeshRow>& rows, Wanted wanted, bool coherent,
         double least) {
  const MeshRow* slowest = nullptr;
  int below = 0, all = 0;
  const auto result = [&](const MeshRow& row) { return coherent ? row.coherent : row.cold; };
  for (const MeshRow& row : rows) {
    if (!wanted(row)) continue;
    all++;
    below += result(row).ratio < least;
    if (!slowest || result(row).ratio < result(*slowest).ratio) slowest = &row;
  }
  Bar bar{fmt::format("{}: at least {} times as fast as FCL", promise, least), "", {}};
  if (!slowest) return bar;
  bar.found = fmt::format(
      "{:.2f} times at the least ({}: fcl {:.2f} us, ours {:.2f} us); {} of {} "
      "rows below",
      result(*slowest).ratio, slowest->name(), slowest->peer.us, result(*slowest).us, below, all);
  bar.met = below == 0;
  return bar;
}

std::string explanation(const MeshesReport& report) {
  std::string text = fmt::format(
      "{}\n\n"
      "Pairs of triangle meshes: a model and a copy of it. *boolean*: do they touch? *distance*: "
      "how\n"
      "far apart, and where? FCL: BVHModel of OBBRSS, its defaults (the first contact, no "
      "points).\n"
      "Ours: the default volumes, one thread, surfaces; verdicts are exact, and distances come "
      "with\n"
      "points.\n\n"
      "{} paths of {} frames. On each, two copies in random poses come at each other along a "
      "random\n"
      "line until they are as near as asked for; then one of them turns by {} degrees a frame, and "
      "is\n"
      "moved along the line so that they stay so near. *gap*: between them, in parts of the "
      "extent.\n"
      "*in contact*: so far beyond the first contact. *cold*: each pose as if it were the first.\n"
      "*coherent*: with what the last frame has left in the pair's cache; FCL has nothing like "
      "it,\n"
      "and its one time is compared with both. The first frame of a path is not timed.\n\n"
      "Microseconds of processor time a query: the median over {} or more repetitions, within "
      "which\n"
      "contenders take turns. *ratio*: FCL's time / ours, the median over the ratios of the\n"
      "repetitions, and half of the range that the middle 80 % of them are spread over.\n",
      circumstances(), report.paths, report.frames, report.turn, report.effort.repetitions);
  for (const std::string& file : report.missing) {
    text += fmt::format("\nLeft out, since it is not there: {}.\n", file);
  }
  return text + "\n";
}

}  // namespace

std::vector<Bar> bars(const MeshesReport& report) {
  const auto near_boolean = [](const MeshRow& r) { return is_near(r) && !asks_distance(r); };
  const auto near_distance = [](const MeshRow& r) { return is_near(r) && asks_distance(r); };
  const auto boolean = [](const MeshRow& r) { return !asks_distance(r); };
  return {equal(report),
          fast("near contact, boolean, cold", report.rows, near_boolean, false, kNearBoolean),
          fast("near contact, boolean, coherent", report.rows, near_boolean, true, kNearBoolean),
          fast("near contact, distance, cold", report.rows, near_distance, false, kNearCold),
          fast("near contact, distance, coherent", report.rows, near_distance, true, kNearCoherent),
          fast("crowd of nine, boolean, coherent", report.crowd_rows, boolean, true, kCrowdBoolean),
          fast("crowd of nine, distance, coherent", report.crowd_rows, asks_distance, true,
               kCrowdDistance)};
}

std::string row_text(const MeshRow& row) {
  std::string text =
      fmt::format("{:<38} fcl {:.2f} us  cold {:.2f} us ({})  coherent {:.2f} us ({})", row.name(),
                  row.peer.us, row.cold.us, ratio(row.cold), row.coherent.us, ratio(row.coherent));
  if (row.verdicts + row.distances + row.failed > 0) {
    text += fmt::format("  differ: {} verdicts, {} distances, {} failed", row.verdicts,
                        row.distances, row.failed);
  }
  if (row.contradictions > 0) {
    text += fmt::format("  fcl contradicts itself {} times", row.contradictions);
  }
  return text;
}

std::string page(const MeshesReport& report) {
  std::string text =
      "# Triangle meshes: ours and FCL\n\n"
      "Written by `./bench meshes --write`; not by hand.\n\n" +
      explanation(report) + "## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  if (!report.rows.empty()) {
    text += "\n## Time: microseconds a query\n\n" + table(times(report.rows));
  }
  if (!report.volume_rows.empty()) {
    text += "\n## The same with every kind of volume\n\n" + table(times(report.volume_rows));
  }
  if (!report.crowd_rows.empty()) {
    text += fmt::format(
        "\n## Nine models of 500 triangles: milliseconds for 36 pairs in {} motions\n\n"
        "The scene of Li and Chen (1998, section 5.2): a motion is the radius of the smallest "
        "leaf\n"
        "sphere long and 5 degrees wide; those that collide are undone.\n\n",
        report.motions);
    text += table(crowd_times(report));
  }
  if (!report.costs.empty()) {
    text +=
        "\n## Before the first question\n\nProcessor time on one core, checks of the input "
        "included; memory of nodes, volumes, triangles and vertices.\n\n" +
        table(costs(report));
  }
  if (!report.assemblies.empty()) {
    text +=
        "\n## An assembly: milliseconds a frame\n\nAll pairs of parts that touch, in a World: "
        "parts in a grid, most of them in contact with\nneighbours, some turning by a degree a "
        "frame. Processor time of one thread. Pairs a frame:\nwhose boxes overlap, that were "
        "asked about, that touch.\n\n" +
        table(assemblies(report));
  }
  return text;
}

}  // namespace glance::bench
