// What a frame reports: contacts that begin, last and end, for whatever reason; answers of
// pairs at rest; pairs that are not to be tested.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "glance/generate.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Shape cube() { return Shape::box({0.5, 0.5, 0.5}).value(); }

/// Bodies of one unit, and what to expect of the next frame.
class Events : public testing::Test {
 protected:
  BodyId add(const Pose& pose, bool fixed = false) {
    // Tight, so that it is known whose boxes overlap.
    return world.add({.shape = cube(), .pose = pose, .is_static = fixed, .boxes = BoxKind::tight})
        .value();
  }

  using Pairs = std::vector<std::array<BodyId, 2>>;
  /// The next frame: who touches, which of these contacts begin, which end.
  void expect_frame(const Pairs& touching, const Pairs& begun, const Pairs& ended) {
    const FrameReport report = world.detect(options);
    counters = report.counters;
    Pairs now, began;
    for (const PairReport& r : report.touching) {
      now.push_back({r.a, r.b});
      if (r.begun) began.push_back({r.a, r.b});
    }
    EXPECT_EQ(now, touching);
    EXPECT_EQ(began, begun);
    EXPECT_EQ(list(report.begun), begun);
    EXPECT_EQ(list(report.ended), ended);
    EXPECT_EQ(counters.tested + counters.at_rest, counters.overlapping);
  }
  static Pairs list(std::span<const BodyPair> pairs) {
    Pairs result;
    for (const BodyPair& p : pairs) result.push_back({p.a, p.b});
    return result;
  }

  World world;
  DetectOptions options;
  FrameCounters counters;
};

TEST_F(Events, BeginStayEnd) {
  const BodyId a = add(at(0)), b = add(at(3));
  expect_frame({}, {}, {});
  EXPECT_TRUE(world.set_pose(b, at(1)));  // faces touch
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_pose(b, at(0.75)));
  expect_frame({{a, b}}, {}, {});
  expect_frame({{a, b}}, {}, {});
  EXPECT_TRUE(world.set_pose(b, at(1.0000001)));  // the boxes overlap still
  expect_frame({}, {}, {{a, b}});
  EXPECT_EQ(counters.overlapping, 1u);
  expect_frame({}, {}, {});
  EXPECT_TRUE(world.set_pose(b, at(0.5)));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_pose(b, at(50)));  // nor do the boxes
  expect_frame({}, {}, {{a, b}});
  EXPECT_EQ(counters.overlapping, 0u);
}

TEST_F(Events, PairsAtRestKeepTheirAnswer) {
  const BodyId a = add(at(0)), b = add(at(0.75)), c = add(at(1.5));
  expect_frame({{a, b}, {b, c}}, {{a, b}, {b, c}}, {});
  const std::size_t asked = counters.tested;
  EXPECT_GE(asked, 2u);
  expect_frame({{a, b}, {b, c}}, {}, {});
  EXPECT_EQ(counters.tested, 0u);
  EXPECT_EQ(counters.at_rest, asked);
  EXPECT_EQ(counters.from_cache, 0u);
  EXPECT_EQ(counters.feature_steps + counters.simplex_steps, 0u);
  EXPECT_TRUE(world.set_pose(c, at(1.6)));
  expect_frame({{a, b}, {b, c}}, {}, {});
  EXPECT_EQ(counters.at_rest, 1u);        // a and b
  EXPECT_TRUE(world.set_pose(a, at(0)));  // where it is
  expect_frame({{a, b}, {b, c}}, {}, {});
  EXPECT_EQ(counters.tested, 0u);
}

