#include "geom/cyclic_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace geom;

namespace {

TEST(CyclicMaximum, FindsTheTopOfEveryRing) {
  Rng rng(1);
  for (std::uint32_t count = 1; count < 700; count += 1 + count / 8) {
    for (int k = 0; k < 50; k++) {
      // Heights of a convex polygon's corners along a random direction.
      const double phase = rng.uniform(0, 7), skew = rng.uniform(0.1, 1);
      std::vector<double> height(count);
      for (std::uint32_t i = 0; i < count; i++) {
        const double angle = 6.283185307 * i / count;
        height[i] = std::cos(angle) * std::cos(phase) + skew * std::sin(angle) * std::sin(phase);
      }
      int asked = 0;
      const std::uint32_t found = cyclic_maximum(count, [&](std::uint32_t i, std::uint32_t j) {
        asked++;
        return height[i] > height[j];
      });
      ASSERT_EQ(height[found], *std::max_element(height.begin(), height.end())) << count;
      ASSERT_LE(asked, 8 + 14 * std::ceil(std::log2(count) / 3)) << count;
    }
  }
}

TEST(CyclicMaximum, TiesAtTopAndBottom) {
  for (std::uint32_t count = 2; count < 200; count++) {
    for (std::uint32_t top = 0; top < count; top++) {
      // |i - top| around the ring, rounded down to pairs: two equal tops.
      const auto height = [&](std::uint32_t i) {
        const std::uint32_t ahead = (i + count - top) % count;
        const std::uint32_t behind = (top + 1 + count - i) % count;
        return -static_cast<int>(std::min(ahead == 0 ? 0 : ahead - (ahead > 0), behind));
      };
      int best = height(0);
      for (std::uint32_t i = 1; i < count; i++) best = std::max(best, height(i));
      const std::uint32_t found = cyclic_maximum(
          count, [&](std::uint32_t i, std::uint32_t j) { return height(i) > height(j); });
      ASSERT_EQ(height(found), best) << count << " " << top;
    }
  }
}

TEST(FindWedge, EveryWedge) {
  for (std::uint32_t count = 3; count < 60; count++) {
    for (std::uint32_t wedge = 1; wedge + 1 < count; wedge++) {
      EXPECT_EQ(find_wedge(count, [&](std::uint32_t k) { return k <= wedge; }), wedge);
    }
  }
}

}  // namespace
}  // namespace glance::test
