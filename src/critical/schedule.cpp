#include "critical/schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glance {
using namespace rooms::critical;

std::string_view to_string(Schedule schedule) {
  switch (schedule) {
    case Schedule::priority_queues: return "queues";
    case Schedule::round_robin: return "round-robin";
    case Schedule::sequential: return "sequential";
    case Schedule::sorted: return "sorted";
  }
  return "unknown";
}

std::string_view to_string(Undecided undecided) {
  return undecided == Undecided::touch ? "touch" : "apart";
}

}  // namespace glance

namespace glance::rooms::critical {

void Scheduler::Queue::push(std::uint32_t collision) {
  // What is done at the front is given back once it is half of all.
  if (first > 64 && 2 * first > waiting.size()) {
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(first));
    first = 0;
  }
  waiting.push_back(collision);
}

std::size_t Scheduler::queue_of(double importance) const {
  if (schedule_ != Schedule::priority_queues) return 0;
  if (!(importance > 0)) return kQueues - 1;
  // By powers of two, not by sorting: putting back a collision whose importance has changed takes
  // constant time (O'Sullivan-Dingliana section 3.4.3).
  const int level = std::ilogb(largest_) - std::ilogb(importance);
  return level > 0 ? std::min(static_cast<std::size_t>(level), kQueues - 2) : 0;
}

void Scheduler::begin(Schedule schedule, std::size_t count, std::span<const double> importance) {
  schedule_ = schedule;
  for (Queue& queue : queues_) queue.clear();
  open_ = count;
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0u);
  largest_ = 0;
  for (const double value : importance) largest_ = std::max(largest_, value);
  // All of no importance: one is as good as another.
  if (!(largest_ > 0)) largest_ = 1;
  // Ties by number, so that the order is the same on every machine.
  if (schedule == Schedule::sorted) {
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t x, std::uint32_t y) {
      return importance[x] != importance[y] ? importance[x] > importance[y] : x < y;
    });
  }
  for (const std::uint32_t collision : order_) {
    const double value = importance.empty() ? 0 : importance[collision];
    queues_[queue_of(value)].push(collision);
  }
}

std::optional<std::uint32_t> Scheduler::next() {
  // The first queue that is not empty; within it they take turns.
  for (Queue& queue : queues_) {
    if (queue.empty()) continue;
    open_--;
    return queue.pop();
  }
  return {};
}

void Scheduler::put_back(std::uint32_t collision, double importance) {
  open_++;
  const bool in_sequence = schedule_ == Schedule::sequential || schedule_ == Schedule::sorted;
  if (in_sequence) {  // the same one again, until it is settled
    queues_[0].waiting[--queues_[0].first] = collision;
  } else {
    queues_[queue_of(importance)].push(collision);
  }
}

}  // namespace glance::rooms::critical
