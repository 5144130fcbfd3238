// Frames under a budget, as a world's user sees them. That answers are right is shown by
// tests/property/critical_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "glance/generate.h"
#include "glance/rng.h"
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
  world.prepare(kQuickTrees);
  return world;
}

/// A frame builds no tree: bodies that were added after prepare() have only the sphere around them,
/// and those with another scale the same tree, larger. (Regression: a prepared tree of a single
/// sphere was mistaken for the sphere around a body without a tree, which did not exist: its radius
/// was 0.)
// They did: 55 ms for a box, 328 for a hull of 60 points, 376 for a cylinder, 618 for an ellipsoid
// and 8.6 s for a hull of 5,000 points, so that 1 % of rockfall's frames took 354 ms or more of 4.
TEST(CriticalWorld, FramesBuildNoTrees) {
  const Shape shape = rock(3);
  for (const int levels : {kQuickTrees.levels, 1}) {
    const SphereTreeOptions trees{.builder = SphereBuilder::octree, .levels = levels};
    const SphereTree tree = *SphereTree::make(shape, trees);
    ASSERT_EQ(tree.nodes().size() == 1, levels == 1);
    for (const bool prepared : {false, true}) {
      for (const double scale : {1.0, 3.0}) {
        World world;
        world.add({.shape = shape, .pose = at(0), .scale = scale}).value();
        world.add({.shape = shape, .pose = at(1.9 * scale), .scale = 0.5}).value();
        if (prepared) world.prepare(trees);
        ASSERT_TRUE(world.set_scale(*std::next(world.bodies().begin()), scale));
        BudgetOptions options{.trees = trees};
        options.budget.stop_when([] { return true; });
        const FrameReport frame = world.detect(options);
        ASSERT_EQ(frame.sphere_pairs.size(), 1u);
        const double radius = prepared ? tree.nodes()[0].radius : shape.bounding_radius();
        EXPECT_NEAR(frame.sphere_pairs[0].radius_a, scale * radius, 1e-9);
        EXPECT_NEAR(frame.sphere_pairs[0].radius_b, scale * radius, 1e-9);
      }
    }
  }
}

TEST(CriticalWorld, UndecidedPairsReportSpheresThatMeet) {
  World world = row_of_rocks(3, 1.7);
  const FrameReport frame =
      world.detect(BudgetOptions{.budget = Budget::for_work(10), .trees = kQuickTrees});
  ASSERT_TRUE(frame.budget.interrupted);
  ASSERT_FALSE(frame.sphere_pairs.empty());
  for (const SpherePair& pair : frame.sphere_pairs) {
    EXPECT_LT(pair.a.index, pair.b.index);
    EXPECT_LE(norm(Vec3(pair.center_a - pair.center_b)), pair.radius_a + pair.radius_b);
  }
  // All that are undecided are told of, with a point and a normal to respond along.
  EXPECT_EQ(frame.undecided.size(), frame.budget.undecided);
  EXPECT_EQ(frame.begun.size(), frame.touching.size() + frame.undecided.size());
  for (const PairReport& pair : frame.undecided) {
    EXPECT_EQ(pair.verdict, Verdict::undecided);
    EXPECT_NEAR(norm(pair.normal), 1, 1e-12);
    EXPECT_GT(pair.normal.x(), 0.5) << "from a to b";
    EXPECT_GE(pair.upper, pair.lower);
  }
  EXPECT_TRUE(world.detect(BudgetOptions{.trees = kQuickTrees}).sphere_pairs.empty());
}

TEST(CriticalWorld, UndecidedPairsAreApartIfAskedFor) {
  World world = row_of_rocks(3, 1.7);
  const FrameReport frame = world.detect(BudgetOptions{
      .budget = Budget::for_work(10), .undecided = Undecided::apart, .trees = kQuickTrees});
  EXPECT_GT(frame.budget.undecided, 0u);
  EXPECT_EQ(frame.undecided.size(), frame.budget.undecided);
  EXPECT_EQ(frame.budget.taken_for, Undecided::apart);
  EXPECT_TRUE(frame.touching.empty());
  EXPECT_TRUE(frame.begun.empty());
}

