// Contact points as a question of the frame (Question::contacts). That they are those of
// contacts() is shown by tests/property/world_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "glance/contact.h"
#include "glance/generate.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

constexpr DetectOptions kContacts{.question = Question::contacts};

std::vector<std::uint64_t> ids_of(std::span<const ContactPoint> points) {
  std::vector<std::uint64_t> ids;
  for (const ContactPoint& p : points) ids.push_back(p.id);
  return ids;
}

Shape brick() { return Shape::box({0.5, 0.5, 0.5}).value(); }

void expect_same(std::span<const ContactPoint> found, std::span<const ContactPoint> expected) {
  ASSERT_EQ(ids_of(found), ids_of(expected));
  for (std::size_t i = 0; i < found.size(); i++) {
    EXPECT_EQ(found[i].point_a, expected[i].point_a);
    EXPECT_EQ(found[i].point_b, expected[i].point_b);
    EXPECT_EQ(found[i].depth, expected[i].depth);
    EXPECT_EQ(found[i].sub_a, expected[i].sub_a);
    EXPECT_EQ(found[i].sub_b, expected[i].sub_b);
  }
}

TEST(WorldContacts, IdsLastFromFrameToFrame) {
  World world;
  world.add({.shape = *Shape::box({5, 5, 0.5}), .is_static = true}).value();
  const BodyId box = world.add({.shape = brick(), .pose = at(0, 0, 0.99)}).value();
  std::vector<std::uint64_t> ids;
  for (int frame = 0; frame < 20; frame++) {
    ASSERT_TRUE(world.set_pose(box, turned({0, 0, 0.01 * frame}, {0.02 * frame, 0, 0.99})));
    const FrameReport report = world.detect(kContacts);
    ASSERT_EQ(report.touching.size(), 1u);
    const auto points = report.contacts(report.touching[0]);
    ASSERT_EQ(points.size(), 4u);
    if (frame == 0) ids = ids_of(points);
    EXPECT_EQ(ids_of(points), ids) << frame;
    EXPECT_NEAR(report.touching[0].normal.z(), 1, 1e-9);
    for (const ContactPoint& p : points) EXPECT_NEAR(p.depth, 0.01, 1e-9);
  }
}

/// Bits and all, wherever its place in the list goes to as others come and go; and through bytes.
TEST(WorldContacts, PairsAtRestKeepTheirPoints) {
  for (const bool report_all : {false, true}) {
    DetectOptions options = kContacts;
    options.report_all = report_all;
    World world;
    const BodyId guest = world.add({.shape = brick(), .pose = at(30)}).value();
    const BodyId other = world.add({.shape = brick(), .pose = at(40)}).value();
    world.add({.shape = brick(), .pose = turned({0.1, 0.2, 0.3}, {0, 0, 0})}).value();
    world.add({.shape = brick(), .pose = at(0.3, 0.2, 0.8)}).value();
    FrameReport report = world.detect(options);
    ASSERT_EQ(report.touching.size(), 1u);
    const auto first = report.contacts(report.touching[0]);
    ASSERT_GT(first.size(), 0u);
    const std::vector<ContactPoint> expected(first.begin(), first.end());
    for (int frame = 0; frame < 8; frame++) {
      ASSERT_TRUE(world.set_pose(other, at(frame % 3 == 0 ? 30.9 : 40.0)));
      ASSERT_TRUE(world.set_pose(guest, at(30, 0, 0.01 * frame)));
      if (frame == 5) world = World::restore(world.save()).value();
      report = world.detect(options);
      EXPECT_EQ(report.counters.at_rest, 1u);
      ASSERT_EQ(report.touching.size(), frame % 3 == 0 ? 2u : 1u);
      const PairReport& pair = report.touching.back();
      EXPECT_EQ(pair.first_contact > 0, frame % 3 == 0);
      EXPECT_FALSE(pair.begun);
      expect_same(report.contacts(pair), expected);
    }
  }
}

