#include "benchmarks/pairs/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <map>

#include "benchmarks/common/ours.h"
#include "benchmarks/common/output.h"
#include "measure/progress.h"

namespace glance::bench {
namespace {

constexpr Effort kEffort{9, 0.7}, kPrimitiveEffort{9, 0.5}, kQuickEffort{3, 0.1};
/// For finding the poses of one setting: matters only while the library is slow.
constexpr double kSetupSeconds = 4;

/// All rows in the order of printing.
std::vector<Row> chosen_rows(const PairsOptions& options) {
  std::vector<Row> rows;
  for (const Motion motion : kMotions) {
    for (const Question question : kQuestions) {
      for (const int vertices : kSizes) {
        if (options.quick && vertices != 20 && vertices != 1000) continue;
        for (const Closeness closeness : kClosenesses) {
          Row row;
          row.setting = {vertices, motion, closeness};
          row.question = question;
          if (row.name().find(options.filter) != std::string::npos) rows.push_back(row);
        }
      }
    }
  }
  for (const Motion motion : kPrimitiveMotions) {
    for (const Question question : kPrimitiveQuestions) {
      for (const PrimitivePair& pair : kPrimitivePairs) {
        Row row;
        row.setting.motion = motion;
        row.primitives = &pair;
        row.question = question;
        if (row.name().find(options.filter) != std::string::npos) rows.push_back(row);
      }
    }
  }
  return rows;
}

/// Both questions are asked about the same poses.
class Workloads {
 public:
  const Workload& of(const Setting& setting) {
    auto found = made_.find(setting);
    if (found == made_.end()) {
      found = made_.emplace(setting, make_workload(setting, kSetupSeconds)).first;
    }
    return found->second;
  }

 private:
  std::map<Setting, Workload> made_;
};

struct Contenders {
  Contender ours = make_ours(), uncertified = make_ours_uncertified();
  std::vector<Contender> for_primitives = load_peers(), for_hulls = hull_peers(for_primitives);
};

void run_row(Row& row, const Contenders& contenders, Workloads& workloads, bool quick) {
  const Motion motion = row.setting.motion;
  const bool both_ways = motion == Motion::degrees_1 && !row.primitives;
  std::vector<Contender> lanes{contenders.ours};
  for (const Contender& peer : row.primitives ? contenders.for_primitives : contenders.for_hulls) {
    lanes.push_back(peer);
  }
  if (both_ways) lanes.push_back(contenders.uncertified);

  Workload primitives;
  if (row.primitives) primitives = make_primitive_workload(*row.primitives, motion, row.question);
  const Workload& workload = row.primitives ? primitives : workloads.of(row.setting);
  row.poses = workload.pose_count();
  const Effort& effort = quick ? kQuickEffort : row.primitives ? kPrimitiveEffort : kEffort;
  auto measured = measure(lanes, workload, row.question, motion != Motion::cold, effort);
  if (both_ways) {
    row.uncertified = measured.back();
    measured.pop_back();
  }
  row.ours = measured.front();
  row.peers.assign(measured.begin() + 1, measured.end());
}

void print_summary(const PairsReport& report) {
  std::cout << fmt::format("\nSummary{}\n", report.all_rows ? "" : " (of the rows that were run)");
  for (const Bar& bar : bars(report)) {
    std::cout << fmt::format("  {:<8} {}{}{}\n", bar.verdict(), bar.promise,
                             bar.found.empty() ? "" : ": ", bar.found);
  }
  std::cout << "\n";
  for (const std::string& line : certification(report)) std::cout << line << "\n";
}

}  // namespace

std::string Row::name() const {
  if (primitives) {
    return fmt::format("primitives, {}, {}, {}", to_string(setting.motion), to_string(question),
                       primitives->name);
  }
  return fmt::format("{}, {}, {}, {} vertices", to_string(setting.motion), to_string(question),
                     to_string(setting.closeness), setting.vertices);
}

double Row::ratio() const {
  double fastest = std::numeric_limits<double>::infinity();
  for (const auto& peer : peers) {
    if (peer) fastest = std::min(fastest, peer->ns);
  }
  return fastest / ours->ns;
}

int run_pairs(const PairsOptions& options) {
  PairsReport report;
  report.effort = options.quick ? kQuickEffort : kEffort;
  report.rows = chosen_rows(options);
  report.all_rows = !options.quick && options.filter.empty();
  if (report.rows.empty()) return no_such_row(options.filter, chosen_rows({})[0].name());
  if (options.write && !report.all_rows) return not_all_rows();

  // Better now than after some minutes.
  if (!options.json.empty() && !write_file(options.json, "")) return 2;

  Contenders contenders;
  for (const Contender& peer : contenders.for_hulls) report.peers.push_back(peer->name());
  for (const Contender& peer : contenders.for_primitives) {
    report.primitive_peers.push_back(peer->name());
  }

  for (const std::string& line : explanation(report)) std::cout << line << "\n";
  Workloads workloads;
  measure::Progress progress("", {.total = report.rows.size()});
  std::string group;
  for (Row& row : report.rows) {
    progress.one_begins(row.name());
    run_row(row, contenders, workloads, options.quick);
    progress.erase();
    if (group != row.group()) {
      group = row.group();
      std::cout << fmt::format("\n{}\n{}\n", group, column_heads(row, report));
    }
    std::cout << row_text(row, report) << std::endl;
  }
  print_summary(report);

  bool written = true;
  if (!options.json.empty()) written = write_file(options.json, json(report)) && written;
  if (options.write) written = write_page("pairs.md", markdown(report)) && written;
  return written ? 0 : 2;
}

}  // namespace glance::bench
