// Ends as numbers whose order is that of the intervals, and lists of them that stay sorted and
// tell who begins to overlap.
#include "broad/end_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <set>
#include <utility>

#include "geom/shape_access.h"
#include "glance/rng.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

constexpr float kEndless = std::numeric_limits<float>::infinity();

TEST(End, IsOrderedAsItsValue) {
  const float values[] = {-kEndless, -FLT_MAX, -1.5F,   -1,   -FLT_MIN, -1e-45F, 0,
                          1e-45F,    FLT_MIN,  0.9999F, 1.0F, 1e30F,    FLT_MAX, kEndless};
  for (std::size_t i = 0; i + 1 < std::size(values); i++) {
    // Whatever the body and the side: the value comes first.
    EXPECT_LT(make_end(values[i], true, 0x7fffffff), make_end(values[i + 1], false, 0)) << i;
  }
  EXPECT_GT(make_end(-kEndless, false, 0), 0u);  // above the sentinel
}

TEST(End, OfOneValueLowerEndsComeFirst) {
  for (const float value : {-kEndless, -1.0F, 0.0F, 2.0F, kEndless}) {
    EXPECT_LT(make_end(value, false, 9), make_end(value, true, 3));  // so touching overlaps
    EXPECT_LT(make_end(value, false, 3), make_end(value, false, 9));
    EXPECT_LT(make_end(value, true, 3), make_end(value, true, 9));
  }
}

TEST(End, ZerosAreEqual) {
  EXPECT_EQ(make_end(0.0F, false, 7), make_end(-0.0F, false, 7));
  EXPECT_LT(make_end(0.0F, false, 7), make_end(-0.0F, true, 0));
  EXPECT_LT(make_end(-0.0F, false, 7), make_end(0.0F, true, 0));
}

TEST(End, RemembersBodyAndSide) {
  for (const std::uint32_t body : {0u, 1u, 0x12345u, 0x7fffffffu}) {
    for (const float value : {-1e30F, -0.0F, 3.0F}) {
      EXPECT_EQ(body_of(make_end(value, false, body)), body);
      EXPECT_EQ(body_of(make_end(value, true, body)), body);
      EXPECT_FALSE(is_upper(make_end(value, false, body)));
      EXPECT_TRUE(is_upper(make_end(value, true, body)));
    }
  }
}

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Intervals by body, the list of their ends, and the pairs of bodies that overlap.
struct Line {
  std::vector<float> lower, upper;
  EndList list;

  explicit Line(std::size_t bodies) : lower(bodies), upper(bodies) {}

  EndValues values() const { return {lower.data(), upper.data()}; }
  void set(std::uint32_t body, float low, float high) {
    lower[body] = low;
    upper[body] = high;
  }

  /// Calls a sort with a place for what begins; a pair once.
  template <class SortMethod>
  Pairs begun(SortMethod sort) {
    Pairs pairs;
    sort([&](std::uint32_t i, std::uint32_t j) { pairs.insert(std::minmax(i, j)); });
    return pairs;
  }
  Pairs insertion(std::uint64_t& swaps) {
    return begun(
        [&](auto begin) { EXPECT_TRUE(list.insertion_sort(values(), UINT64_MAX, swaps, begin)); });
  }
  Pairs bubble(std::span<const std::uint32_t> moved, std::uint64_t& swaps) {
    list.rank(lower.size());
    return begun([&](auto begin) {
      for (const std::uint32_t body : moved) list.bubble(values(), body, swaps, begin);
    });
  }

  Pairs overlapping() const {
    Pairs pairs;
    std::set<std::uint32_t> there;
    for (const End end : list.ends()) there.insert(body_of(end));
    for (const std::uint32_t i : there) {
      for (const std::uint32_t j : there) {
        if (i < j && lower[i] <= upper[j] && lower[j] <= upper[i]) pairs.insert({i, j});
      }
    }
    return pairs;
  }

