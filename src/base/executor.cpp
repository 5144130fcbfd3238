// Tested in tests/unit/base/executor_test.cpp (Executor).
#include "base/executor.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>

#include "base/check.h"

namespace glance {
Executor::~Executor() = default;
}  // namespace glance

namespace glance::rooms::base {
namespace {

/// The tasks of one call of run_tasks, while others run them.
class RunningTasks {
 public:
  RunningTasks(std::size_t count, const Executor::Task& task) : count_(count), task_(task) {}

  void run(std::size_t number) {
    try {
      task_(number);
    } catch (...) {
      keep(number, std::current_exception());
    }
    done_.fetch_add(1, std::memory_order_release);
  }

  void end() const {
    const std::size_t done = done_.load(std::memory_order_acquire);
    // Answers would be missing.
    GLANCE_CHECK_DETAIL(done == count_,
                        fmt::format("Executor::run ran {} tasks instead of {}", done, count_));
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void keep(std::size_t number, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ && failed_ < number) return;
    error_ = std::move(error);
    failed_ = number;
  }

  std::size_t count_;
  const Executor::Task& task_;
  std::atomic<std::size_t> done_ = 0;
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t failed_ = 0;
};

}  // namespace

void run_tasks(Executor* executor, std::size_t tasks, const Executor::Task& task) {
  if (tasks <= 1 || !is_parallel(executor)) {
    for (std::size_t number = 0; number < tasks; number++) task(number);
    return;
  }
  RunningTasks running(tasks, task);
  executor->run(tasks, [&running](std::size_t number) { running.run(number); });
  running.end();
}

}  // namespace glance::rooms::base
