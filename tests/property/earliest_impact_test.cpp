// For how long bodies whose motions are not known are certain to stay apart: no motion within the
// limits is faster.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "glance/impact.h"
#include "support/impact_zoo.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

struct Limited {
  Shape shape;
  Pose pose;
  MotionLimits limits;
};

Result<double> earliest(const Limited& a, const Limited& b, double horizon) {
  return earliest_impact({a.shape, a.pose}, a.limits, {b.shape, b.pose}, b.limits, horizon);
}

/// One motion within the limits: accelerations, constant for a while, that aim at `target` or
/// anywhere. In small steps; those of the rotation stay a little inside of the limits.
class Wanderer {
 public:
  Wanderer(const Limited& body, Rng& rng) : body_(body), rng_(rng) {
    centre_ = body.pose.apply(body.limits.centre);
    rotation_ = body.pose.rotation();
    linear_ = body.limits.linear;
    angular_ = body.limits.angular;
  }
  void choose(const Vec3& target) {
    Vec3 to = normalized(target - centre_);
    if (rng_.chance(0.5) || to == Vec3::zero()) to = rng_.direction();
    push_ = to * body_.limits.linear_acceleration;
    twist_ = rng_.direction() * (0.98 * body_.limits.angular_acceleration);
  }
  void step(double dt) {
    centre_ += linear_ * dt + push_ * (0.5 * dt * dt);
    linear_ += push_ * dt;
    const Vec3 half = angular_ + twist_ * (0.5 * dt);
    rotation_ = compose(rotation_matrix(Quat::from_rotation_vector(half * dt)), rotation_);
    angular_ += twist_ * dt;
  }
  Vec3 centre() const { return centre_; }
  Pose pose() const {
    return Pose::make(rotation_, centre_ - multiply(rotation_, body_.limits.centre)).value();
  }

 private:
  const Limited& body_;
  Rng& rng_;
  Vec3 centre_, linear_, angular_, push_ = Vec3::zero(), twist_ = Vec3::zero();
  Mat3 rotation_;
};

TEST(EarliestImpact, NoMotionWithinTheLimitsIsFaster) {
  const int count = scaled_count(400), motions = 6, steps = 24;
  int positive = 0, whole = 0, touched_later = 0;
  for (const int i : random_cases(count)) {
    const ImpactCase c = make_random_impact(i);
    SCOPED_TRACE(testing::Message() << "random " << i << "\n" << describe(c));
    Rng rng(static_cast<std::uint64_t>(i));
    const double unit = std::max({c.a.extent(), c.b.extent(), 1e-30});
    const auto limited = [&](const Shape& shape, const Motion& m) {
      MotionLimits limits{.linear = m.linear(), .angular = m.angular(), .centre = m.centre()};
      if (rng.chance(0.8)) limits.linear_acceleration = rng.uniform(0, 10) * unit;
      if (rng.chance(0.8)) limits.angular_acceleration = rng.uniform(0, 5);
      return Limited{shape, m.start(), limits};
    };
    const Limited a = limited(c.a, c.motion_a), b = limited(c.b, c.motion_b);
    const double horizon = rng.uniform(0.2, 3);
    const Result<double> bound = earliest(a, b, horizon);
    ASSERT_TRUE(bound) << bound.error().message;
    const Distance start = distance({a.shape, a.pose}, {b.shape, b.pose});
    ASSERT_LE(*bound, horizon);
    ASSERT_EQ(*bound > 0, start.verdict == Verdict::apart && *bound > 0);
    if (start.verdict != Verdict::apart) {
      ASSERT_EQ(*bound, 0);
      continue;
    }
    positive += *bound > 0;
    whole += *bound == horizon;
    for (int k = 0; k < motions; k++) {
      Wanderer in_a(a, rng), in_b(b, rng);
      for (int step = 0; step < steps; step++) {
        if (step % 8 == 0) {
          in_a.choose(in_b.centre());
          in_b.choose(in_a.centre());
        }
        const double dt = *bound / steps * (1 - 1e-9);
        in_a.step(dt);
        in_b.step(dt);
        ASSERT_EQ(collide({a.shape, in_a.pose()}, {b.shape, in_b.pose()}).verdict, Verdict::apart)
            << "motion " << k << ", step " << step << " of " << steps << " until " << *bound;
      }
      // And soon after they may well touch: the bound is not idle.
      for (int step = 0; k == 0 && step < 200 && *bound < horizon; step++) {
        in_a.step(0.02 * *bound);
        in_b.step(0.02 * *bound);
        if (collide({a.shape, in_a.pose()}, {b.shape, in_b.pose()}).verdict != Verdict::apart) {
          touched_later++;
          break;
        }
      }
    }
  }
  std::printf("  %d bounds above 0, %d to the horizon, %d touch within five times the bound\n",
              positive, whole, touched_later);
  EXPECT_GT(positive, count / 2);
}

