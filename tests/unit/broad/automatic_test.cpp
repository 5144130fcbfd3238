// What the automatic broad phase chooses, and that changing sides or methods loses nothing.
#include "broad/automatic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/rng.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

class AutomaticTest : public testing::Test {
 protected:
  void step() { ASSERT_NO_FATAL_FAILURE(expect_right_pairs(automatic, scene)); }
  /// Without looking at all pairs.
  void quick_step() { automatic.update(scene.boxes, scene.is_static, scene.changes()); }
  BroadPhase::Choice choice() const { return *automatic.choice(); }
  FloatBox anywhere() {
    const auto at = [&] { return static_cast<float>(rng.uniform(-room, room)); };
    return cube_at(at(), at(), at());
  }
  void add(int count, bool fixed = false) {
    for (int i = 0; i < count; i++) scene.add(anywhere(), fixed);
  }
  void move(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; i++) {
      FloatBox box = scene.boxes.get(i);
      for (int k = 0; k < 3; k++) {
        const auto by = static_cast<float>(rng.uniform(-0.1, 0.1));
        box.lower[k] += by;
        box.upper[k] += by;
      }
      scene.move(i, box);
    }
  }
  double room = 10;
  Rng rng{5};
  Automatic automatic;
  BoxScene scene;
};

TEST_F(AutomaticTest, ListsForFewAndTheGridForMany) {
  add(100);
  step();
  EXPECT_FALSE(choice().is_grid);
  room = 20;
  add(2400);
  step();
  EXPECT_TRUE(choice().is_grid);
  EXPECT_EQ(choice().movers, 2500u);
  move(0, 2500);
  step();
  // Not to and fro.
  for (std::uint32_t i = 1000; i < 2500; i++) scene.remove(i);
  move(0, 1000);
  step();
  EXPECT_TRUE(choice().is_grid);
  for (std::uint32_t i = 800; i < 1500; i++) scene.remove(i);
  move(0, 800);
  step();
  EXPECT_FALSE(choice().is_grid);
}

TEST_F(AutomaticTest, StaticBodiesAreKeptApartFromTheNextFrameOn) {
  add(1000, true);
  add(50);
  step();
  EXPECT_EQ(choice().movers, 1050u);
  move(1000, 1050);
  step();
  EXPECT_EQ(choice().movers, 50u);
  EXPECT_EQ(choice().resting, 1000u);
  EXPECT_TRUE(choice().is_apart);
  for (int frame = 0; frame < 30; frame++) {
    move(1000, 1050);
    step();
  }
  // One becomes movable, and moves.
  scene.set_static(7, false);
  move(7, 8);
  step();
  EXPECT_EQ(choice().movers, 51u);
}

TEST_F(AutomaticTest, BodiesThatRestGoApartAndComeBack) {
  room = 3;
  add(300);
  step();
  for (int frame = 0; frame < 40; frame++) {
    move(0, 20);
    step();
  }
  EXPECT_EQ(choice().movers, 20u);
  EXPECT_EQ(choice().resting, 280u);
  EXPECT_FALSE(automatic.pairs().empty());
  // All of them move again: nobody is apart any longer.
  for (int frame = 0; frame < 20; frame++) {
    move(0, 300);
    step();
  }
  EXPECT_EQ(choice().movers, 300u);
  EXPECT_FALSE(choice().is_apart);
}

TEST_F(AutomaticTest, AFewAtRestAreNotWorthIt) {
  add(6, true);
  add(200);
  for (int frame = 0; frame < 30; frame++) {
    move(6, 206);
    step();
  }
  EXPECT_EQ(choice().movers, 206u);
  EXPECT_FALSE(choice().is_apart);
}

TEST_F(AutomaticTest, HalfOfTheBodiesLeavingAndNobodyLeft) {
  add(500, true);
  add(20);
  step();
  move(500, 520);
  step();
  ASSERT_TRUE(choice().is_apart);
  for (std::uint32_t i = 0; i < 510; i += 2) scene.remove(i);
  step();
  for (std::uint32_t i = 0; i < 520; i++) scene.remove(i);
  step();
  EXPECT_EQ(choice().movers + choice().resting, 0u);
  step();
}

TEST_F(AutomaticTest, AMillionStaticBodiesCostNothingElsewhere) {
  // (A tenth of a million: it is the counts that are looked at.)
  room = 100;
  add(100000, true);
  room = 1;
  for (int i = 0; i < 20; i++) {
    FloatBox box = anywhere();
    for (int k = 0; k < 3; k++) {
      box.lower[k] += 1000;
      box.upper[k] += 1000;
    }
    scene.add(box);
  }
  quick_step();
  move(100000, 100020);
  quick_step();
  EXPECT_EQ(choice().movers, 20u);
  EXPECT_FALSE(choice().is_grid);
  for (int frame = 0; frame < 5; frame++) {
    move(100000, 100020);
    quick_step();
    for (const std::uint64_t swaps : automatic.swaps) EXPECT_LT(swaps, 200u);
    EXPECT_FALSE(automatic.sorted_again);
  }
}

TEST_F(AutomaticTest, AnyHistoryIsTaken) {
  add(300);
  step();
  const std::vector<std::uint8_t> odd(1000, 0xff);
  automatic.set_body_history(odd);
  automatic.set_history({~0ull, ~0ull, ~0ull, ~0ull}, scene.boxes);
  for (int frame = 0; frame < 20; frame++) {
    move(0, 100);
    step();
  }
}

}  // namespace
}  // namespace glance::test
