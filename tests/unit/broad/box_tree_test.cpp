// The tree of boxes by itself, against looking at all boxes, and the lists that bodies keep of it.
#include "broad/box_tree.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <numeric>

#include "broad/near_lists.h"
#include "glance/rng.h"
#include "support/box_scene.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

using Ids = std::vector<std::uint32_t>;

class TreeTest : public testing::Test {
 protected:
  FloatBox any_box(double room) {
    FloatBox box;
    for (int k = 0; k < 3; k++) {
      box.lower[k] = static_cast<float>(rng.uniform(-room, room));
      box.upper[k] = box.lower[k] + static_cast<float>(rng.uniform(0, 1));
      if (rng.chance(0.01)) box.upper[k] = std::numeric_limits<float>::infinity();
      if (rng.chance(0.01)) box.lower[k] = -std::numeric_limits<float>::infinity();
    }
    return box;
  }
  void make_boxes(std::size_t count, double room) {
    boxes.resize(count);
    for (std::uint32_t i = 0; i < count; i++) boxes.set(i, any_box(room));
  }
  Ids found(const FloatBox& box) const {
    Ids list;
    tree.find(box, [&](std::uint32_t body) { list.push_back(body); });
    std::ranges::sort(list);
    return list;
  }
  Ids expected(const FloatBox& box) const {
    Ids list;
    for (std::uint32_t i = 0; i < boxes.size(); i++) {
      if (!tree.contains(i)) continue;
      bool apart = false;
      for (int k = 0; k < 3; k++) {
        apart |= boxes.upper[k][i] < box.lower[k] || box.upper[k] < boxes.lower[k][i];
      }
      if (!apart) list.push_back(i);
    }
    return list;
  }
  Rng rng{8};
  BoxArrays boxes;
  BoxTree tree;
};

