#include "base/simd_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::base;

/// Rectangles on a lattice, seldom infinite, swept with much room and with little.
TEST(SimdSweep, TheSameAsOneByOne) {
  Rng rng(22);
  int few = 0, many = 0, stopped = 0;
  for (int i = 0; i < 5000; i++) {
    const std::size_t count = rng.below(50);
    const std::size_t size = count + simd::kRectanglePads;
    std::vector<float> first(size), last(size), low_u(size), high_u(size), low_v(size),
        high_v(size);
    const auto number = [&] {
      if (rng.chance(0.03))
        return std::numeric_limits<float>::infinity() * (rng.chance(0.5) ? 1 : -1);
      if (rng.chance(0.05)) return -0.0F;
      return static_cast<float>(rng.below(12)) - 6;
    };
    const auto interval = [&](float& low, float& high) {
      low = number();
      high = number();
      if (low > high) std::swap(low, high);
    };
    for (std::size_t n = 0; n < size; n++) {
      interval(low_u[n], high_u[n]);
      interval(low_v[n], high_v[n]);
      first[n] = number();
    }
    std::sort(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t n = 0; n < count; n++) last[n] = std::max(first[n], number());
    std::fill(first.begin() + static_cast<std::ptrdiff_t>(count), first.end(),
              std::numeric_limits<float>::quiet_NaN());
    const simd::Rectangles all{first.data(), low_u.data(), high_u.data(), low_v.data(),
                               high_v.data()};
    const auto find = [&](auto function, std::size_t room, std::uint64_t& tests) {
      simd::Sweep sweep{all, last.data(), count};
      std::vector<simd::Places> found, part(room);
      while (sweep.next < count) {
        const std::size_t written = function(sweep, part.data(), room);
        EXPECT_LE(written, room);
        found.insert(found.end(), part.begin(),
                     part.begin() + static_cast<std::ptrdiff_t>(written));
        stopped += sweep.next < count;
      }
      tests = sweep.tests;
      return found;
    };
    std::uint64_t tests, other_tests;
    const std::vector<simd::Places> simple = find(simd::find_pairs_scalar, 5000, tests);
    for (const std::size_t room : {std::size_t{5000}, size}) {
      ASSERT_EQ(find(simd::find_pairs, room, other_tests), simple);
      ASSERT_EQ(other_tests, tests);
      ASSERT_EQ(find(simd::find_pairs_narrow, room, other_tests), simple);
      ASSERT_EQ(other_tests, tests);
    }
    (simple.size() < count ? few : many)++;
  }
  EXPECT_GT(few, 500);
  EXPECT_GT(many, 500);
  EXPECT_GT(stopped, 1000);
}

}  // namespace glance::test
