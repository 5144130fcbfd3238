#include "broad/sweep_and_prune.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace glance::rooms::broad {
namespace {

/// Bubbling looks at the bodies that moved, other ways at all of them: so few must have moved
/// that the former is quicker.
constexpr std::size_t kFewMoved = 8;

/// Frames in a row with few bodies moving after which it pays to bring the lists back.
constexpr std::uint32_t kQuietFrames = 8;

/// Exchanges for each end and doubling of their number after which starting afresh is quicker.
constexpr std::uint64_t kMostSwaps = 16;

/// New bodies are put at the end of the lists and sink to their places, past half of the others
/// each; above this part of all bodies starting afresh is quicker.
constexpr std::size_t kManyAdded = 8;

/// Bits of the stored history.
constexpr std::uint64_t kListsCurrent = 1, kSweepCurrent = 2;

}  // namespace

void SweepAndPrune::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                           const BodyChanges& changes) {
  const Frame frame{boxes, is_static, changes};
  swaps = {};
  sorted_again = false;
  begun_.clear();
  gone_.resize(boxes.size());
  last_boxes_.resize(boxes.size());
  keep_overlapping(frame);
  remove(changes.removed);
  insert(changes.added);
  if (wants_lists(frame)) {
    find_in_lists(frame);
  } else {
    lists_current_ = false;
    find_by_sweep(frame);
  }
  remember_boxes(frame);

  // A pair may begin on more than one axis.
  std::ranges::sort(begun_);
  next_.clear();
  std::ranges::set_union(kept_, begun_, std::back_inserter(next_));
  next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
  take_over();
}

/// Called with two bodies whose intervals may begin to overlap.
auto SweepAndPrune::begin_pair(const Frame& frame) {
  return [this, &frame](std::uint32_t i, std::uint32_t j) {
    // Along the axis that they were found on they may have passed each other altogether.
    if (frame.boxes.overlap(i, j) && !(frame.is_static[i] && frame.is_static[j])) {
      begun_.push_back(pair_key(i, j));
    }
  };
}

/// Leaves in kept_ the pairs that still overlap.
void SweepAndPrune::keep_overlapping(const Frame& frame) {
  for (const std::uint32_t body : frame.changes.removed) gone_[body] = 1;
  kept_.clear();
  for (const PairKey key : pairs_) {
    const std::uint32_t i = first_of(key), j = second_of(key);
    if (frame.boxes.overlap(i, j) && !gone_[i] && !gone_[j]) kept_.push_back(key);
  }
}

void SweepAndPrune::remove(std::span<const std::uint32_t> removed) {
  if (removed.empty()) return;
  sweep_.remove(gone_);
  for (EndList& list : lists_) list.remove(gone_);
  for (const std::uint32_t body : removed) gone_[body] = 0;
}

void SweepAndPrune::insert(std::span<const std::uint32_t> added) {
  // Overlaps nothing, not even a box with sides at infinity.
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr FloatBox kNowhere{{kNaN, kNaN, kNaN}, {kNaN, kNaN, kNaN}};
  for (const std::uint32_t body : added) {
    sweep_.append(body);
    if (lists_current_) {
      for (EndList& list : lists_) list.append(body);
    }
    last_boxes_.set(body, kNowhere);
  }
}

bool SweepAndPrune::wants_lists(const Frame& frame) {
  if (sort_ != EndSort::automatic) return sort_ != EndSort::sweep;
  const std::size_t changed =
      frame.changes.moved.size() + frame.changes.added.size() + frame.changes.removed.size();
  if (changed * kFewMoved >= sweep_.size()) {
    quiet_frames_ = 0;
    return false;
  }
  if (quiet_frames_ < kQuietFrames) quiet_frames_++;
  return lists_current_ || quiet_frames_ == kQuietFrames;
}