TEST_F(TreeTest, EmptyOneAndTwo) {
  make_boxes(2, 1);
  const FloatBox all{{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};
  EXPECT_TRUE(found(all).empty());
  tree.insert({}, boxes);
  tree.remove({});
  EXPECT_TRUE(tree.is_valid());
  tree.insert(Ids{1}, boxes);
  EXPECT_EQ(found(all), Ids{1});
  tree.insert(Ids{0}, boxes);
  EXPECT_EQ(found(all), (Ids{0, 1}));
  tree.remove(Ids{1});
  EXPECT_EQ(found(all), Ids{0});
  EXPECT_FALSE(tree.contains(1));
  tree.remove(Ids{0});
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_TRUE(found(all).empty());
  EXPECT_TRUE(tree.is_valid());
}

TEST_F(TreeTest, FindsWhatLookingAtAllFinds) {
  long hits = 0, asked = 0;
  for (int round = 0; round < 40; round++) {
    make_boxes(300, round % 4 == 0 ? 0.5 : 6);
    tree.clear();
    for (int step = 0; step < 60; step++) {
      // One by one, in small groups, and many at once.
      const double part = step % 20 == 0 ? 0.5 : 0.01;
      Ids come, go;
      for (std::uint32_t i = 0; i < 300; i++) {
        if (!rng.chance(part)) continue;
        (tree.contains(i) ? go : come).push_back(i);
      }
      tree.remove(go);
      for (const std::uint32_t i : come) boxes.set(i, any_box(6));
      tree.insert(come, boxes);
      ASSERT_TRUE(tree.is_valid()) << round << " " << step;
      FloatBox box = any_box(5);
      for (float& side : box.upper) side += 1;
      const Ids right = expected(box);
      ASSERT_EQ(found(box), right) << round << " " << step;
      asked++;
      hits += !right.empty();
    }
  }
  EXPECT_GT(hits, asked * 3 / 10);
  EXPECT_LT(hits, asked * 9 / 10);
}

TEST_F(TreeTest, WalksByAnyTest) {
  make_boxes(500, 5);
  Ids all(500);
  std::iota(all.begin(), all.end(), 0u);
  tree.insert(all, boxes);
  // All that reach beyond a plane.
  Ids beyond, right;
  tree.walk([](const FloatBox& box) { return box.upper[0] >= 3; },
            [&](std::uint32_t body) { beyond.push_back(body); });
  std::ranges::sort(beyond);
  for (const std::uint32_t i : all) {
    if (boxes.upper[0][i] >= 3) right.push_back(i);
  }
  EXPECT_EQ(beyond, right);
}

TEST_F(TreeTest, BodiesInARowAndInOnePlaceAreNoDeepTree) {
  boxes.resize(4000);
  for (std::uint32_t i = 0; i < 4000; i++) boxes.set(i, cube_at(static_cast<float>(i), 0, 0));
  for (std::uint32_t i = 0; i < 4000; i++) tree.insert(Ids{i}, boxes);
  EXPECT_TRUE(tree.is_valid());
  EXPECT_LT(tree.mean_depth(), 24);
  tree.clear();
  for (std::uint32_t i = 0; i < 4000; i++) boxes.set(i, cube_at(1, 2, 3));
  for (std::uint32_t i = 0; i < 4000; i++) tree.insert(Ids{i}, boxes);
  EXPECT_EQ(found(cube_at(1, 2, 3)).size(), 4000u);
  EXPECT_TRUE(tree.is_valid());
}

/// Peers' trees become several times slower in a few hundred frames.
TEST_F(TreeTest, DoesNotDegradeOverThousandsOfFrames) {
  constexpr std::uint32_t kBodies = 2000;
  const auto somewhere = [&] {
    const auto at = [&] { return static_cast<float>(rng.uniform(-10, 10)); };
    return cube_at(at(), at(), at());
  };
  boxes.resize(kBodies);
  for (std::uint32_t i = 0; i < kBodies; i++) boxes.set(i, somewhere());
  Ids all(kBodies);
  std::iota(all.begin(), all.end(), 0u);
  tree.insert(all, boxes);
  const auto looked_at = [&] {
    Rng places(1);
    std::size_t nodes = 0;
    for (int i = 0; i < 300; i++) {
      const auto at = [&] { return static_cast<float>(places.uniform(-10, 10)); };
      const FloatBox box = cube_at(at(), at(), at());
      tree.walk(
          [&](const FloatBox& other) {
            nodes++;
            bool meets = true;
            for (int k = 0; k < 3; k++) {
              meets &= box.lower[k] <= other.upper[k] && other.lower[k] <= box.upper[k];
            }
            return meets;
          },
          [](std::uint32_t) {});
    }
    return nodes;
  };
  const std::size_t fresh = looked_at();
  std::size_t worst = 0;
  for (int frame = 0; frame < 5000; frame++) {
    Ids moved;
    for (int i = 0; i < 5; i++) {
      const std::uint32_t body = rng.below(kBodies);
      if (std::ranges::find(moved, body) == moved.end()) moved.push_back(body);
    }
    tree.remove(moved);
    for (const std::uint32_t body : moved) boxes.set(body, somewhere());
    tree.insert(moved, boxes);
    if (frame % 97 == 0) worst = std::max(worst, looked_at());
  }
  EXPECT_TRUE(tree.is_valid());
  EXPECT_GT(tree.rebuilds(), 5u);
  std::printf("  boxes looked at: %zu, at worst %zu\n", fresh, worst);
  EXPECT_LT(static_cast<double>(worst), 1.6 * static_cast<double>(fresh));
}

TEST_F(TreeTest, HugeBoxesHangNearTheRoot) {
  make_boxes(1000, 100);
  boxes.set(999, {{-1000, -1000, -1000}, {1000, 1000, 1000}});
  Ids some(999);
  std::iota(some.begin(), some.end(), 0u);
  tree.insert(some, boxes);
  const double depth = tree.mean_depth();
  tree.insert(Ids{999}, boxes);
  EXPECT_LT(tree.mean_depth(), depth + 1.01);
}

class NearListsTest : public TreeTest {
 protected:
  Ids met(std::uint32_t body) {
    Ids list;
    near.find(body, boxes, tree, [&](std::uint32_t other) { list.push_back(other); });
    std::ranges::sort(list);
    return list;
  }
  NearLists near;
};

TEST_F(NearListsTest, SearchesOnlyWhenABodyHasLeftItsBox) {
  boxes.resize(3);
  boxes.set(0, cube_at(0, 0, 0));
  boxes.set(1, cube_at(1.4F, 0, 0));
  boxes.set(2, cube_at(3, 0, 0));
  tree.insert(Ids{1, 2}, boxes);
  near.make_room(1);
  EXPECT_TRUE(met(0).empty());
  EXPECT_EQ(near.searches(), 1u);
  boxes.set(0, cube_at(0.45F, 0, 0));
  EXPECT_EQ(met(0), Ids{1});
  EXPECT_EQ(near.searches(), 1u);
  boxes.set(0, cube_at(2, 0, 0));
  EXPECT_EQ(met(0), (Ids{1, 2}));
  EXPECT_EQ(near.searches(), 2u);
  tree.remove(Ids{1});
  EXPECT_EQ(met(0), Ids{2});
  EXPECT_EQ(near.searches(), 2u);
  tree.insert(Ids{1}, boxes);
  near.forget_all();
  EXPECT_EQ(met(0), (Ids{1, 2}));
}

TEST_F(NearListsTest, TheSameAsTheTree) {
  make_boxes(260, 5);
  Ids tenants(200);
  std::iota(tenants.begin(), tenants.end(), 0u);
  tree.insert(tenants, boxes);
  near.make_room(10);  // too little: bodies share places
  std::uint64_t asked = 0;
  for (int frame = 0; frame < 200; frame++) {
    for (std::uint32_t body = 200; body < 260; body++) {
      FloatBox box = boxes.get(body);
      const auto by = static_cast<float>(rng.uniform(-0.05, 0.05));
      for (int k = 0; k < 3; k++) {
        box.lower[k] += by;
        box.upper[k] += by;
      }
      boxes.set(body, rng.chance(0.02) ? any_box(5) : box);
      ASSERT_EQ(met(body), expected(boxes.get(body)));
      asked++;
    }
    if (frame % 10 != 0) continue;
    const Ids one = {rng.below(200)};
    if (tree.contains(one[0])) {
      tree.remove(one);
    } else {
      tree.insert(one, boxes);
      near.forget_all();
    }
  }
  EXPECT_LT(near.searches(), asked);
}

}  // namespace
}  // namespace glance::test
