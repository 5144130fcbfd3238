// Tested in tests/property/broad_test.cpp (BroadTest.FindsThePairsOfBruteForce).
#include "broad/column_sweep.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace glance::rooms::broad {
namespace {

/// With fewer residents, comparing is quicker than sorting by digits.
constexpr std::size_t kFew = 24;

/// Moves per resident after which sorting by comparisons is quicker than insertion.
constexpr std::size_t kMostMoves = 16;

/// Rows of found pairs that are always free.
constexpr std::size_t kRoom = 4096;

/// Makes a rounded difference of two floats at least as large as the exact one.
constexpr double kRoundedUp = 1 + 0x1p-50;

}  // namespace

void ColumnSweep::run(std::span<const ColumnEntry> residents, std::span<const ColumnEntry> visitors,
                      std::span<const std::uint8_t> is_static, std::vector<PairKey>& pairs) {
  if (residents.empty() || residents.size() + visitors.size() < 2) return;
  sort(residents);
  line_up(residents);
  pair_residents(is_static, pairs);
  for (const ColumnEntry& visitor : visitors) pair_visitor(visitor, is_static, pairs);
}

/// Leaves in order_ the places of the residents in the order of where they begin.
void ColumnSweep::sort(std::span<const ColumnEntry> residents) {
  count_ = residents.size();
  order_.resize(count_);
  float low = std::numeric_limits<float>::max(), high = -low;
  for (const ColumnEntry& e : residents) {
    low = std::min(low, std::max(e.box.first, -std::numeric_limits<float>::max()));
    high = std::max(high, e.box.first);
  }
  if (count_ > kFew) {
    order_by_digits(residents, low, high);
  } else {
    std::iota(order_.begin(), order_.end(), 0u);
  }
  // Nearly sorted now, or few: each moves down to its place.
  std::size_t moves = count_ * kMostMoves;
  for (std::size_t i = 1; i < count_; i++) {
    const std::uint32_t place = order_[i];
    const float first = residents[place].box.first;
    std::size_t at = i;
    for (; at > 0 && residents[order_[at - 1]].box.first > first; at--) order_[at] = order_[at - 1];
    order_[at] = place;
    if (i - at > moves) {
      const auto first_of_place = [&](std::uint32_t p) { return residents[p].box.first; };
      std::ranges::sort(order_, {}, first_of_place);
      return;
    }
    moves -= i - at;
  }
}

/// A radix sort by 16 bits: how far along the axis, from 0 at `low` to 65535 at `high`.
void ColumnSweep::order_by_digits(std::span<const ColumnEntry> residents, float low, float high) {
  rank_.resize(count_);
  half_sorted_.resize(count_);
  std::array<std::uint32_t, 256> lower = {}, upper = {};
  constexpr double kLast = 65535;
  const double extent = double{high} - low;
  const double scale = extent > 0 ? kLast / extent : 0;
  for (std::size_t i = 0; i < count_; i++) {
    const double at = (double{residents[i].box.first} - low) * scale;
    const auto rank = static_cast<std::uint16_t>(std::min(std::max(at, 0.0), kLast));
    rank_[i] = rank;
    lower[rank & 255]++;
    upper[rank >> 8]++;
  }
  std::uint32_t lower_sum = 0, upper_sum = 0;
  for (std::size_t digit = 0; digit < 256; digit++) {
    lower_sum += std::exchange(lower[digit], lower_sum);
    upper_sum += std::exchange(upper[digit], upper_sum);
  }
  for (std::uint32_t i = 0; i < count_; i++) half_sorted_[lower[rank_[i] & 255]++] = i;
  for (const std::uint32_t i : half_sorted_) order_[upper[rank_[i] >> 8]++] = i;
}

void ColumnSweep::line_up(std::span<const ColumnEntry> residents) {
  const std::size_t padded = count_ + simd::kRectanglePads;
  if (first_.size() < padded) {
    const std::size_t size = padded + padded / 4;
    for (auto* side : {&first_, &last_, &low_u_, &high_u_, &low_v_, &high_v_}) side->resize(size);
    body_.resize(size);
    begins_.resize(size);
  }
  longest_ = 0;
  for (std::size_t i = 0; i < count_; i++) {
    const ColumnEntry& e = residents[order_[i]];
    longest_ = std::max(longest_, double{e.box.last} - e.box.first);
    first_[i] = e.box.first;
    last_[i] = e.box.last;
    low_u_[i] = e.box.low_u;
    high_u_[i] = e.box.high_u;
    low_v_[i] = e.box.low_v;
    high_v_[i] = e.box.high_v;
    body_[i] = e.body;
    begins_[i] = e.begins;
  }
  longest_ *= kRoundedUp;
  std::fill_n(first_.begin() + static_cast<std::ptrdiff_t>(count_), simd::kRectanglePads,
              std::numeric_limits<float>::quiet_NaN());
}

void ColumnSweep::pair_residents(std::span<const std::uint8_t> is_static,
                                 std::vector<PairKey>& pairs) {
  found_.resize(std::max(found_.size(), count_ + kRoom));
  simd::Sweep sweep{rectangles(), last_.data(), count_};
  while (sweep.next < count_) {
    const std::size_t found = simd::find_pairs(sweep, found_.data(), found_.size());
    for (const simd::Places& p : std::span(found_).first(found)) {
      if ((begins_[p.early] | begins_[p.late]) != kOwned) continue;
      const std::uint32_t i = body_[p.early], j = body_[p.late];
      if (is_static[i] & is_static[j]) continue;
      pairs.push_back(pair_key(i, j));
    }
  }
  tests += sweep.tests;
}

void ColumnSweep::pair_visitor(const ColumnEntry& visitor, std::span<const std::uint8_t> is_static,
                               std::vector<PairKey>& pairs) {
  const Footprint& box = visitor.box;
  met_.resize(std::max(met_.size(), count_ + simd::kRectanglePads));
  // Those that begin in it, and those before them that might reach it.
  const double reach = double{box.first} - longest_;
  const auto begin = first_.begin(), end = begin + static_cast<std::ptrdiff_t>(count_);
  const auto from = std::partition_point(begin, end, [&](float first) { return first < reach; });
  const auto at = static_cast<std::size_t>(from - begin);
  std::size_t stop;
  const std::uint32_t* const met_end =
      simd::find_overlaps(rectangles(), at, box.last,
                          {box.low_u, box.high_u, box.low_v, box.high_v}, met_.data(), stop);
  tests += stop - at;
  for (const std::uint32_t* met = met_.data(); met != met_end; met++) {
    if (last_[*met] < box.first || (begins_[*met] | visitor.begins) != kOwned) continue;
    const std::uint32_t i = visitor.body, j = body_[*met];
    if (is_static[i] & is_static[j]) continue;
    pairs.push_back(pair_key(i, j));
  }
}

std::size_t ColumnSweep::bytes() const {
  return (order_.capacity() + half_sorted_.capacity() + met_.capacity()) * sizeof(std::uint32_t) +
         rank_.capacity() * sizeof(std::uint16_t) + first_.capacity() * 8 * sizeof(float) +
         found_.capacity() * sizeof(simd::Places);
}

}  // namespace glance::rooms::broad
