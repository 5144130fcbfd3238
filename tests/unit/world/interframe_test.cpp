// Fast bodies: which bodies they meet between two frames, and what counts as their way.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "glance/rng.h"
#include "glance/world.h"
#include "support/all_kinds.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

/// A thin plate at x = 0 and a bullet before it, both seen by one frame.
class Bullet : public testing::Test {
 protected:
  Bullet() { world.detect(options); }

  FrameReport fly_to(const Pose& pose) {
    EXPECT_TRUE(world.set_pose(bullet, pose));
    return world.detect(options);
  }

  World world;
  DetectOptions options;
  BodyId plate = world.add({.shape = Shape::box({0.01, 2, 2}).value(), .is_static = true}).value();
  BodyId bullet =
      world.add({.shape = Shape::sphere(0.1).value(), .pose = at(-5), .fast = true}).value();
};

TEST_F(Bullet, MeetsThePlateThatItPassesBetweenTwoFrames) {
  const FrameReport report = fly_to(at(5));
  EXPECT_TRUE(report.touching.empty());
  ASSERT_EQ(report.swept_contacts.size(), 1u);
  const SweptContact& contact = report.swept_contacts[0];
  EXPECT_EQ(contact.a, plate);
  EXPECT_EQ(contact.b, bullet);
  // It touches where its centre is at -0.11, after 4.89 of 10; the tolerance is 4.2e-6.
  EXPECT_LE(contact.time, 0.489);
  EXPECT_NEAR(contact.time, 0.489, 5e-7);
  EXPECT_EQ(contact.lower, contact.time);
  EXPECT_EQ(contact.upper, contact.time);
  EXPECT_NEAR(contact.point.x(), -0.01, 5e-6);
  EXPECT_NEAR(contact.normal.x(), -1, 1e-12);
  EXPECT_FALSE(contact.grazing);
  EXPECT_EQ(report.counters.swept, 1u);
  EXPECT_EQ(report.counters.swept_contacts, 1u);
}

TEST_F(Bullet, IsReportedOnceAlsoIfItStaysInThePlate) {
  EXPECT_EQ(fly_to(at(-0.05)).swept_contacts.size(), 1u);
  EXPECT_TRUE(fly_to(at(0)).swept_contacts.empty()) << "it starts overlapping, and did before";
  EXPECT_TRUE(fly_to(at(3)).swept_contacts.empty()) << "it leaves";
  EXPECT_EQ(fly_to(at(-3)).swept_contacts.size(), 1u) << "and comes back";
}

TEST_F(Bullet, MissesPlatesThatItPassesBeside) {
  const FrameReport report = fly_to(at(5, 4.6));  // past the rim, at y = 2.3 where x = 0
  EXPECT_TRUE(report.swept_contacts.empty());
  EXPECT_EQ(report.counters.swept, 1u) << "but its box met the plate's";
}

TEST_F(Bullet, PassesNothingWhenPlaced) {
  EXPECT_TRUE(world.place(bullet, at(5)));
  const FrameReport report = world.detect(options);
  EXPECT_TRUE(report.swept_contacts.empty());
  EXPECT_EQ(report.counters.swept, 0u);
}

TEST_F(Bullet, HasNoWayBeforeItsFirstFrame) {
  const BodyId second =
      world.add({.shape = Shape::sphere(0.1).value(), .pose = at(-5), .fast = true}).value();
  EXPECT_TRUE(world.set_pose(second, at(5)));
  EXPECT_TRUE(world.detect(options).swept_contacts.empty());
}

TEST_F(Bullet, OnlyCountsWhileItIsFast) {
  EXPECT_TRUE(world.set_fast(bullet, false));
  EXPECT_FALSE(world.body(bullet)->fast);
  EXPECT_TRUE(fly_to(at(5)).swept_contacts.empty());
  EXPECT_TRUE(world.set_fast(bullet, true));
  EXPECT_TRUE(world.body(bullet)->fast);
  EXPECT_EQ(fly_to(at(-5)).swept_contacts.size(), 1u);
  EXPECT_FALSE(world.set_fast({7, 7}, true));
  EXPECT_FALSE(world.place({7, 7}, at(0)));
}

TEST_F(Bullet, HasASmallBoxAgainOnceItRests) {
  fly_to(at(5));
  EXPECT_LT(world.box(bullet)->lower.x(), -5);
  world.detect(options);
  EXPECT_GT(world.box(bullet)->lower.x(), 4.8);
  EXPECT_EQ(world.detect(options).counters.moved, 0u);
}

