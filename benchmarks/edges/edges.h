// `bench edges`: how the time of a question grows with the size of bodies in exact contact, where
// rounded arithmetic decides nothing: ours, FCL and Bullet on the same pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "benchmarks/edges/edge_cases.h"
#include "measure/curve_fit.h"

namespace glance::bench {

struct EdgesOptions {
  bool quick = false;  ///< without the largest size of each family
  std::string filter;  ///< only rows whose name contains this
  bool write = false;  ///< docs/benchmarks/edges.md
};

/// What another library says.
struct EdgePeer {
  std::string name;
  double ms = 0;
  bool answered = false;  ///< neither crashed, failed nor hung
  bool right = false;     ///< says hit where bodies touch, and none where they are apart
};

/// One pair: milliseconds of processor time per question.
struct EdgePoint {
  EdgeUnit unit = EdgeUnit::triangles;
  int size = 0;
  /// The first question about new bodies, with what these make once and keep; without a cache; with
  /// one, in the same poses.
  double first_ms = 0, cold_ms = 0, warm_ms = 0;
  Verdict verdict = Verdict::undecided;  ///< ours, cold
  bool right = false;                    ///< cold and warm as known by construction
  std::vector<EdgePeer> peers = {};
};

/// One family and question.
struct EdgeRow {
  std::string family;
  Question question = Question::boolean;
  std::vector<EdgePoint> points;
  /// Of the first and the cold time, with two sizes or more.
  std::optional<measure::PowerLaw> first_growth, growth;

  std::string name() const;  ///< "flush cubes, solids, boolean"
};

struct EdgesReport {
  std::vector<EdgeRow> rows;
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_edges(const EdgesOptions& options);

// edges_report.cpp

std::vector<Bar> bars(const EdgesReport& report);
/// As Markdown.
std::string page(const EdgesReport& report);
/// While it runs.
std::string row_text(const EdgeRow& row, const EdgePoint& point);

}  // namespace glance::bench
