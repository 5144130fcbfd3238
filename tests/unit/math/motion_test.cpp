// Motions: the given poses at the ends, constant velocities between, and a bound on the
// speed that no point of the body exceeds.
#include "glance/motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "glance/rng.h"
#include "glance/tolerance.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Pose any_pose(Rng& rng) { return *Pose::make(rng.rotation(), rng.in_box(5)); }

/// Between two poses or with a velocity, about a centre that is not always the origin.
Motion any_motion(Rng& rng) {
  const Vec3 centre = rng.chance(0.5) ? Vec3(Vec3::zero()) : rng.in_box(2);
  const Pose start = any_pose(rng);
  if (rng.chance(0.5)) return Motion::between(start, any_pose(rng), centre).value();
  return *Motion::with_velocity(start, rng.in_box(3), rng.in_box(30), centre);
}

TEST(Motion, KeepsTheGivenPosesBitForBit) {
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    // Poses with errors in the rotation too, which no interpolation would give back.
    const Mat3 rough = single_precision(rotation_matrix(rng.rotation()));
    const Pose start = any_pose(rng), end = *Pose::make(rough, rng.in_box(5));
    const Motion motion = Motion::between(start, end, rng.in_box(1)).value();
    EXPECT_TRUE(motion.start() == start && motion.end() == end);
    EXPECT_TRUE(motion.at(0) == start);
    EXPECT_TRUE(motion.at(1) == end);
    // Times outside are taken as the nearer end.
    EXPECT_TRUE(motion.at(-0.5) == start && motion.at(-kInfinity) == start &&
                motion.at(-0.0) == start);
    EXPECT_TRUE(motion.at(1.5) == end && motion.at(kInfinity) == end);
    EXPECT_FALSE(motion.at(0.5) == start || motion.at(0.5) == end);
    const Motion moved = *Motion::with_velocity(start, rng.in_box(1), rng.in_box(1));
    EXPECT_TRUE(moved.at(0) == start);
    EXPECT_TRUE(moved.at(1) == moved.end() && moved.at(7) == moved.end());
  }
}

TEST(Motion, HalfwayIsHalfway) {
  // A quarter turn about z while the origin goes from (0, 0, 0) to (2, 4, 6).
  const double h = std::sqrt(0.5);
  const Pose end = *Pose::make(Quat(h, 0, 0, h), Vec3(2, 4, 6));
  const Motion motion = Motion::between(Pose(), end).value();
  EXPECT_LE(norm(motion.angular() - Vec3(0, 0, kPi / 2)), 1e-15);
  EXPECT_EQ(motion.linear(), Vec3(2, 4, 6));
  const Pose half = motion.at(0.5);
  EXPECT_LE(norm(half.translation() - Vec3(1, 2, 3)), 1e-15);
  EXPECT_LE(norm(half.apply(Vec3::unit_x()) - Vec3(1 + h, 2 + h, 3)), 1e-15);

  Rng rng(1);
  for (int i = 0; i < 500; i++) {
    SCOPED_TRACE(i);
    const Pose a = any_pose(rng), b = any_pose(rng);
    const Vec3 centre = rng.in_box(2);
    const Motion m = Motion::between(a, b, centre).value();
    const Mat3 middle = m.at(0.5).rotation();
    // The same turn leads from the start to the middle as from there to the end.
    ASSERT_LE(largest(middle * a.rotation().transpose() - b.rotation() * middle.transpose()),
              5e-15);
    ASSERT_LE(norm(m.at(0.5).apply(centre) - (a.apply(centre) + b.apply(centre)) / 2), 1e-14);
    ASSERT_LE(norm(m.angular()), kPi + 1e-15);  // the shorter way round
  }
}

TEST(Motion, TheCentreMovesOnAStraightLineWithConstantVelocity) {
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Motion motion = any_motion(rng);
    const Vec3 from = motion.start().apply(motion.centre());
    EXPECT_LE(norm(motion.end().apply(motion.centre()) - (from + motion.linear())), 2e-14);
    for (int k = 0; k < 10; k++) {
      const double t = rng.uniform();
      ASSERT_LE(norm(motion.at(t).apply(motion.centre()) - (from + t * motion.linear())), 2e-14);
    }
  }
}

