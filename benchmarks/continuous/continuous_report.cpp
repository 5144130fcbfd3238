#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/continuous/continuous.h"
#include "measure/statistics.h"

namespace glance::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr double kTimesAsFast = 3;

/// "0", or "12 missed, 3 late".
std::string brief(const ContinuousResult& result) {
  std::string text;
  for (const auto& [count, what] :
       {std::pair(result.missed, "missed"), std::pair(result.late, "late"),
        std::pair(result.early, "early"), std::pair(result.invented, "false"),
        std::pair(result.failed, "gave up")}) {
    if (count) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
  return text.empty() ? "0" : text;
}

/// One row a workload, one column a contender.
template <class CellOf>
Rows by_row(const ContinuousReport& report, CellOf cell) {
  Rows rows{{""}};
  rows[0].insert(rows[0].end(), report.contenders.begin(), report.contenders.end());
  for (const ContinuousRow& row : report.rows) {
    rows.push_back({row.name()});
    for (const ContinuousResult& result : row.results) rows.back().push_back(cell(result));
  }
  return rows;
}

/// Each row ends with the ratios of ours; "(!)" where one is not large enough.
Rows times(const ContinuousReport& report) {
  Rows rows = by_row(report, [](const ContinuousResult& r) { return fmt::format("{:.2f}", r.us); });
  rows[0].emplace_back("ratio");
  rows[0].emplace_back("ratio, 0.001");
  for (std::size_t i = 0; i < report.rows.size(); i++) {
    for (std::size_t which = 0; which < report.ours; which++) {
      const double ratio = report.ratio(report.rows[i], which);
      rows[i + 1].push_back(fmt::format("{:.2f}{}", ratio, ratio < kTimesAsFast ? " (!)" : ""));
    }
  }
  return rows;
}

Rows totals(const ContinuousReport& report) {
  Rows rows{{"", "missed", "late", "early", "false", "gave up"}};
  for (std::size_t i = 0; i < report.contenders.size(); i++) {
    ContinuousResult sum;
    for (const ContinuousRow& row : report.rows) {
      sum.missed += row.results[i].missed;
      sum.late += row.results[i].late;
      sum.early += row.results[i].early;
      sum.invented += row.results[i].invented;
      sum.failed += row.results[i].failed;
    }
    rows.push_back({report.contenders[i], fmt::format("{}", sum.missed),
                    fmt::format("{}", sum.late), fmt::format("{}", sum.early),
                    fmt::format("{}", sum.invented), fmt::format("{}", sum.failed)});
  }
  return rows;
}

Rows work(const ContinuousReport& report) {
  Rows rows{{"", "motions", "meet", "steps", "gaps", "distances"}};
  for (const ContinuousRow& row : report.rows) {
    const auto mean = [&](std::uint32_t sum) {
      return fmt::format("{:.2f}", sum / static_cast<double>(row.motions));
    };
    rows.push_back({row.name(), fmt::format("{}", row.motions),
                    fmt::format("{:.0f} %", 100 * row.hit_share), mean(row.work.steps),
                    mean(row.work.gaps), mean(row.work.distances)});
  }
  return rows;
}

/// Links that are meshes cost what hulls cost, and give the same answers.
Rows arm(const ArmSteps& steps) {
  Rows rows{{"links are", "us a step", "pairs that meet", "other answers than hulls"}};
  for (const ArmSteps::Form& form : steps.forms) {
    rows.push_back({to_string(form.form), fmt::format("{:.1f}", form.us),
                    fmt::format("{}", form.hits), fmt::format("{}", form.different)});
  }
  return rows;
}

Bar right(const ContinuousReport& report) {
  int wrong = 0;
  std::size_t asked = 0;
  for (const ContinuousRow& row : report.rows) {
    for (std::size_t i = 0; i < report.ours; i++) {
      wrong += row.results[i].wrong();
      asked += row.motions;
    }
  }
  return {"ours: no contact missed, none late, early or false",
          fmt::format("{} of {} wrong", wrong, asked), wrong == 0};
}

Bar fast(const ContinuousReport& report, std::size_t which) {
  const auto ratio = [&](const ContinuousRow& row) { return report.ratio(row, which); };
  const auto slowest = std::ranges::min_element(report.rows, {}, ratio);
  const auto below = std::ranges::count_if(
      report.rows, [&](const ContinuousRow& row) { return ratio(row) < kTimesAsFast; });
  const std::size_t peer = report.fastest_peer(*slowest);
  return {
      fmt::format("{}: at least {} times as fast as the fastest peer in every row",
                  report.contenders[which], kTimesAsFast),
      fmt::format("{:.2f} times at the least ({}: {} {:.2f} us, ours {:.2f} us); {} of {} rows "
                  "below",
                  ratio(*slowest), slowest->name(), report.contenders[peer],
                  slowest->results[peer].us, slowest->results[which].us, below, report.rows.size()),
      below == 0};
}

std::string noise(const ContinuousReport& report) {
  std::vector<double> spreads;
  for (const ContinuousRow& row : report.rows) {
    for (const ContinuousResult& result : row.results) spreads.push_back(result.spread);
  }
  return fmt::format(
      "Noise: the middle 80 % of a contender's repetitions are spread over {:.1f} % of their "
      "median\n"
      "(median over all rows and contenders; {:.1f} % at the worst).\n",
      100 * measure::median(spreads), 100 * measure::quantile(spreads, 1));
}

std::string explanation(const ContinuousReport& report) {
  return fmt::format(
      "{}\n\n"
      "When do two moving bodies first meet? Everybody gets the same motions: two poses of each\n"
      "body, between which its origin moves and the body turns about it evenly, the shorter way\n"
      "round. Bodies have a radius of about 1 and start apart. *translation*: 0.1 to 50 radii.\n"
      "*turning*: both by 40 to 120 degrees, 1 to 5 radii. *tumbling*: both by 179 degrees (of "
      "180\n"
      "nobody knows which way), 50 radii. *grazing*: up to 90 degrees, 2 to 10 radii, and paths "
      "that\n"
      "meet or miss by 1e-4 to 1e-2 radii. *projectile*: 100 times its own length at a resting\n"
      "plate that is a fifth as thick as it, turning by up to 40 degrees. Half of the motions, "
      "more\n"
      "or less, end in contact. BoxKind, spheres and capsules are of each library's own kind.\n\n"
      "Microseconds of processor time a query: the mean over the motions, of which the median "
      "over\n"
      "{} or more repetitions. Contenders take turns within each one. Shapes and motions are made\n"
      "beforehand in the library's own types (Bullet's are the two poses), and nothing is "
      "remembered.\n"
      "*ratio*: the fastest peer's time / ours, right or wrong; \"(!)\" where it is below {}.\n\n"
      "The truth comes from distances alone, without the solver: a span of time is without "
      "contact\n"
      "if the distances at its ends are larger than what the bodies can move in it; others are\n"
      "halved, down to 1e-9. *missed*: they meet, it says no. *late*: later than the first "
      "contact\n"
      "by more than its tolerance. *early*, *false*: at the time it says, they are farther apart\n"
      "than its tolerance, and meet later, or never. *gave up*: it says so, and answers no.\n\n"
      "Tolerances. ours: 1e-6 of both extents, the default; \"ours, 0.001\": a distance of 0.001, "
      "as\n"
      "Bullet's. fcl: conservative advancement, explicit InterpMotion (TranslationMotion where\n"
      "nothing turns) about the origin, solvers libccd and indep; it stops at steps of less than "
      "1e-4\n"
      "of the time, whatever toc_err and num_max_iterations are; twice the distance that the "
      "bodies "
      "can\n"
      "move in it counts, since its bound on the speed is not tight. bullet32, bullet64:\n"
      "btContinuousConvexCollision in single and double precision, btVoronoiSimplexSolver and\n"
      "btGjkEpaPenetrationDepthSolver, margin 0; a distance of 0.001 is in its code, and so are "
      "64\n"
      "steps and 45 degrees, beyond which it does not turn.\n\n",
      circumstances(), report.effort.repetitions, kTimesAsFast);
}

}  // namespace

