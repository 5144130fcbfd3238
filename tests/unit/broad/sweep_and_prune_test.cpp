// Sweep and prune by hand: the cases in which lists of ends go wrong, with every sort.
#include "broad/sweep_and_prune.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <iterator>

#include "glance/rng.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class SweepAndPruneTest : public testing::TestWithParam<EndSort> {
 protected:
  void step() { expect_right_pairs(sap, scene); }
  std::uint64_t all_swaps() const { return sap.swaps[0] + sap.swaps[1] + sap.swaps[2]; }

  /// So many bodies far away that a few changes below do not sort everything again.
  void add_bystanders(int count = 60) {
    for (int i = 0; i < count; i++) {
      scene.add(cube_at(1000 + 3.0F * i, 1000 + 3.0F * i, 1000 + 3.0F * i));
    }
  }

  SweepAndPrune sap{GetParam()};
  BoxScene scene;
};

TEST_P(SweepAndPruneTest, EmptyAndOne) {
  step();
  EXPECT_FALSE(scene.changes().added.size());
  scene.add(cube_at(0, 0, 0));
  step();
  step();
  scene.move(0, cube_at(5, 0, 0));
  step();
  scene.remove(0);
  step();
  EXPECT_TRUE(sap.pairs().empty());
  step();
}

TEST_P(SweepAndPruneTest, TouchingFacesEdgesAndCornersOverlap) {
  add_bystanders();
  step();
  const std::uint32_t still = scene.add(cube_at(0, 0, 0));
  const std::uint32_t mover = scene.add(cube_at(9, 9, 9));
  step();
  for (const float x : {-1.0F, 0.0F, 1.0F}) {
    for (const float y : {-1.0F, 0.0F, 1.0F}) {
      for (const float z : {-1.0F, 0.0F, 1.0F}) {
        scene.move(mover, cube_at(x, y, z));
        step();
        EXPECT_EQ(keys(sap.pairs()), (Keys{pair_key(still, mover)}));
        scene.move(mover, cube_at(2 * x + 0.25F, 2 * y + 0.25F, 2 * z));
        step();
      }
    }
  }
}

TEST_P(SweepAndPruneTest, ZeroAndMinusZeroAreOneValue) {
  add_bystanders();
  scene.add({{-1, -1, -1}, {0.0F, 1, 1}});
  scene.add({{5, -1, -1}, {6, 1, 1}});
  step();
  const auto mover = static_cast<std::uint32_t>(scene.size() - 1);
  scene.move(mover, {{-0.0F, -1, -1}, {6, 1, 1}});
  step();
  EXPECT_EQ(sap.pairs().size(), 1u);
  scene.move(mover, {{0.0F, -1, -1}, {6, 1, 1}});
  step();
  EXPECT_EQ(sap.pairs().size(), 1u);
  EXPECT_EQ(all_swaps(), 0u);
  scene.move(mover, {{1e-45F, -1, -1}, {6, 1, 1}});
  step();
  EXPECT_TRUE(sap.pairs().empty());
}

TEST_P(SweepAndPruneTest, EqualBoxesInOnePlace) {
  for (int i = 0; i < 30; i++) scene.add(cube_at(1, 2, 3));
  step();
  EXPECT_EQ(sap.pairs().size(), 30u * 29 / 2);
  for (std::uint32_t i = 0; i < 30; i++) scene.move(i, cube_at(1, 2, 3));
  step();
  EXPECT_EQ(all_swaps(), 0u);
  for (std::uint32_t i = 0; i < 30; i++) scene.move(i, cube_at(-1, 2, 3));  // all together
  step();
  EXPECT_EQ(sap.pairs().size(), 30u * 29 / 2);
}

