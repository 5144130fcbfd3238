// Tested in tests/property/parallel_frames_test.cpp (ParallelFrames).
#include "world/pair_batch.h"

#include <algorithm>

#include "bound/mesh_body.h"
#include "world/publish.h"

namespace glance::rooms::world {
namespace {

/// A batch is about as much work as this many pairs of convex bodies: some 30 microseconds, of
/// which a task takes less than one.
constexpr std::size_t kBatchWork = 64;
/// That of a pair of other bodies.
constexpr std::size_t kPartsWork = 16;

std::size_t product(std::size_t x, std::size_t y) {
  std::size_t result = 0;
  return __builtin_mul_overflow(x, y, &result) ? SIZE_MAX / 4 : std::min(result, SIZE_MAX / 4);
}

/// The leaves of all trees of a body.
std::size_t leaves_of(const Shape& shape) {
  if (shape.kind() == ShapeKind::mesh) return mesh_of(shape).tree().topology().items.size();
  std::size_t sum = 1;
  for (const CompoundPart& part : shape.leaf_parts()) sum += leaves_of(part.shape);
  return sum;
}

}  // namespace

std::size_t most_list_entries(const Shape& a, const Shape& b, std::size_t limit,
                              std::size_t before) {
  if (a.is_convex() && b.is_convex()) return 0;
  // A search from the roots ends at pairs of nodes with pairs of leaves of their own below them,
  // and so does one from each entry of a list. (Entries of a list may have leaves in common: those
  // of a forged world, or after both_ways with what another ListPolicy left.) Compounds have a list
  // of pairs of parts, too, and one for each of these.
  const std::size_t entries = product(1 + before, 2 * product(leaves_of(a), leaves_of(b)));
  const std::size_t lists = 1 + product(a.leaf_parts().size() + 1, b.leaf_parts().size() + 1);
  return std::min(entries, product(lists, limit));
}

void cut_evenly(std::size_t pairs, std::vector<PairBatch>& batches) {
  for (std::size_t begin = 0; begin < pairs; begin += kBatchWork) {
    batches.push_back({.begin = static_cast<std::uint32_t>(begin),
                       .end = static_cast<std::uint32_t>(std::min(begin + kBatchWork, pairs))});
  }
}

std::size_t cut_wave(const WorldState& world, std::size_t begin, std::vector<PairBatch>& batches) {
  const auto keys = world.broad->pairs();
  const Bodies& bodies = world.bodies;
  const std::size_t limit = world.asked.query.tuning.list.max_entries;
  // As long as all that is remembered stays below this, no pair is short of room (world/ask).
  const std::size_t most = world.options.max_list_entries;
  const std::size_t room = most - std::min(most, world.list_entries + limit);
  const bool has_parts = bodies.has_parts();
  const std::size_t first = batches.size();  // those of earlier waves are in the list
  std::size_t place = begin, reserved = 0;
  while (place < keys.size()) {
    PairBatch batch{.begin = static_cast<std::uint32_t>(place), .end = 0};
    bool full = false;
    for (std::size_t work = 0; place < keys.size() && work < kBatchWork; place++) {
      const std::uint32_t i = first_of(keys[place]), j = second_of(keys[place]);
      if (!has_parts || (bodies.is_convex(i) && bodies.is_convex(j))) {
        work++;
        continue;
      }
      const PairMemory& memory = world.pairs.memory(place);
      if (!memory.allowed || is_at_rest(world, keys[place], memory)) {
        work++;
        continue;
      }
      reserved +=
          most_list_entries(bodies.shape(i), bodies.shape(j), limit, list_entries(memory.cache));
      // The first batch is there in any case.
      full = reserved > room;
      if (full && batches.size() > first) break;
      work += kPartsWork;
    }
    batch.end = static_cast<std::uint32_t>(place);
    if (batch.end > batch.begin) batches.push_back(batch);
    if (full) break;
  }
  return place;
}

}  // namespace glance::rooms::world