std::vector<Bar> bars(const ContinuousReport& report) {
  std::vector<Bar> result{right(report)};
  for (std::size_t which = 0; which < report.ours; which++) result.push_back(fast(report, which));
  return result;
}

std::string row_text(const ContinuousRow& row, const ContinuousReport& report) {
  std::string text = fmt::format("{:<26}", row.name());
  for (std::size_t i = 0; i < report.contenders.size(); i++) {
    const ContinuousResult& result = row.results[i];
    text += fmt::format("  {} {:.2f} us", report.contenders[i], result.us);
    if (result.wrong() + result.failed) text += fmt::format(" ({})", brief(result));
  }
  return text + fmt::format("  ratio {:.2f}", report.ratio(row));
}

std::string page(const ContinuousReport& report) {
  std::string text =
      "# Time of impact: ours and its peers\n\n"
      "Written by `./bench continuous --write`; not by hand.\n\n" +
      explanation(report) + "## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  text += fmt::format("\n{}", noise(report));
  text += "\n## Time: microseconds a query\n\n" + table(times(report));
  text += "\n## Wrong answers, all rows\n\n" + table(totals(report));
  text += "\n## Wrong answers, by row\n\n" + table(by_row(report, brief));
  text += fmt::format(
      "\n## An arm of {} links\n\n"
      "All {} pairs of links and posts that are not neighbours, {} steps; each link is a hull, or "
      "a\n"
      "mesh of {} triangles. A mesh that is exactly convex is answered as its hull; one with a "
      "dent,\n"
      "however small, triangle by triangle.\n\n",
      report.arm.links, report.arm.pairs, report.arm.steps, report.arm.triangles);
  text += table(arm(report.arm));
  text += "\n## The motions, and what ours did for one on average\n\n" + table(work(report));
  return text;
}

}  // namespace glance::bench