TEST_P(SweepAndPruneTest, InfiniteSides) {
  add_bystanders();
  const FloatBox everywhere{{-kInfinity, -kInfinity, -kInfinity},
                            {kInfinity, kInfinity, kInfinity}};
  const std::uint32_t all = scene.add(everywhere);
  const std::uint32_t far_off = scene.add({{FLT_MAX, FLT_MAX, FLT_MAX}, everywhere.upper});
  step();
  EXPECT_EQ(sap.pairs().size(), 61u);
  scene.move(all, cube_at(0, 0, 0));
  step();
  EXPECT_TRUE(sap.pairs().empty());
  scene.move(all, {{0, 0, 0}, everywhere.upper});
  step();
  scene.move(far_off, {everywhere.lower, {-FLT_MAX, -FLT_MAX, -FLT_MAX}});
  step();
  scene.move(all, everywhere);
  step();
  // One that comes while others reach beyond all numbers: it starts behind them.
  scene.add(everywhere);
  step();
  scene.add(cube_at(FLT_MAX, 0, 0));
  step();
}

/// Within one frame through each other, so that ends pass although nothing overlaps before
/// or after; along one axis, and along all.
TEST_P(SweepAndPruneTest, PassingThroughEachOther) {
  add_bystanders();
  const std::uint32_t a = scene.add(cube_at(-5, 0, 0)), b = scene.add(cube_at(5, 0, 0));
  step();
  scene.move(a, cube_at(5, 0, 0));
  scene.move(b, cube_at(-5, 0, 0));
  step();
  EXPECT_TRUE(sap.pairs().empty());
  scene.move(a, cube_at(-5, -5, -5));
  step();
  scene.move(a, cube_at(9, 9, 9));
  scene.move(b, cube_at(-9, -9, -9));
  step();
  EXPECT_TRUE(sap.pairs().empty());
  EXPECT_TRUE(sap.added().empty());
}

/// Apart along another axis before, overlapping after; and one axis ends while another begins.
TEST_P(SweepAndPruneTest, OneAxisEndsWhileAnotherBegins) {
  add_bystanders();
  const std::uint32_t a = scene.add(cube_at(0, 0, 0)), b = scene.add(cube_at(0, 5, 0));
  step();
  scene.move(b, cube_at(5, 0, 0));
  step();
  EXPECT_TRUE(sap.pairs().empty());
  scene.move(b, cube_at(0.5, 0.5, 0.5));
  scene.move(a, cube_at(0.25, 0.25, 0.25));
  step();
  EXPECT_EQ(sap.pairs().size(), 1u);
  // Around the other one: the pair lasts, although each axis ends and begins on the way.
  scene.move(b, cube_at(-0.5, -0.5, -0.5));
  step();
  EXPECT_TRUE(sap.added().empty());
  EXPECT_TRUE(sap.removed().empty());
}

TEST_P(SweepAndPruneTest, OneInsideTheOther) {
  add_bystanders();
  const std::uint32_t big = scene.add(cube_at(0, 0, 0, 10));
  const std::uint32_t small = scene.add(cube_at(20, 0, 0));
  step();
  scene.move(small, cube_at(0, 0, 0));
  step();
  EXPECT_EQ(sap.pairs().size(), 1u);
  scene.move(small, cube_at(0, 0, 0, 20));  // now around the other
  step();
  EXPECT_EQ(sap.pairs().size(), 1u);
  scene.move(big, cube_at(0, 0, 0, 30));
  step();
  scene.move(big, cube_at(0, 100, 0, 0));  // a point, elsewhere
  step();
  EXPECT_TRUE(sap.pairs().empty());
}

TEST_P(SweepAndPruneTest, StaticPairsNeverAndMobilityChanges) {
  add_bystanders();
  const std::uint32_t a = scene.add(cube_at(0, 0, 0), true);
  const std::uint32_t b = scene.add(cube_at(0.5, 0, 0), true);
  const std::uint32_t c = scene.add(cube_at(0, 0.5, 0));
  step();
  EXPECT_EQ(keys(sap.pairs()), (Keys{pair_key(a, c), pair_key(b, c)}));
  scene.set_static(a, false);
  step();
  EXPECT_EQ(keys(sap.added()), (Keys{pair_key(a, b)}));
  scene.set_static(b, false);  // changes nothing but costs
  step();
  EXPECT_TRUE(sap.added().empty());
  scene.set_static(c, true);
  scene.set_static(b, true);
  step();
  EXPECT_EQ(keys(sap.removed()), (Keys{pair_key(b, c)}));
  // At once: to static, and elsewhere.
  scene.set_static(a, true);
  scene.move(c, cube_at(0.25, 0, 0));
  scene.set_static(c, false);
  step();
  EXPECT_EQ(keys(sap.pairs()), (Keys{pair_key(a, c), pair_key(b, c)}));
  scene.move(a, cube_at(0, 0, 0.5));  // a static body that is moved all the same
  step();
}

