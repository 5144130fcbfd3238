#include "broad/sweep_and_prune.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace glance {
namespace {

/// Bubbling looks at the bodies that moved, a pass at all of them: so few must have moved
/// that the former is quicker.
constexpr std::size_t kFewMoved = 8;

/// Exchanges for each end and doubling of their number after which starting afresh is quicker.
constexpr std::uint64_t kMostSwaps = 16;

/// New bodies are put at the end of the lists and sink to their places, past half of the others
/// each; above this part of all bodies starting afresh is quicker.
constexpr std::size_t kManyAdded = 8;

}  // namespace

/// For the lists: is called with two bodies whose intervals begin to overlap along one axis.
/// Looks at all three: along that one they may have passed each other altogether.
auto SweepAndPrune::begin_pair(const Frame& frame) {
  return [this, &frame](std::uint32_t i, std::uint32_t j) {
    if (frame.boxes.overlap(i, j) && !(frame.is_static[i] && frame.is_static[j])) {
      begun_.push_back(pair_key(i, j));
    }
  };
}

void SweepAndPrune::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                           const BodyChanges& changes) {
  const Frame frame{boxes, is_static};
  swaps = {};
  sorted_anew = false;
  begun_.clear();
  gone_.resize(boxes.size());
  keep_overlapping(frame, changes.removed);
  insert(changes.added);
  if (!sort_lists(frame, changes)) sweep(frame);
  merge_begun();
  take_over();
}

/// Takes removed bodies out of the lists, and leaves in kept_ the pairs that still overlap.
void SweepAndPrune::keep_overlapping(const Frame& frame, std::span<const std::uint32_t> removed) {
  for (const std::uint32_t body : removed) gone_[body] = 1;
  kept_.clear();
  for (const PairKey key : pairs_) {
    const std::uint32_t i = first_of(key), j = second_of(key);
    if (!gone_[i] && !gone_[j] && frame.boxes.overlap(i, j)) kept_.push_back(key);
  }
  if (removed.empty()) return;
  for (EndList& list : lists_) list.remove(gone_);
  for (const std::uint32_t body : removed) gone_[body] = 0;
  body_count_ -= removed.size();
}

void SweepAndPrune::insert(std::span<const std::uint32_t> added) {
  for (const std::uint32_t body : added) {
    for (EndList& list : lists_) list.append(body);
  }
  body_count_ += added.size();
}

/// False if starting afresh is quicker.
bool SweepAndPrune::sort_lists(const Frame& frame, const BodyChanges& changes) {
  if (changes.added.size() * kManyAdded > body_count_) return false;
  const bool few = changes.moved.size() * kFewMoved < body_count_;
  const std::uint64_t limit = 2 * body_count_ * std::bit_width(body_count_) * kMostSwaps;
  // Ends that were appended are not in order, which bubbling takes for granted.
  if (changes.added.empty() && (sort_ == EndSort::automatic ? few : sort_ == EndSort::bubble)) {
    for (int k = 0; k < 3; k++) {
      lists_[k].rank(frame.boxes.size());
      for (const std::uint32_t body : changes.moved) {
        lists_[k].bubble(frame.values(k), body, swaps[k], begin_pair(frame));
        if (swaps[k] > limit) return false;
      }
    }
    return true;
  }
  for (int k = 0; k < 3; k++) {
    if (!lists_[k].insertion_sort(frame.values(k), limit, swaps[k], begin_pair(frame))) {
      return false;
    }
  }
  return true;
}

/// Sorts from scratch and finds all pairs anew, along the axis with the fewest overlaps.
void SweepAndPrune::sweep(const Frame& frame) {
  sorted_anew = true;
  kept_.clear();
  begun_.clear();
  int axis = 0;
  std::uint64_t fewest = UINT64_MAX;
  for (int k = 0; k < 3; k++) {
    lists_[k].sort_anew(frame.values(k));
    const std::uint64_t overlaps = lists_[k].overlaps();
    if (overlaps < fewest) {
      fewest = overlaps;
      axis = k;
    }
  }
  for (auto& open : open_) open.clear();
  place_.resize(frame.boxes.size());
  const auto begin = begin_pair(frame);
  for (const End end : lists_[axis].ends()) {
    const std::uint32_t body = body_of(end);
    auto& own = open_[frame.is_static[body] ? 1 : 0];
    if (is_upper(end)) {
      own[place_[body]] = own.back();
      place_[own.back()] = place_[body];
      own.pop_back();
      continue;
    }
    for (const std::uint32_t other : open_[0]) begin(body, other);
    if (!frame.is_static[body]) {
      for (const std::uint32_t other : open_[1]) begin(body, other);
    }
    place_[body] = static_cast<std::uint32_t>(own.size());
    own.push_back(body);
  }
}

/// A pair may begin on more than one axis, and end and begin in one frame.
void SweepAndPrune::merge_begun() {
  std::ranges::sort(begun_);
  next_.clear();
  std::ranges::set_union(kept_, begun_, std::back_inserter(next_));
  next_.erase(std::ranges::unique(next_).begin(), next_.end());
}

void SweepAndPrune::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  for (EndList& list : lists_) list.reserve(bodies);
  kept_.reserve(pairs);
  begun_.reserve(pairs);
  gone_.reserve(bodies);
  place_.reserve(bodies);
}

std::size_t SweepAndPrune::bytes() const {
  std::size_t bytes = BroadPhase::bytes() +
                      (kept_.capacity() + begun_.capacity()) * sizeof(PairKey) + gone_.capacity() +
                      place_.capacity() * sizeof(std::uint32_t);
  for (const EndList& list : lists_) bytes += list.bytes();
  for (const auto& open : open_) bytes += open.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace glance
