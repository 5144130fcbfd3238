// Frames under a budget, as a world's user sees them. That answers are right is shown by
// tests/property/critical_test.cpp.
#include <gtest/gtest.h>

#include "glance/generate.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

const SphereTreeOptions kQuickTrees = {.builder = SphereBuilder::octree, .levels = 3};

Shape rock(std::uint64_t seed) {
  const TriangleSoup soup = *bumpy_sphere(200, seed);
  return *Shape::mesh(soup.vertices, soup.triangles, {.solid = true});
}

/// Rocks in a row that nearly touch each other, all seen by the default view.
World row_of_rocks(int count, double spacing = 1.9) {
  World world;
  const Shape shape = rock(3);
  for (int i = 0; i < count; i++) {
    world.add({.shape = shape, .pose = at(spacing * (i - (count - 1) / 2.0), 0, 0)}).value();
  }
  return world;
}

TEST(CriticalWorld, PreparedTreesAreNotBuiltByFrames) {
  World world = row_of_rocks(3);
  CriticalOptions options{.budget = Budget::work(10), .trees = kQuickTrees};
  EXPECT_EQ(world.detect(options).critical.trees_built, 1u) << "one shape, one tree";
  EXPECT_EQ(world.detect(options).critical.trees_built, 0u);
  options.trees.levels = 2;
  world.prepare(options.trees);
  EXPECT_EQ(world.detect(options).critical.trees_built, 0u);
}

TEST(CriticalWorld, SpheresThatMeetAreToldOfUndecidedPairs) {
  World world = row_of_rocks(3, 1.7);
  const FrameReport frame =
      world.detect(CriticalOptions{.budget = Budget::work(10), .trees = kQuickTrees});
  ASSERT_TRUE(frame.critical.interrupted);
  ASSERT_FALSE(frame.sphere_pairs.empty());
  for (const SpherePair& pair : frame.sphere_pairs) {
    EXPECT_LT(pair.a.index, pair.b.index);
    EXPECT_LE(norm(Vec3(pair.center_a - pair.center_b)), pair.radius_a + pair.radius_b);
  }
  // All that are undecided count as touching, with a point and a normal to respond along.
  EXPECT_EQ(frame.touching.size(), frame.critical.undecided);
  for (const PairReport& pair : frame.touching) {
    EXPECT_EQ(pair.verdict, Verdict::undecided);
    EXPECT_NEAR(norm(pair.normal), 1, 1e-12);
    EXPECT_GT(pair.normal.x(), 0.5) << "from a to b";
    EXPECT_GE(pair.upper, pair.lower);
  }
  EXPECT_TRUE(world.detect(CriticalOptions{.trees = kQuickTrees}).sphere_pairs.empty());
}

TEST(CriticalWorld, UndecidedPairsAreApartIfAskedFor) {
  World world = row_of_rocks(3, 1.7);
  const FrameReport frame = world.detect(CriticalOptions{
      .budget = Budget::work(10), .undecided = Undecided::apart, .trees = kQuickTrees});
  EXPECT_GT(frame.critical.undecided, 0u);
  EXPECT_TRUE(frame.touching.empty());
}

/// The caller's own order: the pair of the largest index first, which is decided with a budget for
/// one pair.
TEST(CriticalWorld, TheCallersPriorityIsFollowed) {
  for (const std::uint32_t wanted : {0u, 1u, 2u, 3u}) {
    World world = row_of_rocks(5, 2.0);
    std::size_t asked = 0;
    CriticalOptions options{.schedule = Schedule::sorted, .trees = kQuickTrees};
    options.importance = [&](BodyId a, BodyId b, const SeenCollision& seen) {
      asked++;
      EXPECT_EQ(b.index, a.index + 1);
      EXPECT_GT(seen.size, 0);
      return a.index == wanted ? 1.0 : 0.0;
    };
    // As much as the first one needs.
    std::uint64_t units = 10;
    for (;; units += 10) {
      World again = row_of_rocks(5, 2.0);
      options.budget = Budget::work(units);
      const FrameReport frame = again.detect(options, {.report_all = true});
      ASSERT_EQ(frame.pairs.size(), 4u);
      if (frame.critical.undecided == 4) continue;
      for (const PairReport& pair : frame.pairs) {
        EXPECT_EQ(pair.verdict != Verdict::undecided, pair.a.index == wanted);
      }
      break;
    }
    EXPECT_GT(asked, 0u);
  }
}

