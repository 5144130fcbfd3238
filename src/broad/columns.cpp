// Tested in tests/unit/broad/grid_test.cpp (Columns).
#include "broad/columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace glance::rooms::broad {
namespace {

constexpr std::size_t kMostSamples = std::size_t{1} << 14;

/// Numbers of slabs (and of columns in each) to choose from.
constexpr std::uint32_t kCounts[] = {1,  2,  3,  4,  6,  8,  12,  16,  20,  24,
                                     28, 32, 40, 48, 64, 96, 128, 192, 256, 512};

/// The probability that a body begins, along the axis of sweep, within a given other one that is
/// near in the plane: counted in groups of neighbours. (In clusters it is far above the mean.) The
/// sample is sorted by u; changes its order.
double meeting_probability(std::span<Footprint> sample) {
  constexpr std::size_t kGroup = 12;
  const std::size_t groups = sample.size() / kGroup;
  const auto of_side = static_cast<std::size_t>(std::sqrt(static_cast<double>(groups)));
  const std::size_t slab = kGroup * std::max(of_side, std::size_t{1});
  double met = 0, pairs = 0;
  for (std::size_t at = 0; at < sample.size(); at += slab) {
    const auto of_slab = sample.subspan(at, std::min(slab, sample.size() - at));
    std::ranges::sort(of_slab, {}, &Footprint::low_v);
    for (std::size_t i = 0; i < of_slab.size(); i++) {
      const std::size_t begin = i - i % kGroup, end = std::min(begin + kGroup, of_slab.size());
      for (std::size_t j = begin; j < end; j++) {
        if (i == j) continue;
        pairs++;
        const float first = of_slab[j].first;
        met += first >= of_slab[i].first && first <= of_slab[i].last;
      }
    }
  }
  return pairs > 0 ? met / pairs : 0;
}

/// Where ranges of about equal numbers begin, at least `width` apart. `sorted` holds what begins
/// where; `begins` has room for `count`, and keeps its NaN where there is nothing left to divide.
void divide(std::span<const Footprint> sorted, float Footprint::*low, std::uint32_t count,
            float width, float* begins) {
  begins[0] = -std::numeric_limits<float>::infinity();
  std::uint32_t range = 1;
  for (std::uint32_t i = 1; i < count && !sorted.empty(); i++) {
    const float at = sorted[i * sorted.size() / count].*low;
    const float least = range == 1 ? sorted.front().*low + width : begins[range - 1] + width;
    if (at >= least && at > begins[range - 1]) begins[range++] = at;
  }
}

}  // namespace

double spread(std::span<float> values) {
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr double kLeast = 1e-30;
  if (values.empty()) return kLeast;
  const auto cut = static_cast<std::ptrdiff_t>(values.size() / 50);
  std::ranges::nth_element(values, values.begin() + cut);
  const double low = std::max(values[static_cast<std::size_t>(cut)], -kMost);
  std::ranges::nth_element(values, values.end() - 1 - cut);
  const double high = std::min(values[values.size() - 1 - static_cast<std::size_t>(cut)], kMost);
  return std::max(high - low, kLeast);
}

std::size_t Columns::sample_size(std::size_t bodies) {
  return std::min({bodies, kMostSamples, std::max<std::size_t>(bodies / 8, 512)});
}

void Columns::set_size(std::uint32_t slabs, std::uint32_t parts) {
  slabs_ = slabs;
  parts_ = parts;
  slab_room_ = std::bit_ceil(slabs);
  part_room_ = std::bit_ceil(parts);
  slab_begins_.assign(slab_room_ + 1, kNowhere);
  part_begins_.assign(std::size_t{slab_room_} * (part_room_ + 1), kNowhere);
}

void Columns::choose(std::vector<Footprint>& sample, const Demand& demand,
                     const ColumnCosts& costs) {
  std::vector<float> values(sample.size());
  const auto spread_of = [&](float Footprint::*low) {
    std::ranges::transform(sample, values.begin(), low);
    return spread(values);
  };
  const double u = spread_of(&Footprint::low_u), v = spread_of(&Footprint::low_v);
  const auto bodies = static_cast<double>(demand.bodies);
  const auto most =
      static_cast<std::uint32_t>(std::max<std::size_t>(sample.size() / costs.sample, 1));
  std::ranges::sort(sample, {}, &Footprint::low_u);
  const double met = meeting_probability(sample);
  double least = HUGE_VAL;
  std::uint32_t slabs = 1, parts = 1;
  for (const std::uint32_t i : kCounts) {
    for (const std::uint32_t j : kCounts) {
      if (i * j > most) break;
      const double entries = bodies * (1 + i * demand.mean_u / u) * (1 + j * demand.mean_v / v);
      const double columns = i * j;
      const double tests = entries * entries / columns * met;
      const double cost = entries + tests / costs.tests + columns * costs.column;
      if (cost >= least) continue;
      least = cost;
      slabs = i;
      parts = j;
    }
  }
  set_size(slabs, parts);
  std::ranges::sort(sample, {}, &Footprint::low_u);
  divide(sample, &Footprint::low_u, slabs, demand.mean_u, slab_begins_.data());
  auto begin = sample.begin();
  for (std::uint32_t s = 0; s < slabs; s++) {
    auto end = sample.end();
    if (s + 1 < slabs && slab_begins_[s + 1] == slab_begins_[s + 1]) {
      end = std::ranges::lower_bound(begin, end, slab_begins_[s + 1], {}, &Footprint::low_u);
    }
    float* const begins = part_begins_.data() + std::size_t{s} * (part_room_ + 1);
    std::ranges::sort(begin, end, {}, &Footprint::low_v);
    divide({begin, end}, &Footprint::low_v, parts, demand.mean_v, begins);
    begin = end;
  }
}

}  // namespace glance::rooms::broad
