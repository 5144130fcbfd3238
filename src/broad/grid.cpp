#include "broad/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace glance::rooms::broad {
namespace {

/// Bodies of the sample from which the axis of the sweeps is chosen.
constexpr std::size_t kAxisSample = 512;

/// Columns are chosen again when the work, in comparisons, has grown or shrunk by this factor.
constexpr double kWorse = 1.5;
constexpr std::uint64_t kTestsPerEntry = 16;

/// Bodies that are copied in one task, at least; and how many tasks there are at most. (Each counts
/// all bins.)
constexpr std::size_t kPiece = 8192, kMostPieces = 64;

constexpr std::size_t kGroupsPerWorker = 8;

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
  const std::size_t count = bodies_.size();
  const std::size_t size = std::max(kPiece, (count + kMostPieces - 1) / kMostPieces);
  pieces_.resize((count + size - 1) / size);
  home_.resize(count);
  for (std::size_t n = 0; n < pieces_.size(); n++) {
    pieces_[n].begin = n * size;
    pieces_[n].end = std::min(count, (n + 1) * size);
  }
  run_tasks(executor_, pieces_.size(), [&](std::size_t n) { count_piece(sides, n); });
  add_up();
}

void Grid::count_piece(const Sides& sides, std::size_t number) {
  Piece& piece = pieces_[number];
  const auto spare = static_cast<std::uint32_t>(2 * column_count_);
  piece.bins.assign(spare + 1, 0);
  piece.spread.resize(piece.end - piece.begin);
  const bool one_level = levels_.count() == 1;
  const Columns::View smallest = level_[0].columns.view();
  const Sides s = sides;  // here, no store below can change it
  std::uint32_t spread = 0;
  for (std::size_t n = piece.begin; n < piece.end; n++) {
    const Footprint box = s.get(bodies_[n]);
    std::uint32_t column = smallest.only_column(box.low_u, box.high_u, box.low_v, box.high_v);
    if (!one_level && levels_.level_of(length_of(box)) != 0) column = Columns::kSeveral;
    // One in five reaches several columns: a branch would often be mispredicted.
    const std::uint32_t home = 2 * std::min(column, spare / 2);
    home_[n] = home;
    piece.bins[home]++;
    piece.spread[spread] = static_cast<std::uint32_t>(n);
    spread += home == spare;
  }
  piece.spread.resize(spread);
  for (const std::uint32_t n : piece.spread) {
    for_each_bin(sides.get(bodies_[n]), [&](std::uint32_t bin, Begins) { piece.bins[bin]++; });
  }
}

/// From counts to places: bin by bin, and in each piece by piece.
void Grid::add_up() {
  const std::size_t bins = 2 * column_count_;
  bin_begins_.resize(bins + 1);
  std::uint32_t sum = 0;
  for (std::size_t bin = 0; bin < bins; bin++) {
    bin_begins_[bin] = sum;
    for (Piece& piece : pieces_) sum += std::exchange(piece.bins[bin], sum);
  }
  bin_begins_[bins] = sum;
  entries = sum;
}

void Grid::place_entries(const Sides& sides) {
  const std::size_t needed = entries + pieces_.size();
  if (entries_.size() < needed) entries_.resize(needed + needed / 8);
  run_tasks(executor_, pieces_.size(), [&](std::size_t n) { place_piece(sides, n); });
}

void Grid::place_piece(const Sides& sides, std::size_t number) {
  Piece& piece = pieces_[number];
  piece.bins.back() = static_cast<std::uint32_t>(entries + number);
  const std::size_t spare = piece.bins.size() - 1;
  for (std::size_t n = piece.begin; n < piece.end; n++) {
    const std::uint32_t body = bodies_[n], bin = home_[n];
    entries_[piece.bins[bin]] = {sides.get(body), body, kOwned};
    piece.bins[bin] += bin != spare;
  }
  for (const std::uint32_t n : piece.spread) {
    const std::uint32_t body = bodies_[n];
    const Footprint box = sides.get(body);
    for_each_bin(box, [&](std::uint32_t bin, Begins begins) {
      entries_[piece.bins[bin]++] = {box, body, begins};
    });
  }
}

void Grid::sweep_columns(std::span<const std::uint8_t> is_static) {
  // More than there are workers, since columns differ.
  const std::size_t wanted = is_parallel(executor_)
                                 ? kGroupsPerWorker * static_cast<std::size_t>(executor_->workers())
                                 : 1;
  groups_.resize(std::min(wanted, column_count_));
  run_tasks(executor_, groups_.size(), [&](std::size_t number) {
    Group& group = groups_[number];
    group.sweep.tests = 0;
    group.pairs.clear();
    const std::size_t begin = number * column_count_ / groups_.size();
    const std::size_t end = (number + 1) * column_count_ / groups_.size();
    for (std::size_t column = begin; column < end; column++) {
      group.sweep.run(bin(2 * column), bin(2 * column + 1), is_static, group.pairs);
    }
  });
  tests = 0;
  for (const Group& group : groups_) {
    tests += group.sweep.tests;
    next_.insert(next_.end(), group.pairs.begin(), group.pairs.end());
  }
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
  std::size_t ids = bodies_.capacity() + home_.capacity() + bin_begins_.capacity();
  std::size_t keys = room_.capacity();
  std::size_t bytes = BroadPhase::bytes() + there_.capacity() +
                      entries_.capacity() * sizeof(ColumnEntry) +
                      sample_.capacity() * sizeof(Footprint) + values_.capacity() * sizeof(float);
  for (const Piece& piece : pieces_) ids += piece.bins.capacity() + piece.spread.capacity();
  for (const Group& group : groups_) {
    keys += group.pairs.capacity();
    bytes += group.sweep.bytes();
  }
  for (const Level& level : level_) bytes += level.columns.bytes();
  return bytes + ids * sizeof(std::uint32_t) + keys * sizeof(PairKey);
}

}  // namespace glance::rooms::broad
