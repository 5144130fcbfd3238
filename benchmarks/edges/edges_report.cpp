#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/edges/edges.h"

namespace glance::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// What is promised of our time, for either question, without a cache.
struct Promise {
  std::string_view family;  ///< rows whose family begins so
  int size;                 ///< triangles or vertices
  double ms;
};
constexpr Promise kPromises[] = {
    {"flush cubes, surfaces", 12'288, 10},
    {"flush cubes, solids", 12'288, 20},
    {"flush cubes, surfaces", 49'152, 40},
    {"flush cubes, solids", 49'152, 80},
    {"coplanar grids", 80'000, 100},
    {"parallel grids", 80'000, 100},
    {"hulls", 2000, 1},
    {"hulls", 20'000, 20},
};
constexpr double kWarmHullsMs = 5e-3;
constexpr double kSteepest = 1.2;

std::string_view unit_name(EdgeUnit unit) {
  return unit == EdgeUnit::triangles ? "triangles" : "vertices";
}

/// Three digits that matter: times span six decades.
std::string ms_text(double ms) { return fmt::format("{:.3g}", ms); }

std::string peer_text(const EdgePeer& peer) {
  if (!peer.answered) return "no answer";
  return ms_text(peer.ms) + (peer.right ? "" : " (wrong)");
}

/// The quickest of the others that is right, or the quickest wrong one, or nobody.
std::string best_peer(const EdgePoint& point) {
  const EdgePeer* best = nullptr;
  const auto rank = [](const EdgePeer& p) {
    return std::pair(!p.answered ? 2 : p.right ? 0 : 1, p.ms);
  };
  for (const EdgePeer& peer : point.peers) {
    if (!best || rank(peer) < rank(*best)) best = &peer;
  }
  return best ? fmt::format("{}: {}", best->name, peer_text(*best)) : "-";
}

int count_right(const EdgePoint& point) {
  return static_cast<int>(std::ranges::count_if(
      point.peers, [](const EdgePeer& peer) { return peer.answered && peer.right; }));
}

Rows times(const EdgesReport& report) {
  Rows rows{{"", "size", "verdict", "ours, first", "ours, cold", "ours, warm", "best peer",
             "peers right"}};
  for (const EdgeRow& row : report.rows) {
    for (const EdgePoint& point : row.points) {
      rows.push_back({row.name(), fmt::format("{} {}", point.size, unit_name(point.unit)),
                      fmt::format("{}{}", to_string(point.verdict), point.right ? "" : " (wrong)"),
                      ms_text(point.first_ms), ms_text(point.cold_ms), ms_text(point.warm_ms),
                      best_peer(point),
                      point.peers.empty()
                          ? "-"
                          : fmt::format("{} of {}", count_right(point), point.peers.size())});
    }
  }
  return rows;
}

Rows growths(const EdgesReport& report) {
  Rows rows{{"", "first", "cold"}};
  const auto text = [](const measure::PowerLaw& law) {
    return fmt::format("{:.2f} +- {:.2f}", law.exponent, law.error);
  };
  for (const EdgeRow& row : report.rows) {
    if (row.growth) rows.push_back({row.name(), text(*row.first_growth), text(*row.growth)});
  }
  return rows;
}

Bar all_right(const EdgesReport& report) {
  int wrong = 0, all = 0;
  for (const EdgeRow& row : report.rows) {
    for (const EdgePoint& point : row.points) {
      all++;
      wrong += !point.right;
    }
  }
  return {"every verdict as known by construction, cold and warm",
          fmt::format("{} of {} wrong", wrong, all), wrong == 0};
}

Bar in_time(const EdgesReport& report, const Promise& promise) {
  Bar bar{fmt::format("{} of {}: at most {} ms", promise.family, promise.size, promise.ms), "", {}};
  double slowest = -1;
  for (const EdgeRow& row : report.rows) {
    if (!row.family.starts_with(promise.family)) continue;
    for (const EdgePoint& point : row.points) {
      if (point.size != promise.size || point.cold_ms <= slowest) continue;
      slowest = point.cold_ms;
      bar.found = fmt::format("{} ms; the first of all {} ms ({})", ms_text(point.cold_ms),
                              ms_text(point.first_ms), row.name());
    }
  }
  if (slowest >= 0) bar.met = slowest <= promise.ms;
  return bar;
}

Bar warm_hulls(const EdgesReport& report) {
  Bar bar{fmt::format("touching hulls, warm: at most {} us", 1e3 * kWarmHullsMs), "", {}};
  double slowest = -1;
  for (const EdgeRow& row : report.rows) {
    for (const EdgePoint& point : row.points) {
      if (point.unit != EdgeUnit::vertices || point.warm_ms <= slowest) continue;
      slowest = point.warm_ms;
      bar.found =
          fmt::format("{} us ({}, {} vertices)", ms_text(1e3 * slowest), row.name(), point.size);
    }
  }
  if (slowest >= 0) bar.met = slowest <= kWarmHullsMs;
  return bar;
}

Bar growth_bar(const EdgesReport& report) {
  Bar bar{fmt::format("flush cubes: time grows with an exponent of at most {}", kSteepest), "", {}};
  double steepest = -1;
  for (const EdgeRow& row : report.rows) {
    if (!row.family.starts_with("flush cubes")) continue;
    for (const auto& law : {row.first_growth, row.growth}) {
      if (!law || law->exponent <= steepest) continue;
      steepest = law->exponent;
      bar.found = fmt::format("{:.2f} +- {:.2f} ({})", steepest, law->error, row.name());
    }
  }
  if (steepest >= 0) bar.met = steepest <= kSteepest;
  return bar;
}

std::string explanation() {
  return fmt::format(
      "{}\n\n"
      "Pairs in exact contact, where rounded arithmetic decides nothing; coordinates are chosen so "
      "that\nthe verdict is known. *boolean*: do they touch? *distance*: how far apart, and where? "
      "*first*: "
      "the\nfirst question about bodies that were just made, with what these make once and keep "
      "(flat "
      "patches,\nsay); *cold*: without a cache; *warm*: with what the last question has left in "
      "its cache, in the same\nposes. Milliseconds of processor time per question, the median of "
      "up to 101 (of 3 first ones).\n\n"
      "Peers: for meshes FCL (BVHModel of OBBRSS); for hulls FCL, libccd and Bullet in both "
      "precisions.\nThey tell a hit from none, so touching counts as a hit; the best peer is the "
      "quickest that is right,\nor else the quickest. Solids have no peer.\n\n",
      circumstances());
}

}  // namespace

std::vector<Bar> bars(const EdgesReport& report) {
  std::vector<Bar> result{all_right(report)};
  for (const Promise& promise : kPromises) result.push_back(in_time(report, promise));
  result.push_back(warm_hulls(report));
  result.push_back(growth_bar(report));
  return result;
}

std::string row_text(const EdgeRow& row, const EdgePoint& point) {
  return fmt::format("{:<42} {:>6} {}: {}{}, first {} ms, cold {} ms, warm {} ms; {}", row.name(),
                     point.size, unit_name(point.unit), to_string(point.verdict),
                     point.right ? "" : " (wrong)", ms_text(point.first_ms), ms_text(point.cold_ms),
                     ms_text(point.warm_ms), best_peer(point));
}

std::string page(const EdgesReport& report) {
  std::string text =
      "# Exact contact: ours and the peers\n\n"
      "Written by `./bench edges --write`; not by hand.\n\n" +
      explanation() + "## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  text += "\n## Time: milliseconds per question\n\n" + table(times(report));
  text += "\n## How the time grows with the size: exponents\n\n" + table(growths(report));
  return text;
}

}  // namespace glance::bench
