// `bench adversarial`: the pairs of tests/support/pair_zoo, which are made to be difficult,
// through ours and its peers. Counts wrong answers and looks for the slowest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace glance::bench {

struct AdversarialOptions {
  int pairs = 15000;   ///< in all; the same number of each class
  bool write = false;  ///< docs/benchmarks/adversarial.md
};

/// What became of some pairs under one question.
struct Tally {
  int pairs = 0;
  int wrong = 0, off = 0, failed = 0;  ///< grade.h; ours must find exact contact, too
  int crashed = 0;                     ///< the process died
  int hung = 0;                        ///< no answer within seconds
  std::vector<double> seconds;         ///< of each pair that was answered

  void add(const Tally& other);
};

/// One contender in one class.
struct ClassTally {
  Tally boolean, distance;
};

/// What ours did in one class. The largest and the sums are over both questions.
struct ClassWork {
  int apart = 0, touching = 0, overlapping = 0;  ///< what the pairs are
  std::uint32_t feature_steps = 0, simplex_steps = 0, vertex_steps = 0, exact_pivots = 0;  ///< most
  int queries = 0, exact = 0, handed_over = 0;
};

struct AdversarialReport {
  int pairs_a_class = 0;
  std::vector<std::string> classes, contenders;  ///< ours is the first contender
  std::vector<std::vector<ClassTally>> tallies;  ///< by class, then contender
  std::vector<ClassWork> work;                   ///< by class
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_adversarial(const AdversarialOptions& options);

// adversarial_report.cpp

/// As Markdown.
std::string page(const AdversarialReport& report);

}  // namespace glance::bench
