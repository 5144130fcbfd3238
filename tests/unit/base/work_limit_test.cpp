// Work that is given up in the middle.
#include "base/work_limit.h"

#include <gtest/gtest.h>

#include <stop_token>

#include "base/work_meter.h"
#include "glance/query.h"

namespace glance::test {
using namespace rooms::base;

namespace {

TEST(WorkLimit, EndsWhatTakesLonger) {
  spend_work(1'000'000);  // without one: nothing happens
  {
    WorkLimit limit(100);
    spend_work(60);
    EXPECT_EQ(limit.spent(), 60u);
    EXPECT_NO_THROW(spend_work(40));
    EXPECT_THROW(spend_work(1), OutOfWork);
    {
      WorkLimit inner(1000);
      EXPECT_NO_THROW(spend_work(500)) << "the inner one counts";
    }
    EXPECT_THROW(spend_work(1), OutOfWork);
  }
  EXPECT_NO_THROW(spend_work(1'000'000));
}

TEST(WorkLimit, EndsWithTheClock) {
  WorkLimit late(UINT64_MAX, WorkLimit::Clock::now() - std::chrono::seconds(1));
  EXPECT_THROW(spend_work(10'000), OutOfWork);
  WorkLimit early(UINT64_MAX, WorkLimit::Clock::now() + std::chrono::hours(1));
  EXPECT_NO_THROW(spend_work(10'000));
}

/// A question that was given up is answered as ever the next time, with what the cache is left
/// with.
TEST(WorkLimit, CachesAreGoodForAnyState) {
  const Shape box = *Shape::box({1, 1, 1});
  const Pose beside = *Pose::make(Quat::from_rotation_vector({0.1, 0.2, 0.3}), Vec3(1.9, 0.1, 0.2));
  const QueryOptions options{.depth = true};
  const Distance truth = distance({box, Pose()}, {box, beside}, options);
  std::size_t given_up = 0;
  for (std::uint64_t units = 0; units < 2000; units += 10) {
    PairCache cache;
    try {
      WorkLimit limit(units);
      (void)distance({box, Pose()}, {box, beside}, options.with(cache));
    } catch (const OutOfWork&) {
      given_up++;
    }
    const Distance d = distance({box, Pose()}, {box, beside}, options.with(cache));
    EXPECT_EQ(d.verdict, truth.verdict);
    EXPECT_NEAR(d.distance - d.depth, truth.distance - truth.depth, 1e-12);
  }
  EXPECT_GT(given_up, 0u);
  EXPECT_LT(given_up, 200u);
}

TEST(WorkMeter, APartOfTheBudget) {
  const Budget budget = Budget::for_work(1000);
  WorkMeter meter(budget, WorkMeter::Clock::now());
  ASSERT_TRUE(meter.has_left(1));
  meter.add(200);
  meter.begin_part(0.25);
  EXPECT_EQ(meter.left(), 200u);
  EXPECT_TRUE(meter.fits(200));
  EXPECT_FALSE(meter.fits(201));
  EXPECT_TRUE(meter.has_left(100)) << "fits() ends nothing";
  EXPECT_FALSE(meter.has_left(201));
  meter.end_part();
  EXPECT_EQ(meter.left(), 800u);
  EXPECT_TRUE(meter.has_left(800)) << "the part has ended, and no more";
  EXPECT_EQ(meter.until(), WorkMeter::Clock::time_point::max());
}

TEST(WorkMeter, APartOfTheTime) {
  const Budget budget = Budget::for_seconds(1000);
  const auto begun = WorkMeter::Clock::now();
  WorkMeter meter(budget, begun);
  EXPECT_GT(meter.until(), begun + std::chrono::seconds(990));
  meter.begin_part(0.5);
  EXPECT_GT(meter.until(), begun + std::chrono::seconds(490));
  EXPECT_LT(meter.until(), begun + std::chrono::seconds(510));
  EXPECT_LT(meter.seconds_left(), 510);
  meter.end_part();
  EXPECT_GT(meter.seconds_left(), 990);
  std::stop_source source;
  Budget stopped = Budget::for_seconds(1000);
  stopped.stop_with(source.get_token());
  WorkMeter other(stopped, begun);
  source.request_stop();
  other.begin_part(0.5);
  EXPECT_FALSE(other.has_left(100));
  other.end_part();
  EXPECT_FALSE(other.has_left(100)) << "a stop is for all of it";
}

}  // namespace
}  // namespace glance::test