TEST_F(Bullet, IsFoundByEveryMethodButOff) {
  // (Of a sphere the paper's hull would keep the point in its middle at the new frame only.)
  EXPECT_TRUE(world.set_shape(bullet, Shape::box({0.1, 0.1, 0.1}).value()));
  struct Case {
    BetweenFrames method;
    SweptHull hull;
    std::size_t found;
  };
  for (const auto& [method, hull, found] :
       {Case{BetweenFrames::toi, SweptHull::safe, 1}, Case{BetweenFrames::safe, SweptHull::safe, 1},
        Case{BetweenFrames::safe, SweptHull::paper, 1},
        Case{BetweenFrames::off, SweptHull::safe, 0}}) {
    options.between_frames = method;
    options.tuning.hull = hull;
    EXPECT_TRUE(world.place(bullet, at(-5)));
    world.detect(options);
    const FrameReport report = fly_to(at(5));
    ASSERT_EQ(report.swept_contacts.size(), found) << to_string(method);
    // Hulls tell no time: nothing stands there that could be mistaken for one.
    if (found > 0) {
      const SweptContact& met = report.swept_contacts[0];
      const bool is_timed = method == BetweenFrames::toi;
      EXPECT_EQ(std::isnan(met.time), !is_timed);
      EXPECT_EQ(is_finite(met.point) && is_finite(met.normal), is_timed);
      EXPECT_LE(met.lower, met.upper);
    }
    EXPECT_EQ(report.counters.swept, method == BetweenFrames::off ? 0u : 1u);
  }
}

/// A pair at rest is not asked again, unless options have changed.
TEST_F(Bullet, StoredWorldsKnowHowTheyWereAsked) {
  EXPECT_TRUE(world.place(bullet, at(0)));
  for (const BetweenFrames method : {BetweenFrames::toi, BetweenFrames::safe, BetweenFrames::off}) {
    for (const SweptHull hull : {SweptHull::safe, SweptHull::paper}) {
      options.between_frames = method;
      options.tuning.hull = hull;
      EXPECT_EQ(world.detect(options).counters.tested, 1u);
      EXPECT_EQ(World::restore(world.save())->detect(options).counters.tested, 0u);
    }
  }
}

TEST_F(Bullet, MeetsAnotherThatComesTowardsIt) {
  const BodyId other =
      world.add({.shape = Shape::sphere(0.1).value(), .pose = at(-25), .fast = true}).value();
  world.detect(options);
  EXPECT_TRUE(world.set_pose(other, at(-5)));
  const FrameReport report = fly_to(at(-25));
  ASSERT_EQ(report.swept_contacts.size(), 1u);
  EXPECT_NEAR(report.swept_contacts[0].time, (20 - 0.2) / 40, 1e-7);
}

TEST_F(Bullet, KeepsTheWorldsMargin) {
  World wide = World::make({.margin = 0.5}).value();
  wide.add({.shape = Shape::box({0.01, 2, 2}).value(), .is_static = true}).value();
  const BodyId id =
      wide.add({.shape = Shape::sphere(0.1).value(), .pose = at(-5, 2.4), .fast = true}).value();
  wide.detect();
  EXPECT_TRUE(wide.set_pose(id, at(5, 2.4)));  // 0.3 beside the rim
  const FrameReport report = wide.detect();
  ASSERT_EQ(report.swept_contacts.size(), 1u);
  EXPECT_NEAR(report.swept_contacts[0].time, (5 - 0.01 - std::sqrt(0.6 * 0.6 - 0.4 * 0.4)) / 10,
              1e-6);
}

TEST_F(Bullet, ATurningHalfSpaceMeetsWhatIsFarAway) {
  World wide;
  const BodyId wall =
      wide.add({.shape = Shape::halfspace({0, 0, 1}, 0).value(), .fast = true}).value();
  const BodyId ball = wide.add({.shape = Shape::sphere(1).value(), .pose = at(100, 0, 50)}).value();
  wide.detect();
  EXPECT_TRUE(wide.set_pose(wall, Quat::from_rotation_vector({0, -1, 0}), Vec3::zero()));
  const FrameReport report = wide.detect();
  ASSERT_EQ(report.swept_contacts.size(), 1u);
  EXPECT_EQ(report.swept_contacts[0].b, ball);
  // The plane reaches the ball when its height above it is 1: at an angle of atan(1/2) less
  // asin(1 / |(100, 50)|).
  EXPECT_NEAR(report.swept_contacts[0].time, std::atan(0.5) - std::asin(1 / std::hypot(100, 50)),
              1e-5);
}

