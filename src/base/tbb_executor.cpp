// Tested in tests/unit/base/executor_test.cpp (Executor).
// All of oneTBB that the library sees is in this file.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "base/executor.h"

#ifdef GLANCE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace glance::rooms::base {
namespace {

// The thread sanitizer does not see how oneTBB, which is not instrumented, puts one thread's work
// before another's. It is told.
#ifdef GLANCE_THREAD_SANITIZER
void note_before(void* what) { __tsan_release(what); }
void note_after(void* what) { __tsan_acquire(what); }
#else
void note_before(void*) {}
void note_after(void*) {}
#endif

class TbbExecutor final : public Executor {
 public:
  explicit TbbExecutor(int threads) : threads_(threads), arena_(threads) {}

  int workers() const override { return threads_; }
  void run(std::size_t tasks, const Task& task) override {
    // An arena of its own: a thread that waits here takes no task of anybody else.
    note_before(this);
    arena_.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, tasks),
                        [&](const tbb::blocked_range<std::size_t>& range) {
                          note_after(this);
                          for (std::size_t i = range.begin(); i != range.end(); i++) task(i);
                          note_before(this);
                        });
    });
    note_after(this);
  }

 private:
  int threads_;
  tbb::task_arena arena_;
};

}  // namespace

int thread_count(int threads) {
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::unique_ptr<Executor> make_executor(int threads) {
  // More than there are cores gain nothing, and oneTBB would complain.
  const int count = std::min(thread_count(threads), tbb::info::default_concurrency());
  if (count <= 1) return nullptr;
  return std::make_unique<TbbExecutor>(count);
}

}  // namespace glance::rooms::base
