#include "broad/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace glance::broad {
namespace {

/// Bodies of the sample from which the axis of the sweeps is chosen.
constexpr std::size_t kAxisSample = 512;

/// Columns are chosen again when the work, in comparisons, has grown or shrunk by this factor.
constexpr double kWorse = 1.5;
constexpr std::uint64_t kTestsPerEntry = 16;

constexpr std::uint32_t kManyBins = UINT32_MAX;

/// The larger side in the plane of the columns. (Not NaN: no box has both sides at one infinity.)
float length_of(const Footprint& box) {
  return std::max(box.high_u - box.low_u, box.high_v - box.low_v);
}

/// For sums and means.
double finite_length(float length) { return std::min(length, std::numeric_limits<float>::max()); }

}  // namespace

void Grid::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                  const BodyChanges& changes) {
  next_.clear();
  if (changes.removed.empty() && changes.added.empty() && changes.moved.empty()) {
    entries = tests = 0;
    return keep_all();
  }
  follow(boxes.size(), changes);
  if (bodies_.empty()) return take_over();
  const bool again = work_ > most_work_ || work_ < least_work_;
  if (again) choose(boxes);
  const Sides s = sides(boxes);
  count_entries(s);
  place_entries(s);
  sweep_columns(is_static);
  work_ = tests + kTestsPerEntry * entries;
  if (again) {
    most_work_ = static_cast<std::uint64_t>(kWorse * static_cast<double>(work_)) + 1;
    least_work_ = static_cast<std::uint64_t>(static_cast<double>(work_) / kWorse);
  }
  sort_keys(next_, room_);
  take_over();
}

Grid::Sides Grid::sides(const BoxArrays& boxes) const {
  const int u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
  return {boxes.lower[axis_].data(), boxes.upper[axis_].data(), boxes.lower[u].data(),
          boxes.upper[u].data(),     boxes.lower[v].data(),     boxes.upper[v].data()};
}

/// Keeps the list of bodies.
void Grid::follow(std::size_t size, const BodyChanges& changes) {
  there_.resize(size);
  if (changes.removed.empty() && changes.added.empty()) return;
  for (const std::uint32_t body : changes.removed) there_[body] = 0;
  for (const std::uint32_t body : changes.added) there_[body] = 1;
  bodies_.clear();
  for (std::uint32_t body = 0; body < size; body++) {
    if (there_[body]) bodies_.push_back(body);
  }
}

void Grid::choose(const BoxArrays& boxes) {
  choose_axis(boxes);
  choose_columns(sides(boxes));
}

/// The axis along which bodies are shortest, compared with how far they are spread.
void Grid::choose_axis(const BoxArrays& boxes) {
  const std::size_t count = std::min(bodies_.size(), kAxisSample);
  double least = HUGE_VAL;
  values_.resize(2 * count);
  const auto begins = std::span(values_).first(count), lengths = std::span(values_).last(count);
  for (int axis = 0; axis < 3; axis++) {
    for (std::size_t i = 0; i < count; i++) {
      const std::uint32_t body = bodies_[i * bodies_.size() / count];
      begins[i] = boxes.lower[axis][body];
      lengths[i] = boxes.upper[axis][body] - begins[i];
    }
    std::ranges::nth_element(lengths, lengths.begin() + static_cast<std::ptrdiff_t>(count / 2));
    const double part = finite_length(lengths[count / 2]) / spread(begins);
    if (part >= least) continue;
    least = part;
    axis_ = axis;
  }
}

void Grid::choose_columns(const Sides& sides) {
  SizeLevels::Counts of_size = {};
  for (const std::uint32_t body : bodies_) {
    of_size[SizeLevels::size_of(length_of(sides.get(body)))]++;
  }
  levels_.choose(of_size, settings_.levels);
  std::array<std::size_t, SizeLevels::kMost> of_level = {};
  for (const std::uint32_t body : bodies_) of_level[levels_.level_of(length_of(sides.get(body)))]++;
  column_count_ = 0;
  for (std::size_t level = 0; level < levels_.count(); level++) {
    const Columns::Demand demand = take_sample(sides, level, of_level[level]);
    level_[level].first_column = static_cast<std::uint32_t>(column_count_);
    level_[level].columns.choose(sample_, demand, settings_.costs);
    column_count_ += level_[level].columns.count();
  }
}