  void expect_sorted() const {
    ASSERT_TRUE(std::ranges::is_sorted(list.ends()));
    for (const End end : list.ends()) ASSERT_EQ(end, values().now(end));
  }
};

TEST(EndList, EmptyAndOne) {
  Line line(1);
  EXPECT_TRUE(line.list.ends().empty());
  std::uint64_t swaps = 7;
  EXPECT_TRUE(line.insertion(swaps).empty());
  EXPECT_EQ(swaps, 0u);
  line.list.sort_again(line.values());

  line.set(0, 1, 2);
  line.list.append(0);
  EXPECT_EQ(line.list.ends().size(), 2u);
  EXPECT_TRUE(line.insertion(swaps).empty());
  line.expect_sorted();
  const std::uint8_t gone[] = {1};
  line.list.remove(gone);
  EXPECT_TRUE(line.list.ends().empty());
}

TEST(EndList, NewBodiesFindWhatTheyOverlap) {
  Line line(4);
  line.set(0, 0, 1);
  line.set(1, 1, 2);  // touches 0
  line.set(2, 5, kEndless);
  line.set(3, -kEndless, 0);  // touches 0
  std::uint64_t swaps = 0;
  for (const std::uint32_t body : {2u, 0u, 3u, 1u}) line.list.append(body);
  // On their way from beyond all others they pass more than they end up with.
  EXPECT_TRUE(std::ranges::includes(line.insertion(swaps), (Pairs{{0, 1}, {0, 3}})));
  line.expect_sorted();
  line.set(1, 4, kEndless);
  EXPECT_TRUE(line.insertion(swaps).contains({1, 2}));
}

/// Two that jump across each other end where they never overlapped, and yet their ends pass:
/// the caller looks at the boxes. What must not happen is that a pair is missed.
TEST(EndList, BothSortsReportEveryPairThatBegins) {
  for (std::uint64_t seed = 1; seed <= 60; seed++) {
    Rng rng(seed);
    const std::uint32_t count = 1 + rng.below(20);
    // A lattice has many equal ends; seldom an end at infinity.
    const bool lattice = seed % 2 == 0;
    const auto number = [&] {
      if (rng.chance(0.02)) return rng.chance(0.5) ? kEndless : -kEndless;
      return lattice ? static_cast<float>(rng.below(8)) - 4
                     : static_cast<float>(rng.uniform(-10, 10));
    };
    const auto randomise = [&](Line& line, std::uint32_t body) {
      const float a = number(), b = lattice ? number() : a + static_cast<float>(rng.uniform());
      line.set(body, std::min(a, b), std::max(a, b));
    };
    Line pass(count), bubbles(count);
    for (std::uint32_t body = 0; body < count; body++) {
      randomise(pass, body);
      pass.list.append(body);
    }
    bubbles.lower = pass.lower;
    bubbles.upper = pass.upper;
    std::uint64_t swaps = 0;
    EXPECT_TRUE(std::ranges::includes(pass.insertion(swaps), pass.overlapping()));
    bubbles.list = pass.list;
    for (int frame = 0; frame < 60; frame++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " frame " << frame);
      const Pairs before = pass.overlapping();
      std::vector<std::uint32_t> moved;
      for (std::uint32_t body = 0; body < count; body++) {
        if (!rng.chance(frame % 3 == 0 ? 0.1 : 0.6)) continue;
        randomise(pass, body);
        moved.push_back(body);
      }
      bubbles.lower = pass.lower;
      bubbles.upper = pass.upper;
      std::uint64_t by_pass = 0, by_bubbles = 0;
      const Pairs first = pass.insertion(by_pass), second = bubbles.bubble(moved, by_bubbles);
      ASSERT_NO_FATAL_FAILURE(pass.expect_sorted());
      ASSERT_TRUE(std::ranges::equal(pass.list.ends(), bubbles.list.ends()));
      ASSERT_GE(by_bubbles, by_pass);  // a pass exchanges no two ends twice
      for (const auto& pair : pass.overlapping()) {
        if (before.contains(pair)) continue;
        ASSERT_TRUE(first.contains(pair)) << pair.first << " " << pair.second;
        ASSERT_TRUE(second.contains(pair)) << pair.first << " " << pair.second;
      }
    }
  }
}

