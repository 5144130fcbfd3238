// Which collision is looked at next (O'Sullivan-Dingliana section 3.4.3).
//
// Collisions are numbers from 0 on, each with an importance; what they are is not known here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "glance/budget_frame.h"
#include "rooms.h"

namespace glance::rooms::critical {

class Scheduler {
 public:
  /// Begins with so many collisions, in their order. `importance` of each, >= 0; may be empty for
  /// schedules that do not ask for it.
  void begin(Schedule schedule, std::size_t count, std::span<const double> importance);

  /// The one to go on with by one step; none if all are settled. Until then it is taken out.
  std::optional<std::uint32_t> next();
  /// It is still open. With an importance that may have changed since.
  void put_back(std::uint32_t collision, double importance);

  /// How many of them there are in all queues.
  std::size_t open() const { return open_; }

 private:
  /// A queue for each power of two of the importance below the largest.
  static constexpr std::size_t kQueues = 16;
  struct Queue {
    std::vector<std::uint32_t> waiting;
    std::size_t first = 0;

    bool empty() const { return first == waiting.size(); }
    void clear() {
      waiting.clear();
      first = 0;
    }
    void push(std::uint32_t collision);
    std::uint32_t pop() { return waiting[first++]; }
  };
  std::size_t queue_of(double importance) const;

  Schedule schedule_ = Schedule::round_robin;
  std::array<Queue, kQueues> queues_;
  double largest_ = 1;
  std::size_t open_ = 0;
  std::vector<std::uint32_t> order_;
};

}  // namespace glance::rooms::critical