TEST_P(SweepAndPruneTest, RemovalAndTheIndexAgain) {
  add_bystanders();
  const std::uint32_t a = scene.add(cube_at(0, 0, 0)), b = scene.add(cube_at(0.5, 0, 0));
  step();
  scene.remove(a);
  scene.move(b, cube_at(0.25, 0, 0));
  step();
  EXPECT_EQ(keys(sap.removed()), (Keys{pair_key(a, b)}));
  EXPECT_EQ(scene.add(cube_at(0, 0, 0)), a);
  scene.move(b, cube_at(0, 0.25, 0));
  step();
  EXPECT_EQ(keys(sap.added()), (Keys{pair_key(a, b)}));
  // All at once: one goes, one comes, one moves to where both are and were.
  scene.remove(a);
  const std::uint32_t fresh = scene.add(cube_at(0, 0, 0.25));
  EXPECT_NE(fresh, a);
  scene.move(b, cube_at(0, 0, 0));
  step();
  EXPECT_EQ(keys(sap.pairs()), (Keys{pair_key(b, fresh)}));
}

TEST_P(SweepAndPruneTest, AllGoAndOthersCome) {
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 20; i++) scene.add(cube_at(0.25F * i, 0, 0));
    step();
    EXPECT_FALSE(sap.pairs().empty());
    for (std::uint32_t i = 0; i < scene.size(); i++) scene.remove(i);
    step();
    EXPECT_TRUE(sap.pairs().empty());
  }
}

/// A crowd of new bodies, or a cut, is sorted from scratch; a slow frame is not.
TEST_P(SweepAndPruneTest, StartsAfreshWhenThatIsQuicker) {
  const bool lists = GetParam() == EndSort::insertion || GetParam() == EndSort::bubble;
  Rng rng(1);
  const auto anywhere = [&] {
    const Vec3 p = rng.in_box(100);
    return cube_at(static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()));
  };
  for (int i = 0; i < 1200; i++) scene.add(anywhere());
  step();
  EXPECT_EQ(sap.sorted_again, lists);
  for (std::uint32_t i = 0; i < 1200; i++) {
    FloatBox box = scene.boxes.get(i);
    for (float* side : {&box.lower[0], &box.upper[0]}) *side += 0.125F;
    scene.move(i, box);
  }
  step();
  EXPECT_FALSE(sap.sorted_again);
  for (std::uint32_t i = 0; i < 1200; i++) scene.move(i, anywhere());
  step();
  EXPECT_EQ(sap.sorted_again, lists);
  scene.move(7, anywhere());
  step();
  EXPECT_FALSE(sap.sorted_again);
}

/// Boxes that get long along the axis that was swept: the axis is chosen again, and no pair is
/// lost.
TEST_P(SweepAndPruneTest, TheAxisChanges) {
  for (int long_axis = 0; long_axis < 6; long_axis++) {
    SCOPED_TRACE(long_axis);
    for (std::uint32_t i = 0; i < 60; i++) {
      FloatBox box = cube_at(2.0F * (i % 5), 2.0F * (i / 5 % 4), 2.0F * (i / 20));
      box.lower[long_axis % 3] -= 10;
      box.upper[long_axis % 3] += 10;
      if (long_axis == 0) {
        scene.add(box);
      } else {
        scene.move(i, box);
      }
    }
    step();
    step();
    scene.move(7, cube_at(1, 1, 1));
    step();
  }
}

TEST_P(SweepAndPruneTest, ReservedAndCountedMemory) {
  const std::size_t before = sap.bytes();
  sap.reserve(1000, 5000);
  EXPECT_GT(sap.bytes(), before + 1000 * 3 * 2 * sizeof(End));
  add_bystanders();
  step();
}

