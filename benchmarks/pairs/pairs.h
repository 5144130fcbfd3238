// `bench pairs`: ours and its peers on the same pairs of hulls and primitives in the same poses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "benchmarks/common/measure.h"
#include "benchmarks/pairs/primitives.h"

namespace glance::bench {

struct PairsOptions {
  bool quick = false;  ///< hulls of 20 and 1000 vertices only, few repetitions
  std::string filter;  ///< only rows whose name contains this
  std::string json;    ///< file to write; none if empty
  bool write = false;  ///< docs/benchmarks/pairs.md
};

struct Row {
  Setting setting;                            ///< of primitives the motion only
  const PrimitivePair* primitives = nullptr;  ///< null: hulls
  Question question = Question::boolean;
  std::size_t poses = 0;
  std::optional<Measurement> ours;
  std::vector<std::optional<Measurement>> peers;  ///< in the order of PairsReport::peers_of
  std::optional<Measurement> uncertified;         ///< ours without proofs; at 1 degree only

  /// "1 degree, distance, near, 1000 vertices"; "primitives, cold, depth, sphere-box".
  std::string name() const;
  /// The heading that it comes under.
  std::string group() const;
  /// Time of the fastest peer / ours.
  double ratio() const;
};

struct PairsReport {
  std::vector<std::string> peers, primitive_peers;
  std::vector<Row> rows;
  Effort effort;
  bool all_rows = false;

  const std::vector<std::string>& peers_of(const Row& row) const {
    return row.primitives ? primitive_peers : peers;
  }
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_pairs(const PairsOptions& options);

// pairs_report.cpp

/// What is measured, and how: printed before the rows.
std::vector<std::string> explanation(const PairsReport& report);
/// The heads of the columns of a row's group, on two lines.
std::string column_heads(const Row& row, const PairsReport& report);
std::string row_text(const Row& row, const PairsReport& report);
std::string markdown(const PairsReport& report);
std::string json(const PairsReport& report);

// pairs_summary.cpp

std::vector<Bar> bars(const PairsReport& report);
/// What the proofs cost: one line a row that has been measured both ways, then the median.
std::vector<std::string> certification(const PairsReport& report);

}  // namespace glance::bench
