// Shares of a budget, for tasks that run one after the other.
#include "glance/budget_clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace glance::test {
namespace {

TEST(BudgetClock, CountsSecondsFromItsStart) {
  const auto before = std::chrono::steady_clock::now();
  const BudgetClock clock{Budget()};
  const double first = clock.seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double second = clock.seconds();
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - before;
  EXPECT_GE(first, 0);
  EXPECT_GE(second - first, 0.02);
  EXPECT_LE(second, all.count());
  EXPECT_FALSE(clock.is_over()) << "a budget without end";
}

TEST(BudgetClock, SharesOfTimeAreWhatIsLeftOfThem) {
  const BudgetClock clock(Budget::for_seconds(1000));
  const double half = clock.part(0.5).seconds();
  EXPECT_LT(half, 500);
  EXPECT_GT(half, 400);
  EXPECT_EQ(clock.part(0.25, 0.75).units(), Budget::kUnlimited);
  EXPECT_FALSE(clock.is_over());
  const BudgetClock over(Budget::for_seconds(1e-9));
  while (!over.is_over()) {
  }
  EXPECT_EQ(over.part(1).seconds(), 0);
}

TEST(BudgetClock, SharesOfUnitsAreNotTimed) {
  const BudgetClock clock(Budget::for_work(1000));
  EXPECT_EQ(clock.part(0.25).units(), 250u);
  EXPECT_EQ(clock.part(0.25, 0.75).units(), 750u);
  EXPECT_EQ(clock.part(1).units(), 1000u);
  EXPECT_EQ(clock.part(0.25).seconds(), INFINITY);
  EXPECT_FALSE(clock.is_over());
}

TEST(BudgetClock, WithoutAnEndEveryShareHasNone) {
  EXPECT_TRUE(BudgetClock{Budget()}.part(0.1).is_unlimited());
  int asked = 0;
  Budget budget;
  budget.stop_when([&] { return ++asked == 2; });
  const Budget part = BudgetClock(budget).part(0.1);
  EXPECT_FALSE(part.is_unlimited()) << "the criterion is for each of them";
  EXPECT_FALSE(part.wants_stop());
  EXPECT_TRUE(part.wants_stop());
}

}  // namespace
}  // namespace glance::test
