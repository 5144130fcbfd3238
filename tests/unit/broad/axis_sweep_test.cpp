// One sweep along one axis: every pair once, whatever the order before it, and the axis along
// which there is least to compare.
#include <algorithm>

#include "broad/axis_sweep.h"

#include <gtest/gtest.h>

#include "broad/pair_key.h"
#include "glance/rng.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

/// All pairs found, sorted; a pair that is found twice is listed twice.
std::vector<PairKey> run(AxisSweep& sweep, const BoxArrays& boxes) {
  std::vector<PairKey> pairs;
  sweep.run(boxes, [&](std::uint32_t i, std::uint32_t j) { pairs.push_back(pair_key(i, j)); });
  std::ranges::sort(pairs);
  return pairs;
}

TEST(AxisSweep, EmptyAndOne) {
  AxisSweep sweep;
  BoxScene scene;
  EXPECT_TRUE(run(sweep, scene.boxes).empty());
  scene.add(cube_at(0, 0, 0));
  sweep.append(0);
  EXPECT_TRUE(run(sweep, scene.boxes).empty());
  EXPECT_EQ(sweep.size(), 1u);
  const std::uint8_t gone[] = {1};
  sweep.remove(gone);
  EXPECT_EQ(sweep.size(), 0u);
  EXPECT_TRUE(run(sweep, scene.boxes).empty());
}

/// Numbers around multiples of four, on a lattice with many ties.
TEST(AxisSweep, EveryPairOnce) {
  Rng rng(1);
  for (std::uint32_t count = 2; count <= 25; count++) {
    AxisSweep sweep;
    BoxScene scene;
    for (std::uint32_t i = 0; i < count; i++) {
      scene.add({});
      sweep.append(i);
    }
    for (int frame = 0; frame < 20; frame++) {
      for (std::uint32_t i = 0; i < count; i++) {
        if (frame > 0 && rng.chance(0.5)) continue;
        const auto x = [&] { return static_cast<float>(rng.below(4)); };
        scene.boxes.set(i, cube_at(x(), x(), x(), rng.chance(0.3) ? 0.25F : 0.5F));
      }
      ASSERT_EQ(run(sweep, scene.boxes), scene.overlapping()) << count << " boxes " << frame;
    }
  }
}

TEST(AxisSweep, ChoosesTheAxisAlongWhichBoxesAreFewest) {
  for (int axis = 0; axis < 3; axis++) {
    AxisSweep sweep;
    BoxScene scene;
    for (std::uint32_t i = 0; i < 40; i++) {
      FloatBox box = cube_at(0, 0, 0);
      box.lower[axis] += 2.0F * i;  // in a row, apart only along this one
      box.upper[axis] += 2.0F * i;
      scene.add(box);
      sweep.append(i);
    }
    EXPECT_TRUE(run(sweep, scene.boxes).empty());
    EXPECT_EQ(sweep.axis(), axis);
    // A row along another axis: found out in one run, used from the next one on.
    const int other = (axis + 1) % 3;
    for (std::uint32_t i = 0; i < 40; i++) {
      FloatBox box = cube_at(0, 0, 0);
      box.lower[other] += 2.0F * i;
      box.upper[other] += 2.0F * i;
      scene.boxes.set(i, box);
    }
    EXPECT_TRUE(run(sweep, scene.boxes).empty());
    EXPECT_EQ(sweep.axis(), other);
    EXPECT_TRUE(run(sweep, scene.boxes).empty());
    EXPECT_EQ(sweep.swaps(), 0u);
  }
}

TEST(AxisSweep, CountsExchanges) {
  AxisSweep sweep;
  BoxScene scene;
  for (std::uint32_t i = 0; i < 8; i++) {
    scene.add(cube_at(2.0F * i, 0, 0));
    sweep.append(i);
  }
  run(sweep, scene.boxes);
  run(sweep, scene.boxes);
  EXPECT_EQ(sweep.swaps(), 0u);
  scene.boxes.set(0, cube_at(7, 0, 0));  // past three
  run(sweep, scene.boxes);
  EXPECT_EQ(sweep.swaps(), 3u);
  // Without a run in between it starts afresh: from an order of long ago nothing follows.
  scene.boxes.set(0, cube_at(0, 0, 0));
  sweep.fall_behind();
  EXPECT_TRUE(run(sweep, scene.boxes).empty());
  EXPECT_EQ(sweep.swaps(), 0u);
}

}  // namespace
}  // namespace glance::test
