#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "benchmarks/multibody/multibody.h"

namespace glance::bench {
namespace {

/// Our frame against the fastest peer's in one boolean round.
Bar faster(const MultibodyReport& report, std::uint32_t bodies, double density, double times) {
  Bar bar{
      fmt::format("{} bodies, {} %: {}", bodies, density,
                  times == 1 ? "not behind the fastest peer"
                             : fmt::format("at least {} times as fast as the fastest peer", times)),
      "",
      {}};
  for (const Round& round : report.rounds) {
    if (round.bodies != bodies || round.density != density) continue;
    if (round.question != Question::boolean) continue;
    const std::size_t peer = report.fastest_peer(round);
    bar.found = fmt::format("{:.2f} times ({}: {:.4f} ms, ours {:.4f} ms)", report.ratio(round),
                            report.contenders[peer], round.results[peer]->ms.mean,
                            round.results[0]->ms.mean);
    bar.met = report.ratio(round) >= times;
  }
  return bar;
}

/// Every variant of ours finds exactly the pairs that touch, and the oracle agrees.
Bar right(const MultibodyReport& report) {
  std::size_t touching = 0, bad = 0;
  for (const Round& round : report.rounds) {
    for (std::size_t i = 0; i < report.ours; i++) {
      touching += round.touching;
      bad += round.results[i]->missed + round.results[i]->invented;
    }
    bad += round.oracle_disagrees;
  }
  return {"ours: every frame's pairs right", fmt::format("{} of {} not", bad, touching), bad == 0};
}

}  // namespace

std::size_t MultibodyReport::fastest_peer(const Round& round) const {
  std::size_t fastest = ours;
  const auto cost = [&](std::size_t i) {
    return round.results[i] ? round.results[i]->ms.mean : std::numeric_limits<double>::infinity();
  };
  for (std::size_t i = ours; i < contenders.size(); i++) {
    if (cost(i) < cost(fastest)) fastest = i;
  }
  return fastest;
}

double MultibodyReport::ratio(const Round& round) const {
  return round.results[fastest_peer(round)]->ms.mean / round.results[0]->ms.mean;
}

std::vector<Bar> bars(const MultibodyReport& report) {
  return {right(report),
          faster(report, 100, 1, 1),
          faster(report, 1000, 1, 3),
          faster(report, 1000, 5, 2),
          faster(report, 1000, 10, 2),
          faster(report, 10000, 1, 1)};
}

}  // namespace glance::bench
