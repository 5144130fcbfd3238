// The grid by hand: how it divides space and sizes, and the boxes on which such divisions go wrong.
#include "broad/grid.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>

#include "glance/rng.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;
using base::make_executor;

namespace {

constexpr float kBeyondAll = std::numeric_limits<float>::infinity();

SizeLevels levels_of(std::initializer_list<std::pair<float, std::size_t>> bodies) {
  SizeLevels::Counts counts = {};
  for (const auto& [length, count] : bodies) counts[SizeLevels::size_of(length)] += count;
  SizeLevels levels;
  levels.choose(counts, {});
  return levels;
}

TEST(SizeLevels, OneForOneSizeAndForNone) {
  EXPECT_EQ(SizeLevels().count(), 1u);
  EXPECT_EQ(levels_of({}).count(), 1u);
  EXPECT_EQ(levels_of({{1, 1000}}).count(), 1u);
  EXPECT_EQ(levels_of({{0.9F, 500}, {1.1F, 500}}).count(), 1u);
}

TEST(SizeLevels, SmallAndLargeAreApart) {
  const SizeLevels levels = levels_of({{1, 1000}, {100, 1000}});
  ASSERT_EQ(levels.count(), 2u);
  EXPECT_EQ(levels.level_of(1), 0u);
  EXPECT_EQ(levels.level_of(100), 1u);
  EXPECT_EQ(levels.level_of(0), 0u);
  EXPECT_EQ(levels.level_of(-0.0F), 0u);
  EXPECT_EQ(levels.level_of(kBeyondAll), 1u);
}

TEST(SizeLevels, AFewTinyBodiesAreNoReasonToDivide) {
  EXPECT_EQ(levels_of({{1e-6F, 10}, {1, 1000}}).count(), 1u);
  // But few large ones are: they visit the columns of the others, which stay narrow.
  EXPECT_EQ(levels_of({{1, 1000}, {1e6F, 10}}).count(), 2u);
}

TEST(SizeLevels, AnySpreadFits) {
  SizeLevels::Counts counts;
  counts.fill(10);
  SizeLevels levels;
  levels.choose(counts, {1, 1000});
  EXPECT_EQ(levels.count(), SizeLevels::kMost);
  EXPECT_EQ(levels.level_of(0), 0u);
  EXPECT_EQ(levels.level_of(FLT_MAX), SizeLevels::kMost - 1);
  EXPECT_EQ(levels.level_of(kBeyondAll), SizeLevels::kMost - 1);
}

TEST(SizeLevels, NegativeZeroIsASize) { EXPECT_EQ(SizeLevels::size_of(-0.0F), 0u); }

TEST(Spread, LeavesOutAFewAndIsFinite) {
  std::vector<float> values(100);
  for (std::size_t i = 0; i < 100; i++) values[i] = static_cast<float>(i);
  values[0] = -kBeyondAll;
  values[99] = FLT_MAX;
  EXPECT_EQ(spread(values), 95);
  std::vector<float> same(5, -kBeyondAll);
  EXPECT_GT(spread(same), 0);
  EXPECT_LE(spread(same), FLT_MAX);
  EXPECT_GT(spread({}), 0);
}

/// Columns for bodies of one size in a square, and the bodies.
struct Square {
  explicit Square(std::size_t bodies, const ColumnCosts& costs = {}) {
    constexpr double side = 100;
    Rng rng(5);
    for (std::size_t i = 0; i < bodies; i++) {
      const auto u = static_cast<float>(rng.uniform(0, side));
      const auto v = static_cast<float>(rng.uniform(0, side));
      const auto first = static_cast<float>(rng.uniform(0, side));
      boxes.push_back({first, first + 1, u, u + 1, v, v + 1});
    }
    std::vector<Footprint> sample = boxes;
    columns.choose(sample, {bodies, 1, 1}, costs);
  }
  std::vector<std::uint32_t> reached(const Footprint& box) const {
    std::vector<std::uint32_t> list;
    columns.for_each(box.low_u, box.high_u, box.low_v, box.high_v,
                     [&](std::uint32_t column, Begins) { list.push_back(column); });
    return list;
  }
  std::vector<Footprint> boxes;
  Columns columns;
};

TEST(Columns, HoldAboutTheSameNumber) {
  const Square square(20000);
  const std::uint32_t count = square.columns.count();
  EXPECT_GE(count, 20u);
  EXPECT_LE(count, 400u);
  std::vector<int> bodies(count);
  for (const Footprint& box : square.boxes) {
    for (const std::uint32_t column : square.reached(box)) bodies[column]++;
  }
  const int mean = 20000 / static_cast<int>(count);
  for (const int n : bodies) {
    EXPECT_GT(n, mean / 3);
    EXPECT_LT(n, mean * 3);
  }
}

TEST(Columns, EachOverlapIsOwnedOnce) {
  const Square square(600, {.tests = 1, .column = 0});
  EXPECT_GE(square.columns.count(), 20u);
  Rng rng(6);
  int shared = 0;
  for (int i = 0; i < 2000; i++) {
    const auto rectangle = [&] {
      const auto u = static_cast<float>(rng.uniform(-10, 100));
      const auto v = static_cast<float>(rng.uniform(-10, 100));
      const auto size = static_cast<float>(rng.uniform(0, 60));
      return Footprint{0, 1, u, u + size, v, v + size};
    };
    const Footprint a = rectangle(), b = rectangle();
    if (a.low_u > b.high_u || b.low_u > a.high_u || a.low_v > b.high_v || b.low_v > a.high_v) {
      continue;
    }
    std::vector<Begins> of_a(square.columns.count(), 4);
    square.columns.for_each(a.low_u, a.high_u, a.low_v, a.high_v,
                            [&](std::uint32_t column, Begins begins) { of_a[column] = begins; });
    int owners = 0, columns = 0;
    square.columns.for_each(b.low_u, b.high_u, b.low_v, b.high_v,
                            [&](std::uint32_t column, Begins begins) {
                              if (of_a[column] == 4) return;
                              columns++;
                              owners += (of_a[column] | begins) == kOwned;
                            });
    ASSERT_EQ(owners, 1);
    shared += columns > 1;
  }
  EXPECT_GT(shared, 300);
}

TEST(Columns, InfiniteBoxesReachAll) {
  const Square square(5000);
  const auto all = square.columns.count();
  EXPECT_GT(all, 4u);
  EXPECT_EQ(square.reached({0, 1, -kBeyondAll, kBeyondAll, -kBeyondAll, kBeyondAll}).size(), all);
  EXPECT_EQ(square.reached({0, 1, -kBeyondAll, -FLT_MAX, -kBeyondAll, -FLT_MAX}).size(), 1u);
  EXPECT_EQ(square.reached({0, 1, FLT_MAX, kBeyondAll, FLT_MAX, kBeyondAll}).size(), 1u);
}

TEST(Columns, BodiesInOnePlaceAreNotDividedForNothing) {
  std::vector<Footprint> sample(1000, Footprint{0, 1, 0, 1, 0, 1});
  Columns columns;
  columns.choose(sample, {1000, 1, 1});
  int reached = 0;
  columns.for_each(0, 1, 0, 1, [&](std::uint32_t, Begins) { reached++; });
  EXPECT_EQ(reached, 1);
}

class GridTest : public testing::Test {
 protected:
  void step() { ASSERT_NO_FATAL_FAILURE(expect_right_pairs(grid, scene)); }
  FloatBox cube(double room, double half) {
    const auto at = [&] { return static_cast<float>(rng.uniform(-room, room)); };
    return cube_at(at(), at(), at(), static_cast<float>(half));
  }
  Rng rng{3};
  Grid grid;
  BoxScene scene;
};

TEST_F(GridTest, EmptyAndOne) {
  step();
  scene.add(cube_at(0, 0, 0));
  step();
  scene.move(0, cube_at(5, 0, 0));
  step();
  scene.remove(0);
  step();
  EXPECT_TRUE(grid.pairs().empty());
  step();
}

TEST_F(GridTest, AFrameWithoutMotionCostsNothing) {
  for (int i = 0; i < 100; i++) scene.add(cube(3, 0.5));
  step();
  EXPECT_GT(grid.tests, 0u);
  step();
  EXPECT_EQ(grid.tests, 0u);
  EXPECT_FALSE(grid.pairs().empty());
}

TEST_F(GridTest, WorkGrowsWithTheNumberOfBodies) {
  const auto work = [&](int bodies) {
    Grid fresh;
    BoxScene crowd;
    Rng places(1);
    const double room = std::cbrt(bodies) * 3;
    for (int i = 0; i < bodies; i++) {
      const auto at = [&] { return static_cast<float>(places.uniform(-room, room)); };
      crowd.add(cube_at(at(), at(), at()));
    }
    fresh.update(crowd.boxes, crowd.is_static, crowd.changes());
    return static_cast<double>(fresh.entries + fresh.tests / 8) / bodies;
  };
  EXPECT_LT(work(16000), 2 * work(1000));
}

TEST_F(GridTest, SizesFromTinyToHuge) {
  for (int i = 0; i < 400; i++) {
    const double half = std::pow(10, rng.uniform(-6, 6));
    scene.add(cube(100 + half, half));
  }
  step();
  EXPECT_GT(grid.level_count(), 1u);
  for (std::uint32_t i = 0; i < 400; i += 3)
    scene.move(i, cube(50, std::pow(10, rng.uniform(-6, 6))));
  step();
}

TEST_F(GridTest, HugeBoxesDoNotSpoilIt) {
  const auto tests_with = [&](int huge) {
    Grid fresh;
    BoxScene crowd;
    Rng places(2);
    for (int i = 0; i < 8000; i++) {
      const auto at = [&] { return static_cast<float>(places.uniform(-60, 60)); };
      crowd.add(cube_at(at(), at(), at()));
    }
    for (int i = 0; i < huge; i++) {
      // A floor, and a box around the world.
      crowd.add({{-kBeyondAll, -kBeyondAll, -kBeyondAll}, {kBeyondAll, kBeyondAll, -60}}, true);
      crowd.add(cube_at(0, 0, 0, 70));
    }
    fresh.update(crowd.boxes, crowd.is_static, crowd.changes());
    EXPECT_EQ(keys(fresh.pairs()), crowd.overlapping());
    return fresh.tests;
  };
  // Two of them look at the 8,000 once each, and no small one looks at more than before.
  EXPECT_LT(tests_with(1), tests_with(0) + 3 * 8000);
}

/// A box much longer than what is to its left must not hide that from a visitor.
TEST_F(GridTest, VisitorsSeeWhatBeginsLongBefore) {
  for (int i = 0; i < 60; i++) scene.add(cube(20, 0.5));
  scene.add({{-1, -0.1F, -0.1F}, {1e30F, 0.1F, 0.1F}});
  scene.add({{1e30F, -30, -30}, {1.1e30F, 30, 30}});
  step();
  EXPECT_EQ(grid.pairs().back(), pair_key(60, 61));
}

TEST_F(GridTest, TheSameOnAnyNumberOfThreads) {
  // Enough for several pieces of bodies, and for columns of several levels.
  constexpr int kBodies = 30000;
  for (int i = 0; i < kBodies; i++) {
    const double half = i % 50 == 0 ? rng.uniform(5, 20) : rng.uniform(0.3, 1);
    scene.add(cube(60, half), i % 7 == 0);
  }
  std::vector<Grid> grids(3);
  const auto two = make_executor(2), five = make_executor(5);
  grids[1].set_executor(two.get());
  grids[2].set_executor(five.get());
  for (int frame = 0; frame < 3; frame++) {
    const BodyChanges changes = scene.changes();
    for (Grid& other : grids) {
      other.update(scene.boxes, scene.is_static, changes);
      EXPECT_EQ(keys(other.pairs()), keys(grids[0].pairs()));
      EXPECT_EQ(other.tests, grids[0].tests);
      EXPECT_EQ(other.entries, grids[0].entries);
    }
    EXPECT_GT(grids[0].pairs().size(), std::size_t{kBodies});
    for (std::uint32_t i = 0; i < kBodies; i += 3) scene.move(i, cube(60, 0.5));
  }
  EXPECT_GT(grids[0].level_count(), 1u);
}

TEST_F(GridTest, AgainstAnotherSceneAltogether) {
  for (int i = 0; i < 500; i++) scene.add(cube(10, 0.5));
  step();
  for (std::uint32_t i = 0; i < 500; i++) scene.move(i, cube(0.1, 50));
  step();
  for (std::uint32_t i = 0; i < 500; i++) scene.move(i, cube(1e6, 1e-3));
  step();
  for (std::uint32_t i = 0; i < 500; i++) scene.move(i, cube_at(7, 7, 7));
  step();
  EXPECT_EQ(grid.pairs().size(), 500u * 499 / 2);
}

}  // namespace
}  // namespace glance::test
