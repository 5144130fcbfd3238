#include "benchmarks/budget/budget.h"

#include <fmt/format.h>

#include <iostream>
#include <utility>

#include "benchmarks/common/output.h"
#include "measure/progress.h"
#include "measure/statistics.h"
#include "scenes/births.h"
#include "scenes/bowl.h"
#include "scenes/bullets.h"
#include "scenes/corner.h"
#include "scenes/heap.h"
#include "scenes/hulls.h"
#include "scenes/packed.h"
#include "scenes/rockfall.h"
#include "scenes/simulation.h"

namespace glance::bench {
namespace {

using namespace scenes;

struct BudgetScene {
  std::string name;
  SceneRecipe recipe;
  BetweenFrames between_frames = BetweenFrames::off;
};

std::vector<BudgetScene> budget_scenes() {
  return {{"corner, 100 bodies", scene_of<Corner>({})},
          {"packed, 500 entities", scene_of<Packed>({})},
          {"rockfall, 24 rocks", scene_of<Rockfall>({})},
          {"bowl, 200 parts", scene_of<Bowl>({})},
          {"heap, 1500 boxes", scene_of<Heap>({})},
          {"hulls, 12 of 5000 corners", scene_of<Hulls>({})},
          {"bullets, 300 fast bodies", scene_of<Bullets>({.projectiles = 300}), BetweenFrames::toi},
          {"births, bodies added and scaled", scene_of<Births>({})}};
}

Result<BudgetRow> run_scene(const BudgetScene& scene, int frames) {
  SimulationSettings settings;
  settings.scene = scene.recipe;
  settings.detect.between_frames = scene.between_frames;
  settings.critical = CriticalSettings{.budget = Budget::for_seconds(kBudget)};
  Result<Simulation> simulation = Simulation::make(settings);
  if (!simulation) return fail(simulation.error());
  BudgetRow row{.scene = scene.name, .late = {}, .control = {}};
  simulation->advance();
  const SimulationTotals& totals = simulation->totals();
  const std::size_t interrupted_first = totals.critical.interrupted;
  measure::Progress progress(scene.name + ": frames done",
                             {.total = static_cast<std::uint64_t>(frames)});
  for (int i = 1; i < frames; i++) {
    simulation->advance();
    row.control.watch(totals.thread_seconds.back());
    progress.one_done();
  }
  const std::vector<double> seconds(totals.thread_seconds.begin() + 1, totals.thread_seconds.end());
  row.frames = seconds.size();
  row.median = measure::median(seconds);
  row.p99 = measure::quantile(seconds, 0.99);
  row.p999 = measure::quantile(seconds, 0.999);
  row.longest = measure::quantile(seconds, 1);
  row.interrupted = static_cast<double>(totals.critical.interrupted - interrupted_first) /
                    static_cast<double>(row.frames);
  for (std::size_t i = 0; i < seconds.size(); i++) {
    if (seconds[i] > kMost) row.late.push_back({i + 1, seconds[i], totals.events[i + 1]});
  }
  return row;
}

}  // namespace

int run_budget(const BudgetOptions& options) {
  if (options.write && !options.filter.empty()) return not_all_rows();
  BudgetReport report;
  for (const BudgetScene& scene : budget_scenes()) {
    if (scene.name.find(options.filter) == std::string::npos) continue;
    Result<BudgetRow> row = run_scene(scene, options.frames);
    if (!row) {
      std::cerr << fmt::format("bench: {}: {}\n", scene.name, row.error().message);
      return 2;
    }
    std::cerr << row_text(*row) << std::endl;
    report.rows.push_back(*std::move(row));
  }
  if (report.rows.empty()) return no_such_row(options.filter, "heap");
  const std::string text = page(report);
  std::cout << text;
  return !options.write || write_page("budget.md", text) ? 0 : 2;
}

}  // namespace glance::bench
