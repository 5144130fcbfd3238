// Work shared among threads, for building only: questions run in the thread that asks.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "rooms.h"

namespace glance::bound {

/// 0: as many as there are cores.
inline int thread_count(int asked) {
  if (asked > 0) return asked;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Calls f(begin, end) for pieces that together are [0, count), each once, in any order.
template <class F>
void for_pieces(std::size_t count, std::size_t piece, int threads, const F& f) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    while (true) {
      const std::size_t begin = next.fetch_add(piece);
      if (begin >= count) return;
      f(begin, std::min(begin + piece, count));
    }
  };
  const std::size_t useful = (count + piece - 1) / piece;
  std::vector<std::thread> others;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < useful; i++)
    others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace glance::bound
