#include <fmt/format.h>

#include "benchmarks/budget/budget.h"
#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"

namespace glance::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// What a jump of the clock must be for a frame that ends in time otherwise to be late.
constexpr double kJump = kMost - kBudget;
/// Late frames that are listed for each scene, the first ones.
constexpr std::size_t kListed = 10;

std::string ms(double seconds) { return fmt::format("{:.2f}", 1e3 * seconds); }

Rows times(const BudgetReport& report) {
  Rows rows{{"thread time, ms", "frames", "ended by the budget", "median", "99 %", "99.9 %",
             "longest", fmt::format("over {:.1f} ms", 1e3 * kMost),
             fmt::format("control: jumps over {:.1f} ms", 1e3 * kJump), "control: longest jump"}};
  for (const BudgetRow& row : report.rows) {
    rows.push_back({row.scene, fmt::format("{}", row.frames),
                    fmt::format("{:.1f} %", 100 * row.interrupted), ms(row.median), ms(row.p99),
                    ms(row.p999), ms(row.longest), fmt::format("{}", row.late.size()),
                    fmt::format("{}", row.control.longer_than(kJump)), ms(row.control.longest())});
  }
  return rows;
}

Rows late_frames(const BudgetReport& report) {
  Rows rows{{"scene", "frame", "ms", "page faults", "interruptions"}};
  for (const BudgetRow& row : report.rows) {
    for (std::size_t i = 0; i < row.late.size() && i < kListed; i++) {
      const LateFrame& late = row.late[i];
      rows.push_back({row.scene, fmt::format("{}", late.frame), ms(late.seconds),
                      fmt::format("{}", late.events.page_faults),
                      fmt::format("{}", late.events.interruptions)});
    }
  }
  return rows;
}

std::string explanation() {
  return fmt::format(
      "{}\n\n"
      "Scenes whose frames have {:.0f} ms, boxes, broad phase, detection and response included: "
      "thread time of\nevery frame but the first. The budget itself goes by the wall clock.\n\n"
      "The control is a loop that reads the thread's clock between the frames, for as long as each "
      "took, and\nnotes jumps. It does nothing else, so its jumps are the machine's (interrupts; "
      "on "
      "a virtual machine the\nhost, which takes the core away and is counted as work). As many and "
      "as long ones are to be expected\nwithin the frames.\n\n",
      circumstances(), 1e3 * kBudget);
}

}  // namespace

std::vector<Bar> bars(const BudgetReport& report) {
  std::vector<Bar> result;
  for (const BudgetRow& row : report.rows) {
    result.push_back({fmt::format("{}: every frame at most {:.1f} ms", row.scene, 1e3 * kMost),
                      fmt::format("longest {} ms, {} of {} over; control: {} jumps, longest {} ms",
                                  ms(row.longest), row.late.size(), row.frames,
                                  row.control.longer_than(kJump), ms(row.control.longest())),
                      row.late.empty()});
  }
  return result;
}

std::string row_text(const BudgetRow& row) {
  return fmt::format(
      "{:<32} median {} ms, 99 % {}, 99.9 % {}, longest {}; {} over {:.1f} ms; control: {} jumps "
      "over {:.1f} ms, longest {}",
      row.scene, ms(row.median), ms(row.p99), ms(row.p999), ms(row.longest), row.late.size(),
      1e3 * kMost, row.control.longer_than(kJump), 1e3 * kJump, ms(row.control.longest()));
}

std::string page(const BudgetReport& report) {
  std::string text =
      "# Frames that end in time\n\n"
      "Written by `./bench budget --write`; not by hand.\n\n" +
      explanation() + "## Summary\n\n| | promised | found |\n|---|---|---|\n";
  for (const Bar& bar : bars(report)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  text += "\n## Times\n\n" + table(times(report));
  const Rows late = late_frames(report);
  if (late.size() > 1) {
    text += fmt::format("\n## Frames over {:.1f} ms, at most {} of each scene\n\n", 1e3 * kMost,
                        kListed) +
            table(late);
  }
  return text;
}

}  // namespace glance::bench
