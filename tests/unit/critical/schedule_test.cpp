#include "critical/schedule.h"

#include <gtest/gtest.h>

namespace glance::test {
using namespace rooms::critical;

namespace {

/// The order in which collisions are looked at if each takes so many steps.
std::vector<std::uint32_t> order_of(Schedule schedule, std::vector<int> steps,
                                    const std::vector<double>& importance) {
  Scheduler scheduler;
  scheduler.begin(schedule, steps.size(), importance);
  std::vector<std::uint32_t> order;
  while (const auto next = scheduler.next()) {
    order.push_back(*next);
    if (--steps[*next] > 0) scheduler.put_back(*next, importance.empty() ? 0 : importance[*next]);
    EXPECT_LE(order.size(), 1000u);
    if (order.size() > 1000) break;
  }
  EXPECT_EQ(scheduler.open(), 0u);
  return order;
}

using Order = std::vector<std::uint32_t>;

TEST(Schedule, SequentialGoesToTheEndOfEach) {
  EXPECT_EQ(order_of(Schedule::sequential, {2, 1, 3}, {}), (Order{0, 0, 1, 2, 2, 2}));
}

TEST(Schedule, RoundRobinTakesTurns) {
  EXPECT_EQ(order_of(Schedule::round_robin, {2, 1, 3}, {}), (Order{0, 1, 2, 0, 2, 2}));
}

TEST(Schedule, SortedBeginsWithTheMostImportant) {
  EXPECT_EQ(order_of(Schedule::sorted, {2, 1, 2, 1}, {0.1, 0.9, 0.1, 0.5}),
            (Order{1, 3, 0, 0, 2, 2}));
}

/// Halves apart are in different queues; within one they take turns; what no one sees comes last.
TEST(Schedule, QueuesTakeTurnsAmongEquals) {
  EXPECT_EQ(order_of(Schedule::priority_queues, {2, 2, 2, 1, 1}, {0.1, 0.9, 0.8, 0, 0.4}),
            (Order{1, 2, 1, 2, 4, 0, 0, 3}));
}

TEST(Schedule, ImportanceMayChange) {
  Scheduler scheduler;
  const std::vector<double> importance{1, 0.3};
  scheduler.begin(Schedule::priority_queues, 2, importance);
  EXPECT_EQ(scheduler.next(), 0u);
  scheduler.put_back(0, 0.01);  // little is left of it
  EXPECT_EQ(scheduler.next(), 1u);
  EXPECT_EQ(scheduler.next(), 0u);
  EXPECT_FALSE(scheduler.next());
}

TEST(Schedule, NothingToDo) {
  for (const Schedule schedule :
       {Schedule::priority_queues, Schedule::round_robin, Schedule::sequential, Schedule::sorted}) {
    EXPECT_TRUE(order_of(schedule, {}, {}).empty());
    EXPECT_EQ(order_of(schedule, {1, 1}, {0, 0}), (Order{0, 1}));
  }
}

/// Queues give back what is done: as many steps as one likes.
TEST(Schedule, ManySteps) {
  const Order order = order_of(Schedule::round_robin, {300, 300, 300}, {});
  ASSERT_EQ(order.size(), 900u);
  for (std::size_t i = 0; i < order.size(); i++) EXPECT_EQ(order[i], i % 3);
}

}  // namespace
}  // namespace glance::test