/// What is kept are the answers to the last question; another one is asked.
TEST_F(Events, AnotherQuestionIsAskedAgain) {
  const Shape ball = icosphere(2, 0.5).value();
  const BodyId a = world.add({.shape = ball}).value();
  const BodyId b = world.add({.shape = ball, .pose = at(1.01)}).value();
  const BodyId c = world.add({.shape = ball, .pose = at(0, 0.9)}).value();
  expect_frame({{a, c}}, {{a, c}}, {});
  EXPECT_EQ(world.detect().counters.tested, 0u);
  options.report_all = true;
  expect_frame({{a, c}}, {}, {});  // no contact begins by being looked at
  EXPECT_GT(counters.tested, 0u);
  options.question = Question::distance;
  expect_frame({{a, c}}, {}, {});
  EXPECT_GT(counters.tested, 0u);
  const FrameReport rest = world.detect(options);
  EXPECT_EQ(rest.counters.tested, 0u);
  ASSERT_EQ(rest.pairs.size(), rest.counters.overlapping);
  for (const PairReport& r : rest.pairs) {
    EXPECT_TRUE(r.a != a || r.b != b || std::fabs(r.distance - 0.01) < 0.03);
    EXPECT_EQ(std::isnan(r.depth), r.verdict == Verdict::overlapping);
  }
  options.query.depth = true;
  const FrameReport deep = world.detect(options);
  EXPECT_GT(deep.counters.tested, 0u);
  EXPECT_GT(deep.touching[0].depth, 0);
  options = {};
  expect_frame({{a, c}}, {}, {});
  EXPECT_TRUE(world.detect(options).pairs.empty());
}

TEST_F(Events, RemovalEndsContacts) {
  const BodyId a = add(at(0)), b = add(at(0.75)), c = add(at(1.5));
  expect_frame({{a, b}, {b, c}}, {{a, b}, {b, c}}, {});
  EXPECT_TRUE(world.remove(b));
  expect_frame({}, {}, {{a, b}, {b, c}});  // with the ids that they had
  expect_frame({}, {}, {});
  const BodyId again = add(at(0.75));
  ASSERT_EQ(again.index, b.index);
  expect_frame({{a, again}, {again, c}}, {{a, again}, {again, c}}, {});
  // Removed and replaced before the frame: one contact ends, another begins.
  EXPECT_TRUE(world.remove(again));
  const BodyId heir = add(at(0.75));
  EXPECT_NE(heir.index, again.index);
  expect_frame({{a, heir}, {c, heir}}, {{a, heir}, {c, heir}}, {{a, again}, {again, c}});
}

TEST_F(Events, AllRemovedAtOnce) {
  const BodyId a = add(at(0)), b = add(at(0.75));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.remove(a));
  EXPECT_TRUE(world.remove(b));
  EXPECT_EQ(world.body_count(), 0u);
  expect_frame({}, {}, {{a, b}});
  expect_frame({}, {}, {});
}

/// A body that moved, and goes before anyone looked.
TEST_F(Events, MovedAndRemoved) {
  const BodyId a = add(at(0)), b = add(at(0.75)), c = add(at(20));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_pose(b, at(20)));
  EXPECT_TRUE(world.set_static(b, true));
  EXPECT_TRUE(world.remove(b));
  expect_frame({}, {}, {{a, b}});
  EXPECT_TRUE(world.contains(c));
}

TEST_F(Events, StaticBodiesDoNotTouchEachOther) {
  const BodyId a = add(at(0), true), b = add(at(0.75), true), c = add(at(1.5));
  expect_frame({{b, c}}, {{b, c}}, {});
  EXPECT_EQ(counters.overlapping, 1u);
  EXPECT_TRUE(world.set_static(a, false));
  expect_frame({{a, b}, {b, c}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_static(a, true));
  expect_frame({{b, c}}, {}, {{a, b}});
  // To and fro between two frames: as if nothing had happened.
  EXPECT_TRUE(world.set_static(c, true));
  EXPECT_TRUE(world.set_static(c, false));
  expect_frame({{b, c}}, {}, {});
  EXPECT_TRUE(world.set_static(c, false));  // as it is: no change at all
  expect_frame({{b, c}}, {}, {});
  EXPECT_EQ(counters.tested, 0u);
  // Mobility and pose at once.
  EXPECT_TRUE(world.set_static(b, false));
  EXPECT_TRUE(world.set_pose(b, at(0.5, 0.5)));
  expect_frame({{a, b}, {b, c}}, {{a, b}}, {});
  // A static body may be moved all the same.
  EXPECT_TRUE(world.set_pose(a, at(9)));
  expect_frame({{b, c}}, {}, {{a, b}});
}

TEST_F(Events, GroupsAndMasks) {
  const BodyId a = add(at(0)), b = add(at(0.75));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_filter(a, 2, UINT32_MAX));
  EXPECT_TRUE(world.set_filter(b, 1, 1));  // does not want to meet group 2
  expect_frame({}, {}, {{a, b}});          // although both rest
  EXPECT_EQ(counters.overlapping, 0u);
  EXPECT_TRUE(world.set_filter(b, 1, 3));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_filter(a, 2, 4));  // each has a say
  expect_frame({}, {}, {{a, b}});
  EXPECT_TRUE(world.set_filter(b, 5, 2));  // one bit in common is enough
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_filter(b, 0, UINT32_MAX));  // of no group
  expect_frame({}, {}, {{a, b}});
  // Changed and changed back between two frames.
  EXPECT_TRUE(world.set_filter(b, 5, 2));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_filter(b, 0, 0));
  EXPECT_TRUE(world.set_filter(b, 5, 2));
  expect_frame({{a, b}}, {}, {});
}

