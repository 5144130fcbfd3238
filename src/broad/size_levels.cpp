// Tested in tests/unit/broad/grid_test.cpp (SizeLevels).
#include "broad/size_levels.h"

#include <numeric>

namespace glance::rooms::broad {
namespace {

/// The part of a level's bodies that may be smaller than its sizes: a few tiny bodies are no reason
/// to divide the others.
constexpr std::size_t kFewSmaller = 20;

/// No length of the size is greater.
float limit_of(std::size_t size) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(size) << 23 | 0x7fffffu);
}

}  // namespace

void SizeLevels::choose(const Counts& bodies, const Settings& settings) {
  std::size_t left = std::accumulate(bodies.begin(), bodies.end(), std::size_t{0});
  std::size_t count = 0, sizes = 0;  // of the level, the latter without the few smallest
  count_ = 0;
  for (std::size_t size = 0; size < kSizes && count_ + 1 < kMost; size++) {
    count += bodies[size];
    sizes += count * kFewSmaller > left;
    if (count == left) break;
    if (sizes < settings.sizes || count * settings.least_part < left - count) continue;
    limits_[count_++] = limit_of(size);
    left -= count;
    count = sizes = 0;
  }
  limits_[count_++] = std::numeric_limits<float>::infinity();
}

}  // namespace glance::rooms::broad
