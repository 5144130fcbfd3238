#include "benchmarks/continuous/continuous.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "measure/progress.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

constexpr Effort kEffort{9, 1.5}, kQuickEffort{3, 0.1};
constexpr std::size_t kMotionsAPair = 32, kQuickMotionsAPair = 8;
/// A repetition of one contender takes at least this long, if need be by several passes.
constexpr double kShortestBlock = 1e-3;
/// On top of a tolerance (fraction of it): what rounding, and the reference's own resolution, may
/// add.
constexpr double kAllowance = 1e-2;

/// One contender in the race.
class Lane {
 public:
  Lane(ContinuousPeer& peer, const Passages& passages) : peer_(peer), passages_(passages) {
    peer_.load(passages.pairs);
    for (const MovingPair& pair : passages.pairs) answers_.emplace_back(pair.passages_a.size());
    const double seconds = run(1);  // for the caches of the machine, too
    passes_ = static_cast<int>(std::clamp(std::ceil(kShortestBlock / seconds), 1.0, 1e4));
  }

  void repeat() {
    times_.push_back(1e6 * run(passes_) / passes_ / static_cast<double>(passages_.count()));
  }

  ContinuousResult result() const {
    ContinuousResult result{.us = measure::median(times_)};
    result.spread = (measure::quantile(times_, 0.9) - measure::quantile(times_, 0.1)) / result.us;
    for (std::size_t pair = 0; pair < answers_.size(); pair++) {
      for (std::size_t i = 0; i < answers_[pair].size(); i++) grade(pair, i, result);
    }
    return result;
  }

 private:
  double run(int passes) {
    const measure::ProcessorStopwatch watch;
    for (int pass = 0; pass < passes; pass++) {
      for (std::size_t i = 0; i < answers_.size(); i++) peer_.ask(i, answers_[i]);
    }
    return watch.seconds();
  }

  void grade(std::size_t pair, std::size_t motion, ContinuousResult& result) const {
    const ImpactAnswer& answer = answers_[pair][motion];
    const FirstContact& truth = passages_.truth[pair][motion];
    result.failed += answer.failed;
    if (!answer.hit) {
      result.missed += truth.contact;
      return;
    }
    const ImpactSlack slack = peer_.tolerance();
    const double tolerance =
        (1 + kAllowance) * (slack.distance + slack.of_size * truth.size + slack.time * truth.speed);
    if (truth.contact && !(answer.time <= truth.time + tolerance / truth.speed)) {
      result.late++;
    } else if (distance_at(passages_.pairs[pair], motion, answer.time) > tolerance) {
      (truth.contact ? result.early : result.invented)++;
    }
  }

  ContinuousPeer& peer_;
  const Passages& passages_;
  int passes_ = 1;
  std::vector<std::vector<ImpactAnswer>> answers_;  // by pair; kept, so that all work is needed
  std::vector<double> times_;                       // microseconds a query, by repetition
};

/// All rows in the order of printing.
std::vector<ContinuousRow> chosen_rows(const ContinuousOptions& options) {
  std::vector<ContinuousRow> rows;
  for (const Flight flight : kFlights) {
    for (const BodyOptions body : kBodies) {
      ContinuousRow row;
      row.flight = flight;
      row.body = body;
      if (row.name().find(options.filter) != std::string::npos) rows.push_back(row);
    }
  }
  return rows;
}

/// They take turns within every repetition, so that whatever slows the machine down slows all.
void run_row(ContinuousRow& row, std::span<const ContinuousContender> contenders,
             std::size_t motions_a_pair, const Effort& effort) {
  const Passages passages = make_passages(row.flight, row.body, motions_a_pair);
  row.motions = passages.count();
  row.hit_share = passages.hit_share();
  row.work = work_of(passages.pairs);
  std::vector<Lane> lanes;
  for (const ContinuousContender& contender : contenders) {
    lanes.emplace_back(*contender, passages);
  }
  const measure::Stopwatch watch;
  for (int repetition = 0; repetition < effort.repetitions || watch.seconds() < effort.seconds;
       repetition++) {
    for (Lane& lane : lanes) lane.repeat();
  }
  for (const Lane& lane : lanes) row.results.push_back(lane.result());
}

}  // namespace

std::string ContinuousRow::name() const {
  return fmt::format("{}, {}", to_string(flight), to_string(body));
}

std::size_t ContinuousReport::fastest_peer(const ContinuousRow& row) const {
  std::size_t fastest = ours;
  for (std::size_t i = ours; i < contenders.size(); i++) {
    if (row.results[i].us < row.results[fastest].us) fastest = i;
  }
  return fastest;
}

double ContinuousReport::ratio(const ContinuousRow& row, std::size_t which) const {
  return row.results[fastest_peer(row)].us / row.results[which].us;
}

int run_continuous(const ContinuousOptions& options) {
  ContinuousReport report;
  report.effort = options.quick ? kQuickEffort : kEffort;
  report.rows = chosen_rows(options);
  report.all_rows = !options.quick && options.filter.empty();
  if (report.rows.empty()) return no_such_row(options.filter, chosen_rows({})[0].name());
  if (options.write && !report.all_rows) return not_all_rows();

  std::vector<ContinuousContender> contenders{make_our_impact(), make_our_coarse_impact()};
  report.ours = contenders.size();
  for (ContinuousContender& peer : load_continuous_peers()) contenders.push_back(std::move(peer));
  for (const ContinuousContender& contender : contenders) {
    report.contenders.push_back(contender->name());
  }

  measure::Progress progress("", {.total = report.rows.size()});
  for (ContinuousRow& row : report.rows) {
    progress.one_begins(row.name());
    run_row(row, contenders, options.quick ? kQuickMotionsAPair : kMotionsAPair, report.effort);
    progress.erase();
    std::cerr << row_text(row, report) << std::endl;
  }
  report.arm = run_arm_steps(options.quick);
  const std::string text = page(report);
  std::cout << text;
  return !options.write || write_page("continuous.md", text) ? 0 : 2;
}

}  // namespace glance::bench
