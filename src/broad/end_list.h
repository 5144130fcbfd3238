// The ends of all bodies' intervals along one axis, sorted, and kept sorted from frame to
// frame by exchanging neighbours (I-COLLIDE sections 4.2 and 5.1).
//
// An end is one number: its value (floats as integers of the same order), then whether it
// is an upper end, then the body. So the order is total, lower ends come before upper ends
// of the same value (intervals are closed), and one comparison of integers decides it.
//
// Two intervals begin to overlap when a lower end passes an upper one on its way down, or
// an upper end a lower one on its way up. Only that is reported: whether boxes still overlap
// is cheaper to see from the boxes of the few pairs that did.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "geom/shape_access.h"
#include "rooms.h"

namespace glance::rooms::broad {

using End = std::uint64_t;

inline End make_end(float value, bool upper, std::uint32_t body) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);  // -0 becomes 0: they are equal
  const std::uint32_t ordered =
      bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000u);
  return End{ordered} << 32 | std::uint32_t{upper} << 31 | body;
}
inline bool is_upper(End end) { return (end >> 31 & 1) != 0; }
inline std::uint32_t body_of(End end) { return static_cast<std::uint32_t>(end) & 0x7fffffffu; }

/// The values that ends have now, by body.
struct EndValues {
  const float *lower, *upper;

  End now(End end) const {
    const std::uint32_t body = body_of(end);
    const float* const side[] = {lower, upper};  // no branch: half of them would be mispredicted
    return make_end(side[is_upper(end)][body], is_upper(end), body);
  }
};

class EndList {
 public:
  std::span<const End> ends() const { return {ends_.data() + 1, ends_.size() - 1}; }
  void reserve(std::size_t bodies) {
    ends_.reserve(2 * bodies + 1);
    rank_.reserve(2 * bodies);
    passed_.reserve(2 * bodies + 1 + kManyPassed);
  }
  std::size_t bytes() const {
    return ends_.capacity() * sizeof(End) + rank_.capacity() * sizeof(std::uint32_t) +
           passed_.capacity() * sizeof(Passed);
  }

  void clear() {
    ends_.resize(1);
    ranked_ = false;
  }
  /// Beyond all others, overlapping nothing, until the next sort.
  void append(std::uint32_t body) {
    ends_.push_back(make_end(kBeyond, false, body));
    ends_.push_back(make_end(kBeyond, true, body));
    ranked_ = false;
  }

  /// Removes the bodies whose flag is set.
  void remove(std::span<const std::uint8_t> gone) {
    ends_.erase(std::remove_if(ends_.begin() + 1, ends_.end(),
                               [&](End end) { return gone[body_of(end)] != 0; }),
                ends_.end());
    ranked_ = false;
  }

  /// Gives all ends their new values, in one pass that moves each down to its place.
  /// `begin(i, j)` is called for bodies whose intervals begin to overlap. False (and the list
  /// needs sort_again) if that takes more than `limit` exchanges.
  template <class Begin>
  bool insertion_sort(const EndValues& values, std::uint64_t limit, std::uint64_t& swaps,
                      Begin begin);

  /// The same for the ends of one body, up or down, the others being in order.
  template <class Begin>
  void bubble(const EndValues& values, std::uint32_t body, std::uint64_t& swaps, Begin begin);

  /// New values for all, without coherence.
  void sort_again(const EndValues& values);

  /// Before the first call of bubble(): finds out where each end is, unless that is known.
  /// bubble() keeps track of it; the other ways of sorting do not.
  void rank(std::size_t bodies);

 private:
  static constexpr float kBeyond = std::numeric_limits<float>::infinity();

  std::uint32_t& rank_of(End end) { return rank_[2 * std::size_t{body_of(end)} + is_upper(end)]; }
  void put(std::size_t at, End end) {
    ends_[at] = end;
    rank_of(end) = static_cast<std::uint32_t>(at);
  }
  template <class Begin>
  std::uint64_t bubble_end(End end, Begin begin);

  /// A lower end of one body that passed the upper end of another on its way down.
  struct Passed {
    std::uint32_t lower, upper;
  };
  static constexpr std::size_t kManyPassed = 4096;

  std::vector<End> ends_ = {0};  ///< a sentinel, smaller than every end, then the ends
  std::vector<std::uint32_t> rank_;
  std::vector<Passed> passed_;  ///< room for a sort
  bool ranked_ = false;
};

template <class Begin>
bool EndList::insertion_sort(const EndValues& values, std::uint64_t limit, std::uint64_t& swaps,
                             Begin begin) {
  ranked_ = false;
  std::uint64_t left = limit;
  passed_.resize(ends_.size() + kManyPassed);
  End* const ends = ends_.data();
  Passed* const passed = passed_.data();
  const std::size_t size = ends_.size();
  for (std::size_t i = 1; i < size; i++) ends[i] = values.now(ends[i]);
  std::size_t count = 0;
  for (std::size_t i = 1; i < size; i++) {
    const End end = ends[i];
    std::size_t at = i;
    for (; ends[at - 1] > end; at--) {
      const End other = ends[at - 1];
      ends[at] = other;
      passed[count] = {body_of(end), body_of(other)};
      count += is_upper(other) > is_upper(end);
    }
    ends[at] = end;
    if (i - at > left) return false;
    left -= i - at;
    if (count >= kManyPassed) {
      for (const Passed& p : std::span(passed, count)) begin(p.lower, p.upper);
      count = 0;
    }
  }
  for (const Passed& p : std::span(passed, count)) begin(p.lower, p.upper);
  swaps = limit - left;
  return true;
}

template <class Begin>
std::uint64_t EndList::bubble_end(End end, Begin begin) {
  const std::size_t from = rank_of(end);
  std::size_t at = from;
  for (; ends_[at - 1] > end; at--) {
    const End passed = ends_[at - 1];
    if (!is_upper(end) && is_upper(passed)) begin(body_of(end), body_of(passed));
    put(at, passed);
  }
  for (; at + 1 < ends_.size() && ends_[at + 1] < end; at++) {
    const End passed = ends_[at + 1];
    if (is_upper(end) && !is_upper(passed)) begin(body_of(end), body_of(passed));
    put(at, passed);
  }
  put(at, end);
  return at > from ? at - from : from - at;
}

template <class Begin>
void EndList::bubble(const EndValues& values, std::uint32_t body, std::uint64_t& swaps,
                     Begin begin) {
  const End lower = make_end(values.lower[body], false, body);
  const End upper = make_end(values.upper[body], true, body);
  // An interval that moves up takes its upper end first, so that its ends never pass each
  // other.
  if (upper > ends_[rank_of(upper)]) {
    swaps += bubble_end(upper, begin);
    swaps += bubble_end(lower, begin);
  } else {
    swaps += bubble_end(lower, begin);
    swaps += bubble_end(upper, begin);
  }
}

}  // namespace glance::rooms::broad
