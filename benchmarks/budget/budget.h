// `bench budget`: scenes whose frames have 4 ms, response included. How long do they take, and how
// much of what they take too long is the machine's? A control runs between the frames
// (measure::ClockJumps): it watches its clock for as long as the frame took, so that it sees as
// much of the machine as the frames do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "measure/disturbance.h"

namespace glance::bench {

struct BudgetOptions {
  int frames = 10'000;
  std::string filter;  ///< only scenes whose name contains this
  bool write = false;  ///< docs/benchmarks/budget.md
};

/// A frame that took longer than it may.
struct LateFrame {
  std::size_t frame = 0;
  double seconds = 0;  ///< of this thread
  measure::ThreadEvents events;
};

/// All frames of a scene but the first, in which everything is new. Seconds of this thread.
struct BudgetRow {
  std::string scene;
  std::size_t frames = 0;
  double median = 0, p99 = 0, p999 = 0, longest = 0;
  double interrupted = 0;  ///< share of the frames that the budget ended
  std::vector<LateFrame> late;
  measure::ClockJumps control;
};

struct BudgetReport {
  std::vector<BudgetRow> rows;
};

/// What a frame has, and what it may take: a step more, and what is measured around it (seconds).
inline constexpr double kBudget = 4e-3, kMost = 4.3e-3;

/// Returns the exit code: 0, or 2 if something could not be done.
int run_budget(const BudgetOptions& options);

// budget_report.cpp

std::vector<Bar> bars(const BudgetReport& report);
/// As Markdown.
std::string page(const BudgetReport& report);
/// While it runs.
std::string row_text(const BudgetRow& row);

}  // namespace glance::bench
