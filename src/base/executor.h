// The library's own executor, on oneTBB, and the one way in which the library uses any.
#pragma once

#include <algorithm>
#include <memory>

#include "glance/executor.h"
#include "rooms.h"

namespace glance::rooms::base {

/// The number of threads that is meant: 0 stands for as many as there are cores.
int thread_count(int threads);

/// An executor of at most so many threads, and no more than there are cores: all executors of the
/// process share them. Its tasks may call it. Null for a single thread, which needs none.
std::unique_ptr<Executor> make_executor(int threads);

/// Whether it would run two tasks at the same time. (Null: the calling thread does everything.)
inline bool is_parallel(const Executor* executor) { return executor && executor->workers() > 1; }

/// Calls task(0) .. task(tasks - 1): by the executor, or in order if it is null or has one worker.
/// If tasks throw, the exception of the one with the lowest number is thrown on when all have
/// ended. (That does not hold for a single thread, which stops at the first one.)
void run_tasks(Executor* executor, std::size_t tasks, const Executor::Task& task);

/// Calls f(begin, end) for pieces of [0, count) of a fixed size: where they begin depends on
/// nothing else, least of all on the number of threads.
template <class F>
void for_pieces(Executor* executor, std::size_t count, std::size_t piece, const F& f) {
  run_tasks(executor, (count + piece - 1) / piece, [&](std::size_t number) {
    const std::size_t begin = number * piece;
    f(begin, std::min(begin + piece, count));
  });
}

}  // namespace glance::rooms::base