TEST_F(Events, PairsSwitchedOffAndOn) {
  const BodyId a = add(at(0)), b = add(at(0.75)), c = add(at(0, 0.75));
  const Pairs all{{a, b}, {a, c}, {b, c}};
  expect_frame(all, all, {});
  EXPECT_TRUE(world.deactivate(b, a));  // in either order
  expect_frame({{a, c}, {b, c}}, {}, {{a, b}});
  EXPECT_TRUE(world.deactivate(a, b));  // again: nothing new
  expect_frame({{a, c}, {b, c}}, {}, {});
  EXPECT_TRUE(world.set_pose(a, at(0.1)));  // moving does not bring it back
  expect_frame({{a, c}, {b, c}}, {}, {});
  EXPECT_TRUE(world.activate(a, b));
  expect_frame(all, {{a, b}}, {});
  EXPECT_FALSE(world.activate(a, a));
  EXPECT_FALSE(world.deactivate(c, c));
  world.deactivate_all();
  expect_frame({}, {}, all);
  EXPECT_TRUE(world.activate(a, c));
  expect_frame({{a, c}}, {{a, c}}, {});
  const BodyId d = add(at(0.2, 0.2));  // those to come are inactive, too
  expect_frame({{a, c}}, {}, {});
  EXPECT_TRUE(world.activate(d, b));
  expect_frame({{a, c}, {b, d}}, {{b, d}}, {});
  world.activate_all();
  expect_frame({{a, b}, {a, c}, {a, d}, {b, c}, {b, d}, {c, d}}, {{a, b}, {a, d}, {b, c}, {c, d}},
               {});
}

/// What was said of a pair is forgotten when one of its bodies goes: the next body with that
/// index starts afresh.
TEST_F(Events, SwitchesAreForgottenWithTheBody) {
  const BodyId a = add(at(0)), b = add(at(0.75));
  EXPECT_TRUE(world.deactivate(a, b));
  expect_frame({}, {}, {});
  EXPECT_TRUE(world.remove(b));
  expect_frame({}, {}, {});
  const BodyId heir = add(at(0.75));
  ASSERT_EQ(heir.index, b.index);
  expect_frame({{a, heir}}, {{a, heir}}, {});
  EXPECT_TRUE(world.deactivate(a, heir));
  EXPECT_TRUE(world.remove(heir));  // before anyone looked: the contact ends all the same
  expect_frame({}, {}, {{a, heir}});
  world.deactivate_all();
  EXPECT_TRUE(world.remove(a));
  expect_frame({}, {}, {});
  const BodyId c = add(at(0)), d = add(at(0.5));
  expect_frame({}, {}, {});
  EXPECT_TRUE(world.activate(c, d));
  expect_frame({{c, d}}, {{c, d}}, {});
}