/// Values that were not computed are not set to plausible numbers.
TEST(WorldContacts, ReportsHoldNothingThatWasNotComputed) {
  World world;
  world.add({.shape = brick(), .pose = at(0)}).value();
  world.add({.shape = brick(), .pose = at(0.9)}).value();
  world.add({.shape = *Shape::sphere(0.5), .pose = at(1.8, 0.9, 0)}).value();
  for (const Question question : {Question::collide, Question::contacts}) {
    const FrameReport report = world.detect({question, true});
    ASSERT_EQ(report.pairs.size(), 2u);
    for (const PairReport& pair : report.pairs) {
      EXPECT_TRUE(std::isnan(pair.distance) && std::isnan(pair.depth));
      for (int k = 0; k < 3; k++) {
        EXPECT_TRUE(std::isnan(pair.point_a[k]) && std::isnan(pair.point_b[k]));
      }
      EXPECT_TRUE(pair.feature_a.is_none() && pair.feature_b.is_none());
      EXPECT_EQ(to_string(pair.feature_a), "none");
      EXPECT_EQ(pair.lower, -kInfinity);
      EXPECT_EQ(pair.upper, kInfinity);
      EXPECT_EQ(report.contacts(pair).empty(), question == Question::collide || !pair.touches());
    }
  }
  // A frame leaves depths out, unless told otherwise; so do questions about one pair.
  for (const bool depth : {false, true}) {
    const QueryOptions query{.depth = depth};
    const FrameReport report =
        world.detect({.question = Question::distance, .report_all = true, .query = query});
    ASSERT_EQ(report.pairs.size(), 2u);
    EXPECT_EQ(report.pairs[0].verdict, Verdict::overlapping);
    EXPECT_EQ(report.pairs[0].distance, 0);
    EXPECT_EQ(std::isnan(report.pairs[0].depth), !depth);
    EXPECT_LT(report.pairs[0].lower, 0);
    EXPECT_FALSE(report.pairs[0].feature_a.is_none());
    EXPECT_GT(report.pairs[1].distance, 0);
    EXPECT_EQ(report.pairs[1].depth, 0);
    EXPECT_TRUE(is_finite(report.pairs[1].point_a) && is_finite(report.pairs[1].point_b));
    EXPECT_TRUE(report.contact_points.empty());
    const Distance alone = distance({brick(), at(0)}, {brick(), at(0.9)}, query);
    EXPECT_EQ(std::isnan(alone.depth), !depth);
  }
}

/// Of meshes and compounds, with a margin: those of contacts().
TEST(WorldContacts, OfBodiesThatAreNotConvex) {
  const TriangleSoup soup = bumpy_sphere(200, 3).value();
  const Shape rock = Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
  const CompoundPart parts[] = {{brick(), at(-0.6)}, {brick(), at(0.6)}};
  const Shape dumbbell = Shape::compound(parts).value();
  const Shape floor = Shape::box({5, 5, 0.5}).value();
  for (const double margin : {0.0, 0.05}) {
    for (const auto& [a, b] :
         {std::pair(rock, rock), {floor, rock}, {floor, dumbbell}, {dumbbell, rock}}) {
      World world = World::make({.margin = margin}).value();
      world.add({.shape = a}).value();
      const BodyId id = world.add({.shape = b}).value();
      PairCache cache;
      for (int frame = 0; frame < 6; frame++) {
        const Pose pose = turned({0.1 * frame, 0, 0.2}, {0.1, 0.2, 0.9 + 0.15 * frame});
        ASSERT_TRUE(world.set_pose(id, pose));
        const FrameReport report = world.detect({Question::contacts, true});
        if (report.pairs.empty()) continue;
        const Contacts expected = contacts({a, {}}, {b, pose}, {.cache = &cache, .margin = margin});
        EXPECT_EQ(report.pairs[0].verdict, expected.verdict);
        expect_same(report.contacts(report.pairs[0]), expected.span());
        EXPECT_EQ(report.contact_points.size(), expected.span().size());
      }
    }
  }
}