/// Not a number, endless or negative: such pairs go first or last, and nothing else happens.
TEST(CriticalWorld, BadPrioritiesDoNoHarm) {
  constexpr double kBad[] = {kNan, kInfinity, -1, -kInfinity, 1, 5e-324, 1e308};
  for (const Schedule schedule : {Schedule::priority_queues, Schedule::sorted}) {
    for (const std::uint64_t units : {20, 100, 100'000'000}) {
      World world = row_of_rocks(40, 1.9), exact = row_of_rocks(40, 1.9);
      CriticalOptions options{
          .budget = Budget::work(units), .schedule = schedule, .trees = kQuickTrees};
      options.importance = [&](BodyId a, BodyId, const SeenCollision&) {
        return kBad[a.index % std::size(kBad)];
      };
      const FrameReport found = world.detect(options), truth = exact.detect();
      EXPECT_GE(found.touching.size(), truth.touching.size());
      EXPECT_EQ(found.critical.undecided == 0, units > 1000);
    }
  }
}

TEST(CriticalWorld, ContrastAndSpeedCount) {
  World world = row_of_rocks(4, 2.0);
  CriticalOptions options{.budget = Budget::work(5), .trees = kQuickTrees};
  const double plain = world.detect(options).critical.inaccuracy.perceived_by_bounds;
  ASSERT_GT(plain, 0);
  World other = row_of_rocks(4, 2.0);
  options.contrast = [](BodyId, BodyId) { return 0.25; };
  options.view.contrast_weight = 0.5;
  EXPECT_NEAR(other.detect(options).critical.inaccuracy.perceived_by_bounds, plain / 2,
              1e-9 * plain);
  // Nothing has moved yet: of no importance, if speed is what counts.
  World resting = row_of_rocks(4, 2.0);
  options = {.budget = Budget::work(5), .trees = kQuickTrees};
  options.view.speed_weight = 1;
  EXPECT_EQ(resting.detect(options).critical.inaccuracy.perceived_by_bounds, 0);
}

TEST(CriticalWorld, StopsWhenTheCallerSaysSo) {
  World world = row_of_rocks(6, 1.9);
  CriticalOptions options{.trees = kQuickTrees};
  options.budget.stop_when([] { return true; });
  const FrameReport stopped = world.detect(options);
  EXPECT_TRUE(stopped.critical.interrupted);
  EXPECT_EQ(stopped.critical.undecided, 5u);
  std::stop_source source;
  options.budget = Budget();
  options.budget.stop_with(source.get_token());
  EXPECT_EQ(world.detect(options).critical.undecided, 0u);
}

