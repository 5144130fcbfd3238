// Executors as hosts may lend them: on threads of their own, or in an unusual order.
#pragma once

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "glance/executor.h"
#include "glance/rng.h"

namespace glance::test {

/// Starts threads for each call, as many as were asked for, whatever the machine has.
class ThreadsExecutor final : public Executor {
 public:
  explicit ThreadsExecutor(int threads) : threads_(threads) {}

  int workers() const override { return threads_; }
  void run(std::size_t tasks, const Task& task) override {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < tasks; i = next++) task(i);
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads_; i++) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
  }

 private:
  int threads_;
};

/// Runs all tasks on the calling thread, in any order but theirs.
class DisorderedExecutor final : public Executor {
 public:
  /// The last task first.
  DisorderedExecutor() = default;
  /// Another order in each call.
  explicit DisorderedExecutor(std::uint64_t seed) : rng_(seed), is_random_(true) {}

  int workers() const override { return 3; }
  void run(std::size_t tasks, const Task& task) override {
    std::vector<std::size_t> order(tasks);
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    for (std::size_t i = tasks; is_random_ && i > 1; i--) {
      std::swap(order[i - 1], order[rng_.below(static_cast<std::uint32_t>(i))]);
    }
    for (const std::size_t i : order) task(i);
    calls++;
  }

  int calls = 0;

 private:
  Rng rng_{0};
  bool is_random_ = false;
};

}  // namespace glance::test
