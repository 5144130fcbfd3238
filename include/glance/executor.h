// Where the parallel parts of a frame run. By default they run on threads of the library
// (WorldOptions::threads). An engine that has a job system of its own lends that instead:
//
//   class Jobs final : public Executor {
//    public:
//     int workers() const override { return engine.thread_count(); }
//     void run(std::size_t tasks, const Task& task) override {
//       engine.for_each(tasks, [&](std::size_t number) { task(number); });  // waits for all of
//       them
//     }
//   };
//   Jobs jobs;
//   World world = World::make({.executor = &jobs}).value();
//
// Reports are the same, bit for bit, whatever the executor, the number of its threads and the order
// in which it runs tasks.
#pragma once

#include <cstddef>

#include "glance/callback.h"
#include "glance/export.h"

namespace glance {

/// The largest number of threads that may be asked for.
inline constexpr int kMaxThreads = 1024;

/// Runs the tasks of a frame. It is called only during World::detect and World::set_poses, by the
/// thread that called these, and keeps nothing of a task when run() returns. Several worlds may
/// share one executor if its functions may be called by several threads at the same time.
class GLANCE_API Executor {
 public:
  /// One numbered piece of the work. Tasks never throw, wait for each other or call the executor.
  using Task = Callback<void(std::size_t number)>;

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor();

  /// Returns how many tasks may run at the same time, the calling thread included: at least 1. With
  /// 1, the world runs everything itself and never calls run().
  virtual int workers() const = 0;
  /// Calls task(0) .. task(tasks - 1), each once, in any order and on any threads. Returns when all
  /// of them have returned.
  virtual void run(std::size_t tasks, const Task& task) = 0;
};

}  // namespace glance
