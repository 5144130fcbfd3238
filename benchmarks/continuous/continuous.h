// `bench continuous`: when do moving bodies first meet? Ours and its peers on the same motions.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "benchmarks/common/measure.h"
#include "benchmarks/continuous/arm_steps.h"
#include "benchmarks/continuous/our_impact.h"
#include "benchmarks/continuous/passages.h"

namespace glance::bench {

struct ContinuousOptions {
  bool quick = false;  ///< a quarter of the motions, few repetitions
  std::string filter;  ///< only rows whose name contains this
  bool write = false;  ///< docs/benchmarks/continuous.md
};

/// One contender on the motions of one row.
struct ContinuousResult {
  double us = 0;      ///< a query: the median over the repetitions
  double spread = 0;  ///< of the middle 80 % of the repetitions, as a part of the median
  int missed = 0;     ///< they meet, it says that they do not
  int late = 0;       ///< later than the first contact by more than its tolerance
  int early = 0;      ///< they meet, but at its time are farther apart than its tolerance
  int invented = 0;   ///< they do not meet, and at its time are farther apart than its tolerance
  int failed = 0;     ///< it says that it did not find out; counts above, too

  int wrong() const { return missed + late + early + invented; }
};

struct ContinuousRow {
  Flight flight = Flight::translation;
  BodyOptions body = BodyOptions::hull20;
  std::size_t motions = 0;
  double hit_share = 0;
  std::vector<ContinuousResult> results;  ///< in the order of ContinuousReport::contenders
  ImpactWork work;                        ///< of ours, summed over the motions

  std::string name() const;  ///< "turning, 20 vertices"
};

struct ContinuousReport {
  std::vector<std::string> contenders;
  std::size_t ours = 0;  ///< the first ones are ours; the very first has our defaults
  std::vector<ContinuousRow> rows;
  ArmSteps arm;
  Effort effort;
  bool all_rows = false;

  std::size_t fastest_peer(const ContinuousRow& row) const;
  /// Time of the fastest peer / that of one of ours.
  double ratio(const ContinuousRow& row, std::size_t which = 0) const;
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_continuous(const ContinuousOptions& options);

// continuous_report.cpp

std::vector<Bar> bars(const ContinuousReport& report);
/// As Markdown.
std::string page(const ContinuousReport& report);
/// While it runs.
std::string row_text(const ContinuousRow& row, const ContinuousReport& report);

}  // namespace glance::bench