TEST_F(Events, ScaleAndShapeCount) {
  options = {Question::distance, true};
  world = World::make({.delta = 10}).value();
  const BodyId a = add(at(0)), b = add(at(5));
  expect_frame({}, {}, {});
  EXPECT_DOUBLE_EQ(world.detect(options).pairs[0].distance, 4);
  EXPECT_TRUE(world.set_scale(a, 3));
  EXPECT_DOUBLE_EQ(world.detect(options).pairs[0].distance, 3);
  EXPECT_TRUE(world.set_scale(b, 7));  // 1.5 + 3.5: they touch
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_EQ(world.detect(options).touching[0].verdict, Verdict::touching);
  EXPECT_TRUE(world.set_scale(a, 1));
  expect_frame({}, {}, {{a, b}});
  EXPECT_DOUBLE_EQ(world.detect(options).pairs[0].distance, 1);
  EXPECT_TRUE(world.set_scale(b, 1));
  EXPECT_TRUE(world.set_shape(a, Shape::box({4.5, 0.1, 0.1}).value()));
  expect_frame({{a, b}}, {{a, b}}, {});
  EXPECT_TRUE(world.set_scale(a, 0.5));  // of the new shape
  EXPECT_DOUBLE_EQ(world.detect(options).pairs[0].distance, 2.25);
  EXPECT_EQ(world.detect(options).counters.at_rest, 1u);
  // From many vertices to one: what the pair remembers is of another shape.
  const Vec3 middle(0, 0, 0);
  EXPECT_TRUE(world.set_shape(a, icosphere(3, 1).value()));
  world.detect(options);
  EXPECT_TRUE(world.set_shape(a, Shape::hull(std::span(&middle, 1)).value()));
  EXPECT_DOUBLE_EQ(world.detect(options).pairs[0].distance, 4.5);
}

TEST_F(Events, DeltaMakesPairsEarlier) {
  world = World::make({.delta = 0.5}).value();
  options = {Question::distance, true};
  const BodyId a = add(at(0)), b = add(at(2.5));
  world.detect(options);
  EXPECT_EQ(world.detect(options).pairs.size(), 0u);
  EXPECT_TRUE(world.set_pose(b, at(1.9)));
  const FrameReport report = world.detect(options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].a, a);
  EXPECT_NEAR(report.pairs[0].distance, 0.9, 1e-12);
  EXPECT_EQ(report.pairs[0].normal, Vec3(1, 0, 0));
  EXPECT_TRUE(report.touching.empty());  // verdicts do not depend on it
}

/// Beyond the range of floats a box has no end on any side. A body that was added after it was
/// mistaken for one that it had met before.
TEST_F(Events, AnInfiniteBodyMeetsBodiesThatAreAddedLater) {
  for (const SortMethod sort :
       {SortMethod::automatic, SortMethod::insertion, SortMethod::bubble, SortMethod::sweep}) {
    SCOPED_TRACE(to_string(sort));
    world = World::make({.tuning = {.sort = sort}}).value();
    const BodyId huge = world.add({.shape = Shape::box({1e50, 1e50, 1e50}).value()}).value();
    expect_frame({}, {}, {});
    const BodyId late = add(at(3));
    expect_frame({{huge, late}}, {{huge, late}}, {});
    EXPECT_TRUE(world.set_pose(late, at(4)));
    expect_frame({{huge, late}}, {}, {});
  }
}

/// All lists by index, whatever order bodies came in and whichever was freed first.
TEST_F(Events, ListsAreInIdOrder) {
  std::vector<BodyId> ids;
  for (int i = 0; i < 6; i++) ids.push_back(add(at(100.0 * i)));
  world.detect();
  for (const int i : {4, 1, 3}) EXPECT_TRUE(world.remove(ids[i]));
  world.detect();
  const BodyId x = add(at(500.5)), y = add(at(0.5)), z = add(at(200.5));
  EXPECT_EQ(x.index, 3u);  // the one freed last comes first
  EXPECT_EQ(y.index, 1u);
  EXPECT_EQ(z.index, 4u);
  expect_frame({{ids[0], y}, {ids[2], z}, {x, ids[5]}}, {{ids[0], y}, {ids[2], z}, {x, ids[5]}},
               {});
}

/// The normal points from the body with the smaller index to the other one.
TEST_F(Events, TheNormalPointsFromTheFirst) {
  options = {Question::distance, true};
  world = World::make({.delta = 1}).value();
  const BodyId a = add(at(0, 3)), b = add(at(0, 1.5));
  const FrameReport report = world.detect(options);
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].a, a);
  EXPECT_EQ(report.pairs[0].b, b);
  EXPECT_EQ(report.pairs[0].normal, Vec3(0, -1, 0));
  options.question = Question::collide;
  EXPECT_LT(world.detect(options).pairs[0].normal.y(), 0);
}

