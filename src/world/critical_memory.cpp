// Tested in tests/unit/world/critical_test.cpp (CriticalWorld.TreesOfShapesThatAreGoneAreDropped).
#include "world/critical_memory.h"

#include <algorithm>
#include <unordered_set>

#include "world/bodies.h"

namespace glance::rooms::world {

std::size_t CriticalPairs::bytes() const {
  std::size_t sum = slots_.capacity() * sizeof(CriticalPair);
  for (const CriticalPair& pair : slots_) sum += pair.hits.bytes();
  return sum;
}

std::size_t CriticalMemory::bytes() const {
  return pairs.bytes() + last_pairs.bytes() + importance.capacity() * sizeof(double) +
         sphere_pairs.capacity() * sizeof(SpherePair) + places.capacity() * sizeof(CriticalPlace) +
         trees.bytes() + sweeps.bytes() + first_steps.bytes() + parts.bytes() + too_long.bytes();
}

void CriticalMemory::reserve(std::size_t count) {
  for (CriticalPairs* list : {&pairs, &last_pairs}) list->reserve(count);
  sphere_pairs.reserve(count);
  importance.reserve(count);
}

void CriticalMemory::use(const SphereTreeOptions& options) {
  if (trees.use(options)) forget();
}

void CriticalMemory::prepare(const Bodies& bodies, const SphereTreeOptions& options) {
  use(options);
  forget();  // who had but one sphere may have a tree now
  for (std::uint32_t i = 0; i < bodies.capacity(); i++) {
    if (bodies.present(i)) trees.prepare(bodies, i);
  }
  make_all_parts(bodies, parts);
}

void CriticalMemory::drop_unused(const Bodies& bodies) {
  // Not in every frame: it takes a pass over all bodies and pairs.
  if (!trees.are_too_many(bodies)) return;
  // A new tree must not get the address of one that is remembered.
  std::unordered_set<const SphereNode*> remembered;
  for (const CriticalPlace& place : places) remembered.insert(place.spheres.nodes.data());
  for (const CriticalPair& pair : pairs.all()) {
    remembered.insert({pair.spheres_a.nodes.data(), pair.spheres_b.nodes.data()});
  }
  trees.drop_unused(bodies, remembered);
}

void CriticalMemory::end_frame() {
  if (finish_weight == 0) return;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - settled;
  const double each = std::min(time.count() / finish_weight, kMostGrowth * finish_seconds);
  // A slow frame counts at once, a quick one only little: the estimate should be an upper bound,
  // since a frame that ends too late is worse than one that leaves some time.
  finish_seconds = std::max(each, (1 - kForgotten) * finish_seconds + kForgotten * each);
}

double CriticalMemory::note_collected(double looked_at, double seconds) {
  if (looked_at == 0) return 1;
  const double each = seconds / looked_at;
  if (collect_seconds == 0) collect_seconds = each;
  const double slower = std::clamp(each / collect_seconds, 1.0, kMostGrowth);
  collect_seconds += kForgotten * (std::min(each, kMostGrowth * collect_seconds) - collect_seconds);
  return slower;
}

void CriticalMemory::note_pairs(double looked_at, double glanced_at, double seconds) {
  constexpr double kShare = 0.1, kLeast = 10e-9;
  const double counts_sq = looked_at * looked_at + glanced_at * glanced_at;
  if (counts_sq == 0) return;
  // What the model did not explain, divided between both costs in proportion to their counts
  // (normalized least mean squares).
  const double error = seconds - looked_at * pair_seconds - glanced_at * glance_seconds;
  const double step = kShare * error / counts_sq;
  pair_seconds = std::max(pair_seconds + step * looked_at, kLeast);
  glance_seconds = std::max(glance_seconds + step * glanced_at, kLeast);
}

void CriticalMemory::miss_a_frame(const Bodies& bodies) {
  missed_a_frame = true;
  for (std::uint32_t i = 0; i < places.size(); i++) {
    // An id of no body: the next frame with a budget treats the body as new.
    if (bodies.reshaped(i)) places[i].id = {};
  }
}

}  // namespace glance::rooms::world