/// The caller's own order: the pair of the largest index first, which is decided with a budget for
/// one pair.
TEST(CriticalWorld, TheCallersPriorityIsFollowed) {
  for (const std::uint32_t wanted : {0u, 1u, 2u, 3u}) {
    World world = row_of_rocks(5, 2.0);
    std::size_t asked = 0;
    BudgetOptions options{.schedule = Schedule::sorted, .trees = kQuickTrees};
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
      options.budget = Budget::for_work(units);
      const FrameReport frame = again.detect(options, {.report_all = true});
      ASSERT_EQ(frame.pairs.size(), 4u);
      if (frame.budget.undecided == 4) continue;
      for (const PairReport& pair : frame.pairs) {
        EXPECT_EQ(pair.verdict != Verdict::undecided, pair.a.index == wanted);
      }
      break;
    }
    EXPECT_GT(asked, 0u);
  }
}

/// Not a number, endless or negative: such pairs go first or last, and nothing else happens.
TEST(CriticalWorld, InvalidPrioritiesDoNoHarm) {
  constexpr double kBad[] = {kNan, kInfinity, -1, -kInfinity, 1, 5e-324, 1e308};
  for (const Schedule schedule : {Schedule::priority_queues, Schedule::sorted}) {
    for (const std::uint64_t units : {20, 100, 100'000'000}) {
      World world = row_of_rocks(40, 1.9), exact = row_of_rocks(40, 1.9);
      BudgetOptions options{
          .budget = Budget::for_work(units), .schedule = schedule, .trees = kQuickTrees};
      options.importance = [&](BodyId a, BodyId, const SeenCollision&) {
        return kBad[a.index % std::size(kBad)];
      };
      const FrameReport found = world.detect(options), truth = exact.detect();
      EXPECT_GE(found.touching.size() + found.undecided.size(), truth.touching.size());
      EXPECT_EQ(found.budget.undecided == 0, units > 1000);
    }
  }
}

TEST(CriticalWorld, ContrastAndSpeedCount) {
  World world = row_of_rocks(4, 2.0);
  BudgetOptions options{.budget = Budget::for_work(5), .trees = kQuickTrees};
  const double plain = world.detect(options).budget.inaccuracy.perceived_by_bounds;
  ASSERT_GT(plain, 0);
  World other = row_of_rocks(4, 2.0);
  options.tuning.contrast = [](BodyId, BodyId) { return 0.25; };
  options.tuning.view.contrast_weight = 0.5;
  EXPECT_NEAR(other.detect(options).budget.inaccuracy.perceived_by_bounds, plain / 2, 1e-9 * plain);
  // Nothing has moved yet: of no importance, if speed is what counts.
  World resting = row_of_rocks(4, 2.0);
  options = {.budget = Budget::for_work(5), .trees = kQuickTrees};
  options.tuning.view.speed_weight = 1;
  EXPECT_EQ(resting.detect(options).budget.inaccuracy.perceived_by_bounds, 0);
}

/// How pairs look is kept until their next step. The report has to be that of the last look, also
/// where the bodies rest and the eye moves.
TEST(CriticalWorld, WhatIsKeptOfALookIsWhatIsSeenNow) {
  World world = row_of_rocks(8, 1.95);
  std::size_t frames_with_steps = 0;
  for (int frame = 0; frame < 30; frame++) {
    BudgetOptions options{.budget = Budget::for_work(10 + 7 * (frame % 5)), .trees = kQuickTrees};
    Viewpoint& view = options.tuning.view;
    view.gaze = {200.0 + 20 * frame, 300};
    const FrameReport report = world.detect(options);
    frames_with_steps += report.budget.units > 10;
    double by_bounds = 0, by_centres = 0;
    std::size_t next = 0;
    for (const PairReport& pair : report.undecided) {
      by_bounds += view.importance(view.see(pair.point_a, pair.upper));
      while (next < report.sphere_pairs.size() && report.sphere_pairs[next].a != pair.a) next++;
      ASSERT_LT(next, report.sphere_pairs.size());
      // The first one is the pair that met last, which the report describes.
      const SpherePair& met = report.sphere_pairs[next];
      const Vec3 between = met.center_b - met.center_a;
      const double part = met.radius_a / (met.radius_a + met.radius_b);
      EXPECT_LT(norm(Vec3(met.center_a + part * between - pair.point_a)), 1e-12);
      by_centres += view.importance(view.see(pair.point_a, norm(between)));
    }
    const Inaccuracy& found = report.budget.inaccuracy;
    EXPECT_NEAR(found.perceived_by_bounds, by_bounds, 1e-12) << frame;
    EXPECT_NEAR(found.perceived_by_centres, by_centres, 1e-12) << frame;
    if (frame % 3 != 0) continue;  // in two of three frames all bodies rest
    for (const BodyId id : world.bodies()) {
      const Pose& pose = *world.pose(id);
      const double turn = 0.01 * (1 + id.index);
      ASSERT_TRUE(world.set_pose(
          id, *Pose::make(turn_about(Vec3::unit_z(), turn * (1 + frame)), pose.translation())));
    }
  }
  EXPECT_GT(frames_with_steps, 20u);
}

