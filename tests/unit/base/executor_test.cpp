// Tasks on several threads: each runs once, pieces do not depend on the number of threads, and an
// exception comes out as if they had run in order.
#include "base/executor.h"

#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "support/job_executors.h"

namespace glance {
namespace {

using namespace rooms::base;

/// Calls f with executors of several kinds, and with none.
template <class F>
void for_each_executor(F&& f) {
  test::ThreadsExecutor threads(3);
  test::DisorderedExecutor backward, shuffled(7);
  const auto own = make_executor(4);
  for (Executor* executor :
       {static_cast<Executor*>(nullptr), own.get(), static_cast<Executor*>(&threads),
        static_cast<Executor*>(&backward), static_cast<Executor*>(&shuffled)}) {
    f(executor);
  }
}

TEST(Executor, RunsEachTaskOnce) {
  for_each_executor([](Executor* executor) {
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
      std::vector<int> runs(count);  // each task has a place of its own
      run_tasks(executor, count, [&](std::size_t number) { runs[number]++; });
      EXPECT_EQ(runs, std::vector<int>(count, 1));
    }
  });
}

TEST(Executor, PiecesDoNotDependOnTheThreads) {
  using Piece = std::pair<std::size_t, std::size_t>;
  for_each_executor([](Executor* executor) {
    std::mutex mutex;
    std::set<Piece> pieces;
    for_pieces(executor, 25, 10, [&](std::size_t begin, std::size_t end) {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(pieces.insert({begin, end}).second);
    });
    EXPECT_EQ(pieces, (std::set<Piece>{{0, 10}, {10, 20}, {20, 25}}));
  });
}

TEST(Executor, TheFirstFailureComesOut) {
  for_each_executor([](Executor* executor) {
    const auto fail_at_odd = [](std::size_t number) {
      if (number % 2 == 1) throw std::runtime_error(std::to_string(number));
    };
    try {
      run_tasks(executor, 100, fail_at_odd);
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "1");
    }
  });
}

TEST(Executor, TasksOfTheLibraryMayRunTasks) {
  const auto own = make_executor(3);
  std::atomic<int> runs = 0;
  run_tasks(own.get(), 8,
            [&](std::size_t) { run_tasks(own.get(), 8, [&](std::size_t) { runs++; }); });
  EXPECT_EQ(runs, 64);
}

TEST(Executor, OneThreadNeedsNone) {
  EXPECT_EQ(make_executor(1), nullptr);
  EXPECT_FALSE(is_parallel(nullptr));
  if (thread_count(0) > 1) {
    const auto two = make_executor(2);
    ASSERT_NE(two, nullptr);
    EXPECT_EQ(two->workers(), 2);
    EXPECT_TRUE(is_parallel(two.get()));
  }
  EXPECT_GE(thread_count(0), 1);
  EXPECT_EQ(thread_count(5), 5);
  test::ThreadsExecutor one(1);  // is never called
  const std::thread::id here = std::this_thread::get_id();
  run_tasks(&one, 3, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); });
}

/// A host's mistake.
class ForgetfulExecutor final : public Executor {
 public:
  int workers() const override { return 2; }
  void run(std::size_t tasks, const Task& task) override {
    for (std::size_t i = 1; i < tasks; i++) task(i);
  }
};

TEST(ExecutorDeathTest, ForgottenTasksAreNoticed) {
  ForgetfulExecutor executor;
  EXPECT_DEATH(run_tasks(&executor, 5, [](std::size_t) {}),
               "Executor::run ran 4 tasks instead of 5");
}

}  // namespace
}  // namespace glance
