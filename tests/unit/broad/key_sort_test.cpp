#include "broad/key_sort.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "broad/pair_key.h"
#include "glance/rng.h"

namespace glance::test {
using namespace rooms::broad;

TEST(KeySort, TheSameAsComparing) {
  Rng rng(4);
  std::vector<std::uint64_t> room;
  for (int i = 0; i < 300; i++) {
    std::vector<std::uint64_t> keys(rng.below(i % 10 == 0 ? 5000 : 400));
    const std::uint32_t bodies = 1 + rng.below(i % 2 ? 100 : 3000000);
    for (auto& key : keys) {
      key = i % 7 == 0 ? rng.bits() : pair_key(rng.below(bodies), rng.below(bodies));
    }
    if (i % 5 == 0) std::ranges::sort(keys);
    std::vector<std::uint64_t> sorted = keys;
    std::ranges::sort(sorted);
    sort_keys(keys, room);
    ASSERT_EQ(keys, sorted) << i;
  }
}

}  // namespace glance::test
