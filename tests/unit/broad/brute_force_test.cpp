// The reference for all broad phases, against pairs counted by hand.
#include <gtest/gtest.h>

#include "broad/broad_phase.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

TEST(PairKey, IsTheSameBothWaysAndInIdOrder) {
  EXPECT_EQ(pair_key(3, 7), pair_key(7, 3));
  EXPECT_EQ(first_of(pair_key(7, 3)), 3u);
  EXPECT_EQ(second_of(pair_key(7, 3)), 7u);
  EXPECT_LT(pair_key(0, 0x7fffffff), pair_key(1, 2));
  EXPECT_LT(pair_key(1, 2), pair_key(1, 3));
  EXPECT_EQ(second_of(pair_key(UINT32_MAX, 1)), UINT32_MAX);
}

TEST(BruteForce, EmptyAndOne) {
  const auto broad = make_brute_force();
  BoxScene scene;
  broad->update(scene.boxes, scene.is_static, scene.changes());
  EXPECT_TRUE(broad->pairs().empty());
  scene.add(cube_at(0, 0, 0));
  broad->update(scene.boxes, scene.is_static, scene.changes());
  EXPECT_TRUE(broad->pairs().empty());
}

TEST(BruteForce, AddedKeptAndRemovedInIdOrder) {
  const auto broad = make_brute_force();
  BoxScene scene;
  for (const float x : {0.0F, 1.0F, 2.0F, 3.0F}) scene.add(cube_at(x, 0, 0));  // in a row
  const auto step = [&] { broad->update(scene.boxes, scene.is_static, scene.changes()); };
  step();
  const Keys row{pair_key(0, 1), pair_key(1, 2), pair_key(2, 3)};
  EXPECT_EQ(keys(broad->pairs()), row);
  EXPECT_EQ(keys(broad->added()), row);
  EXPECT_TRUE(broad->removed().empty());

  step();  // nothing happens
  EXPECT_EQ(keys(broad->pairs()), row);
  EXPECT_TRUE(broad->added().empty());
  EXPECT_TRUE(broad->removed().empty());

  scene.move(3, cube_at(-1, 0, 0));  // to the other end
  step();
  EXPECT_EQ(keys(broad->pairs()), (Keys{pair_key(0, 1), pair_key(0, 3), pair_key(1, 2)}));
  EXPECT_EQ(keys(broad->added()), (Keys{pair_key(0, 3)}));
  EXPECT_EQ(keys(broad->removed()), (Keys{pair_key(2, 3)}));

  scene.remove(0);
  step();
  EXPECT_EQ(keys(broad->pairs()), (Keys{pair_key(1, 2)}));
  EXPECT_EQ(keys(broad->removed()), (Keys{pair_key(0, 1), pair_key(0, 3)}));

  EXPECT_EQ(scene.add(cube_at(2, 0, 0)), 0u);  // the index again
  step();
  EXPECT_EQ(keys(broad->added()), (Keys{pair_key(0, 1), pair_key(0, 2)}));
}

TEST(BruteForce, StaticPairsAreNeverListed) {
  const auto broad = make_brute_force();
  BoxScene scene;
  scene.add(cube_at(0, 0, 0), true);
  scene.add(cube_at(0, 0, 0), true);
  scene.add(cube_at(0, 0, 0), false);
  const auto step = [&] { broad->update(scene.boxes, scene.is_static, scene.changes()); };
  step();
  EXPECT_EQ(keys(broad->pairs()), (Keys{pair_key(0, 2), pair_key(1, 2)}));
  scene.set_static(0, false);
  step();
  EXPECT_EQ(keys(broad->added()), (Keys{pair_key(0, 1)}));
  scene.set_static(2, true);
  step();
  EXPECT_EQ(keys(broad->pairs()), (Keys{pair_key(0, 1), pair_key(0, 2)}));
  EXPECT_EQ(keys(broad->removed()), (Keys{pair_key(1, 2)}));
}

/// A body that is taken out and put in again in one frame, in place: nothing changed.
TEST(BruteForce, ReinsertedInPlaceIsKept) {
  const auto broad = make_brute_force();
  BoxScene scene;
  scene.add(cube_at(0, 0, 0));
  scene.add(cube_at(0, 0, 0));
  broad->update(scene.boxes, scene.is_static, scene.changes());
  scene.set_static(0, true);
  broad->update(scene.boxes, scene.is_static, scene.changes());
  EXPECT_EQ(broad->pairs().size(), 1u);
  EXPECT_TRUE(broad->added().empty());
  EXPECT_TRUE(broad->removed().empty());
}

}  // namespace
}  // namespace glance::test