TEST(Motion, TurnsAtConstantRateAboutAFixedWorldAxis) {
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Motion motion = any_motion(rng);
    const double rate = norm(motion.angular());
    for (int k = 0; k < 5; k++) {
      const double t = rng.uniform();
      const Pose pose = motion.at(t);
      const Mat3 turn = turn_about(motion.angular() / rate, t * rate);
      ASSERT_LE(largest(pose.rotation() - turn * motion.start().rotation()), 1e-14);
      ASSERT_LE(rotation_error(pose.rotation()), 4e-15);
    }
    // No jump at the end: what is computed there and what was given agree.
    ASSERT_LE(largest(motion.at(1 - 1e-13).rotation() - motion.end().rotation()), 1e-11);
  }
}

TEST(Motion, WithVelocityMakesManyTurns) {
  const Vec3 centre(1, 2, 3);
  const Pose start = *Pose::make(Vec3(10, 0, 0));
  const Result<Motion> motion =
      Motion::with_velocity(start, Vec3(5, 0, 0), Vec3(0, 0, 10 * 2 * kPi), centre);
  ASSERT_TRUE(motion);
  EXPECT_EQ(motion->angular(), Vec3(0, 0, 20 * kPi));
  EXPECT_LE(largest(motion->end().rotation() - Mat3::identity()), 1e-14);
  EXPECT_LE(norm(motion->end().translation() - Vec3(15, 0, 0)), 1e-13);
  // A quarter of a turn after each fortieth of the time.
  const Vec3 arm(2, 2, 3);  // one to the right of the centre
  const Vec3 directions[] = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(-1, 0, 0), Vec3(0, -1, 0)};
  for (int k = 0; k <= 40; k++) {
    const Pose pose = motion->at(k / 40.0);
    ASSERT_LE(norm(pose.apply(arm) - pose.apply(centre) - directions[k % 4]), 1e-13) << k;
  }
  // The same poses at the ends are one without a turn for `between`.
  EXPECT_LE(norm(Motion::between(start, motion->end(), centre)->angular()), 1e-13);
}

TEST(Motion, NoPointIsFasterThanTheBound) {
  double tightest = 0;
  for (std::uint64_t seed = 1; seed <= 400; seed++) {
    Rng rng(seed);
    const Motion motion = any_motion(rng);
    const double radius = rng.chance(0.1) ? 0 : std::pow(10, rng.uniform(-2, 1));
    const double bound = motion.max_speed(radius);
    SCOPED_TRACE(testing::Message() << "seed " << seed << " radius " << radius);
    for (int k = 0; k < 20; k++) {
      const Vec3 point = motion.centre() + radius * rng.direction();
      const double t = rng.uniform(0, 0.99);
      const double step = k % 2 == 0 ? 1e-3 : rng.uniform(1e-3, 1 - t);
      const Vec3 path = motion.at(t + step).apply(point) - motion.at(t).apply(point);
      // Positions of about 10 are rounded: that much of a step is no speed.
      ASSERT_LE(norm(path), bound * step + 1e-13);
      tightest = std::max(tightest, norm(path) / (bound * step));
    }
    // Not a bound that slows everything down.
    EXPECT_LE(bound, (norm(motion.linear()) + norm(motion.angular()) * radius) * (1 + 1e-12));
    EXPECT_GE(bound, norm(motion.linear()) + norm(motion.angular()) * radius);
  }
  EXPECT_GT(tightest, 0.95);
  EXPECT_EQ(Motion::between(Pose(), Pose())->max_speed(5), 0);
}

TEST(Motion, RefusesWhatIsNotFinite) {
  const Vec3 good(1, 2, 3);
  for (int i = 0; i < 3; i++) {
    for (const double value : {kNan, kInfinity, -kInfinity}) {
      SCOPED_TRACE(testing::Message() << i << " " << value);
      Vec3 bad = good;
      bad[i] = value;
      EXPECT_FALSE(Motion::with_velocity(Pose(), bad, good, good));
      EXPECT_FALSE(Motion::with_velocity(Pose(), good, bad, good));
      const Result<Motion> motion = Motion::with_velocity(Pose(), good, good, bad);
      ASSERT_FALSE(motion);
      EXPECT_NE(motion.error().message.find("centre"), std::string::npos);
    }
  }
}

