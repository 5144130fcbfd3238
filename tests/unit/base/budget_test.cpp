#include "glance/budget.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "base/work_meter.h"

namespace glance::test {
using namespace rooms::base;

namespace {

TEST(Budget, CountsUnits) {
  const Budget budget = Budget::for_work(100);
  WorkMeter meter(budget, WorkMeter::Clock::now());
  EXPECT_TRUE(meter.has_left(100));
  EXPECT_FALSE(meter.has_left(101));
  EXPECT_FALSE(meter.has_left(1)) << "it keeps to what it said";
  WorkMeter other(budget, WorkMeter::Clock::now());
  for (int i = 0; i < 10; i++) {
    EXPECT_TRUE(other.has_left(10));
    other.add(10);
  }
  EXPECT_FALSE(other.has_left(1));
  EXPECT_EQ(other.spent(), 100u);
}

TEST(Budget, IsUnlimitedByDefault) {
  const Budget budget;
  EXPECT_TRUE(budget.is_unlimited());
  WorkMeter meter(budget, WorkMeter::Clock::now());
  meter.add(1ull << 40);
  EXPECT_TRUE(meter.has_left(1ull << 40));
}

TEST(Budget, InvalidSecondsLeaveNoWork) {
  for (const double seconds : {-1.0, 0.0, std::nan("")}) {
    const Budget budget = Budget::for_seconds(seconds);
    WorkMeter meter(budget, WorkMeter::Clock::now());
    EXPECT_FALSE(meter.has_left(1));
  }
}

TEST(Budget, EndsWithTheClock) {
  const Budget budget = Budget::for_seconds(0.01);
  WorkMeter meter(budget, WorkMeter::Clock::now());
  ASSERT_TRUE(meter.has_left(1));
  while (meter.has_left(1)) meter.add(1);
  EXPECT_GE(meter.seconds(), 0.009);
  EXPECT_GT(meter.spent(), 1000u);
}

TEST(Budget, ATokenThatCannotStopIsIgnored) {
  Budget budget;
  EXPECT_TRUE(budget.stop_with(std::stop_token()).is_unlimited());
  EXPECT_FALSE(budget.wants_stop());
  std::stop_source source;
  EXPECT_FALSE(budget.stop_with(source.get_token()).is_unlimited());
  source.request_stop();
  EXPECT_TRUE(budget.wants_stop());
  EXPECT_TRUE(budget.stop_with(std::stop_token()).is_unlimited()) << "the last one counts";
  EXPECT_FALSE(budget.wants_stop());
}

TEST(Budget, StopsWhenAsked) {
  std::stop_source source;
  Budget budget;
  budget.stop_with(source.get_token());
  EXPECT_FALSE(budget.is_unlimited());
  WorkMeter meter(budget, WorkMeter::Clock::now());
  EXPECT_TRUE(meter.has_left(1));
  source.request_stop();
  meter.add(100);
  EXPECT_FALSE(meter.has_left(1));

  int asked = 0;
  Budget other;
  other.stop_when([&] { return ++asked == 3; });
  WorkMeter counting(other, WorkMeter::Clock::now());
  int steps = 0;
  while (counting.has_left(1)) {
    counting.add(64);
    steps++;
  }
  EXPECT_EQ(steps, 2);
}

}  // namespace
}  // namespace glance::test
