// Space-time bounds by hand: who sleeps, who wakes when, and what a body that does not keep to its
// bound costs.
#include "broad/space_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "glance/rng.h"
#include "support/box_scene.h"
#include "support/sample_share.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

using Keys = std::vector<PairKey>;
constexpr float kUnbounded = std::numeric_limits<float>::infinity();

Keys keys(std::span<const PairKey> list) { return {list.begin(), list.end()}; }

class SpaceTimeTest : public testing::Test {
 protected:
  void step() { expect_right_pairs(broad, scene); }
  /// Frames of even flight along x, the first of which is no surprise any more.
  void fly(std::uint32_t body, float speed, int frames) {
    for (int i = 0; i < frames; i++) {
      FloatBox box = scene.boxes.get(body);
      box.lower[0] += speed;
      box.upper[0] += speed;
      scene.move(body, box);
      step();
    }
  }

  SpaceTime broad;
  BoxScene scene;
};

TEST_F(SpaceTimeTest, EmptyAndOne) {
  step();
  scene.add(cube_at(0, 0, 0));
  step();
  step();
  scene.move(0, cube_at(5, 0, 0));
  step();
  scene.remove(0);
  step();
  EXPECT_TRUE(broad.pairs().empty());
}

/// Two bodies on their way towards each other are not looked at before they meet, nor is a third
/// one at all.
TEST_F(SpaceTimeTest, APairSleepsUntilItMeets) {
  const std::uint32_t a = scene.add(cube_at(0, 0, 0));
  const std::uint32_t b = scene.add(cube_at(4.3125F, 0, 0));
  scene.add(cube_at(0, 50, 0));
  step();
  fly(a, 0.125F, 2);  // the second time as the first: now it is known
  std::size_t woken = 0, bounds = 0;
  int frames = 2;
  while (broad.pairs().empty()) {
    fly(a, 0.125F, 1);
    frames++;
    woken += broad.woken;
    bounds += broad.new_bounds;
  }
  EXPECT_EQ(frames, 27);  // 3.3125 of 0.125 each
  EXPECT_EQ(keys(broad.pairs()), (Keys{pair_key(a, b)}));
  EXPECT_LE(woken, 4u);  // bounds end on the way; and at most twice where rounding is in doubt
  EXPECT_LE(bounds, 4u);
}

TEST_F(SpaceTimeTest, NothingAtRestCostsAnything) {
  for (int i = 0; i < 100; i++) scene.add(cube_at(1.001F * (i % 10), 1.001F * (i / 10), 0));
  step();
  for (int i = 0; i < 70; i++) {
    // "Moved", as bodies do that turn within the same box.
    if (i % 2) scene.move(7, scene.boxes.get(7));
    step();
    EXPECT_EQ(broad.woken, 0u);
    EXPECT_EQ(broad.new_bounds, 0u);
  }
  EXPECT_EQ(broad.sleeping(), 0u);
}

TEST_F(SpaceTimeTest, JumpsImpulsesAndStops) {
  const std::uint32_t a = scene.add(cube_at(0, 0, 0));
  const std::uint32_t b = scene.add(cube_at(100, 0, 0));
  for (int i = 0; i < 20; i++) scene.add(cube_at(5.0F * i, 200, 0));
  step();
  fly(a, 0.25F, 20);
  EXPECT_EQ(broad.new_bounds, 0u);
  scene.move(a, cube_at(100, 0.5F, 0));  // a jump, on top of the other
  step();
  EXPECT_EQ(keys(broad.added()), (Keys{pair_key(a, b)}));
  fly(a, -0.5F, 4);
  EXPECT_TRUE(broad.pairs().empty());
  fly(a, 0.75F, 1);  // an impulse
  fly(a, 0.75F, 1);
  EXPECT_EQ(broad.pairs().size(), 1u);
  fly(a, -1.5F, 3);
  step();  // it stops without being mentioned
  EXPECT_EQ(broad.new_bounds, 1u);
  step();
  EXPECT_EQ(broad.new_bounds, 0u);
  scene.move(b, scene.boxes.get(a));
  step();
  EXPECT_EQ(broad.pairs().size(), 1u);
}

/// Bodies within a growing box around another: parted, but not for long.
TEST_F(SpaceTimeTest, PairsThatPartAndMeetAgain) {
  const std::uint32_t a = scene.add(cube_at(0, 0, 0));
  scene.add(cube_at(1, 0, 0));
  step();
  int met = 0;
  for (int i = 0; i < 200; i++) {
    scene.move(a, cube_at(0.25F * std::sin(0.3F * static_cast<float>(i)), 0, 0));
    step();
    met += static_cast<int>(broad.added().size());
  }
  EXPECT_GE(met, 8);
}

TEST_F(SpaceTimeTest, SidesAtInfinity) {
  const std::uint32_t floor =
      scene.add({{-kUnbounded, -kUnbounded, -kUnbounded}, {kUnbounded, kUnbounded, 0}}, true);
  const std::uint32_t ball = scene.add(cube_at(0, 0, 10));
  for (int i = 0; i < 40; i++) {
    scene.move(ball, cube_at(0, 0, 10 - 0.25F * static_cast<float>(i)));
    step();
  }
  EXPECT_EQ(broad.pairs().size(), 1u);
  scene.set_static(floor, false);
  for (int i = 0; i < 20; i++) {  // the floor sinks
    FloatBox box = scene.boxes.get(floor);
    box.upper[2] -= 0.5F;
    scene.move(floor, box);
    step();
  }
  EXPECT_TRUE(broad.pairs().empty());
}