void SweepAndPrune::find_in_lists(const Frame& frame) {
  if (lists_current_ && sort_lists(frame)) return sweep_.fall_behind();
  // The sweep finds the pairs, and the lists are ready for the next frame.
  sorted_again = true;
  begun_.clear();
  bring_back_lists(frame);
  find_by_sweep(frame);
}

/// False if starting afresh is quicker.
bool SweepAndPrune::sort_lists(const Frame& frame) {
  const BodyChanges& changes = frame.changes;
  const std::size_t count = sweep_.size();
  if (changes.added.size() * kManyAdded > count) return false;
  const std::uint64_t limit = 2 * count * std::bit_width(count) * kMostSwaps;
  // Appended ends are not in order, but bubbling assumes order.
  const bool bubble = sort_ != EndSort::insertion && changes.added.empty();
  for (int k = 0; k < 3; k++) {
    if (!bubble) {
      if (!lists_[k].insertion_sort(frame.values(k), limit, swaps[k], begin_pair(frame))) {
        return false;
      }
      continue;
    }
    lists_[k].rank(frame.boxes.size());
    for (const std::uint32_t body : changes.moved) {
      lists_[k].bubble(frame.values(k), body, swaps[k], begin_pair(frame));
      if (swaps[k] > limit) return false;
    }
  }
  return true;
}

void SweepAndPrune::bring_back_lists(const Frame& frame) {
  for (int k = 0; k < 3; k++) {
    lists_[k].clear();
    for (std::size_t n = 0; n < sweep_.size(); n++) lists_[k].append(sweep_.body(n));
    lists_[k].sort_again(frame.values(k));
  }
  lists_current_ = true;
}

void SweepAndPrune::find_by_sweep(const Frame& frame) {
  sweep_.run(frame.boxes, [this, &frame](std::uint32_t i, std::uint32_t j) {
    // Those that overlapped before are in kept_.
    if (!last_boxes_.overlap(i, j) && !(frame.is_static[i] && frame.is_static[j])) {
      begun_.push_back(pair_key(i, j));
    }
  });
  swaps[static_cast<std::size_t>(sweep_.axis())] += sweep_.swaps();
}

void SweepAndPrune::remember_boxes(const Frame& frame) {
  for (const auto& changed : {frame.changes.added, frame.changes.moved}) {
    for (const std::uint32_t body : changed) last_boxes_.set(body, frame.boxes.get(body));
  }
}

SweepAndPrune::History SweepAndPrune::history() const {
  const AxisSweep::History sweep = sweep_.history();
  return {(lists_current_ ? kListsCurrent : 0) | (sweep.current ? kSweepCurrent : 0), quiet_frames_,
          sweep.axis, sweep.most_tests};
}

void SweepAndPrune::set_history(const History& history, const BoxArrays& boxes) {
  lists_current_ =
      (history[0] & kListsCurrent) != 0 || sort_ == EndSort::insertion || sort_ == EndSort::bubble;
  quiet_frames_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(history[1], kQuietFrames));
  const auto axis = static_cast<std::uint32_t>(std::min<std::uint64_t>(history[2], 2));
  sweep_.set_history({axis, history[3], (history[0] & kSweepCurrent) != 0}, boxes);
  if (lists_current_) bring_back_lists({boxes, {}, {}});
}

void SweepAndPrune::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  for (EndList& list : lists_) list.reserve(bodies);
  sweep_.reserve(bodies);
  last_boxes_.reserve(bodies);
  kept_.reserve(pairs);
  begun_.reserve(pairs);
  gone_.reserve(bodies);
}

std::size_t SweepAndPrune::bytes() const {
  std::size_t bytes = BroadPhase::bytes() + sweep_.bytes() + last_boxes_.bytes() +
                      (kept_.capacity() + begun_.capacity()) * sizeof(PairKey) + gone_.capacity();
  for (const EndList& list : lists_) bytes += list.bytes();
  return bytes;
}

}  // namespace glance::rooms::broad