TEST(CriticalWorld, StopsWhenTheCallerSaysSo) {
  World world = row_of_rocks(6, 1.9);
  BudgetOptions options{.trees = kQuickTrees};
  options.budget.stop_when([] { return true; });
  const FrameReport stopped = world.detect(options);
  EXPECT_TRUE(stopped.budget.interrupted);
  EXPECT_EQ(stopped.budget.undecided, 5u);
  std::stop_source source;
  options.budget = Budget();
  options.budget.stop_with(source.get_token());
  EXPECT_EQ(world.detect(options).budget.undecided, 0u);
}

/// What was known stays true when frames without a budget come between, bodies jump, change their
/// shape, or give their index to others.
TEST(CriticalWorld, WhatWasKnownIsForgottenInTime) {
  World world = row_of_rocks(2, 1.9);
  const std::vector<BodyId> ids(world.bodies().begin(), world.bodies().end());
  const BudgetOptions whole{.trees = kQuickTrees},
      none{.budget = Budget::for_work(1), .trees = kQuickTrees};
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

/// Bodies that come and go, each with a shape and a tree of its own, leave nothing behind.
TEST(CriticalWorld, TreesOfShapesThatAreGoneAreDropped) {
  World world;
  const BodyId rest = world.add({.shape = *Shape::box({1, 1, 1})}).value();
  const BudgetOptions options{.budget = Budget::for_work(1000), .trees = kQuickTrees};
  std::size_t largest = 0;
  for (int i = 0; i < 200; i++) {
    if (i < 100) largest = std::max(largest, world.bytes());
    const BodyId guest =
        world.add({.shape = *Shape::box({0.1, 0.1, 0.1 + 0.001 * i}), .pose = at(0.9)}).value();
    world.prepare(kQuickTrees);
    EXPECT_EQ(world.detect(options).counters.touching, 1u);
    ASSERT_TRUE(world.remove(guest));
  }
  EXPECT_LE(world.bytes(), largest);
  EXPECT_TRUE(world.contains(rest));
}

/// Half-spaces have no spheres: the way from the plane to a point of the body bounds the gap.
TEST(CriticalWorld, HalfSpacesHaveBoundsToo) {
  World world;
  world.add({.shape = *Shape::halfspace({0, 0, 1}, 0), .is_static = true}).value();
  world.add({.shape = rock(5), .pose = at(0, 0, 1.3)}).value();
  BudgetOptions options{.trees = kQuickTrees};
  options.budget.stop_when([] { return true; });
  const FrameReport found = world.detect(options, {.report_all = true});
  ASSERT_EQ(found.pairs.size(), 1u);
  const PairReport& pair = found.pairs[0];
  EXPECT_EQ(pair.verdict, Verdict::undecided);
  EXPECT_NEAR(pair.normal.z(), 1, 1e-12);
  EXPECT_GE(pair.upper, 0.1);
  EXPECT_LE(pair.upper, 3);
}

/// Two bodies of a kind that takes long to tell, with and without time for it.
struct LongQuestion {
  const char* name;
  Shape a, b;
  Pose pose_b;
  DetectOptions options = {};
};

Shape ball_of_corners(int corners, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Vec3> points;
  for (int i = 0; i < corners; i++) points.push_back(rng.direction());
  return *Shape::hull(points);
}

/// Hulls whose ends meet in one corner, up to rounding.
LongQuestion hulls_in_contact(const char* name, int corners, const DetectOptions& options) {
  const Shape hull = ball_of_corners(corners, 3), other = ball_of_corners(corners, 4);
  const auto by_x = [](const Vec3& p, const Vec3& q) { return p.x() < q.x(); };
  const auto va = hull.vertices(), vb = other.vertices();
  const Pose behind = *Pose::make(Vec3(*std::max_element(va.begin(), va.end(), by_x) -
                                       *std::min_element(vb.begin(), vb.end(), by_x)));
  return {name, hull, other, behind, options};
}

/// What broke frames of 4 ms, and how long it took then.
std::vector<LongQuestion> long_questions() {
  const DetectOptions verdict{.report_all = true};
  const DetectOptions distance{.question = Question::distance, .report_all = true};
  DetectOptions depth = distance;
  depth.query.depth = true;
  const Shape cone = *Shape::cone(1, 1);
  const Pose mirrored =
      *Pose::make(Quat::from_rotation_vector(Vec3(3.141592653589793, 0, 0)), Vec3(0, 0, 0.5));
  std::vector<CompoundPart> parts;
  const Shape brick = *Shape::box({0.02, 0.02, 0.02});
  for (int i = 0; i < 2000; i++) {
    parts.push_back({brick, at(0.1 * (i % 10), 0.1 * (i / 10 % 10), 0.1 * (i / 100))});
  }
  const Shape wall = *Shape::compound(parts);
  return {hulls_in_contact("hulls of 5,000 corners in contact: 29 ms", 5000, verdict),
          hulls_in_contact("hulls of 2,000 corners with distance: 1,190 ms", 2000, distance),
          {"coaxial cones with depth: 11.7 ms", cone, cone, mirrored, depth},
          {"compounds of 2,000 boxes: 15 ms", wall, wall, at(0.05, 0.05, 0.05), distance}};
}

World world_of(const LongQuestion& q) {
  World world;
  world.add({.shape = q.a}).value();
  world.add({.shape = q.b, .pose = q.pose_b}).value();
  return world;
}

/// One question does not break the budget: it is left undecided, with bounds that hold.
TEST(CriticalWorld, LongQuestionsAreGivenUp) {
  constexpr std::uint64_t kFirstTry = 10'000, kLastStep = 10'500;
  int given_up = 0;
  for (const LongQuestion& q : long_questions()) {
    SCOPED_TRACE(q.name);
    World world = world_of(q), truth_world = world_of(q), whole_world = world_of(q);
    const FrameReport truth =
        truth_world.detect({.question = Question::distance, .report_all = true});
    ASSERT_EQ(truth.pairs.size(), 1u);
    const PairReport exact = truth.pairs[0];
    const double gap = exact.touches() ? 0 : exact.distance;
    const std::uint64_t needed =
        whole_world.detect(Budget::for_work(1'000'000'000), q.options).budget.units;
    for (const std::uint64_t units : {1, 100, 5000, 20'000}) {
      const FrameReport found = world.detect(Budget::for_work(units), q.options);
      ASSERT_EQ(found.pairs.size(), 1u);
      EXPECT_EQ(found.budget.undecided, found.pairs[0].verdict == Verdict::undecided ? 1u : 0u);
      EXPECT_LE(found.pairs[0].lower, gap + 1e-9);
      EXPECT_GE(found.pairs[0].upper, gap - 1e-9);
      EXPECT_LE(found.budget.units, units + kLastStep) << "one step more at most";
      // The same in another world.
      std::vector<std::uint64_t> spent;
      for (int run = 0; run < 2; run++) {
        World again = world_of(q);
        const BudgetReport report = again.detect(Budget::for_work(units), q.options).budget;
        spent.push_back(report.units);
        // (The first try of a frame has so much in any case.)
        if (needed > std::max(units, kFirstTry) + kLastStep) {
          EXPECT_TRUE(report.interrupted) << units;
          given_up++;
        }
      }
      EXPECT_EQ(spent[0], spent[1]);
    }
    std::printf("%s, now %llu units\n", q.name, static_cast<unsigned long long>(needed));
    const FrameReport whole = world.detect(Budget(), q.options);
    ASSERT_EQ(whole.pairs.size(), 1u);
    EXPECT_EQ(whole.pairs[0].verdict, exact.verdict);
    EXPECT_EQ(whole.budget.undecided, 0u);
  }
  EXPECT_GE(given_up, 16) << "cones and compounds, in each of four budgets, twice";
}

/// Balls that pass through a wall between two frames, some of them beside it.
World shooting(int count) {
  World world;
  Rng rng(5);
  world.add({.shape = *Shape::box({0.05, 3, 3}), .is_static = true}).value();
  for (int i = 0; i < count; i++) {
    const Vec3 from(-4, rng.uniform(-4, 4), rng.uniform(-4, 4));
    const Shape shape = i % 2 == 0 ? *Shape::sphere(0.1) : *random_polytope(rng.bits(), 16);
    world
        .add({.shape = shape,
              .pose = *Pose::make(rng.rotation(), from),
              .scale = i % 2 ? 0.1 : 1,
              .fast = true})
        .value();
  }
  return world;
}

void shoot(World& world) {
  const std::vector<BodyId> ids(world.bodies().begin(), world.bodies().end());
  for (std::size_t i = 1; i < ids.size(); i++) {
    const Pose pose = world.body(ids[i])->pose;
    (void)world.set_pose(ids[i], *Pose::make(pose.rotation(), pose.translation() + Vec3(8, 0, 0)));
  }
}

/// Every contact between two frames is reported, however little time there is. (The tests between
/// frames were not part of the budget: 30 ms of 4 for 300 fast bodies.)
TEST(CriticalWorld, ContactsBetweenFramesAreNotMissed) {
  World exact = shooting(60);
  exact.detect();
  shoot(exact);
  const FrameReport truth = exact.detect();
  ASSERT_GE(truth.swept_contacts.size(), 18u);
  ASSERT_LE(truth.swept_contacts.size(), 42u);
  for (const BetweenFrames method : {BetweenFrames::toi, BetweenFrames::safe}) {
    const DetectOptions options{.between_frames = method};
    World plain = shooting(60), unlimited = shooting(60);
    plain.detect(options);
    unlimited.detect(Budget(), options);
    shoot(plain);
    shoot(unlimited);
    const FrameReport expected = plain.detect(options), whole = unlimited.detect(Budget(), options);
    EXPECT_TRUE(std::ranges::equal(expected.swept_contacts, whole.swept_contacts))
        << "without an end";
    std::size_t last = SIZE_MAX;
    for (const std::uint64_t units : {0, 20'000, 60'000, 10'000'000}) {
      SCOPED_TRACE(testing::Message() << to_string(method) << " " << units);
      World world = shooting(60);
      world.detect(Budget::for_work(units), options);
      shoot(world);
      const FrameReport found = world.detect(Budget::for_work(units), options);
      EXPECT_LE(found.budget.undecided_sweeps, last);
      last = found.budget.undecided_sweeps;
      std::size_t open = 0;
      for (const SweptContact& c : found.swept_contacts) {
        open += c.undecided ? 1 : 0;
        if (!c.undecided) {
          EXPECT_EQ(std::ranges::count(expected.swept_contacts, c), 1);
        }
      }
      EXPECT_EQ(open, found.budget.undecided_sweeps);
      EXPECT_TRUE(std::ranges::is_sorted(found.swept_contacts, {}, [](const SweptContact& c) {
        return std::pair(c.a.index, c.b.index);
      }));
      for (const SweptContact& met : truth.swept_contacts) {
        const auto at = std::ranges::find_if(found.swept_contacts, [&](const SweptContact& c) {
          return c.a == met.a && c.b == met.b;
        });
        ASSERT_NE(at, found.swept_contacts.end());
        EXPECT_LE(at->lower, met.time);
        EXPECT_GE(at->upper, met.time);
      }
      // Counted as apart, they are not listed.
      World other = shooting(60);
      const BudgetOptions apart{.budget = Budget::for_work(units), .undecided = Undecided::apart};
      other.detect(apart, options);
      shoot(other);
      const FrameReport fewer = other.detect(apart, options);
      EXPECT_EQ(fewer.swept_contacts.size() + open, found.swept_contacts.size());
      EXPECT_EQ(fewer.budget.undecided_sweeps, open);
    }
    EXPECT_EQ(last, 0u);
  }
}

/// Balls of radius 1 that pass each other at a gap of 0.3: within half of a tolerance of 0.8, or of
/// 0.2 times both extents. The spheres around them do not tell that they did not meet.
TEST(CriticalWorld, PassingWithinTheToleranceIsReported) {
  for (const ImpactOptions& impact :
       {ImpactOptions{.absolute_tolerance = 0.8}, ImpactOptions{.tolerance = 0.2}}) {
    const DetectOptions options{.between_frames = BetweenFrames::toi, .impact = impact};
    for (const Budget& budget : {Budget(), Budget::for_work(0), Budget::for_work(1'000'000)}) {
      World world;
      world.add({.shape = *Shape::sphere(1), .is_static = true}).value();
      const Vec3 nearest = Vec3(-1, 1, 0) * (2.3 / std::sqrt(2)), half_way(2.8, 2.8, 0);
      const BodyId ball = world
                              .add({.shape = *Shape::sphere(1),
                                    .pose = *Pose::make(Vec3(nearest - half_way)),
                                    .fast = true})
                              .value();
      world.detect(budget, options);
      ASSERT_TRUE(world.set_pose(ball, *Pose::make(Vec3(nearest + half_way))));
      EXPECT_EQ(world.detect(budget, options).swept_contacts.size(), 1u)
          << impact.absolute_tolerance << " " << budget.units();
    }
  }
}

/// The time that boxes and broad phase take is told, and that it is too much.
TEST(CriticalWorld, LateFramesSaySo) {
  World world = row_of_rocks(3, 1.9);
  const FrameReport late = world.detect(Budget::for_seconds(0));
  EXPECT_TRUE(late.budget.late);
  EXPECT_GT(late.budget.broad_seconds, 0);
  EXPECT_GE(late.budget.seconds, late.budget.broad_seconds);
  EXPECT_EQ(late.budget.asked, 2u) << "every pair gets its first step";
  EXPECT_FALSE(world.detect(Budget::for_seconds(1e6)).budget.late);
  EXPECT_FALSE(world.detect(Budget::for_work(1)).budget.late);
}

/// 50,000 bodies that jump at once (30 ms of broad phase): that is told, and every pair is looked
/// at.
TEST(CriticalWorld, AJumpOfAllBodiesIsLate) {
  constexpr int kBodies = 50'000;
  World world, exact;
  const Shape ball = *Shape::sphere(0.3);
  Rng rng(8);
  std::vector<Pose> before, after;
  for (int i = 0; i < kBodies; i++) {
    before.push_back(at(i % 37, i / 37 % 37, i / 1369));
    after.push_back(at(rng.in_box(18)));
  }
  for (World* w : {&world, &exact}) {
    w->reserve(kBodies, kBodies);
    for (const Pose& pose : before) w->add({.shape = ball, .pose = pose}).value();
  }
  const DetectOptions all{.report_all = true};
  const Budget budget = Budget::for_seconds(0.004);
  world.detect(budget, all);
  exact.detect(all);
  ASSERT_TRUE(world.set_poses(after));
  ASSERT_TRUE(exact.set_poses(after));
  const FrameReport found = world.detect(budget, all), truth = exact.detect(all);
  ASSERT_GT(truth.pairs.size(), 5'000u);
  EXPECT_TRUE(found.budget.late);
  EXPECT_GT(found.budget.broad_seconds, 0.004);
  EXPECT_GE(found.budget.seconds, found.budget.broad_seconds);
  EXPECT_EQ(found.budget.asked, truth.pairs.size());
  ASSERT_EQ(found.pairs.size(), truth.pairs.size());
  for (std::size_t i = 0; i < truth.pairs.size(); i++) {
    const PairReport &is = truth.pairs[i], &said = found.pairs[i];
    ASSERT_EQ(said.a.index, is.a.index);
    ASSERT_EQ(said.b.index, is.b.index);
    if (is.touches()) {
      ASSERT_NE(said.verdict, Verdict::apart);
    }
    if (said.touches()) {
      ASSERT_TRUE(is.touches());
    }
  }
}

}  // namespace
}  // namespace glance::test
