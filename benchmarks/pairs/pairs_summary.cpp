#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "benchmarks/pairs/pairs.h"
#include "measure/statistics.h"

namespace glance::bench {
namespace {

using RowTest = std::function<bool(const Row&)>;

/// Every row of a kind is at least so many times as fast as the fastest peer.
Bar faster(const PairsReport& report, const std::string& which, double times,
           const RowTest& counts) {
  const Row* worst = nullptr;
  for (const Row& row : report.rows) {
    if (counts(row) && (!worst || row.ratio() < worst->ratio())) worst = &row;
  }
  Bar bar{fmt::format("{}: at least {} times as fast as the fastest peer", which, times), "", {}};
  if (!worst) return bar;
  bar.found = fmt::format("{:.2f} times ({})", worst->ratio(), worst->name());
  bar.met = worst->ratio() >= times;
  return bar;
}

/// The time hardly grows with the size of the hulls.
Bar independent_of_size(const PairsReport& report, int small, int large, double times) {
  Bar bar{fmt::format("1 degree, ours: {} vertices take at most {} times as long as {}", large,
                      times, small),
          "",
          {}};
  double worst = 0;
  for (const Row& row : report.rows) {
    if (row.setting.motion != Motion::degrees_1 || row.primitives) continue;
    if (row.setting.vertices != large) continue;
    Setting same = row.setting;
    same.vertices = small;
    for (const Row& other : report.rows) {
      if (other.primitives || other.setting != same || other.question != row.question) continue;
      const double growth = row.ours->ns / other.ours->ns;
      if (growth > worst) {
        worst = growth;
        bar.found = fmt::format("{:.2f} times ({})", growth, row.name());
        bar.met = growth <= times;
      }
    }
  }
  return bar;
}

/// Ours has no wrong answer anywhere.
Bar right(const PairsReport& report) {
  int checked = 0, bad = 0;
  for (const Row& row : report.rows) {
    checked += row.ours->checked;
    bad += row.ours->wrong + row.ours->failed + row.ours->off;
  }
  return {"ours: every answer right", fmt::format("{} of {} not", bad, checked), bad == 0};
}

}  // namespace

std::vector<Bar> bars(const PairsReport& report) {
  const auto at_1_degree = [](const Row& row) {
    return row.setting.motion == Motion::degrees_1 && !row.primitives;
  };
  return {
      right(report),
      faster(report, "1 degree, distance", 8,
             [&](const Row& r) { return at_1_degree(r) && r.question == Question::distance; }),
      faster(report, "1 degree, boolean, near and overlapping", 6,
             [&](const Row& r) {
               return at_1_degree(r) && r.question == Question::boolean &&
                      r.setting.closeness != Closeness::far;
             }),
      faster(report, "1 degree, boolean, far", 2,
             [&](const Row& r) {
               return at_1_degree(r) && r.question == Question::boolean &&
                      r.setting.closeness == Closeness::far;
             }),
      faster(report, "cold, every row", 1.5,
             [](const Row& r) { return r.setting.motion == Motion::cold && !r.primitives; }),
      independent_of_size(report, 20, 1000, 2),
      faster(report, "primitives, every row", 2,
             [](const Row& r) { return r.primitives != nullptr; }),
  };
}

std::vector<std::string> certification(const PairsReport& report) {
  std::vector<std::string> lines;
  std::vector<double> costs;
  for (const Row& row : report.rows) {
    if (!row.uncertified) continue;
    const double cost = row.ours->ns - row.uncertified->ns;
    costs.push_back(cost);
    lines.push_back(fmt::format("  {:>8.1f} ns  {:.1f} with, {:.1f} without: {}", cost,
                                row.ours->ns, row.uncertified->ns, row.name()));
  }
  if (costs.empty()) return {"What the proofs cost: no row at 1 degree was run"};
  lines.insert(lines.begin(), fmt::format("What the proofs cost, at 1 degree: {:.1f} ns (median)",
                                          measure::median(costs)));
  return lines;
}

}  // namespace glance::bench
