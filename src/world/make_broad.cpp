// Tested in tests/property/world_test.cpp (WorldProperty.TheSamePairsHoweverTheyAreFound).
#include "world/make_broad.h"

#include "broad/automatic.h"
#include "broad/grid.h"
#include "broad/space_time.h"
#include "broad/sweep_and_prune.h"

namespace glance::rooms::world {
namespace {

EndSort end_sort(SortMethod sort) {
  switch (sort) {
    case SortMethod::insertion: return EndSort::insertion;
    case SortMethod::bubble: return EndSort::bubble;
    case SortMethod::sweep: return EndSort::sweep;
    case SortMethod::automatic: break;
  }
  return EndSort::automatic;
}

}  // namespace

std::unique_ptr<BroadPhase> make_broad(const WorldOptions& options) {
  switch (options.broad) {
    case BroadMethod::brute_force: return make_brute_force();
    case BroadMethod::space_time: return std::make_unique<SpaceTime>();
    case BroadMethod::grid: return std::make_unique<Grid>();
    case BroadMethod::sweep_and_prune: break;
    case BroadMethod::automatic:
      // Who asks for a sort asks for lists.
      if (options.tuning.sort == SortMethod::automatic) return std::make_unique<Automatic>();
      break;
  }
  return std::make_unique<SweepAndPrune>(end_sort(options.tuning.sort));
}

BroadChoice choice_of(const WorldOptions& options, const BroadPhase& broad) {
  const std::optional<BroadPhase::Choice> choice = broad.choice();
  if (!choice) {
    const bool is_automatic = options.broad == BroadMethod::automatic;
    return {is_automatic ? BroadMethod::sweep_and_prune : options.broad, BroadReason::option, 0};
  }
  if (choice->is_grid) return {BroadMethod::grid, BroadReason::many_movers, choice->resting};
  return {BroadMethod::sweep_and_prune, BroadReason::few_movers, choice->resting};
}

}  // namespace glance::rooms::world
