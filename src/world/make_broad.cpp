// Tested in tests/property/world_test.cpp (WorldProperty.TheSamePairsHoweverTheyAreFound).
#include "world/make_broad.h"

#include "broad/grid.h"
#include "broad/space_time.h"
#include "broad/sweep_and_prune.h"

namespace glance::world {
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
  }
  return std::make_unique<SweepAndPrune>(end_sort(options.tuning.sort));
}

}  // namespace glance::world
