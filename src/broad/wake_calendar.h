// Pairs that sleep, by the frame in which they wake: a priority queue for times that are near,
// whole numbers of frames. One list per frame, in a ring; adding and taking cost the same however
// many there are. (I-COLLIDE's heap, section 4.4, is reshuffled for each pair that is put off.)
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "rooms.h"

namespace glance::rooms::broad {

/// A pair, and the bounds of its bodies from which the time was computed: the entry is void once
/// one body has another bound.
struct Sleeper {
  std::uint32_t i, j;
  std::uint32_t version_i, version_j;
};

class WakeCalendar {
 public:
  /// The longest sleep, in frames.
  static constexpr std::uint32_t kLongest = 63;

  /// Wakes after so many frames, from 1 to kLongest.
  void push(std::uint32_t frames, const Sleeper& sleeper) {
    std::uint32_t at = free_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({sleeper, kNone});
    } else {
      free_ = nodes_[at].next;
      nodes_[at].sleeper = sleeper;
    }
    std::uint32_t& head = heads_[(today_ + frames) % heads_.size()];
    nodes_[at].next = std::exchange(head, at);
    count_++;
  }

  /// The next frame has come: calls woken(sleeper) for each that wakes in it, which may push.
  template <class Woken>
  void advance(Woken woken) {
    today_ = (today_ + 1) % heads_.size();
    std::uint32_t at = std::exchange(heads_[today_], kNone);
    while (at != kNone) {
      const Node node = nodes_[at];
      nodes_[at].next = std::exchange(free_, at);
      count_--;
      at = node.next;
      woken(node.sleeper);
    }
  }

  /// How many sleep, void entries included.
  std::size_t count() const { return count_; }

  void reserve(std::size_t pairs) { nodes_.reserve(pairs); }
  std::size_t bytes() const { return nodes_.capacity() * sizeof(Node); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Node {
    Sleeper sleeper;
    std::uint32_t next;
  };

  static std::array<std::uint32_t, kLongest + 1> empty() {
    std::array<std::uint32_t, kLongest + 1> heads;
    heads.fill(kNone);
    return heads;
  }

  std::array<std::uint32_t, kLongest + 1> heads_ = empty();
  std::uint32_t today_ = 0;
  std::uint32_t free_ = kNone;
  std::size_t count_ = 0;
  std::vector<Node> nodes_;
};

}  // namespace glance::rooms::broad