/// Balls head on: nothing is lost.
TEST(EarliestImpact, IsSharpForBalls) {
  Rng rng(random_seed(3));
  for (int i = 0; i < 200; i++) {
    const double r1 = rng.uniform(0.1, 1), r2 = rng.uniform(0.1, 1), gap = rng.uniform(0.01, 5);
    const Vec3 n = rng.direction(), at = rng.in_box(2);
    const double v1 = rng.uniform(-1, 2), v2 = rng.uniform(-1, 2),
                 accelerate = rng.chance(0.3) ? 0 : rng.uniform(0.1, 3);
    const Limited a{Shape::sphere(r1).value(),
                    Pose::make(at).value(),
                    {.linear = n * v1, .linear_acceleration = 0.5 * accelerate}},
        b{Shape::sphere(r2).value(),
          Pose::make(Vec3(at + n * (r1 + r2 + gap))).value(),
          {.linear = -n * v2, .linear_acceleration = 0.5 * accelerate}};
    const double v = v1 + v2, horizon = 4;
    // gap = v t + accelerate t^2 / 2
    double time = horizon;
    if (accelerate > 0) {
      const double root = std::sqrt(v * v + 2 * accelerate * gap);
      time = v > 0 ? 2 * gap / (v + root) : (root - v) / accelerate;
    } else if (v > 0) {
      time = gap / v;
    }
    const Result<double> bound = earliest(a, b, horizon);
    ASSERT_TRUE(bound);
    ASSERT_LE(*bound, std::min(time, horizon) * (1 + 1e-12));
    ASSERT_NEAR(*bound, std::min(time, horizon), 1e-9) << i;
  }
}

TEST(EarliestImpact, RefusesBadNumbers) {
  const Limited a{Shape::sphere(1).value(), {}, {}},
      b{Shape::sphere(1).value(), Pose::make(Vec3(5, 0, 0)).value(), {}};
  ASSERT_TRUE(earliest(a, b, 1));
  EXPECT_EQ(*earliest(a, b, 1), 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double horizon : {0., -1., nan}) EXPECT_FALSE(earliest(a, b, horizon)) << horizon;
  for (const double bad : {-1., nan, std::numeric_limits<double>::infinity()}) {
    Limited c = b;
    c.limits.linear_acceleration = bad;
    EXPECT_FALSE(earliest(a, c, 1)) << bad;
    EXPECT_FALSE(earliest(c, a, 1)) << bad;
    c = b;
    c.limits.angular_acceleration = bad;
    EXPECT_FALSE(earliest(a, c, 1)) << bad;
    if (bad == -1) continue;
    for (Vec3 MotionLimits::*field :
         {&MotionLimits::linear, &MotionLimits::angular, &MotionLimits::centre}) {
      c = b;
      (c.limits.*field).y() = bad;
      EXPECT_FALSE(earliest(a, c, 1)) << bad;
    }
  }
}
}  // namespace
}  // namespace glance::test
