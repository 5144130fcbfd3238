#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/pairs/adversarial.h"

namespace glance::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// The time that this share of the queries did not exceed, in microseconds.
std::string microseconds(const Tally& tally, double share) {
  if (tally.seconds.empty()) return "-";
  std::vector<double> sorted = tally.seconds;
  std::sort(sorted.begin(), sorted.end());
  const double last = static_cast<double>(sorted.size() - 1);
  return fmt::format("{:.1f}", 1e6 * sorted[static_cast<std::size_t>(share * last + 0.5)]);
}

std::string number(const Tally& tally, int count) {
  return tally.pairs == 0 ? "-" : fmt::format("{}", count);
}

/// "12", or "12 (3 crashed, 1 hung)".
std::string failures(const Tally& tally) {
  std::string text = number(tally, tally.failed + tally.crashed + tally.hung);
  if (tally.crashed) text += fmt::format(", {} crashed", tally.crashed);
  if (tally.hung) text += fmt::format(", {} hung", tally.hung);
  return text;
}

/// "0", or "12 wrong, 3 off, 2 failed".
std::string brief(const Tally& tally) {
  if (tally.pairs == 0) return "-";
  std::string text;
  const int failed = tally.failed + tally.crashed + tally.hung;
  for (const auto& [count, what] : {std::pair(tally.wrong, "wrong"), std::pair(tally.off, "off"),
                                    std::pair(failed, "failed")}) {
    if (count) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
  return text.empty() ? "0" : text;
}

Rows totals(const AdversarialReport& report) {
  Rows rows{{"", "boolean: wrong", "failed", "p99.99 us", "slowest us", "distance: wrong", "off",
             "failed", "p99.99 us", "slowest us"}};
  for (std::size_t i = 0; i < report.contenders.size(); i++) {
    Tally boolean, distance;
    for (const auto& tallies : report.tallies) {
      boolean.add(tallies[i].boolean);
      distance.add(tallies[i].distance);
    }
    rows.push_back({report.contenders[i], number(boolean, boolean.wrong), failures(boolean),
                    microseconds(boolean, 0.9999), microseconds(boolean, 1),
                    number(distance, distance.wrong), number(distance, distance.off),
                    failures(distance), microseconds(distance, 0.9999), microseconds(distance, 1)});
  }
  return rows;
}

/// One row a class, one column a contender.
template <class CellOf>
Rows by_class(const AdversarialReport& report, CellOf cell) {
  Rows rows{{""}};
  rows[0].insert(rows[0].end(), report.contenders.begin(), report.contenders.end());
  for (std::size_t c = 0; c < report.classes.size(); c++) {
    rows.push_back({report.classes[c]});
    for (const ClassTally& tally : report.tallies[c]) rows.back().push_back(cell(tally));
  }
  return rows;
}

Rows work_by_class(const AdversarialReport& report) {
  Rows rows{{"", "apart", "touching", "overlapping", "feature steps", "simplex steps",
             "vertex steps", "exact pivots", "exact", "handed over"}};
  const auto share = [](int part, int all) {
    return fmt::format("{:.2f} %", all ? 100.0 * part / all : 0);
  };
  for (std::size_t c = 0; c < report.classes.size(); c++) {
    const ClassWork& w = report.work[c];
    rows.push_back({report.classes[c], fmt::format("{}", w.apart), fmt::format("{}", w.touching),
                    fmt::format("{}", w.overlapping), fmt::format("{}", w.feature_steps),
                    fmt::format("{}", w.simplex_steps), fmt::format("{}", w.vertex_steps),
                    fmt::format("{}", w.exact_pivots), share(w.exact, w.queries),
                    share(w.handed_over, w.queries)});
  }
  return rows;
}

}  // namespace

std::string page(const AdversarialReport& report) {
  const std::size_t classes = report.classes.size();
  std::string text = fmt::format(
      "# Difficult pairs: ours and its peers\n\n"
      "Written by `./bench adversarial --pairs {0} --write`; not by hand.\n\n"
      "{1}\n\n"
      "{2} pairs of each of {3} classes (`tests/support/pair_zoo.h`), {0} in all, each question "
      "on\n"
      "its own, nothing remembered. The exact oracle knows the answers. *wrong*: the verdict; "
      "where\n"
      "a pair touches exactly, peers may say either, ours must say so. *off*: a distance wrong by\n"
      "more than 1e-4 of the pair's size. *failed*: the library says that it did, throws, gives a\n"
      "number that is none, crashes, or hangs (it runs in a process of its own). Times are the\n"
      "least of up to five tries. libccd offers no distance. bullet32 and bullet64 are the single\n"
      "and double precision builds of Bullet; single precision rounds the input, too.\n\n",
      report.pairs_a_class * static_cast<int>(classes), circumstances(), report.pairs_a_class,
      classes);
  text += "## All classes\n\n" + table(totals(report));
  text += "\n## Boolean, by class\n\n" +
          table(by_class(report, [](const ClassTally& t) { return brief(t.boolean); }));
  text += "\n## Distance, by class\n\n" +
          table(by_class(report, [](const ClassTally& t) { return brief(t.distance); }));
  text += "\n## Slowest query, by class: boolean / distance, microseconds\n\n" +
          table(by_class(report, [](const ClassTally& t) {
            return microseconds(t.boolean, 1) + " / " + microseconds(t.distance, 1);
          }));
  text += "\n## What the pairs are, and what ours did at most for one query\n\n" +
          table(work_by_class(report));
  return text;
}

}  // namespace glance::bench