TEST_F(SpaceTimeTest, StaticPairsNeverAndIndicesAgain) {
  const std::uint32_t a = scene.add(cube_at(0, 0, 0), true);
  const std::uint32_t b = scene.add(cube_at(0.5F, 0, 0), true);
  step();
  EXPECT_TRUE(broad.pairs().empty());
  scene.set_static(a, false);
  step();
  EXPECT_EQ(broad.pairs().size(), 1u);
  scene.remove(a);
  step();
  EXPECT_EQ(broad.removed().size(), 1u);
  EXPECT_EQ(scene.add(cube_at(3, 0, 0)), a);
  step();
  fly(a, -0.25F, 8);
  EXPECT_EQ(keys(broad.pairs()), (Keys{pair_key(a, b)}));
}

/// Falls as it was said to: its bound holds until it ends. Without a word, or with too small a
/// number, it takes more of them.
TEST(SpaceTimePromise, SparesBoundsAndIsChecked) {
  const auto fall = [](float promised) {
    SpaceTime broad;
    BoxScene scene;
    const std::uint32_t ball = scene.add(cube_at(0, 0, 0));
    scene.add(cube_at(1000, 0, 0));
    broad.promise(ball, promised);
    std::size_t bounds = 0, broken = 0;
    for (int i = 0; i < 120; i++) {
      const auto t = static_cast<float>(i);
      scene.move(ball, cube_at(0.5F * t, 0, -0.0009765625F * t * t));  // 2^-9 a frame and frame
      broad.update(scene.boxes, scene.is_static, scene.changes());
      if (i < 3) continue;
      bounds += broad.new_bounds;
      broken += broad.acceleration_exceeded;
    }
    return std::pair(bounds, broken);
  };
  const auto kept = fall(0.002F), silent = fall(0), broken = fall(0.0005F);
  EXPECT_EQ(kept.second, 0u);
  EXPECT_LE(kept.first, 12u);
  EXPECT_EQ(silent.second, 0u);
  EXPECT_GT(broken.second, 5u);
  EXPECT_GE(broken.first, 2 * kept.first);
}

TEST_F(SpaceTimeTest, ReservedAndCountedMemory) {
  const std::size_t before = broad.bytes();
  broad.reserve(1000, 5000);
  EXPECT_GT(broad.bytes(), before + 1000 * 2 * 6 * sizeof(float));
  step();
}

/// Two boxes that do what they like within their bounds are apart for as long as it says.
TEST(MotionBound, FramesApartIsNeverLate) {
  Rng rng(1);
  int met = 0, never = 0, tight = 0;
  const int pairs = scaled_count(4000);
  for (int n = 0; n < pairs; n++) {
    std::array<MotionBound, 2> bounds;
    std::array<Vec3, 2> at, speed;
    std::array<FloatBox, 2> boxes;
    const double limit = rng.chance(0.3) ? 0 : rng.uniform(0, 0.01);
    const auto box_of = [](const Vec3& p) {
      return cube_at(static_cast<float>(p.x()), static_cast<float>(p.y()),
                     static_cast<float>(p.z()));
    };
    for (int i = 0; i < 2; i++) {
      at[i] = Vec3(i * rng.uniform(1.0, 4), i * rng.uniform(0, 1.2), i * rng.uniform(0, 1.2));
      speed[i] = rng.in_box(0.05) + Vec3(i == 0 ? 0.03 : -0.03, 0, 0);
      boxes[i] = box_of(at[i]);
      bounds[i] = bound_motion(box_of(at[i] - speed[i]), boxes[i], static_cast<float>(limit));
    }
    if (frames_apart(bounds[0], 0, bounds[1], 0) == 0) continue;
    // Towards each other as hard as they may, or at random; asked again on the way.
    const bool attack = rng.chance(0.7);
    double apart_until = 0;
    for (int t = 0; t <= 60; t++) {
      const double apart = frames_apart(bounds[0], t, bounds[1], t);
      BoxArrays both;
      both.resize(2);
      for (std::uint32_t i = 0; i < 2; i++) {
        ASSERT_TRUE(bounds[i].holds(boxes[i], t)) << n << " " << t;
        const FloatBox all = reach(bounds[i], 60);
        for (int k = 0; k < 3; k++) {
          ASSERT_LE(all.lower[k], boxes[i].lower[k]);
          ASSERT_GE(all.upper[k], boxes[i].upper[k]);
        }
        both.set(i, boxes[i]);
      }
      const bool overlap = both.overlap(0, 1);
      ASSERT_FALSE(overlap && t < apart_until) << n << " " << t;
      ASSERT_FALSE(overlap && apart > 0);
      apart_until = std::max(apart_until, t + apart);
      if (overlap) {
        met++;
        tight += t <= apart_until + 2;
        break;
      }
      if (t == 60) never++;
      for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
          const double towards = at[1 - i][k] > at[i][k] ? limit : -limit;
          speed[i][k] += attack ? towards : rng.uniform(-limit, limit);
        }
        at[i] += speed[i];
        boxes[i] = box_of(at[i]);
      }
    }
  }
  std::printf("  of %d pairs %d met, %d within two frames of the bound; %d never\n", pairs, met,
              tight, never);
  expect_share(met, pairs);
  EXPECT_GE(tight, met / 2);
}

}  // namespace
}  // namespace glance::test