/// Under a budget points come last: a pair that is known to touch may have none yet, and bodies
/// that spheres keep apart are not asked at all.
TEST(WorldContacts, UnderABudgetWhileThereIsTime) {
  const TriangleSoup soup = bumpy_sphere(320, 3, 0.05).value();
  const Shape rock = Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
  const BudgetOptions trees{.trees = {.builder = SphereBuilder::octree, .levels = 3}};
  bool undecided = false, without = false, with = false;
  std::size_t points = 0;
  for (const std::uint64_t units : {1, 100, 1'000, 3'000, 30'000, 10'000'000}) {
    SCOPED_TRACE(units);
    World world;
    for (const double x : {0.0, 1.85, 3.7, 8.0}) world.add({.shape = rock, .pose = at(x)}).value();
    world.prepare(trees.trees);
    BudgetOptions options = trees;
    options.budget = Budget::for_work(units);
    const FrameReport report = world.detect(options, kContacts);
    EXPECT_EQ(report.undecided.size(), report.budget.undecided);
    for (const PairReport& pair : report.undecided) {
      EXPECT_EQ(pair.verdict, Verdict::undecided);
      EXPECT_TRUE(report.contacts(pair).empty());
    }
    for (const PairReport& pair : report.touching) {
      EXPECT_TRUE(pair.touches());
      (pair.contact_count > 0 ? with : without) = true;
      EXPECT_TRUE(pair.contact_count > 0 || report.budget.interrupted);
    }
    undecided |= !report.undecided.empty();
    EXPECT_GE(report.contact_points.size(), points) << "more with more time";
    points = report.contact_points.size();
    // At rest it goes on where it was, and in the end is what it is without a budget.
    for (int frame = 0; frame < 30; frame++) world.detect(options, kContacts);
    options.budget = Budget();
    const FrameReport whole = world.detect(options, kContacts);
    ASSERT_EQ(whole.touching.size(), 2u);
    EXPECT_FALSE(whole.budget.interrupted);
    for (const PairReport& pair : whole.touching) {
      EXPECT_GT(whole.contacts(pair).size(), 0u);
      const auto now = whole.contacts(pair);
      const Contacts alone = contacts({rock, *world.pose(pair.a)}, {rock, *world.pose(pair.b)});
      EXPECT_EQ(ids_of(now), ids_of(alone.span()));
    }
  }
  EXPECT_TRUE(undecided);
  EXPECT_TRUE(without);
  EXPECT_TRUE(with);
}

/// A pair that spheres prove to overlap is asked for its points nevertheless.
TEST(WorldContacts, OverlapsThatSpheresProveHavePoints) {
  World world;
  const Shape ball = *Shape::sphere(1);
  world.add({.shape = ball}).value();
  world.add({.shape = ball, .pose = at(0.5)}).value();
  world.add({.shape = ball, .pose = at(0.3, 1.9, 0)}).value();
  world.prepare();
  const FrameReport report = world.detect(Budget::for_work(1'000'000), kContacts);
  ASSERT_GE(report.touching.size(), 2u);
  for (const PairReport& pair : report.touching) EXPECT_EQ(pair.contact_count, 1u);
}

/// A pair that an interrupted frame took to touch has not touched for certain: a frame without a
/// budget tells who met between the two. (It was not told.)
TEST(WorldContacts, PairsThatWereAssumedToTouchMayStillMeet) {
  World world;
  world.add({.shape = brick()}).value();
  const BodyId id = world.add({.shape = brick(), .pose = at(1.05, 0.2, 0), .fast = true}).value();
  BudgetOptions options;
  options.budget.stop_when([] { return true; });
  ASSERT_EQ(world.detect(options).undecided.size(), 1u);
  ASSERT_TRUE(world.set_pose(id, at(0.5, 0.2, 0)));
  EXPECT_EQ(world.detect({.between_frames = BetweenFrames::safe}).swept_contacts.size(), 1u);
}

TEST(WorldContacts, TheQuestionHasAName) {
  EXPECT_EQ(to_string(Question::collide), "collide");
  EXPECT_EQ(to_string(Question::distance), "distance");
  EXPECT_EQ(to_string(Question::contacts), "contacts");
}

}  // namespace
}  // namespace glance::test
