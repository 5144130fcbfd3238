#include "broad/axis_sweep.h"
#include "geom/shape_access.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace glance::rooms::broad {
namespace {

/// Exchanges for each end and doubling of their number after which sorting from scratch is
/// quicker.
constexpr std::uint64_t kMostExchanges = 4;

/// An axis is kept until there is this many times as much to compare.
constexpr std::uint64_t kPatience = 2;

}  // namespace

void AxisSweep::remove(std::span<const std::uint8_t> gone) {
  ends_.erase(std::remove_if(ends_.begin() + 1, ends_.end(),
                             [&](End end) { return gone[body_of(end)] != 0; }),
              ends_.end());
}

void AxisSweep::sort_again(const BoxArrays& boxes) {
  const float* lower = boxes.lower[axis_].data();
  for (std::size_t i = 1; i < ends_.size(); i++) {
    const std::uint32_t body = body_of(ends_[i]);
    ends_[i] = make_end(lower[body], false, body);
  }
  std::sort(ends_.begin() + 1, ends_.end());
}

void AxisSweep::sort(const BoxArrays& boxes) {
  const float* lower = boxes.lower[axis_].data();
  const std::uint64_t limit = ends_.size() * std::bit_width(ends_.size()) * kMostExchanges;
  swaps_ = 0;
  if (!std::exchange(current_, true)) return sort_again(boxes);
  for (std::size_t i = 1; i < ends_.size(); i++) {
    const std::uint32_t body = body_of(ends_[i]);
    const End end = make_end(lower[body], false, body);
    std::size_t at = i;
    for (; ends_[at - 1] > end; at--) ends_[at] = ends_[at - 1];
    ends_[at] = end;
    swaps_ += i - at;
    if (swaps_ > limit) return sort_again(boxes);
  }
}

/// How many comparisons a run along the present axis takes, once sorted.
std::uint64_t AxisSweep::count_tests(const BoxArrays& boxes) const {
  const float* upper = boxes.upper[axis_].data();
  std::uint64_t count = 0;
  for (auto end = ends_.begin() + 1; end != ends_.end(); ++end) {
    const End last = make_end(upper[body_of(*end)], true, 0);
    count += static_cast<std::uint64_t>(std::upper_bound(end, ends_.end(), last) - end);
  }
  return count;
}

void AxisSweep::choose_axis(const BoxArrays& boxes) {
  int best = 0;
  std::uint64_t fewest = UINT64_MAX;
  for (axis_ = 0; axis_ < 3; axis_++) {
    sort_again(boxes);
    const std::uint64_t tests = count_tests(boxes);
    if (tests >= fewest) continue;
    fewest = tests;
    best = axis_;
  }
  axis_ = best;
  sort_again(boxes);
  most_tests_ = kPatience * fewest + 1;
}

void AxisSweep::set_history(const History& history, const BoxArrays& boxes) {
  axis_ = static_cast<int>(std::min(history.axis, 2u));
  most_tests_ = history.most_tests;
  current_ = history.current;
  sort_again(boxes);
}

void AxisSweep::line_up(const BoxArrays& boxes) {
  const int u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
  const std::pair<std::vector<float>*, const float*> sides[] = {
      {&first_, boxes.lower[axis_].data()}, {&last_, boxes.upper[axis_].data()},
      {&low_u_, boxes.lower[u].data()},     {&high_u_, boxes.upper[u].data()},
      {&low_v_, boxes.lower[v].data()},     {&high_v_, boxes.upper[v].data()}};
  const std::size_t count = size();
  for (const auto& [side, values] : sides) {
    side->resize(count + simd::kRectanglePads);
    float* to = side->data();
    for (std::size_t n = 0; n < count; n++) to[n] = values[body(n)];
    // Nothing reaches these, not even infinity.
    std::fill(to + count, to + side->size(), std::numeric_limits<float>::quiet_NaN());
  }
}

void AxisSweep::reserve(std::size_t bodies) {
  ends_.reserve(bodies + 1);
  found_.reserve(bodies);
  for (auto* side : {&first_, &last_, &low_u_, &high_u_, &low_v_, &high_v_}) {
    side->reserve(bodies + simd::kRectanglePads);
  }
}

std::size_t AxisSweep::bytes() const {
  return ends_.capacity() * sizeof(End) + found_.capacity() * sizeof(std::uint32_t) +
         6 * first_.capacity() * sizeof(float);
}

}  // namespace glance::rooms::broad
