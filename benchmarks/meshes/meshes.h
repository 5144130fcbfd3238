// `bench meshes`: pairs of triangle meshes in and near contact, ours and FCL on the same poses; and
// whole frames of an assembly of many parts.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "benchmarks/common/measure.h"
#include "benchmarks/meshes/assembly_frames.h"
#include "benchmarks/meshes/mesh_paths.h"

namespace glance::bench {

struct MeshesOptions {
  bool quick = false;                    ///< few paths, few repetitions, a small assembly
  std::string filter;                    ///< only rows whose name contains this
  std::string data = BENCH_DATA_FOLDER;  ///< real models are read from there
  bool write = false;                    ///< docs/benchmarks/meshes.md
};

/// One contender on the poses of one row.
struct MeshResult {
  double us = 0;  ///< a query: the median over the repetitions
  /// Time of FCL / that of this one: the median over the repetitions of the ratio in each; and the
  /// spread of the middle 80 % of those, as a part of that.
  double ratio = 1, spread = 0;
};

/// One model, situation and question.
struct MeshRow {
  std::string model, situation;
  Question question = Question::boolean;
  std::string volume = {};  ///< of ours, if not the default
  std::size_t queries = 0;  ///< in one repetition
  double hit_share = 0;     ///< as FCL says
  MeshResult cold = {}, coherent = {}, peer = {};
  // Answers of ours, cold and coherent, that are not FCL's.
  std::size_t verdicts = 0, distances = 0, failed = 0;
  /// Not among them: FCL's distance says that they touch where its own boolean answer, and ours,
  /// say that they do not, or the other way round.
  std::size_t contradictions = 0;

  std::string name() const;  ///< "bunny, gap 0.5 %, distance"
};

/// What one model takes before the first question.
struct MeshCost {
  std::string model, contender;
  std::size_t triangles = 0, bytes = 0;
  double build_seconds = 0;  ///< of processor time, on one core
};

struct MeshesReport {
  std::vector<MeshRow> rows = {};         ///< large models
  std::vector<MeshRow> volume_rows = {};  ///< one of them with each kind of volume
  std::vector<MeshRow> crowd_rows = {};   ///< nine small ones
  std::vector<MeshCost> costs = {};
  std::vector<AssemblyFrames> assemblies = {};
  std::vector<std::string> missing = {};  ///< files that are not there
  std::size_t paths = 0, frames = 0, motions = 0;
  double turn = 0;
  Effort effort = {};
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_meshes(const MeshesOptions& options);

// meshes_report.cpp

std::vector<Bar> bars(const MeshesReport& report);
/// As Markdown.
std::string page(const MeshesReport& report);
/// While it runs.
std::string row_text(const MeshRow& row);

}  // namespace glance::bench