/// Leaves in sample_ some of the bodies of one level, and tells how large they are.
Columns::Demand Grid::take_sample(const Sides& sides, std::size_t level, std::size_t count) {
  const std::size_t wanted = std::max<std::size_t>(Columns::sample_size(count), 1);
  const std::size_t stride = std::max<std::size_t>(count / wanted, 1);
  std::size_t number = 0;
  double u = 0, v = 0;
  sample_.clear();
  for (const std::uint32_t body : bodies_) {
    const Footprint box = sides.get(body);
    if (levels_.level_of(length_of(box)) != level || number++ % stride != 0) continue;
    sample_.push_back(box);
    u += finite_length(box.high_u - box.low_u);
    v += finite_length(box.high_v - box.low_v);
  }
  const auto size = static_cast<double>(std::max<std::size_t>(sample_.size(), 1));
  return {count, static_cast<float>(u / size), static_cast<float>(v / size)};
}

template <class Visit>
void Grid::for_each_bin(const Footprint& box, Visit visit) const {
  const std::size_t own = levels_.count() == 1 ? 0 : levels_.level_of(length_of(box));
  for (std::size_t level = 0; level <= own; level++) {
    const Level& l = level_[level];
    const std::uint32_t is_visitor = level != own;
    l.columns.for_each(box.low_u, box.high_u, box.low_v, box.high_v,
                       [&](std::uint32_t column, Begins begins) {
                         visit(2 * (l.first_column + column) + is_visitor, begins);
                       });
  }
}

void Grid::count_entries(const Sides& sides) {
  bin_begins_.assign(2 * column_count_ + 2, 0);
  home_.resize(bodies_.size());
  // Counted one place further on, so that the sums are where bins begin; and one more, since
  // placing moves each to the end of its bin.
  std::uint32_t* const counts = bin_begins_.data() + 2;
  for (std::size_t n = 0; n < bodies_.size(); n++) {
    std::uint32_t bins = 0, last = 0;
    for_each_bin(sides.get(bodies_[n]), [&](std::uint32_t bin, Begins) {
      counts[bin]++;
      last = bin;
      bins++;
    });
    home_[n] = bins == 1 ? last : kManyBins;
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : bin_begins_) begin = sum += begin;
  entries = sum;
}

void Grid::place_entries(const Sides& sides) {
  if (entries_.size() < entries) entries_.resize(entries + entries / 8);
  std::uint32_t* const next = bin_begins_.data() + 1;
  for (std::size_t n = 0; n < bodies_.size(); n++) {
    const std::uint32_t body = bodies_[n];
    const Footprint box = sides.get(body);
    if (home_[n] != kManyBins) {
      entries_[next[home_[n]]++] = {box, body, kOwned};
    } else {
      for_each_bin(box, [&](std::uint32_t bin, Begins begins) {
        entries_[next[bin]++] = {box, body, begins};
      });
    }
  }
}

void Grid::sweep_columns(std::span<const std::uint8_t> is_static) {
  sweep_.tests = 0;
  const auto bin = [this](std::size_t number) {
    return std::span(entries_).subspan(bin_begins_[number],
                                       bin_begins_[number + 1] - bin_begins_[number]);
  };
  for (std::size_t column = 0; column < column_count_; column++) {
    sweep_.run(bin(2 * column), bin(2 * column + 1), is_static, next_);
  }
  tests = sweep_.tests;
}

void Grid::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  there_.reserve(bodies);
  bodies_.reserve(bodies);
  home_.reserve(bodies);
  entries_.reserve(bodies + bodies / 2);
  room_.reserve(pairs);
}

std::size_t Grid::bytes() const {
  std::size_t bytes =
      BroadPhase::bytes() + there_.capacity() +
      (bodies_.capacity() + home_.capacity() + bin_begins_.capacity()) * sizeof(std::uint32_t) +
      entries_.capacity() * sizeof(ColumnEntry) + room_.capacity() * sizeof(PairKey) +
      sample_.capacity() * sizeof(Footprint) + sweep_.bytes();
  for (const Level& level : level_) bytes += level.columns.bytes();
  return bytes;
}

}  // namespace glance::broad