/// Bodies of every kind fly and jump about; some are fast.
struct Flier {
  Shape shape;
  Pose pose, before;
  bool fast = false, is_static = false;
};

class Swarm {
 public:
  explicit Swarm(std::uint64_t seed) : rng_(seed) {
    const std::vector<Shape> kinds = all_bounded_kinds();
    for (int i = 0; i < 24; i++) {
      const Shape& shape = kinds[rng_.below(static_cast<std::uint32_t>(kinds.size()))];
      const double size = std::max(shape.extent(), 0.5);
      Flier f{shape.scaled(1 / size).value(), anywhere(), {}, rng_.chance(0.5), rng_.chance(0.3)};
      f.before = f.pose;
      fliers.push_back(f);
    }
  }
  void step() {
    for (Flier& f : fliers) {
      f.before = f.pose;
      if (!f.is_static && rng_.chance(0.8)) f.pose = anywhere();
    }
  }
  std::vector<Flier> fliers;

 private:
  Pose anywhere() {
    return Pose::make(Quat::from_rotation_vector(rng_.direction() * rng_.uniform(0, 3)),
                      Vec3(rng_.direction() * rng_.uniform(0, 2.2)))
        .value();
  }
  Rng rng_;
};

using Meetings = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

/// Which bodies meet, and when, by asking about every pair.
Meetings meetings_of(const std::vector<Flier>& fliers,
                     const std::set<std::pair<std::uint32_t, std::uint32_t>>& touched) {
  Meetings result;
  const auto moves = [](const Flier& f) { return f.fast && !(f.pose == f.before); };
  const auto way = [&](const Flier& f) {
    return moves(f) ? Motion::between(f.before, f.pose, f.shape.mass().centroid).value()
                    : Motion::resting(f.pose);
  };
  for (std::uint32_t i = 0; i < fliers.size(); i++) {
    for (std::uint32_t j = i + 1; j < fliers.size(); j++) {
      const Flier &a = fliers[i], &b = fliers[j];
      if ((a.is_static && b.is_static) || (!moves(a) && !moves(b))) continue;
      const Impact impact = time_of_impact({a.shape, way(a)}, {b.shape, way(b)});
      if (!impact.hit || (impact.starts_overlapping && touched.contains({i, j}))) continue;
      result[{i, j}] = impact.time;
    }
  }
  return result;
}

TEST(BetweenFrames, AgreesWithEachPairAskedAlone) {
  std::size_t met = 0, asked = 0;
  for (const BroadMethod broad : {BroadMethod::sweep_and_prune, BroadMethod::brute_force,
                                  BroadMethod::space_time, BroadMethod::grid}) {
    for (const BoxKind boxes : {BoxKind::fixed, BoxKind::tight}) {
      Swarm swarm(5);
      World world = World::make({.broad = broad}).value();
      std::vector<BodyId> ids;
      for (const Flier& f : swarm.fliers) {
        ids.push_back(world
                          .add({.shape = f.shape,
                                .pose = f.pose,
                                .is_static = f.is_static,
                                .boxes = boxes,
                                .fast = f.fast})
                          .value());
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> touched;
      for (int frame = 0; frame < 12; frame++) {
        const FrameReport report = world.detect();
        Meetings found;
        for (const SweptContact& c : report.swept_contacts) {
          found[{c.a.index, c.b.index}] = c.time;
        }
        EXPECT_EQ(found, frame == 0 ? Meetings{} : meetings_of(swarm.fliers, touched));
        met += found.size();
        asked += report.counters.swept;
        touched.clear();
        for (const PairReport& r : report.touching) touched.insert({r.a.index, r.b.index});
        swarm.step();
        for (std::size_t i = 0; i < ids.size(); i++) {
          EXPECT_TRUE(world.set_pose(ids[i], swarm.fliers[i].pose));
        }
      }
    }
  }
  EXPECT_GT(met, asked * 3 / 10) << asked;
  EXPECT_LT(met, asked * 7 / 10) << asked;
}

}  // namespace
}  // namespace glance::test
