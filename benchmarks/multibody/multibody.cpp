#include "benchmarks/multibody/multibody.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/common/workload.h"
#include "benchmarks/multibody/our_world.h"
#include "measure/progress.h"

namespace glance::bench {
namespace {

constexpr Effort kEffort{3, 2}, kQuickEffort{1, 0};
constexpr std::size_t kQuickFrames = 50;
/// Trees that are never rebuilt get slower and slower: a page must show it.
constexpr std::size_t kFewestFramesOfAPage = 250;
constexpr double kScalingDensity = 1;
constexpr std::size_t kScalingFrames = 100;

std::vector<double> densities(const MultibodyOptions& options, std::uint32_t bodies) {
  if (!options.density.empty()) return options.density;
  if (bodies == 1000) return {1, 5, 10};
  return {1};
}

/// All rounds in the order of printing, without results.
std::vector<Round> chosen_rounds(const MultibodyOptions& options) {
  std::vector<std::uint32_t> bodies = options.bodies;
  if (bodies.empty()) bodies = {100, 1000};
  if (options.bodies.empty() && !options.quick) bodies.push_back(10000);
  std::vector<Round> rounds;
  for (const std::uint32_t count : bodies) {
    for (const double density : densities(options, count)) {
      for (const Question question : kQuestions) {
        Round& round = rounds.emplace_back();
        round.bodies = count;
        round.density = density;
        round.question = question;
      }
    }
  }
  return rounds;
}

bool is_default(const MultibodyOptions& options) {
  return options.bodies.empty() && options.density.empty() && !options.quick &&
         options.frames >= kFewestFramesOfAPage;
}

void run_round(Round& round, std::span<const WorldContender> contenders,
               const SceneFrames& recorded, const Effort& effort) {
  round.results = race(contenders, recorded, round.question, effort);
  for (const auto& pairs : recorded.touching) round.touching += pairs.size();
  round.tight_pairs = recorded.tight_pairs;
  round.oracle_frames = recorded.oracle_frames;
  round.oracle_pairs = recorded.oracle_pairs;
  round.oracle_disagrees = recorded.oracle_disagrees;
}

}  // namespace

std::string Round::name() const {
  return fmt::format("{} bodies, {} %, {}", bodies, density, to_string(question));
}

int run_multibody(const MultibodyOptions& options) {
  if (options.write && !is_default(options)) {
    std::cerr << fmt::format(
        "bench: --write needs all rounds: without --quick, --bodies and --density, and with at "
        "least {} frames\n",
        kFewestFramesOfAPage);
    return 2;
  }
  // Better now than after some minutes.
  if (!options.json.empty() && !write_file(options.json, "")) return 2;

  MultibodyReport report;
  report.rounds = chosen_rounds(options);
  report.frames = options.quick ? std::min(options.frames, kQuickFrames) : options.frames;
  report.effort = options.quick ? kQuickEffort : kEffort;
  std::vector<WorldContender> contenders{
      make_our_world("ours", {}),
      make_our_world("ours, fixed boxes", {.boxes = BoxKind::fixed}),
      make_our_world("ours, tight boxes", {.boxes = BoxKind::tight}),
      make_our_world("ours, three lists", {.sort = SortMethod::insertion}),
  };
  report.ours = contenders.size();
  for (WorldContender& peer : load_world_peers()) contenders.push_back(std::move(peer));
  for (const WorldContender& contender : contenders) {
    report.contenders.push_back(contender->name());
  }

  for (const std::string& line : explanation(report)) std::cout << line << "\n";
  const bool scaling = options.scaling || options.write;
  measure::Progress progress("", {.total = report.rounds.size() + scaling});
  std::optional<SceneFrames> recorded;  // both questions are asked about the same one
  const Round* before = nullptr;
  for (Round& round : report.rounds) {
    progress.one_begins(round.name());
    if (!before || before->bodies != round.bodies || before->density != round.density) {
      recorded.reset();
      recorded = record_frames({.bodies = round.bodies, .density = round.density}, report.frames);
    }
    run_round(round, contenders, *recorded, report.effort);
    progress.erase();
    std::cout << "\n" << section(round, report) << std::flush;
    before = &round;
  }
  if (scaling) {
    progress.one_begins("scaling");
    const auto measure = [&](SortMethod sort) {
      return measure_scaling(sort, kScalingDensity, kScalingFrames, report.effort.repetitions);
    };
    report.scalings = {measure(SortMethod::automatic), measure(SortMethod::insertion)};
    progress.erase();
    std::cout << "\n" << section(report.scalings);
  }
  std::cout << "\n" << summary(report) << std::flush;

  bool written = true;
  if (!options.json.empty()) written = write_file(options.json, json(report)) && written;
  if (options.write) written = write_page("multibody.md", page(report)) && written;
  return written ? 0 : 2;
}

}  // namespace glance::bench