TEST(EndList, SwapsNothingWhereNothingMoves) {
  Line line(50);
  Rng rng(3);
  for (std::uint32_t body = 0; body < 50; body++) {
    const auto low = static_cast<float>(rng.uniform(-5, 5));
    line.set(body, low, low + 1);
    line.list.append(body);
  }
  std::uint64_t swaps = 0;
  line.insertion(swaps);
  EXPECT_GT(swaps, 0u);
  EXPECT_TRUE(line.insertion(swaps).empty());
  EXPECT_EQ(swaps, 0u);
  const std::uint32_t all[] = {3, 1, 49};
  EXPECT_TRUE(line.bubble(all, swaps).empty());
  EXPECT_EQ(swaps, 0u);
}

/// More passings than are gathered at a time.
TEST(EndList, ReportsManyThousandsOfPassings) {
  constexpr std::uint32_t kBodies = 300;
  Line line(kBodies);
  for (std::uint32_t body = 0; body < kBodies; body++) {
    line.set(body, -1.0F * body, 1000.0F - body);
    line.list.append(body);
  }
  std::uint64_t swaps = 0;
  EXPECT_EQ(line.insertion(swaps).size(), kBodies * (kBodies - 1) / 2);
  line.expect_sorted();
}

TEST(EndList, GivesUpAtTheLimit) {
  Line line(10);
  for (std::uint32_t body = 0; body < 10; body++) {
    line.set(body, static_cast<float>(-3 * static_cast<int>(body)), 1.0F - 3.0F * body);
    line.list.append(body);
  }
  const auto ignore = [](std::uint32_t, std::uint32_t) {};
  std::uint64_t needed = 0;
  Line copy = line;
  ASSERT_TRUE(copy.list.insertion_sort(copy.values(), UINT64_MAX, needed, ignore));
  EXPECT_EQ(needed, 4u * 45u);  // all in reverse, two ends each
  std::uint64_t swaps = 0;
  copy = line;
  EXPECT_TRUE(copy.list.insertion_sort(copy.values(), needed, swaps, ignore));
  EXPECT_EQ(swaps, needed);
  copy = line;
  EXPECT_FALSE(copy.list.insertion_sort(copy.values(), needed - 1, swaps, ignore));
  copy.list.sort_again(copy.values());
  copy.expect_sorted();
}

/// Ranks are computed again after any change that bypasses them.
TEST(EndList, BubblesAfterRemovalAndAppending) {
  Line line(4);
  for (std::uint32_t body = 0; body < 4; body++) {
    line.set(body, 10.0F * body, 10.0F * body + 1);
    line.list.append(body);
  }
  std::uint64_t swaps = 0;
  line.insertion(swaps);
  const std::uint32_t last[] = {3};
  line.set(3, 0, 1);
  EXPECT_EQ(line.bubble(last, swaps), (Pairs{{0, 3}, {1, 3}, {2, 3}}));  // passed on the way
  const std::uint8_t gone[] = {1, 0, 0, 0};
  line.list.remove(gone);
  line.set(3, 10.5, 11.5);
  EXPECT_TRUE(line.bubble(last, swaps).contains({1, 3}));
  line.expect_sorted();
  line.list.append(0);
  line.set(0, 20, 30);
  line.insertion(swaps);
  line.set(3, 25, 26);
  const Pairs begun = line.bubble(last, swaps);
  EXPECT_TRUE(begun.contains({0, 3}));
  line.expect_sorted();
}

}  // namespace
}  // namespace glance::test