std::string name_of(EndSort sort) {
  constexpr const char* kNames[] = {"automatic", "insertion", "bubble", "sweep"};
  return kNames[static_cast<int>(sort)];
}

INSTANTIATE_TEST_SUITE_P(Sorts, SweepAndPruneTest,
                         testing::Values(EndSort::automatic, EndSort::insertion, EndSort::bubble,
                                         EndSort::sweep),
                         [](const auto& sort) { return name_of(sort.param); });

/// 100 x 100 static boxes that touch each other, and a few bodies that move among them.
struct City {
  SweepAndPrune sap;
  BoxScene scene;
  std::vector<std::uint32_t> movers;

  explicit City(EndSort sort) : sap(sort) {
    for (int i = 0; i < 10000; i++) {
      scene.add(cube_at(static_cast<float>(i % 100), static_cast<float>(i / 100), 0), true);
    }
    for (int i = 0; i < 5; i++) movers.push_back(scene.add(cube_at(20.0F * i, 50, 0.75F)));
    for (int i = 0; i < 10; i++) step();  // the lists are brought back once it is quiet
  }
  void step() { sap.update(scene.boxes, scene.is_static, scene.changes()); }
  std::uint64_t swaps() const { return sap.swaps[0] + sap.swaps[1] + sap.swaps[2]; }
};

/// They are not even looked at: boxes that change behind the back of the broad phase, far from
/// all movers, go unnoticed. (A pass over the lists would have millions of exchanges.)
TEST(SweepAndPrune, StaticBodiesCostNothingWhileTheyRest) {
  for (const EndSort sort : {EndSort::automatic, EndSort::bubble}) {
    City city(sort);
    city.step();
    const BoxArrays before = city.scene.boxes;
    for (std::uint32_t body = 0; body < 10000; body++) {  // those beyond x = 85
      if (body % 100 > 85) city.scene.boxes.set(body, cube_at(1e6F - 7.0F * body, 0, 0));
    }
    for (int frame = 0; frame < 20; frame++) {
      for (const std::uint32_t mover : city.movers) {
        FloatBox box = city.scene.boxes.get(mover);
        box.lower[1] += 0.0625F;
        box.upper[1] += 0.0625F;
        city.scene.move(mover, box);
      }
      city.step();
      EXPECT_FALSE(city.sap.sorted_again);
      EXPECT_EQ(city.sap.swaps[0] + city.sap.swaps[2], 0u);  // nothing moved along x and z
      // For each end at most the ends of one row where it meets the next, and the movers'.
      EXPECT_LE(city.sap.swaps[1], 5u * 2 * (100 + 100 + 10));
    }
    for (std::uint32_t body = 0; body < 10000; body++) {
      city.scene.boxes.set(body, before.get(body));
    }
    EXPECT_EQ(keys(city.sap.pairs()), city.scene.overlapping());
    EXPECT_FALSE(city.sap.pairs().empty());
  }
}

/// The same with a pass, as a guard of the test above: it would be seen.
TEST(SweepAndPrune, APassLooksAtAllBodies) {
  City city(EndSort::insertion);
  city.scene.boxes.set(99, cube_at(-50, 0, 0));
  city.step();
  EXPECT_GT(city.swaps(), 10000u);
}

TEST(SweepAndPrune, AFrameInWhichNothingMovesHasNoExchanges) {
  for (const EndSort sort :
       {EndSort::automatic, EndSort::insertion, EndSort::bubble, EndSort::sweep}) {
    City city(sort);
    const Keys before = keys(city.sap.pairs());
    city.step();
    EXPECT_EQ(city.swaps(), 0u);
    EXPECT_FALSE(city.sap.sorted_again);
    EXPECT_EQ(keys(city.sap.pairs()), before);
    EXPECT_TRUE(city.sap.added().empty());
    EXPECT_TRUE(city.sap.removed().empty());
  }
}

}  // namespace
}  // namespace glance::test