TEST(Motion, RefusesWhatLeadsOutOfRange) {
  const Vec3 none = Vec3::zero();
  for (int i = 0; i < 3; i++) {
    SCOPED_TRACE(i);
    const Vec3 axis = Vec3::unit(i);
    EXPECT_TRUE(Motion::with_velocity(Pose(), Vec3(kMaxCoordinate * axis), none));
    EXPECT_TRUE(Motion::with_velocity(Pose(), Vec3(-kMaxCoordinate * axis), none));
    const Result<Motion> beyond = Motion::with_velocity(Pose(), Vec3(2e60 * axis), none);
    ASSERT_FALSE(beyond);
    EXPECT_NE(beyond.error().message.find("2e+60"), std::string::npos) << beyond.error().message;
    const Pose far = *Pose::make(Vec3(kMaxCoordinate * axis));
    EXPECT_FALSE(Motion::with_velocity(far, Vec3(1e50 * axis), none));
    EXPECT_TRUE(Motion::with_velocity(far, Vec3(-1e50 * axis), none));
    // The sum overflows although both parts are finite.
    EXPECT_FALSE(Motion::with_velocity(Pose(), Vec3(1.5e308 * axis), none, Vec3(1.5e308 * axis)));
  }
}

/// Regression: a rotation is accepted that stretches by up to half of 1e-6, and what two
/// given ones differ by was made up for in a jump at the end.
TEST(Motion, StretchedRotationsDoNotOutrunTheBound) {
  const Pose stretched = *Pose::make(Mat3(Mat3::identity() * (1 + 4.9e-7)), Vec3::zero());
  const Motion motion = *Motion::between(Pose(), stretched);
  const Vec3 point(1, 0, 0);
  for (const double t : {0.0, 0.25, 0.5, 0.999}) {
    const Vec3 path = motion.at(1).apply(point) - motion.at(t).apply(point);
    EXPECT_LE(norm(path), motion.max_speed(1) * (1 - t) + 1e-15) << t;
  }
  const Motion turning = *Motion::with_velocity(stretched, Vec3::zero(), Vec3(0, 0, 1));
  const double step = 1e-4;
  const Vec3 path = turning.at(0.5 + step).apply(point) - turning.at(0.5).apply(point);
  EXPECT_GT(norm(path), step * (1 + 4.8e-7));
  EXPECT_LE(norm(path), turning.max_speed(1) * step);
}

/// Regression: centres were not looked at, and only the end was.
TEST(Motion, EveryPoseOnTheWayIsWithinRange) {
  const Pose half_turn = *Pose::make(Quat(0, 0, 0, 1), Vec3::zero());
  for (const Vec3& centre : {Vec3(kNan, 0, 0), Vec3(1e308, 0, 0), Vec3(1.5e60, 0, 0)}) {
    EXPECT_FALSE(Motion::between(Pose(), half_turn, centre));
    EXPECT_FALSE(Motion::with_velocity(Pose(), Vec3::zero(), Vec3(0, 0, 2 * kPi), centre));
  }
  EXPECT_TRUE(Motion::between(Pose(), half_turn, Vec3(7e59, 0, 0)));
  EXPECT_FALSE(Motion::with_velocity(Pose(), Vec3::zero(), Vec3::constant(1.5e308)));
  EXPECT_FALSE(Motion::with_velocity(Pose(), Vec3::zero(), Vec3(0, 0, 2e9)));
}

/// Regression: between two rotations that are each within the tolerance, poses on the way
/// were not.
TEST(Motion, PosesOnTheWayAreAsGoodAsTheEnds) {
  Mat3 stretch = Mat3::identity(), other = Mat3::identity();
  stretch(0, 0) = other(1, 1) = 1 + 4.99e-7;
  stretch(1, 1) = other(0, 0) = 1 - 4.99e-7;
  const Mat3 half_turn = rotation_matrix(Quat(0, 0, 0, 1));
  const Pose start = *Pose::make(stretch, Vec3::zero());
  const Pose end = *Pose::make(compose(half_turn, other), Vec3::zero());
  const Motion motion = *Motion::between(start, end);
  for (int i = 0; i <= 100; i++) {
    EXPECT_LE(rotation_error(motion.at(i / 100.0).rotation()), 1e-6 + 1e-11) << i;
  }
}

}  // namespace
}  // namespace glance::test