/// Within the margin they touch: verdict, begin and end follow it; distances do not.
TEST_F(Events, FollowTheMargin) {
  world = World::make({.margin = 0.5}).value();
  options.question = Question::distance;
  const BodyId a = add(at(0)), b = add(at(3));
  expect_frame({}, {}, {});
  EXPECT_EQ(counters.overlapping, 0u);
  EXPECT_TRUE(world.set_pose(b, at(1.5)));  // at just this distance
  expect_frame({{a, b}}, {{a, b}}, {});
  const FrameReport touching = world.detect(options);
  ASSERT_EQ(touching.touching.size(), 1u);
  EXPECT_EQ(touching.touching[0].verdict, Verdict::touching);
  EXPECT_NEAR(touching.touching[0].distance, 0.5, 1e-12);
  EXPECT_TRUE(world.set_pose(b, at(1.25)));
  const FrameReport within = world.detect(options);
  ASSERT_EQ(within.touching.size(), 1u);
  EXPECT_EQ(within.touching[0].verdict, Verdict::overlapping);
  EXPECT_NEAR(within.touching[0].distance, 0.25, 1e-12);
  EXPECT_TRUE(world.set_pose(b, at(1.5000001)));
  expect_frame({}, {}, {{a, b}});
  EXPECT_EQ(counters.overlapping, 1u);
  options.query.margin = 10;  // is not asked
  expect_frame({}, {}, {});
}

/// A floor and what falls on it.
TEST_F(Events, OnAHalfspace) {
  const BodyId floor =
      world.add({.shape = Shape::halfspace({0, 0, 1}, 0).value(), .is_static = true}).value();
  const BodyId ball = world.add({.shape = Shape::sphere(1).value(), .pose = at(5, 6, 2)}).value();
  const BodyId drum =
      world.add({.shape = Shape::cylinder(1, 2).value(), .pose = at(-5, 0, 3)}).value();
  expect_frame({}, {}, {});
  EXPECT_TRUE(world.set_pose(ball, at(5, 6, 1)));
  expect_frame({{floor, ball}}, {{floor, ball}}, {});
  EXPECT_TRUE(world.set_pose(ball, at(5, 6, -100)));
  EXPECT_TRUE(world.set_pose(drum, at(-5, 0, 1.5)));
  expect_frame({{floor, ball}, {floor, drum}}, {{floor, drum}}, {});
  EXPECT_TRUE(world.set_pose(ball, at(5, 6, 1.001)));
  EXPECT_TRUE(world.set_pose(drum, at(-5, 0, 2.001)));
  expect_frame({}, {}, {{floor, ball}, {floor, drum}});
  // Another static one is none of its business.
  world.add({.shape = Shape::halfspace({0, 1, 1}, 0).value(), .is_static = true}).value();
  world.add({.shape = cube(), .pose = at(0, 0, -9), .is_static = true}).value();
  EXPECT_TRUE(world.set_pose(ball, at(0, 90, -90.5)));
  EXPECT_TRUE(world.set_pose(drum, at(0, 90, 90)));
  const FrameReport report = world.detect();
  EXPECT_EQ(report.touching.size(), 2u);  // the ball with both half-spaces
}

/// A half-space that is not upright overlaps every box: no reason to take tight boxes.
TEST_F(Events, AHalfspaceDoesNotMakeBoxesTight) {
  const Shape rod = Shape::box({2, 0.1, 0.1}).value();
  const BodyId a = world.add({.shape = rod}).value(),
               far_off = world.add({.shape = rod, .pose = at(50)}).value();
  world.add({.shape = Shape::halfspace({1, 2, 3}, -100).value(), .is_static = true}).value();
  const auto width = [&](BodyId id) { return world.box(id)->upper.z() - world.box(id)->lower.z(); };
  for (int frame = 0; frame < 5; frame++) {
    EXPECT_TRUE(world.set_pose(a, at(0.01 * frame)));
    EXPECT_TRUE(world.set_pose(far_off, at(50 + 0.01 * frame)));
    EXPECT_EQ(world.detect().counters.overlapping, 2u);
    EXPECT_GT(width(a), 3);
    EXPECT_GT(width(far_off), 3);
  }
  world.add({.shape = cube(), .pose = at(0, 0.1)}).value();
  for (int frame = 0; frame < 2; frame++) {
    EXPECT_TRUE(world.set_pose(a, at(0.1 + 0.01 * frame)));
    world.detect();
  }
  EXPECT_LT(width(a), 0.21);  // that is one
  EXPECT_GT(width(far_off), 3);
}

}  // namespace
}  // namespace glance::test