/// What was known stays true when frames without a budget come between, bodies jump, change their
/// shape, or give their index to others.
TEST(CriticalWorld, WhatWasKnownIsForgottenInTime) {
  World world = row_of_rocks(2, 1.9);
  const std::vector<BodyId> ids = world.bodies();
  const CriticalOptions whole{.trees = kQuickTrees},
      none{.budget = Budget::work(1), .trees = kQuickTrees};
  const DetectOptions all{.report_all = true};
  const auto expect_sound = [&](const char* what) {
    World fresh = *World::restore(world.save());
    const FrameReport truth = fresh.detect({.question = Question::distance, .report_all = true});
    const FrameReport found = world.detect(none, all);
    ASSERT_EQ(truth.pairs.size(), found.pairs.size()) << what;
    for (std::size_t i = 0; i < truth.pairs.size(); i++) {
      const double gap = truth.pairs[i].touches() ? 0 : truth.pairs[i].distance;
      EXPECT_LE(found.pairs[i].lower, gap + 1e-9) << what;
      EXPECT_GE(found.pairs[i].upper, gap - 1e-9) << what;
      if (found.pairs[i].verdict != Verdict::undecided) {
        EXPECT_EQ(found.pairs[i].touches(), truth.pairs[i].touches()) << what;
      }
    }
  };
  world.detect(whole, all);
  ASSERT_TRUE(world.set_pose(ids[1], at(0.2, 0, 0)));
  expect_sound("moved into the other");
  world.detect(whole, all);
  ASSERT_TRUE(world.set_pose(ids[1], at(1.4, 0, 0)));
  world.detect();
  ASSERT_TRUE(world.set_pose(ids[1], at(1.45, 0, 0)));
  expect_sound("a frame without a budget between");
  // A pair that was left open, and another question after it moved.
  world.detect({.question = Question::distance});
  world.detect(none, all);
  ASSERT_TRUE(world.set_pose(ids[1], at(4)));
  world.detect({.question = Question::distance});
  ASSERT_TRUE(world.set_pose(ids[1], at(0.3)));
  world.detect({.question = Question::distance});
  expect_sound("another question between");
  world.detect(whole, all);
  ASSERT_TRUE(world.set_scale(ids[1], 0.3));
  expect_sound("smaller");
  ASSERT_TRUE(world.set_scale(ids[1], 1));
  world.detect(whole, all);
  ASSERT_TRUE(world.set_shape(ids[1], *Shape::sphere(0.4)));
  expect_sound("another shape");
  world.detect(whole, all);
  ASSERT_TRUE(world.remove(ids[1]));
  const Shape small = *Shape::box({0.3, 0.3, 0.3});
  ASSERT_TRUE(world.add({.shape = small, .pose = at(1.2, 0, 0)}));
  expect_sound("another body in its place");
}

/// Bodies that come and go, each with a shape of its own, leave nothing behind.
TEST(CriticalWorld, TreesOfShapesThatAreGoneAreDropped) {
  World world;
  const BodyId rest = world.add({.shape = *Shape::box({1, 1, 1})}).value();
  const CriticalOptions options{.budget = Budget::work(1000), .trees = kQuickTrees};
  std::size_t built = 0, largest = 0;
  for (int i = 0; i < 200; i++) {
    if (i < 100) largest = std::max(largest, world.bytes());
    const BodyId guest =
        world.add({.shape = *Shape::box({0.1, 0.1, 0.1 + 0.001 * i}), .pose = at(0.9)}).value();
    const FrameReport frame = world.detect(options);
    built += frame.critical.trees_built;
    EXPECT_EQ(frame.touching.size(), 1u);
    ASSERT_TRUE(world.remove(guest));
  }
  EXPECT_EQ(built, 201u) << "none twice";
  EXPECT_LE(world.bytes(), largest);
  EXPECT_TRUE(world.contains(rest));
}

/// Half-spaces have no spheres: the way from the plane to a point of the body bounds the gap.
TEST(CriticalWorld, HalfSpacesHaveBoundsToo) {
  World world;
  world.add({.shape = *Shape::halfspace({0, 0, 1}, 0), .is_static = true}).value();
  world.add({.shape = rock(5), .pose = at(0, 0, 1.3)}).value();
  CriticalOptions options{.trees = kQuickTrees};
  options.budget.stop_when([] { return true; });
  const FrameReport found = world.detect(options, {.report_all = true});
  ASSERT_EQ(found.pairs.size(), 1u);
  const PairReport& pair = found.pairs[0];
  EXPECT_EQ(pair.verdict, Verdict::undecided);
  EXPECT_NEAR(pair.normal.z(), 1, 1e-12);
  EXPECT_GE(pair.upper, 0.1);
  EXPECT_LE(pair.upper, 3);
}

}  // namespace
}  // namespace glance::test
