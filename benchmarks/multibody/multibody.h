// `bench multibody`: whole frames of the same moving bodies through ours and its peers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/common/bar.h"
#include "benchmarks/common/race.h"
#include "benchmarks/common/scaling.h"

namespace glance::bench {

struct MultibodyOptions {
  std::vector<std::uint32_t> bodies;  ///< empty: 100, 1000 and 10000
  std::vector<double> density;        ///< percent; empty: 1, and with 1000 bodies also 5 and 10
  std::size_t frames = 300;
  bool quick = false;    ///< without 10000 bodies, few frames, once
  bool scaling = false;  ///< also: how our time grows with the number of bodies
  std::string json;      ///< file to write; none if empty
  bool write = false;    ///< docs/benchmarks/multibody.md
};

/// One scene and question.
struct Round {
  std::uint32_t bodies = 0;
  double density = 0;  ///< percent
  Question question = Question::boolean;
  std::vector<std::optional<RaceResult>> results;  ///< in the order of MultibodyReport::contenders
  std::size_t touching = 0;                        ///< pairs, in all frames
  double tight_pairs = 0;
  std::size_t oracle_frames = 0, oracle_pairs = 0, oracle_disagrees = 0;

  /// "1000 bodies, 1 %, boolean".
  std::string name() const;
};

struct MultibodyReport {
  std::vector<std::string> contenders;  ///< ours with its defaults first ..
  std::size_t ours = 0;                 ///< .. then variants of ours; so many in all
  std::vector<Round> rounds;
  std::size_t frames = 0;
  Effort effort;
  std::vector<Scaling> scalings;  ///< none, unless asked for

  /// The number of the fastest peer of a round, by its mean.
  std::size_t fastest_peer(const Round& round) const;
  /// Time of the fastest peer / that of ours with its defaults.
  double ratio(const Round& round) const;
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_multibody(const MultibodyOptions& options);

// multibody_report.cpp, all as Markdown

/// What is measured, and how.
std::vector<std::string> explanation(const MultibodyReport& report);
std::string section(const Round& round, const MultibodyReport& report);
std::string section(std::span<const Scaling> scalings);
std::string summary(const MultibodyReport& report);
std::string page(const MultibodyReport& report);
std::string json(const MultibodyReport& report);

// multibody_bars.cpp

std::vector<Bar> bars(const MultibodyReport& report);

}  // namespace glance::bench
